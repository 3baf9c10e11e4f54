/** Settings: a page for each part of how the shop is set up. */
import { Link, Route, Switch } from 'wouter'
import { Empty } from '../../parts/message.tsx'
import { KeySettings } from './keys.tsx'
import { MailSettings } from './mails.tsx'
import { PaymentSettings } from './payments.tsx'
import { ReasonSettings } from './reasons.tsx'
import { ShippingSettings } from './shipping.tsx'
import { StaffSettings } from './staff.tsx'
import { StoreSettings } from './store.tsx'
import { TaxSettings } from './tax.tsx'
import { WebhookSettings } from './webhooks.tsx'

const parts = [
  { path: '/settings', title: 'Shop', component: StoreSettings },
  { path: '/settings/payments', title: 'Payments', component: PaymentSettings },
  { path: '/settings/tax', title: 'Tax', component: TaxSettings },
  { path: '/settings/shipping', title: 'Shipping', component: ShippingSettings },
  { path: '/settings/mails', title: 'Mails', component: MailSettings },
  { path: '/settings/reasons', title: 'Cancelling', component: ReasonSettings },
  { path: '/settings/staff', title: 'People', component: StaffSettings },
  { path: '/settings/keys', title: 'Keys', component: KeySettings },
  { path: '/settings/webhooks', title: 'Webhooks', component: WebhookSettings },
] as const

export function SettingsPage({ part }: { part?: string }) {
  const here = `/settings${part ? `/${part}` : ''}`
  return (
    <main>
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <nav className="tabs" aria-label="Settings">
        {parts.map(({ path, title }) => (
          <Link key={path} href={path} aria-current={path === here ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <Switch>
        {parts.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Empty title="There is no such page.">The tabs lead to those that there are.</Empty>
        </Route>
      </Switch>
    </main>
  )
}
