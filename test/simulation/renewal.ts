/**
 * Charges for terms of a subscription, by the contract: renewals, of which the first try that is declined leaves an order that later ones pay,
 * and terms that begin anew. Its coupons and its credit go with that order.
 */
import type { Card } from './card.ts'
import { monthDay, stepped } from './dates.ts'
import type { Life } from './life.ts'
import { Order } from './order.ts'
import { billOf, fits } from './price.ts'
import type { Plan } from './story.ts'

export type Failed = 'declined' | 'declined for good' | 'no stock'
export type Attempt = 'paid' | Failed

const isOutOfStock = ({ product: { stock }, quantity }: Plan): boolean => stock !== undefined && stock.onHand < quantity

/**
 * Charges for the next renewal, or for the one that an earlier try left unpaid.
 *
 * @param card of the subscription, or its other one.
 */
export function attempt(life: Life, at: number, card = life.beginning.card): Attempt {
  const plan = life.scheduled ?? life.plan
  if (isOutOfStock(plan)) {
    life.changes.push(at)
    life.tell(at, 'is out of stock')
    return 'no stock'
  }
  const { unpaid } = life
  const order = unpaid ?? orderOf(life, at, plan)
  const answer = charge(life, at, order, card)
  const isPaid = answer === 'captured'
  if (!unpaid) spend(life, at, order)
  else if (isPaid) order.event(at, 'order.paid')
  life.unpaid = isPaid ? undefined : order
  if (answer !== 'captured') return answer
  useCoupons(life)
  life.status = 'active'
  life.event(at, 'subscription.renewed')
  life.followSchedule(at)
  const { pace, cycles, rebillDay } = life.product
  do life.end = stepped(life.end, pace, cycles, rebillDay || life.day)
  while (life.end <= at)
  life.skipped = null
  return 'paid'
}

/**
 * Charges for a term that begins now; one that is declined is not tried again. What an order holds that was never paid may be spent for it,
 * and that order is closed once it is paid.
 */
export function beginAnew(life: Life, at: number): Attempt {
  const { product, plan, unpaid } = life
  const { customer } = life.beginning
  if (isOutOfStock(plan)) return 'no stock'
  const held = unpaid ? shareOf(life, unpaid) : { own: 0, customers: 0 }
  const before = life.coupons.map(({ isHeld }) => isHeld)
  for (const waiting of life.coupons) waiting.isHeld = false
  const order = orderOf(life, at, plan, held)
  const { own, customers } = shareOf(life, order)
  const more = Math.max(0, customers - held.customers)
  const dayBefore = life.day
  life.day = monthDay(at)
  if (charge(life, at, order, life.beginning.card) !== 'captured') {
    life.day = dayBefore
    order.giveUp()
    customer.spendInVain(at, more)
    for (const [index, waiting] of life.coupons.entries()) waiting.isHeld = before[index] ?? false
    return 'declined'
  }
  customer.spend(at, more)
  useCoupons(life)
  closeUnpaid(life, at)
  life.credit = life.credit === null ? null : life.credit - own
  customer.spend(at, customers - more)
  life.end = stepped(at, product.pace, product.cycles, product.rebillDay || life.day)
  life.skipped = null
  return 'paid'
}

/** Makes the order of a renewal at today's price; the coupons that count for it are held. */
function orderOf(life: Life, at: number, { product, quantity, fixedPrice }: Plan, held = { own: 0, customers: 0 }): Order {
  const used = life.coupons.filter(({ coupon, isHeld }) => !isHeld && coupon.isEnabled && fits(coupon, product))
  for (const waiting of used) waiting.isHeld = true
  const coupons = used.map(({ coupon }) => coupon)
  const item = { product, quantity, price: fixedPrice ?? undefined, life }
  const { customer, card } = life.beginning
  const credit = (life.credit ?? 0) + held.own
  const bill = billOf([item], coupons, credit + customer.spendable + held.customers, { customer, at })
  const order = new Order(at, { customer, card, isRenewal: true, isGift: false, coupons }, [item], bill)
  life.own.set(order, Math.min(credit, order.bill.creditApplied))
  return life.addOrder(order)
}

function charge(life: Life, at: number, order: Order, card: Card): ReturnType<Card['ask']> {
  const amount = order.bill.charge
  const answer = card.ask(amount)
  const isPaid = answer === 'captured'
  if (!isPaid) life.changes.push(at)
  order.charged(at, isPaid)
  if (isPaid) order.card = card
  if (isPaid) order.begin(at)
  if (isPaid) life.wasPaid(order)
  life.tell(at, `${card.token} is ${answer}: ${amount}`)
  return answer
}

/** The credit of an order is spent with its first try. */
function spend(life: Life, at: number, order: Order): void {
  const { own, customers } = shareOf(life, order)
  life.credit = life.credit === null ? null : life.credit - own
  life.beginning.customer.spend(at, customers)
}

/** The credit of an order: the subscription's own, and behind it the customer's. */
function shareOf(life: Life, order: Order): { own: number; customers: number } {
  const own = life.own.get(order) ?? 0
  return { own, customers: order.bill.creditApplied - own }
}

/** The coupons of an order that is paid count one charge less. */
function useCoupons(life: Life): void {
  for (const waiting of life.coupons.filter(({ isHeld }) => isHeld)) {
    waiting.left -= 1
    waiting.isHeld = false
  }
  life.coupons = life.coupons.filter(({ left }) => left > 0)
  life.failures.forget()
}

/** Closes the order that waits for its payment: its coupons wait again, and its credit comes back. */
export function closeUnpaid(life: Life, at: number): void {
  const { unpaid } = life
  if (!unpaid) return
  unpaid.giveUp()
  unpaid.event(at, 'order.closed')
  forgetUnpaid(life, at)
}

/** Its coupons wait again, and its credit comes back. */
export function forgetUnpaid(life: Life, at: number): void {
  if (!life.unpaid) return
  const { own, customers } = shareOf(life, life.unpaid)
  if (own > 0) life.credit = (life.credit ?? 0) + own
  life.beginning.customer.addCredit(at, customers)
  for (const waiting of life.coupons) waiting.isHeld = false
  life.unpaid = undefined
}
