/** Maps a settled purchase to the result of its write: the record to show, the log entry, and the refusal, if any. */

import type { Charge } from '../../payments/gateway.ts'
import { Refusal } from '../../values/errors.ts'
import { joined } from '../../values/sentence.ts'
import type { Changes } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Written } from '../../writes/result.ts'
import { changesOfPlan, changesOfRenewal } from '../subscription/renewed.ts'
import { renewedId } from './plan.ts'
import { eventsOfPurchase, paymentEvent } from './purchase-events.ts'
import type { Settled } from './settle.ts'
import type { Plan } from './stored-plan.ts'

/** The result of a settled purchase; a declined one shows its new unpaid order, and no renewed subscription. */
export function writtenOf(plan: Plan, charge: Charge, { orderId, isPaid }: Pick<Settled, 'orderId' | 'isPaid'>): Written {
  const { subscriptionId } = subjectOf(plan)
  const { total } = plan.totals
  const before = plan.orderId === undefined ? null : { id: orderId, total, charged: 0 }
  const isMade = isPaid || !(before || plan.change)
  return {
    ...(plan.shows === 'order' ? { id: plan.cartId ?? orderId } : isPaid && { id: subscriptionId ?? 0n }),
    orderId,
    ...subjectOf(plan),
    // An order that stays unpaid has no changes, and a change that is declined makes none.
    ...(isMade && {
      changes: { order: { from: before, to: { id: orderId, total, charged: isPaid ? plan.totals.charge : 0 } } },
    }),
    ...(charge.result === 'declined' && { refusal: declined(charge.reason) }),
  }
}

/** The result of a purchase that was settled now, with its events. */
export function settledAs(plan: Plan, charge: Charge, settled: Settled, further: readonly EmittedEvent[] = []): Written {
  const written = writtenOf(plan, charge, settled)
  const { renewed, edited } = settled
  if (plan.edit) {
    const payment = paymentEvent(plan, charge, settled)
    const { id: _, changes: __, ...others } = written
    if (!edited) return { ...others, emits: [payment] }
    return { ...others, id: settled.orderId, changes: edited.changes, emits: [...edited.events, payment, ...further] }
  }
  return {
    ...written,
    moved: movedBy(plan, settled),
    changes: {
      ...written.changes,
      ...couponsAdded(settled),
      ...(renewed && { ...changesOfRenewal(renewed), ...changesOfPlan(renewed) }),
    },
    emits: [...eventsOfPurchase(plan, charge, settled), ...(settled.others ?? []), ...further],
  }
}

/** The subscriptions that the purchase began or changed. */
function movedBy(plan: Plan, { begun, renewed, at }: Settled): Written['moved'] {
  const changed = renewedId(plan)
  const subscriptionIds = [
    ...begun.map(({ subscription_id }) => subscription_id),
    ...(renewed && changed !== undefined ? [changed] : []),
  ]
  return subscriptionIds.length === 0 ? undefined : { subscriptionIds, at }
}

/** The coupons attached to new subscriptions, by their ids there. */
function couponsAdded({ waiting }: Settled): Changes {
  if (waiting.length === 0) return {}
  const added = waiting.map(({ id, subscription_id: subscriptionId, coupon_id: couponId, code_used: codeUsed, num_renewals }) => [
    id,
    { subscriptionId, couponId, codeUsed, numRenewals: num_renewals },
  ])
  return { coupons: { from: null, to: Object.fromEntries(added) } }
}

/** The result of a declined charge that could no longer be used. */
export const declinedLate = (plan: Plan, reason: string): Written => ({ ...subjectOf(plan), refusal: declined(reason) })

/** The result of a charge that is refunded, since it could no longer be used. */
export function givenBack(plan: Plan, reason?: Refusal): Written {
  const sentence = 'The payment was taken too late and is given back.'
  const refusal = new Refusal(reason?.code ?? 'WRONG_STATUS', reason ? `${sentence} ${reason.message}` : sentence)
  return { ...subjectOf(plan), refusal }
}

/** The result of a charge that is refunded, since the database refuses its rows. */
export const notMade = (plan: Plan, { code, sentence, field }: Refusal): Written => ({
  ...subjectOf(plan),
  refusal: new Refusal(code, joined([['The payment is given back.'], sentence]), field),
})

const declined = (reason: string) => new Refusal('PAYMENT_DECLINED', `The payment was declined. ${reason}`)

/** The subscription a plan renews, for the log. */
export function subjectOf(plan: Plan): Pick<Written, 'subscriptionId'> {
  const id = renewedId(plan)
  return id === undefined ? {} : { subscriptionId: BigInt(id) }
}
