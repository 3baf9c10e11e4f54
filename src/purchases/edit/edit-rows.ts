/** Writes an edit of an order to its rows: lines, deliveries, parcels, sums and the revenue of its subscriptions. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Shape } from '../../db/shape.ts'
import { insertRows, nextIds, type Tx, updateRows } from '../../db/transaction.ts'
import { type Changes, changesOf } from '../../writes/changes.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { spread } from '../price/spread.ts'
import { planDeliveries } from './edit-deliveries.ts'
import { writeParcels } from './edit-parcels.ts'
import type { EditedLine, LineBefore } from './edit-plan.ts'
import { type EditedOrder, linesBefore } from './edited-order.ts'
import { type StoredEdit, takenBy } from './stored-edit.ts'

/** The changes of an edit, for the log, and its events. */
export type EditedRows = { changes: Changes; events: EmittedEvent[] }

/** The events that an edit may emit, beside those of its payment or its refund. */
export const editEventTypes = [
  'order.edited',
  'shipment.updated',
  'shipment.split',
  'shipment.cancelled',
] as const satisfies EventType[]

/**
 * Writes an edit; the stock and the money are left to the caller.
 *
 * @param found locked, and as it was when the edit was planned.
 * @param at the whole second that dates its rows.
 */
export async function writeEdit(tx: Tx, found: EditedOrder, edit: StoredEdit, at: Date): Promise<EditedRows> {
  const { order } = found
  const before = linesBefore(found.lines)
  const after = edit.lines ?? before.map((line) => ({ ...line, isTracked: false }))
  const deliveries = planDeliveries(before, after, found.open)
  const shipments = await writeParcels(tx, found, deliveries, edit.addressId, at)
  const lineChanges = edit.lines ? await writeLines(tx, order, before, edit.lines) : {}
  const columns = await writeOrder(tx, order, edit, at)
  if (edit.lines) await writeRevenue(tx, order, edit, before, edit.lines)
  const changes = { ...columns, ...lineChanges }
  const { id, customerId } = order
  const edited: EmittedEvent = { type: 'order.edited', recordType: 'order', id, orderId: id, customerId, changes }
  return { changes, events: [edited, ...shipments] }
}

/**
 * Corrects the deliveries of an edit by what it has taken: those of an instance whose stock is no longer kept have what they had, and added ones
 * none.
 */
export async function keepTaken(tx: Tx, found: EditedOrder, edit: StoredEdit, taken: ReadonlySet<bigint>): Promise<void> {
  const untaken = takenBy(edit).filter(({ instanceId }) => !taken.has(instanceId))
  if (untaken.length === 0) return
  const { storeId, id } = found.order
  await tx.$executeRaw`
    UPDATE fulfillment SET taken = least(fulfillment.taken, coalesce(before.taken, 0)) FROM (
      SELECT own.id, before.taken FROM fulfillment AS own
      LEFT JOIN unnest(${found.open.map((row) => row.id)}::bigint[], ${found.open.map((row) => row.taken)}::int[]) AS before (id, taken) USING (id)
      WHERE own.store_id = ${storeId}::bigint AND own.order_id = ${id}::bigint AND own.status = 'open'
        AND own.instance_id = ANY(${untaken.map(({ instanceId }) => instanceId)}::bigint[])
    ) AS before
    WHERE fulfillment.store_id = ${storeId}::bigint AND fulfillment.id = before.id`
}

/** @returns how many pieces each line had, and has. */
async function writeLines(
  tx: Tx,
  { storeId, id: orderId }: Shape<'Order'>,
  before: readonly LineBefore[],
  after: readonly EditedLine[],
): Promise<Changes> {
  const kept = after.flatMap((line) => (line.id === undefined ? [] : [{ ...line, id: line.id }]))
  const gone = before.filter(({ id }) => !kept.some((line) => line.id === id))
  const changed = kept.filter(({ id, quantity }) => before.find((line) => line.id === id)?.quantity !== quantity)
  const added = after.filter(({ id }) => id === undefined)
  const ids = await nextIds(tx, 'OrderProduct', added.length)
  if (gone.length > 0) await tx.orderProduct.deleteMany({ where: { storeId, id: { in: gone.map(({ id }) => id) } } })
  const amounts = ({ quantity, total, discount, shipping, tax, taxLines = [], charged }: EditedLine) => ({
    ...{ quantity, total, discount, shipping, tax, taxLines, charged },
  })
  if (changed.length > 0)
    await updateRows(
      tx,
      'OrderProduct',
      storeId,
      changed.map((line) => ({ id: line.id, ...amounts(line) })),
    )
  const rows = added.map(({ productId, productInstanceId, name, sku, price, ...line }, place) => ({
    ...{ storeId, id: ids[place], orderId, productId, productInstanceId, name, sku, price },
    ...amounts(line as EditedLine),
  }))
  if (rows.length > 0) await insertRows(tx, 'OrderProduct', rows)
  const pieces = (lines: readonly (Pick<EditedLine, 'quantity'> & { id: bigint })[]) =>
    Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]))
  const now = [...kept, ...rows.map(({ id, quantity }) => ({ id: id as bigint, quantity }))]
  return { lines: { from: pieces(before), to: pieces(now) } }
}

async function writeOrder(tx: Tx, order: Shape<'Order'>, edit: StoredEdit, at: Date) {
  const { storeId, id } = order
  const { sums, difference, reason, addressId, byCard } = edit
  const data = { ...sums, editedAt: at, editReason: reason, editDifference: difference, ...(addressId && { addressId }) }
  const cardForLines = edit.lines ? { cardForLines: byCard.after } : {}
  const after = await tx.order.update({ where: { storeId_id: { storeId, id } }, data: { ...data, ...cardForLines } })
  const shown = Object.fromEntries(Object.keys(data).map((name) => [name, after[name as keyof typeof after]]))
  return changesOf<object>(order, shown)
}

/** The revenue of subscriptions follows what the card pays of their lines. */
async function writeRevenue(
  tx: Tx,
  { storeId }: Shape<'Order'>,
  { byCard }: StoredEdit,
  before: readonly LineBefore[],
  after: readonly EditedLine[],
): Promise<void> {
  const more = new Map<bigint, number>()
  const add = (lines: readonly Pick<EditedLine, 'charged' | 'subscriptionId'>[], amount: number, sign: 1 | -1) => {
    const shares = spread(
      amount,
      lines.map(({ charged }) => charged),
    )
    for (const [place, { subscriptionId: id }] of lines.entries())
      if (id !== undefined) more.set(id, (more.get(id) ?? 0) + sign * (shares[place] ?? 0))
  }
  add(before, byCard.before, -1)
  add(after, byCard.after, 1)
  const changed = [...more].filter(([, amount]) => amount !== 0)
  if (changed.length === 0) return
  await tx.$executeRaw`
    WITH share AS (
      SELECT * FROM unnest(${changed.map(([id]) => id)}::bigint[], ${changed.map(([, amount]) => amount)}::bigint[]) AS share (id, amount)
    ), held AS MATERIALIZED (
      SELECT subscription.id FROM subscription JOIN share ON share.id = subscription.id
      WHERE store_id = ${storeId}::bigint ORDER BY subscription.id FOR NO KEY UPDATE OF subscription
    )
    UPDATE subscription SET revenue = revenue + share.amount FROM held JOIN share ON share.id = held.id
    WHERE subscription.store_id = ${storeId}::bigint AND subscription.id = held.id`
}

/** The part of an UPDATE of a customer by which the revenue grows. */
export const paidMore = (storeId: bigint, customerId: bigint, amount: number): Prisma.Sql => Prisma.sql`
    UPDATE customer SET total_revenue = total_revenue + ${amount}::bigint WHERE store_id = ${storeId}::bigint AND id = ${customerId}::bigint`
