/** The order of a failed renewal: it stays open for a later attempt to pay it, at most one for a subscription. */
import { wholeSecond } from '../../values/time.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { Write } from '../../writes/write.ts'
import { creditEntered } from './credit-event.ts'
import { releaseOrderCredit } from './customer-credit.ts'

/** The columns of a subscription used here. */
type UnpaidSubscription = { id: bigint; storeId: bigint; unpaidOrderId: bigint | null; credit: bigint | null }

/** The events of closing the order. */
export const unpaidOrderEventTypes = ['order.closed', 'credit_entry.created'] as const satisfies EventType[]

/**
 * Closes the open order, if there is one: its coupons become available again, and its credit is returned to the subscription and to the
 * customer.
 *
 * @param subscription locked by the caller.
 *
 * @returns the changes of the subscription; the caller stores them.
 */
export async function closeUnpaidOrder(
  { tx, emit, subject, now }: Pick<Write, 'tx' | 'emit' | 'subject' | 'now'>,
  { id, storeId, unpaidOrderId, credit }: UnpaidSubscription,
): Promise<{ unpaidOrderId?: null; credit?: bigint }> {
  if (unpaidOrderId === null) return {}
  const { creditApplied } = await tx.order.update({
    where: { storeId_id: { storeId, id: unpaidOrderId } },
    data: { status: 'closed' },
    select: { creditApplied: true },
  })
  // The write's entry appears in the order's log too.
  subject.orderId = unpaidOrderId
  emit({
    ...{ type: 'order.closed', recordType: 'order', id: unpaidOrderId, orderId: unpaidOrderId, subscriptionId: id },
    changes: { status: { from: 'open', to: 'closed' } },
  })
  await tx.subscriptionCoupon.updateMany({ where: { storeId, unpaidOrderId }, data: { unpaidOrderId: null } })
  const given =
    creditApplied > 0n ? await releaseOrderCredit(tx, { storeId, orderId: unpaidOrderId, at: wholeSecond(now) }) : undefined
  if (given) emit(creditEntered(given, { orderId: unpaidOrderId, customerId: given.customerId, subscriptionId: id }))
  const own = creditApplied - (given?.amount ?? 0n)
  return { unpaidOrderId: null, ...(own > 0n && { credit: (credit ?? 0n) + own }) }
}
