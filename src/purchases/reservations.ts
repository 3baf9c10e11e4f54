/** The reservations of an open payment, its stock, its coupons and its subscription: released when it is given up, and taken again when it resumes. */
import { lockRow, type Tx } from '../db/transaction.ts'
import { Refusal } from '../values/errors.ts'
import type { Emit, EmittedEvent } from '../writes/events.ts'
import { countUses, giveUsesBack, limitReached } from './coupon-uses.ts'
import { lockUnchanged, outdatedEdit } from './edited-order.ts'
import { renewedId, usesOf } from './plan.ts'
import { type PaidPlan, returnStock, takeStock } from './stock.ts'
import type { Plan } from './stored-plan.ts'
import { termsOf } from './subscription-terms.ts'

/** Marks a subscription as having a payment at the gateway. */
export async function setUnderWay(tx: Tx, { storeId }: Plan, subscriptionId: number, paymentUnderWay: boolean): Promise<void> {
  const where = { storeId_id: { storeId, id: subscriptionId } }
  await tx.subscription.update({ where, data: { paymentUnderWay }, select: { id: true } })
}

/**
 * Gives back what a payment that came to nothing has taken: the stock, and the uses of its coupons.
 *
 * @param orderId the order that it left unpaid, or was to pay.
 */
export async function giveBackTaken(
  tx: Tx,
  payment: PaidPlan,
  at: Date,
  orderId: bigint | number | undefined = payment.plan.orderId,
): Promise<void> {
  await returnStock(tx, payment, at, orderId)
  await giveUsesBack(tx, usesOf(payment.plan))
}

/** Releases the reservations of an open payment: the stock, the coupons and the subscription. */
export async function release(tx: Tx, payment: PaidPlan, at: Date): Promise<void> {
  const { plan } = payment
  await giveBackTaken(tx, payment, at)
  const subscriptionId = renewedId(plan)
  if (subscriptionId !== undefined) await setUnderWay(tx, plan, subscriptionId, false)
}

/**
 * Takes the reservations of a given-up payment again.
 *
 * @returns undefined on success, or the reason: OUT_OF_STOCK, COUPON_LIMIT_REACHED, or WRONG_STATUS when the subscription has changed.
 */
export async function reserveAgain(tx: Tx, payment: PaidPlan, at: Date, emit: Emit): Promise<Refusal | undefined> {
  const { plan } = payment
  if (!(await standsAsBefore(tx, plan))) return changedSince()
  if (plan.edit && !(await lockUnchanged(tx, { storeId: plan.storeId, paymentId: payment.id }, plan.edit))) return outdatedEdit()
  const low: EmittedEvent[] = []
  const missing = await takeStock(tx, payment, at, (event) => void low.push(event))
  if (missing) return missing
  if (!(await countUses(tx, usesOf(plan)))) {
    await returnStock(tx, payment, at, plan.orderId)
    return limitReached('coupons')
  }
  low.forEach(emit)
  return undefined
}

const changedSince = () => new Refusal('WRONG_STATUS', 'The subscription has changed since the payment was asked for.')

/** Whether the subscription a plan renews, if it renews one, is unchanged since the plan; it is locked. */
export async function standsAsBefore(tx: Tx, plan: Plan): Promise<boolean> {
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { id, basis, creditSpent = 0 } = subscription
    const row = await lockRow(tx, 'Subscription', { id: BigInt(id), storeId: BigInt(plan.storeId) })
    if (!row || !basis || row.paymentUnderWay || Number(row.credit ?? 0) < creditSpent) return false
    const unpaidOrderId = row.unpaidOrderId === null ? null : Number(row.unpaidOrderId)
    if (row.status !== basis.status || row.autorenew !== basis.autorenew || unpaidOrderId !== basis.unpaidOrderId) return false
    if (row.endDate.getTime() !== Date.parse(basis.endDate)) return false
    if (basis.terms !== undefined && basis.terms !== termsOf(row)) return false
  }
  return true
}
