/**
 * Reserves what a change takes: its pieces, and the worth of the open deliveries on the line that paid for them, so that it is not refunded
 * until the difference is paid.
 */
import type { Tx } from '../../db/transaction.ts'
import type { Emit } from '../../writes/events.ts'
import type { ImmediateChange } from '../payment/stored-plan.ts'
import { releasePieces, takePieces } from '../stock/stock.ts'
import { releaseCarried, reserveCarried } from './carried.ts'
import { type ChangedSubscription, isAsPlanned, stockCause } from './term-deliveries.ts'

/**
 * Reserves a change whose difference is to be paid. The order is locked.
 *
 * @returns the change with what it takes over, split as it was reserved, and with the pieces that it has taken; undefined where it can no longer be
 * made.
 *
 * @throws Refusal OUT_OF_STOCK.
 */
export async function reserveChange(
  tx: Tx,
  changed: ChangedSubscription,
  at: Date,
  emit: Emit,
): Promise<ImmediateChange | undefined> {
  if (!(await isAsPlanned(tx, changed))) return undefined
  const taken = await takePieces(tx, changed.change.takes, stockCause(changed, at), emit)
  const change = await withTaken(tx, changed, taken)
  const { takes, from } = change
  if (!from) return change
  const reserved = await reserveCarried(tx, changed.storeId, from)
  if (reserved) return { ...change, from: reserved }
  await releasePieces(tx, takes, stockCause(changed, at))
  return undefined
}

/** A change with what it has taken: where the stock of its instance is no longer kept, deliveries of that instance have what they had, and others none. */
async function withTaken(tx: Tx, { storeId, change }: ChangedSubscription, taken: ReadonlySet<bigint>): Promise<ImmediateChange> {
  const untaken = change.takes.map(({ instanceId }) => instanceId).filter((id) => !taken.has(id))
  if (untaken.length === 0) return change
  const where = { storeId, id: { in: change.deliveries.map(({ id }) => id) }, instanceId: { in: untaken } }
  const rows = await tx.fulfillment.findMany({ where, select: { id: true, taken: true } })
  const before = new Map(rows.map((row) => [row.id, row.taken]))
  const deliveries = change.deliveries.map((row) => ({ ...row, taken: Math.min(row.taken, before.get(row.id) ?? 0) }))
  return { ...change, deliveries, takes: change.takes.filter(({ instanceId }) => taken.has(instanceId)) }
}

/** Releases the reservations of a change that is not made. */
export async function releaseChange(tx: Tx, changed: ChangedSubscription, at: Date): Promise<void> {
  const { storeId, change } = changed
  if (change.from) await releaseCarried(tx, storeId, change.from)
  await releasePieces(tx, change.takes, stockCause(changed, at))
}
