/** The changes of a shop itself: prices, coupons that are switched, stock that arrives, and customers who subscribe. */
import type { Chance } from './chance.ts'
import { monthDay, stepped, written } from './dates.ts'
import { Life } from './life.ts'
import { deliveriesOf, orderOf } from './order.ts'
import { billOf, fits } from './price.ts'
import type { World } from './simulate.ts'
import { type Shop, tokenOf } from './stage.ts'
import type { Beginning, SimulatedProduct } from './story.ts'

/** Now and then another price, a coupon that is switched on or off, and stock where there is none. */
export async function changeShop(world: World, shop: Shop, at: number, chance: Chance): Promise<void> {
  const product = chance.one(shop.products)
  if (chance.is(0.4)) await setPrice(world, shop, at, product, product.cycles * chance.whole(499, 3_999))
  if (chance.is(0.3)) await switchCoupon(world, shop, at, chance)
  for (const scarce of shop.products)
    if (scarce.stock !== undefined && scarce.stock < 2 && chance.is(0.3)) await restock(world, shop, scarce)
}

async function setPrice(
  { db }: World,
  { storeId, lives }: Shop,
  at: number,
  product: SimulatedProduct,
  price: number,
): Promise<void> {
  product.price = price
  const { termId, id: productId, instanceId: productInstanceId } = product
  if (product.hasOwnPrice)
    await db.productInstanceSubscriptionTypeTermPrice.updateMany({
      where: { storeId, productInstanceId, termId },
      data: { price },
    })
  else await db.productTermPrice.updateMany({ where: { storeId, productId, termId }, data: { price } })
  for (const life of lives) if (life.beginning.product === product) life.changes.push(at)
}

async function switchCoupon({ db }: World, { storeId, coupons, lives }: Shop, at: number, chance: Chance): Promise<void> {
  const coupon = chance.one(coupons)
  coupon.isEnabled = !coupon.isEnabled
  await db.coupon.update({ where: { storeId_id: { storeId, id: coupon.id } }, data: { enabled: coupon.isEnabled } })
  for (const life of lives) if (life.coupons.some((waiting) => waiting.coupon === coupon)) life.changes.push(at)
}

async function restock({ ask }: World, { merchant }: Shop, product: SimulatedProduct): Promise<void> {
  product.stock = 5
  const { data, errors } = await ask(
    'mutation ($id: ID!) { updateInventory(input: { productInstanceId: $id, quantityOnHand: 5 }) { userErrors { message } } }',
    { id: product.instanceId },
    merchant,
  )
  const [fault] = [...(data?.updateInventory.userErrors ?? []), ...errors]
  if (fault) throw new Error(fault.message)
}

const order = `mutation ($customer: CustomerKey!, $instance: ID!, $term: ID!, $quantity: Int!, $coupons: [String!]) {
  createOrder(input: { customer: { id: $customer }, products: [{ productInstance: { id: $instance }, term: { id: $term }, quantity: $quantity }], coupons: $coupons }) {
    order { subscriptions { id } } userErrors { code message } } }`

/** A newcomer subscribes: the order is paid at once, a life begins, and what is left of the coupons waits on it. */
export async function begin({ ask, gateway }: World, shop: Shop, at: number, chance: Chance): Promise<string[]> {
  const customer = shop.newcomers.pop()
  if (!customer) return []
  const product = chance.one(shop.products.filter(({ stock }) => stock === undefined))
  const quantity = chance.whole(1, 3)
  const coupons = shop.coupons.filter((coupon) => coupon.isEnabled && fits(coupon, product) && chance.is(0.3))
  gateway.isByHand = true
  const { data, errors } = await ask(
    order,
    {
      ...{ customer: customer.id, instance: product.instanceId, term: product.termId, quantity },
      coupons: coupons.map(({ code }) => code),
    },
    shop.merchant,
  )
  gateway.isByHand = false
  const [fault] = [...(data?.createOrder.userErrors ?? []), ...errors]
  if (fault) return [`The order of customer ${customer.id} is refused: ${fault.message}`]
  const start = at
  const { pace, cycles, rebillDay } = product
  const beginning: Beginning = {
    ...{ id: Number(data.createOrder.order.subscriptions[0].id), customer, product, quantity, start },
    end: stepped(start, pace, cycles, rebillDay || monthDay(start)),
    ...{ status: 'active', cancelledAt: null, autorenew: true, isGift: false, credit: null },
    ...{ token: tokenOf(shop.storeId, customer.id), answers: () => 'captured' },
  }
  const life = new Life(beginning, shop.choice, at)
  const bill = billOf(product, quantity, coupons, 0)
  const paid = orderOf(at, beginning, bill, false)
  paid.financialStatus = 'paid'
  paid.transactions.push({ at: written(at), result: 'captured', total: bill.charge })
  paid.deliveries = deliveriesOf(at, beginning, life.day)
  life.orders.push(paid)
  life.revenue = bill.charge
  life.event(at, 'subscription.created')
  for (const coupon of coupons) {
    if (coupon.renewals < 2) continue
    life.coupons.push({ coupon, left: coupon.renewals - 1, isHeld: false })
    life.event(at, 'subscription_coupon.added')
  }
  customer.orders += 1
  customer.subscriptions += 1
  customer.revenue += bill.charge
  shop.lives.push(life)
  return []
}
