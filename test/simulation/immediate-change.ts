/** Immediate changes of a subscription, by the contract: what becomes of its plan, its deliveries, its orders and its money. */
import { monthDay, stepped } from './dates.ts'
import { type Difference, differenceOf } from './difference.ts'
import type { Life } from './life.ts'
import { partOf } from './money.ts'
import { type Line, Order } from './order.ts'
import { type Delivery, planDeliveries } from './parcel.ts'
import { type AskedPlan, changedPlan, isSamePlan, scheduledAfter } from './plan.ts'
import { recurringOf } from './recurring.ts'
import { givenOf } from './refund.ts'
import type { Stock } from './stock.ts'
import type { Plan } from './story.ts'

/** @returns the code of the refusal, if it is refused. */
export function changeImmediately(life: Life, at: number, asked: AskedPlan): string | undefined {
  if (life.status !== 'active' || life.beginning.isGift || life.end <= at) return 'WRONG_STATUS'
  const { plan: now, scheduled: before } = life
  const plan = changedPlan(now, asked, now)
  if (!plan) return 'BAD_INPUT'
  const scheduled = scheduledAfter(before, asked, plan)
  if (plan.product !== now.product || plan.quantity !== now.quantity) {
    const difference = differenceOf(life, plan, at)
    const code = difference.amount > 0 ? charge(life, at, plan, difference) : credit(life, at, plan, difference)
    if (code) return code
    life.changeDifference = difference.amount
    life.recurring = recurringOf(plan, difference.bill.lines[0])
  } else if (plan.fixedPrice !== now.fixedPrice) life.changeDifference = 0
  Object.assign(life, { plan, scheduled })
  const isRescheduled = before !== null && !(scheduled && isSamePlan(before, scheduled))
  if (isRescheduled || !isSamePlan(plan, now)) life.event(at, 'subscription.changed')
  return undefined
}

/** Charges the difference: what is to come is of an order of its own. */
function charge(life: Life, at: number, plan: Plan, difference: Difference): string | undefined {
  const { running, beginning } = life
  const { bill, unused, beginsTerm, pieces, open } = difference
  const moved = movedStock(plan, difference)
  if (isMissing(beginsTerm && plan.product.stock ? new Map([[plan.product.stock, plan.quantity]]) : moved)) return 'OUT_OF_STOCK'
  const { customer, card } = beginning
  const coupons = beginsTerm ? [] : (running?.line.percentages ?? [])
  const sale = { customer, card, isRenewal: false, isGift: false, coupons, proratedCharge: bill.charge }
  const isPaid = card.pays(bill.charge)
  const item = { product: plan.product, quantity: plan.quantity, price: bill.lines[0]?.price, life }
  if (!isPaid) {
    const order = running?.order ?? life.addOrder(new Order(at, sale, [item], bill))
    order.pays(at, bill.charge, false)
    if (!running) order.giveUp()
    return 'PAYMENT_DECLINED'
  }
  const order = life.addOrder(new Order(at, sale, [item], bill))
  order.charged(at, true)
  const [line] = order.lines
  if (!line) throw new Error('The order of a change has no line.')
  if (beginsTerm) {
    beginTerm(life, at, plan)
    order.begin(at)
  } else line.worth = { value: bill.total, pieces: open }
  for (const [stock, count] of moved) stock.take(count)
  for (const [delivery, quantity] of pieces) {
    if (quantity === 0) continue
    delivery.order.deliveries = delivery.order.deliveries.filter((each) => each !== delivery)
    order.deliveries.push(delivery)
    Object.assign(delivery, { order, line, ...changed(delivery, plan, quantity) })
  }
  if (running) {
    takeOver(running.order, running.line, unused)
    callOff(at, running.order, pieces)
  }
  return undefined
}

/** Gives the rest of what is unused as credit: the order of the running term goes on paying for what is to come. */
function credit(life: Life, at: number, plan: Plan, difference: Difference): string | undefined {
  const { running } = life
  const { bill, amount, beginsTerm, pieces, open } = difference
  const moved = movedStock(plan, difference)
  if (beginsTerm && plan.product.stock) moved.set(plan.product.stock, plan.quantity)
  if (isMissing(moved)) return 'OUT_OF_STOCK'
  for (const [stock, count] of moved) stock.take(count)
  for (const [delivery, quantity] of pieces) if (quantity > 0) Object.assign(delivery, changed(delivery, plan, quantity))
  if (amount < 0) life.credit = (life.credit ?? 0) - amount
  if (beginsTerm) beginTerm(life, at, plan)
  if (!running) return undefined
  const { order, line } = running
  takeOver(order, line, -amount)
  if (open > 0) line.worth = { value: bill.total, pieces: open }
  if (beginsTerm) {
    line.percentages = []
    planDeliveries(order, [{ line, ...plan }], at)
  }
  callOff(at, order, pieces)
  return undefined
}

/** Takes an amount over of a line: of its shipping in proportion to what is left of both. */
function takeOver(order: Order, line: Line, amount: number): void {
  const { charged, shipping } = line
  const given = givenOf(order, line)
  const left = charged - given.amount - given.shipping
  line.carriedShipping += left === 0 ? 0 : partOf(shipping - given.shipping, amount, left)
  line.carried += amount
}

/** A full term begins now, with its own day of the month. */
function beginTerm(life: Life, at: number, { product: { pace, cycles, rebillDay } }: Plan): void {
  life.day = monthDay(at)
  life.end = stepped(at, pace, cycles, rebillDay || life.day)
  life.skipped = null
}

/** Calls off the deliveries that are to have no pieces. */
function callOff(at: number, order: Order, pieces: Difference['pieces']): void {
  const called = [...pieces].flatMap(([delivery, quantity]) => (quantity === 0 ? [delivery] : []))
  order.callOff(at, called)
  for (const parcel of new Set(called.map((each) => each.parcel))) {
    if (parcel.open.length > 0) continue
    parcel.status = 'cancelled'
    order.event(at, 'shipment.cancelled')
  }
}

/** The pieces of a delivery that are off the stock with another plan: those of a first one, until they are sent. */
const takenOf = ({ cycle, taken }: Delivery, { product }: Plan, quantity: number): number =>
  product.stock && (taken > 0 || cycle === 1) ? quantity : 0

const changed = (delivery: Delivery, plan: Plan, quantity: number) => ({
  ...{ quantity, product: plan.product, taken: takenOf(delivery, plan, quantity) },
})

/** The pieces that the deliveries which go on take of each stock, or below 0 put back. */
function movedStock(plan: Plan, { pieces }: Difference): Map<Stock, number> {
  const moved = new Map<Stock, number>()
  const move = (stock: Stock | undefined, count: number) => stock && moved.set(stock, (moved.get(stock) ?? 0) + count)
  for (const [delivery, quantity] of pieces) {
    if (quantity === 0) continue
    move(plan.product.stock, takenOf(delivery, plan, quantity))
    move(delivery.product.stock, -delivery.taken)
  }
  return moved
}

const isMissing = (moved: ReadonlyMap<Stock, number>): boolean =>
  [...moved].some(([{ onHand }, count]) => count > 0 && onHand < count)
