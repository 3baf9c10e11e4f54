/** Invoices that are due: rows that the database writes with a paid order, an edit or a refund (see the migration `invoices`). */
import type { InvoiceCause } from '../../../prisma/generated/client/enums.ts'
import type { Clock } from '../../db/clock.ts'
import { deleteRows, type Tx } from '../../db/transaction.ts'
import { withIds } from '../../values/json-ids.ts'
import type { OrderBasis, PartBasis } from './document.ts'

/** The most invoices of one transaction. */
export const mostDue = 100

/** How long something whose invoice could not be made is left alone. */
const restSeconds = 3_600

/** Something that an invoice is due for. */
export type DueRow = {
  id: bigint
  orderId: bigint
  cause: InvoiceCause
  causeId: bigint
  causedAt: Date
  basis: OrderBasis | PartBasis
}

/** Reads what is due in a store, in its order: behind something that failed the rest of its order waits. The store's series are locked. */
export async function readDue(tx: Tx, clock: Clock, storeId: bigint): Promise<DueRow[]> {
  const rows = await tx.$queryRaw<DueRow[]>`
  SELECT id, order_id AS "orderId", cause::text, cause_id AS "causeId", caused_at AS "causedAt", basis FROM invoice_due AS due
  WHERE store_id = ${storeId}::bigint AND NOT EXISTS (
    SELECT FROM invoice_due AS failed WHERE failed.store_id = due.store_id AND failed.order_id = due.order_id AND failed.id <= due.id
      AND failed.failed_at > ${clock.inSql()} - ${restSeconds}::int * interval '1 second')
  ORDER BY id LIMIT ${mostDue}::int`
  return rows.map((row) => ({ ...row, basis: withIds(row.basis) }))
}

/** Removes what has its invoice now. */
export async function removeDue(tx: Tx, storeId: bigint, rows: readonly DueRow[]): Promise<void> {
  if (rows.length > 0)
    await deleteRows(
      tx,
      'InvoiceDue',
      storeId,
      rows.map(({ id }) => ({ id })),
    )
}

/** Leaves alone for an hour what no invoice could be made for. */
export async function leaveDue(tx: Tx, clock: Clock, storeId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0)
    await tx.$executeRaw`
      UPDATE invoice_due SET failed_at = ${clock.inSql()} WHERE store_id = ${storeId}::bigint AND id = ANY(${[...ids]}::bigint[])`
}
