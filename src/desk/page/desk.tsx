/** The whole page: signing in, or the frame with the page that the address names. */

import { lazy, Suspense, useEffect, useMemo } from 'react'
import { stringifyDocument } from 'urql'
import { Route, Switch } from 'wouter'
import { ShopDocument } from './documents/shop.ts'
import { setShop } from './format.ts'
import { Frame } from './frame.tsx'
import { followEvents, LiveDocument } from './live.ts'
import { AccountPage } from './pages/account.tsx'
import { CouponPage, CouponsPage } from './pages/coupons.tsx'
import { CustomerPage } from './pages/customer.tsx'
import { CustomersPage } from './pages/customers.tsx'
import { OrderPage } from './pages/order.tsx'
import { OrdersPage } from './pages/orders.tsx'
import { ProductPage } from './pages/product.tsx'
import { ProductsPage } from './pages/products.tsx'
import { SettingsPage } from './pages/settings/index.tsx'
import { ShipPage } from './pages/ship.tsx'
import { SubscriptionPage } from './pages/subscription.tsx'
import { SubscriptionsPage } from './pages/subscriptions.tsx'
import { TodayPage } from './pages/today.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Empty, Failure, Waiting } from './parts/message.tsx'
import { Toast } from './parts/toast.tsx'
import { useSession } from './session.ts'
import { type Shop, ShopContext } from './shop.tsx'
import { SignIn } from './sign-in.tsx'
import { useRead } from './use-read.ts'

export function Desk() {
  const session = useSession()
  const { data, error, again } = useRead(ShopDocument, {})
  const { store, signedIn } = data ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that has begun reads the shop.
  useEffect(() => {
    if (session === 'open') {
      if (!store) again()
      followEvents(stringifyDocument(LiveDocument))
    }
  }, [session])
  const shop = useMemo<Shop | undefined>(() => {
    if (!store || !signedIn) return undefined
    setShop(store)
    const { name, currency, timeZone, clock } = store
    const scopes = new Set(signedIn.scopes)
    return {
      ...{ name, currency, timeZone, person: signedIn },
      now: () => (clock ? new Date(clock.now) : new Date()),
      may: (scope) => scopes.has(scope) || scopes.has('*'),
    }
  }, [store, signedIn])
  if (session === 'none') return <SignIn />
  if (!shop) return error ? <Failure error={error} again={again} /> : <Waiting lines={4} />
  return (
    <ShopContext value={shop}>
      <Frame>
        <Suspense fallback={<Waiting lines={8} />}>
          <Switch>
            <Route path="/" component={TodayPage} />
            <Route path="/subscriptions" component={SubscriptionsPage} />
            <Route path="/subscriptions/:id">{({ id }) => <SubscriptionPage key={id} id={id} />}</Route>
            <Route path="/orders" component={OrdersPage} />
            <Route path="/orders/:id">{({ id }) => <OrderPage key={id} id={id} />}</Route>
            <Route path="/ship" component={ShipPage} />
            <Route path="/customers" component={CustomersPage} />
            <Route path="/customers/:id">{({ id }) => <CustomerPage key={id} id={id} />}</Route>
            <Route path="/products" component={ProductsPage} />
            <Route path="/products/:id">{({ id }) => <ProductPage key={id} id={id} />}</Route>
            <Route path="/coupons" component={CouponsPage} />
            <Route path="/coupons/:id">{({ id }) => <CouponPage key={id} id={id} />}</Route>
            <Route path="/figures">{() => <FiguresPage />}</Route>
            <Route path="/figures/:part">{({ part }) => <FiguresPage part={part} />}</Route>
            <Route path="/movements">{() => <FiguresPage list="movements" />}</Route>
            <Route path="/transactions">{() => <FiguresPage list="transactions" />}</Route>
            <Route path="/account" component={AccountPage} />
            <Route path="/settings">{() => <SettingsPage />}</Route>
            <Route path="/settings/:part">{({ part }) => <SettingsPage part={part} />}</Route>
            <Route>
              <main>
                <Empty title="There is no such page.">The menu lists those that there are.</Empty>
              </main>
            </Route>
          </Switch>
        </Suspense>
      </Frame>
      {session === 'ended' && (
        <Dialog title="Sign in again">
          <SignIn isAgain />
        </Dialog>
      )}
      <Toast />
    </ShopContext>
  )
}

/** The one page with charts, whose library is read with it, and the lists that it leads to. */
const FiguresPage = lazy(() => import('./pages/figures/index.tsx'))
