/**
 * The reservations of an open payment, its subscription, its credit, its stock and its coupons: released when it is given up, and taken again
 * when it resumes. They are locked in this order, behind the order and the parcels that a change or an edit names.
 */
import type { Clock } from '../../db/clock.ts'
import { lockRow, type Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import type { Emit, EmittedEvent } from '../../writes/events.ts'
import { lockUnchanged, outdatedEdit } from '../edit/edited-order.ts'
import { countUses, limitReached, releaseUses } from '../price/coupon-uses.ts'
import { returnStock, takeStock } from '../stock/stock.ts'
import { termsOf } from '../subscription/renewable.ts'
import { releaseChange, reserveChange } from '../subscription/reserve-change.ts'
import { type ChangedSubscription, isAsPlanned, lockRunning } from '../subscription/term-deliveries.ts'
import { creditGone, lockCredit, releaseCredit, takeCredit } from './customer-credit.ts'
import { changedBy, renewedId, usesOf } from './plan.ts'
import type { ImmediateChange, Plan, PlannedPayment } from './stored-plan.ts'

/** Marks a subscription as having a payment at the gateway. */
export async function setUnderWay(tx: Tx, { storeId }: Plan, subscriptionId: bigint, paymentUnderWay: boolean): Promise<void> {
  const where = { storeId_id: { storeId, id: subscriptionId } }
  await tx.subscription.update({ where, data: { paymentUnderWay }, select: { id: true } })
}

/**
 * Releases the goods that an unpaid payment took: the stock, and the uses of its coupons.
 *
 * @param orderId the order that it left unpaid, or was to pay.
 */
export async function releaseGoods(tx: Tx, payment: PlannedPayment, at: Date, orderId?: bigint): Promise<void> {
  const changed = changedBy(payment.plan)
  if (changed) await releaseChange(tx, changed, at)
  await returnStock(tx, payment, at, orderId)
  await releaseUses(tx, usesOf(payment.plan))
}

/** Locks the cart of a plan, the order and the parcels of the running term that it changes, and the subscription. */
export async function lockTerm(tx: Tx, plan: Plan): Promise<void> {
  if (plan.cartId !== undefined) await lockRow(tx, 'Cart', { id: plan.cartId, storeId: plan.storeId })
  const changed = changedBy(plan)
  if (changed) await lockRunning(tx, changed)
  const id = renewedId(plan)
  if (id !== undefined) await lockRow(tx, 'Subscription', { id, storeId: plan.storeId })
}

/** Releases all reservations of an open payment. */
export async function release(tx: Tx, clock: Clock, payment: PlannedPayment): Promise<void> {
  const { plan } = payment
  const changed = changedBy(plan)
  if (changed) await lockRunning(tx, changed)
  const subscriptionId = renewedId(plan)
  if (subscriptionId !== undefined) await setUnderWay(tx, plan, subscriptionId, false)
  await releaseCredit(tx, clock, payment)
  await releaseGoods(tx, payment, clock.now())
}

/**
 * Takes the reservations of a given-up payment again.
 *
 * @returns the plan, with what it takes over of a line as it is reserved now; or the reason why not: OUT_OF_STOCK, COUPON_LIMIT_REACHED, or
 * WRONG_STATUS when the subscription has changed or the credit was spent.
 */
export async function reserveAgain(tx: Tx, clock: Clock, payment: PlannedPayment, emit: Emit): Promise<Plan | Refusal> {
  const { plan } = payment
  const changed = changedBy(plan)
  if (changed) await lockRunning(tx, changed)
  if (!(await standsAsBefore(tx, plan))) return changedSince()
  if (plan.edit && !(await lockUnchanged(tx, { storeId: plan.storeId, paymentId: payment.id }, plan.edit))) return outdatedEdit()
  if (!(await hasCredit(tx, plan))) return creditGone()
  const at = clock.now()
  const low: EmittedEvent[] = []
  const change = changed && (await reserveAgainFor(tx, changed, at, (event) => void low.push(event)))
  if (change instanceof Refusal) return change
  const missing = await takeStock(tx, payment, at, (event) => void low.push(event))
  const areCounted = missing === undefined && (await countUses(tx, usesOf(plan)))
  if (missing === undefined && !areCounted) await returnStock(tx, payment, at)
  if (!areCounted && changed && change) await releaseChange(tx, { ...changed, change }, at)
  if (!areCounted) return missing ?? limitReached('coupons')
  await takeCredit(tx, clock, payment)
  low.forEach(emit)
  return change ? { ...plan, change } : plan
}

/** The reason why the change that a charge has paid for cannot be made: its deliveries are no longer as planned. The order is locked. */
export async function cannotChange(tx: Tx, plan: Plan): Promise<Refusal | undefined> {
  const changed = changedBy(plan)
  if (!changed) return undefined
  await lockRunning(tx, changed)
  if (await isAsPlanned(tx, changed)) return undefined
  return new Refusal('WRONG_STATUS', 'A delivery of the subscription was sent, cancelled or restocked meanwhile.')
}

/** Reserves a change again. @returns it, or the reason why it can no longer be made. */
async function reserveAgainFor(tx: Tx, changed: ChangedSubscription, at: Date, emit: Emit): Promise<ImmediateChange | Refusal> {
  try {
    return (await reserveChange(tx, changed, at, emit)) ?? changedSince()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const changedSince = () => new Refusal('WRONG_STATUS', 'The subscription has changed since the payment was asked for.')

/** Whether the customer still has the credit that a plan spends; the customer is locked, as before the stock in other writes. */
const hasCredit = async (tx: Tx, plan: Plan): Promise<boolean> => (await lockCredit(tx, plan)) >= (plan.customerCredit ?? 0)

/**
 * Prepares to settle the decline of a given-up payment.
 *
 * @returns false where its order can no longer be made: the subscription has changed, or the credit that the order would hold was spent.
 */
export async function canBeDeclined(tx: Tx, clock: Clock, payment: PlannedPayment): Promise<boolean> {
  const { plan } = payment
  if (!(await standsAsBefore(tx, plan))) return false
  if (!plan.isTriedAgain) return true
  if (!(await hasCredit(tx, plan))) return false
  await takeCredit(tx, clock, payment)
  return true
}

/** Whether the subscription a plan renews, if it renews one, is unchanged since the plan; it is locked. */
async function standsAsBefore(tx: Tx, plan: Plan): Promise<boolean> {
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { id, basis, creditSpent = 0 } = subscription
    const row = await lockRow(tx, 'Subscription', { id, storeId: plan.storeId })
    if (!row || !basis || row.paymentUnderWay) return false
    if (Number(row.credit ?? 0) + (plan.replaces?.credit ?? 0) < creditSpent) return false
    if (row.status !== basis.status || row.autorenew !== basis.autorenew || row.unpaidOrderId !== basis.unpaidOrderId)
      return false
    if (row.endDate.getTime() !== Date.parse(basis.endDate)) return false
    if (basis.terms !== undefined && basis.terms !== termsOf(row)) return false
  }
  return true
}
