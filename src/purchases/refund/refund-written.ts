/** Maps a settled refund to the result of its write, and to its events. */
import type { RefundStatus } from '../../../prisma/generated/client/enums.ts'
import { Refusal } from '../../values/errors.ts'
import { type Changes, changesOf, changesOfNew } from '../../writes/changes.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Written } from '../../writes/result.ts'
import { contentOfParts } from '../payment/event-content.ts'
import type { RecordedRefund } from './refund-row.ts'
import type { SettledTurn, UnaskedRefund } from './refund-turns.ts'
import type { SettledRefund } from './settled-refund.ts'

/** The events that settling a refund may emit. */
const settledEventTypes = [
  'refund.done',
  'refund.pending',
  'refund.failed',
  'order.refunded',
  'order.updated',
  'order.fulfilled',
  'order.closed',
  'shipment.cancelled',
  'credit_entry.created',
] as const satisfies EventType[]

/** The events that a refund may emit. */
export const refundEventTypes = ['refund.created', ...settledEventTypes] as const satisfies EventType[]

/** The events that reconciliation of a refund may emit. */
export const reconciledRefundEventTypes = [...settledEventTypes, 'refund.reversed'] as const satisfies EventType[]

type Named = Pick<RecordedRefund, 'id' | 'orderId'>

/** The event of a refund that is recorded. */
export const refundCreated = ({ id, orderId }: Named, customerId: bigint, currency: string, amounts: object): EmittedEvent => ({
  ...{ type: 'refund.created', recordType: 'refund', id, orderId, customerId },
  changes: changesOfNew(amounts),
  content: { currency },
})

/** The refusal of a refund that the gateway declined. @param given the sum of the refunds of its act before it. */
export const refundDeclined = (reason: string, given = 0n): Refusal =>
  new Refusal(
    'REFUND_DECLINED',
    given > 0n ? `${given} is refunded; the rest was declined. ${reason}` : `The refund was declined. ${reason}`,
  )

/** A settled refund; one that was reversed has none behind it. */
type SettledOrReversed = SettledRefund & Partial<Pick<SettledTurn, 'unasked'>>

/** The result of a settled refund. @param given the sum of the refunds of its act before it. */
export function refundWritten({ id, orderId }: Named, settled: SettledOrReversed, reason?: string, given = 0n): Written {
  const { was, status, before, after, restocked, customerId } = settled
  const changes = {
    ...changesOf<object>(before, after),
    ...changesOf<object>({ status: was }, { status }),
    ...(restocked && { restocked: { from: null, to: restocked } }),
  }
  const isDeclined = status === 'failed' && was !== 'done' && reason !== undefined
  return {
    ...{ id, orderId, customerId, changes, emits: eventsOf({ id, orderId }, settled, reason) },
    ...(isDeclined && { refusal: refundDeclined(reason, given) }),
  }
}

/**
 * The result of a settled refund that another write of its order gave; it shows the order.
 *
 * @param done the other write, as the beginning of a sentence: `The order is cancelled`.
 */
export const orderRefundWritten =
  (done: string) =>
  ({ id, orderId }: Named, settled: SettledOrReversed, reason?: string, given = 0n): Written => {
    const { was, status, before, after, unasked = [] } = settled
    const { refusal, ...written } = refundWritten({ id, orderId }, settled, reason)
    const others = (shown: RefundStatus) => Object.fromEntries(unasked.map((row) => [String(row.id), shown]))
    const refunds = { from: { [String(id)]: was, ...others('pending') }, to: { [String(id)]: status, ...others('failed') } }
    const part = given > 0n ? `its refund was declined after ${given}` : 'its refund was declined'
    return {
      ...written,
      id: orderId,
      changes: { ...changesOf<object>(before, after), refunds },
      ...(refusal && { refusal: new Refusal(refusal.code, `${done}, but ${part}. ${reason}`) }),
    }
  }

/** The event of a refund that failed without being asked for. */
const unaskedFailed = (
  { id, failureReason, ...amounts }: UnaskedRefund,
  about: Pick<EmittedEvent, 'orderId' | 'customerId'>,
): EmittedEvent => ({
  ...{ ...about, type: 'refund.failed', recordType: 'refund', id, content: contentOf(amounts, 'refund.failed') },
  changes: { status: { from: 'pending', to: 'failed' }, failureReason: { from: null, to: failureReason } },
})

function eventsOf({ id, orderId }: Named, settled: SettledOrReversed, reason?: string): EmittedEvent[] {
  const { was, status, before, after, creditEntryId, creditAmount, customerId, emptied, unasked = [] } = settled
  const about = { orderId, customerId }
  const type = typeOf(was, status)
  const ofRefund: Changes = {
    ...changesOf<object>({ status: was }, { status }),
    ...(reason !== undefined && { failureReason: { from: null, to: reason } }),
  }
  const { status: orderStatus, fulfillmentStatus, ...ofOrder } = changesOf<object>(before, after)
  const sign = status === 'done' ? 1 : -1
  return [
    ...(type ? [{ ...about, type, recordType: 'refund', id, changes: ofRefund, content: contentOf(settled, type) }] : []),
    ...unasked.map((row) => unaskedFailed(row, about)),
    ...(Object.keys(ofOrder).length > 0
      ? [{ ...about, type: orderTypeOf(status), recordType: 'order', id: orderId, changes: ofOrder }]
      : []),
    ...emptied.map(
      (parcel): EmittedEvent => ({
        ...{ type: 'shipment.cancelled', recordType: 'shipment', id: parcel.id, orderId },
        ...{ customerId: parcel.customerId, changes: { status: { from: 'unshipped', to: 'cancelled' } } },
      }),
    ),
    ...(fulfillmentStatus
      ? [{ ...about, type: 'order.fulfilled', recordType: 'order', id: orderId, changes: { fulfillmentStatus } } as const]
      : []),
    ...(orderStatus
      ? [
          {
            ...({
              ...about,
              type: after.status === 'closed' ? 'order.closed' : 'order.updated',
              recordType: 'order',
              id: orderId,
            } as const),
            changes: { status: orderStatus },
          },
        ]
      : []),
    ...(creditEntryId === null
      ? []
      : [
          {
            ...({ ...about, type: 'credit_entry.created', recordType: 'credit_entry', id: creditEntryId } as const),
            changes: { amount: { from: null, to: sign * creditAmount }, refundId: { from: null, to: id } },
          },
        ]),
  ]
}

/** The amounts of a refund, and the lines that it is of; of one that was reversed with the pieces of each that are not sent all the same. */
const contentOf = (
  { amount, cardAmount, creditAmount, reason, currency, lines }: Omit<UnaskedRefund, 'id' | 'failureReason'>,
  type: EventType,
) => ({
  ...{ amount, cardAmount, creditAmount, reason, currency },
  ...contentOfParts(lines, type === 'refund.reversed'),
})

const orderTypeOf = (status: RefundStatus): EventType => (status === 'done' ? 'order.refunded' : 'order.updated')

function typeOf(was: RefundStatus, status: RefundStatus): EventType | undefined {
  switch (status) {
    case 'done':
      return 'refund.done'
    case 'pending':
      return 'refund.pending'
    case 'failed':
      return was === 'done' ? 'refund.reversed' : 'refund.failed'
    case 'unknown':
      return undefined
  }
}
