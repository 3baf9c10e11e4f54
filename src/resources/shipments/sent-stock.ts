/** Takes the stock of deliveries when they are sent, as far as it was not taken when they were paid for. */
import { movePieces } from '../../purchases/stock/movements.ts'
import { emitLow } from '../../purchases/stock/stock.ts'
import type { Write } from '../../writes/write.ts'
import type { Fulfillment } from './parcels.ts'
import type { Parted } from './rules.ts'

/** How many pieces of the part that is sent, and of the part that stays, are taken. */
type TakenParts = { sent: number; left: number }

/**
 * Takes the stock of the parts that are sent, with one statement. It is never refused: a count that does not suffice falls below 0.
 *
 * @returns the pieces that are taken then, by fulfillment.
 */
export async function takeSent(write: Write, parts: readonly Parted<Fulfillment>[]): Promise<Map<Fulfillment, TakenParts>> {
  const sent = parts.flatMap(({ row, sent }) => {
    const before = Math.min(row.taken, sent?.quantity ?? 0)
    return [{ row, before, untaken: (sent?.quantity ?? 0) - before }]
  })
  const pieces = sent.filter(({ untaken }) => untaken > 0)
  const { moved } = await movePieces(
    write.tx,
    { storeId: write.viewer.storeId, kind: 'taken', cause: 'fulfillment', at: write.now },
    pieces.map(({ row: { id, instanceId, orderId }, untaken }) => ({ instanceId, quantity: -untaken, causeId: id, orderId })),
  )
  emitLow(moved, write.emit)
  const counted = new Set(moved.map(({ id }) => BigInt(id)))
  return new Map(
    sent.map(({ row, before, untaken }) => [
      row,
      { sent: before + (counted.has(row.instanceId) ? untaken : 0), left: row.taken - before },
    ]),
  )
}
