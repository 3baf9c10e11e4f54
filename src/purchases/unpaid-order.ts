/** The order of a renewal that failed: it waits for a later try to pay it, at most one for a subscription. */
import type { Write } from '../writes/write.ts'

/** What of a subscription this is about. */
type UnpaidSubscription = { id: bigint; storeId: bigint; unpaidOrderId: bigint | null; credit: bigint | null }

/**
 * Closes the order that waits, if there is one: its coupons wait again, and its credit is given back.
 *
 * @param subscription locked by the caller.
 * @returns what changes of the subscription; the caller stores it.
 */
export async function closeUnpaidOrder(
  { tx, tell, subject }: Pick<Write, 'tx' | 'tell' | 'subject'>,
  { id, storeId, unpaidOrderId, credit }: UnpaidSubscription,
): Promise<{ unpaidOrderId?: null; credit?: bigint }> {
  if (unpaidOrderId === null) return {}
  const { creditApplied } = await tx.order.update({
    where: { storeId_id: { storeId, id: unpaidOrderId } },
    data: { status: 'closed' },
    select: { creditApplied: true },
  })
  // The write's entry is in the order's own log too.
  subject.orderId = unpaidOrderId
  tell({
    ...{ type: 'order.closed', recordType: 'order', id: unpaidOrderId, orderId: unpaidOrderId, subscriptionId: id },
    changes: { status: { from: 'open', to: 'closed' } },
  })
  await tx.subscriptionCoupon.updateMany({ where: { storeId, unpaidOrderId }, data: { unpaidOrderId: null } })
  return { unpaidOrderId: null, ...(creditApplied > 0n && { credit: (credit ?? 0n) + creditApplied }) }
}
