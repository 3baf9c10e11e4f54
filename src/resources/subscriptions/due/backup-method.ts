/** The backup payment method of a renewal, which is tried once after the other one was declined. */
import type { Shape } from '../../../db/shape.ts'
import type { Write } from '../../../writes/write.ts'

type Backed = Pick<Shape<'Subscription'>, 'unpaidOrderId' | 'backupTriedFor' | 'backupPaymentMethodId'>

/** Whether the renewal, whose order is unpaid once a try was declined, was not tried with the backup payment method yet. */
const isUntried = ({ unpaidOrderId, backupTriedFor, backupPaymentMethodId }: Backed): boolean =>
  backupPaymentMethodId !== null && (unpaidOrderId === null || backupTriedFor !== unpaidOrderId)

/** The backup payment method that is still to be tried: it is there, and another than the one that is charged. */
export const untriedBackup = <Method extends { id: bigint; archivedAt: Date | null }>(
  row: Backed,
  backup: Method | null | undefined,
  charged: { id: bigint },
): Method | undefined => (backup && !backup.archivedAt && backup.id !== charged.id && isUntried(row) ? backup : undefined)

/** Whether a backup payment method is still to be tried, of a renewal that could not be asked for. */
export async function hasUntriedBackup({ tx }: Write, row: Backed & { storeId: bigint }): Promise<boolean> {
  const { storeId, backupPaymentMethodId: id } = row
  if (id === null || !isUntried(row)) return false
  const method = await tx.paymentMethod.findUnique({ where: { storeId_id: { storeId, id } }, select: { archivedAt: true } })
  return method?.archivedAt === null
}
