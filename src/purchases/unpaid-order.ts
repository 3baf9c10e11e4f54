/** The order of a failed renewal: it stays open for a later attempt to pay it, at most one for a subscription. */
import type { Write } from '../writes/write.ts'

/** The columns of a subscription used here. */
type UnpaidSubscription = { id: bigint; storeId: bigint; unpaidOrderId: bigint | null; credit: bigint | null }

/**
 * Closes the open order, if there is one: its coupons become available again, and its credit is returned.
 *
 * @param subscription locked by the caller.
 *
 * @returns the changes of the subscription; the caller stores them.
 */
export async function closeUnpaidOrder(
  { tx, emit, subject }: Pick<Write, 'tx' | 'emit' | 'subject'>,
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
  return { unpaidOrderId: null, ...(creditApplied > 0n && { credit: (credit ?? 0n) + creditApplied }) }
}
