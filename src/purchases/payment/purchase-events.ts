/** Maps a purchase to its events: the types it may emit, and the events it does. */
import type { Charge } from '../../payments/gateway.ts'
import { fromNothing } from '../../writes/changes.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { editEventTypes } from '../edit/edit-rows.ts'
import { reconciledRefundEventTypes } from '../refund/refund-written.ts'
import { givenUpAt } from '../subscription/next-try.ts'
import { changesOfPlan, changesOfRenewal, type Renewed } from '../subscription/renewed.ts'
import { creditEntered } from './credit-event.ts'
import { contentOfLines } from './event-content.ts'
import { knownOrderOf, renewedId } from './plan.ts'
import type { Settled } from './settle.ts'
import type { Plan } from './stored-plan.ts'

/** Days after which a renewal that has failed is given up. */

/** The events that a purchase of something new may emit. */
export const purchaseEventTypes = [
  'order.created',
  'subscription.created',
  'subscription_coupon.added',
  'payment.captured',
  'payment.failed',
  'inventory.low',
  'credit_entry.created',
] as const satisfies EventType[]

/** The events that a renewal charge may emit. */
export const renewalEventTypes = [
  'subscription.renewed',
  'subscription.reactivated',
  'subscription.past_due',
  'subscription.updated',
  'subscription.changed',
  'subscription.change_failed',
  'order.created',
  'order.paid',
  'payment.captured',
  'payment.failed',
  'inventory.low',
  'credit_entry.created',
] as const satisfies EventType[]

/** The events that a change of a subscription may emit, immediately or at its next renewal. */
export const changeEventTypes = [
  'subscription.changed',
  'subscription.change_scheduled',
  'subscription.change_cancelled',
  'order.created',
  'order.updated',
  'order.fulfilled',
  'order.closed',
  'shipment.cancelled',
  'payment.captured',
  'payment.failed',
  'inventory.low',
] as const satisfies EventType[]

/** The events that reconciliation may emit, by the write's name in the log. */
export const reconcileEventTypes = {
  reconcilePayment: [
    ...renewalEventTypes,
    ...(['subscription.created', 'subscription_coupon.added'] as const),
    ...(['order.fulfilled', 'order.closed', 'payment_method.created'] as const),
    ...editEventTypes,
  ],
  refundPayment: ['payment.refunded'],
  creditPayment: ['payment.credited', 'credit_entry.created'],
  reconcileRefund: reconciledRefundEventTypes,
} as const satisfies Record<string, [EventType, ...EventType[]]>

/** The events of a settled purchase, in causal order. */
export function eventsOfPurchase(plan: Plan, charge: Charge, settled: Settled): EmittedEvent[] {
  const { orderId, isPaid } = settled
  const { totals, isRenewal, gift } = plan
  const subscriptionId = renewedId(plan)
  const about = { customerId: plan.customerId, orderId, subscriptionId }
  const ofOrder = { ...about, recordType: 'order', id: orderId }
  const events: EmittedEvent[] = []
  if (knownOrderOf(plan, isPaid) === undefined) {
    const made = { financialStatus: isPaid ? 'paid' : 'unpaid', total: totals.total, creditApplied: totals.creditApplied }
    events.push({ ...ofOrder, type: 'order.created', changes: fromNothing({ ...made, isRenewal, isGift: gift !== undefined }) })
  } else if (isPaid) {
    events.push({ ...ofOrder, type: 'order.paid', changes: { financialStatus: { from: 'unpaid', to: 'paid' } } })
  }
  events.push(paymentEvent(plan, charge, settled))
  const { customerCredit } = plan
  // Credit that goes back with a decline is as if it had never been taken.
  if (customerCredit && settled.creditEntryId && (isPaid || plan.isTriedAgain))
    events.push(creditEntered({ id: settled.creditEntryId, amount: -BigInt(customerCredit) }, about))
  for (const { subscription_id: id, productId, productInstanceId, termId, quantity, endDate } of settled.begun) {
    const made = { status: 'active', productId, productInstanceId, termId, quantity, endDate: new Date(endDate) }
    const subscription = { recordType: 'subscription', id, subscriptionId: id }
    events.push({ ...about, ...subscription, type: 'subscription.created', changes: fromNothing(made) })
  }
  for (const { id, subscription_id, coupon_id: couponId, code_used: codeUsed } of settled.waiting) {
    const coupon = { recordType: 'subscription_coupon', id, subscriptionId: subscription_id }
    events.push({
      ...about,
      ...coupon,
      type: 'subscription_coupon.added',
      changes: fromNothing({ coupon: { id, couponId, codeUsed } }),
    })
  }
  const { renewed } = settled
  const type = renewed && !plan.change && typeOfRenewal(plan, renewed, isPaid)
  const isAnew = type === 'subscription.reactivated'
  if (renewed && type) {
    const changes = { ...changesOfRenewal(renewed), ...(isAnew && changesOfPlan(renewed)) }
    events.push({ ...about, type, recordType: 'subscription', id: subscriptionId, changes })
  }
  const changed = renewed && !isAnew ? { ...changesOfPlan(renewed), ...(plan.change && changesOfRenewal(renewed)) } : {}
  if (Object.keys(changed).length > 0)
    events.push({ ...about, type: 'subscription.changed', recordType: 'subscription', id: subscriptionId, changes: changed })
  return events
}

/**
 * When a charge that was declined is tried again by itself, or when it is given up after the last try; see `nextTryAt` of subscriptions. Both
 * are null where it is not.
 */
function nextTryOf(renewed: Renewed | undefined) {
  const { status, past_due_at: since, next_try_at: next } = renewed?.after ?? {}
  if (status !== 'past_due' || typeof next !== 'string' || typeof since !== 'string') return { nextTryAt: null, givenUpAt: null }
  const nextTryAt = new Date(next)
  const isLast = nextTryAt >= givenUpAt(new Date(since))
  return isLast ? { nextTryAt: null, givenUpAt: nextTryAt } : { nextTryAt, givenUpAt: null }
}

/** The event of the payment itself. */
export function paymentEvent(plan: Plan, charge: Charge, settled: Settled): EmittedEvent {
  const { orderId, transactionId, isPaid, currency, renewed } = settled
  return {
    ...{ customerId: plan.customerId, orderId, subscriptionId: renewedId(plan) },
    type: isPaid ? 'payment.captured' : 'payment.failed',
    recordType: 'transaction',
    id: transactionId,
    changes: fromNothing({
      result: isPaid ? 'captured' : 'failed',
      total: plan.totals.charge,
      ...(charge.result === 'declined' && saidOf(charge)),
    }),
    content: {
      ...{ currency, isRenewal: plan.isRenewal, ...contentOfLines(plan.edit?.lines ?? plan.lines) },
      ...(!isPaid && nextTryOf(renewed)),
    },
  }
}

/** The words and codes of the bank for a decline, as far as there are any. */
const saidOf = ({ reason, declineCode, advice, networkAdvice }: Charge & { result: 'declined' }) => ({
  reason,
  ...(declineCode && { declineCode }),
  ...(advice && { advice }),
  ...(networkAdvice && { networkAdvice }),
})

/** The event type of a charged subscription's change; undefined where it did not change. */
function typeOfRenewal({ isTriedAgain }: Plan, renewed: Renewed, isPaid: boolean): EventType | undefined {
  const { before, after } = renewed
  const isAnew = isTriedAgain === false || ['cancelled', 'expired'].includes(String(before.status))
  if (isPaid) return isAnew ? 'subscription.reactivated' : 'subscription.renewed'
  if (Object.keys(changesOfRenewal(renewed)).length === 0) return undefined
  return before.status !== after.status ? 'subscription.past_due' : 'subscription.updated'
}
