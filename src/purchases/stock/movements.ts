/**
 * Moves counts of stock: the count changes and the ledger gets its movements by one statement, so that the sum of the movements of an
 * instance is its count. A count that is set, be it with other columns, has its `corrected` movement by `correctCounts`.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { InventoryMovementCause, InventoryMovementKind } from '../../../prisma/generated/client/enums.ts'
import type { Tx } from '../../db/transaction.ts'
import { wholeSecond } from '../../values/time.ts'

/** Pieces of an instance; below 0 to take them off. */
export type Piece = { instanceId: bigint; quantity: number }

/** Pieces that one cause moves: the id of the record that it is, and the order that it is for. */
export type CausedPiece = Piece & { causeId: bigint; orderId?: bigint | null | undefined }

/** A count that was moved: its instance, its stock record, and the counts before and after. */
export type MovedStock = {
  id: bigint
  stockId: bigint
  before: number
  left: number
  /** The count that is low; null is 0. */
  lowStockAt: number | null
}

export type Movement = {
  storeId: bigint
  kind: InventoryMovementKind
  cause: Exclude<InventoryMovementCause, 'count' | 'adjustment'>
  /** The time, in a store without a test clock. */
  at: Date
  /** Whether stock must suffice, unless it may be bought when none is there: then all counts move, or none. */
  mustSuffice?: boolean
  /** Whether counts move that are not kept, too. */
  evenUntracked?: boolean
}

/** Causes that may move an instance several times in one way: they are locked meanwhile, and their turns are counted. */
const repeated: ReadonlySet<InventoryMovementCause> = new Set(['payment', 'order', 'subscription'])

/** The limits of the column's type. */
export const leastStock = -2_147_483_648
export const mostStock = 2_147_483_647

/** The whole second that dates a movement, as SQL. */
export const dateOf = (storeId: bigint, at: Date): Prisma.Sql =>
  Prisma.sql`coalesce((SELECT clock_now FROM store WHERE id = ${storeId}::bigint), ${wholeSecond(at)}::timestamptz)`

/**
 * The parts of a statement that moves counts: `stocked` has the counts that it moved, by `instance_id`.
 *
 * @param pieces a SELECT of `instance_id`, `quantity`, `cause_id` and `order_id`, one row for each instance and cause; quantities have one
 * sign.
 */
export function movingParts({ storeId, kind, cause, at, mustSuffice, evenUntracked }: Movement, pieces: Prisma.Sql): Prisma.Sql {
  const turn = repeated.has(cause)
    ? Prisma.sql`1 + (SELECT count(*) FROM inventory_movement AS earlier WHERE earlier.store_id = ${storeId}::bigint
        AND earlier.cause = ${cause}::"InventoryMovementCause" AND earlier.cause_id = pieces.cause_id
        AND earlier.kind = ${kind}::"InventoryMovementKind" AND earlier.product_instance_id = pieces.instance_id)`
    : Prisma.sql`1`
  const isInRange = Prisma.sql`stock.quantity_on_hand + moved.quantity BETWEEN ${leastStock} AND ${mostStock}`
  const suffices = mustSuffice
    ? Prisma.sql`${isInRange} AND (stock.out_of_stock_purchases OR stock.quantity_on_hand + moved.quantity >= 0)`
    : Prisma.sql`true`
  return Prisma.sql`
    pieces AS MATERIALIZED (${pieces}), held AS MATERIALIZED (
      SELECT stock.id AS stock_id, stock.product_instance_id AS instance_id, stock.quantity_on_hand, stock.low_stock_at,
        moved.quantity, ${suffices} AS suffices
      FROM product_inventory AS stock
      JOIN (SELECT instance_id, sum(quantity) AS quantity FROM pieces GROUP BY instance_id) AS moved ON moved.instance_id = stock.product_instance_id
      WHERE stock.store_id = ${storeId}::bigint ${evenUntracked ? Prisma.empty : Prisma.sql`AND stock.track_inventory`}
        AND moved.quantity <> 0 ${mustSuffice ? Prisma.empty : Prisma.sql`AND ${isInRange}`}
      ORDER BY stock.product_instance_id FOR NO KEY UPDATE OF stock
    ), stocked AS (
      UPDATE product_inventory AS stock SET quantity_on_hand = held.quantity_on_hand + held.quantity FROM held
      WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = held.instance_id
        AND (SELECT bool_and(suffices) FROM held)
      RETURNING held.instance_id, held.quantity_on_hand AS before, stock.quantity_on_hand AS "left"
    ), moved AS (
      INSERT INTO inventory_movement (store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, turn, order_id, created_at)
      SELECT ${storeId}::bigint, instance_id, ${kind}::"InventoryMovementKind", quantity,
        before + sum(quantity) OVER (PARTITION BY instance_id ORDER BY cause_id), ${cause}::"InventoryMovementCause", cause_id, ${turn},
        order_id, ${dateOf(storeId, at)}
      FROM pieces JOIN stocked USING (instance_id) ORDER BY instance_id, cause_id
    )`
}

/** A count that was to be moved; `left` is null where stock did not suffice. */
type HeldStock = Omit<MovedStock, 'left'> & { left: number | null }

/**
 * Moves counts by pieces, with one statement; those of instances without a stock record, or whose count is not kept, stay as they are.
 *
 * @returns the counts that moved, and the first one that did not suffice, if one had to.
 */
export async function movePieces(
  tx: Tx,
  movement: Movement,
  pieces: readonly CausedPiece[],
): Promise<{ moved: MovedStock[]; missing: Pick<HeldStock, 'id' | 'before'> | undefined }> {
  if (pieces.length === 0) return { moved: [], missing: undefined }
  const column = (of: (piece: CausedPiece) => unknown) => pieces.map(of)
  const rows = Prisma.sql`
      SELECT instance_id, sum(quantity)::int AS quantity, cause_id, order_id
      FROM unnest(${column(({ instanceId }) => instanceId)}::bigint[], ${column(({ quantity }) => quantity)}::int[],
        ${column(({ causeId }) => causeId)}::bigint[], ${column(({ orderId }) => orderId ?? null)}::bigint[])
        AS given (instance_id, quantity, cause_id, order_id)
      GROUP BY instance_id, cause_id, order_id`
  const held = await tx.$queryRaw<(HeldStock & { suffices: boolean })[]>`
    WITH ${movingParts(movement, rows)}
    SELECT instance_id AS id, held.stock_id AS "stockId", held.quantity_on_hand AS before, stocked."left", held.low_stock_at AS "lowStockAt", suffices
    FROM held LEFT JOIN stocked USING (instance_id) ORDER BY instance_id`
  return {
    moved: held.flatMap(({ left, suffices: _, ...row }) => (left === null ? [] : [{ ...row, left }])),
    missing: held.find(({ suffices }) => !suffices),
  }
}

type Adjustment = {
  storeId: bigint
  instanceId: bigint
  kind: InventoryMovementKind
  by: number
  /** The count afterwards. */
  left: number
  reason: string
  at: Date
}

/** Adjusts a count by hand; its stock record is locked. */
export async function adjustCount(tx: Tx, { storeId, instanceId, kind, by, left, reason, at }: Adjustment): Promise<void> {
  await tx.$executeRaw`
    WITH stocked AS (
      UPDATE product_inventory SET quantity_on_hand = ${left}::int
      WHERE store_id = ${storeId}::bigint AND product_instance_id = ${instanceId}::bigint
    )
    INSERT INTO inventory_movement (id, store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, reason, created_at)
    SELECT movement.id, ${storeId}::bigint, ${instanceId}::bigint, ${kind}::"InventoryMovementKind", ${by}::int, ${left}::int, 'adjustment',
      movement.id, ${reason}::text, ${dateOf(storeId, at)}
    FROM (SELECT nextval('inventory_movement_id_seq') AS id) AS movement`
}

/** A count that was set; `before` is 0 for a new stock record. */
type SetCount = { instanceId: bigint; before: number; left: number }

/** The movements that a count takes from one value to another: two where the difference exceeds the column. */
function stepsOf({ instanceId, before, left }: SetCount): { instanceId: bigint; quantity: number; onHand: number }[] {
  if (before === left) return []
  const quantity = Math.max(leastStock, Math.min(left - before, mostStock))
  return [{ instanceId, quantity, onHand: before + quantity }, ...stepsOf({ instanceId, before: before + quantity, left })]
}

/** Writes the movements of counts that were set; their stock records are locked. */
export async function correctCounts(tx: Tx, storeId: bigint, counts: readonly SetCount[], at: Date): Promise<void> {
  const steps = counts.flatMap(stepsOf)
  if (steps.length === 0) return
  await tx.$executeRaw`
    INSERT INTO inventory_movement (id, store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, created_at)
    SELECT id, ${storeId}::bigint, instance_id, 'corrected', quantity, on_hand, 'count', id, ${dateOf(storeId, at)}
    FROM (
      SELECT nextval('inventory_movement_id_seq') AS id, step.*
      FROM unnest(${steps.map((step) => step.instanceId)}::bigint[], ${steps.map((step) => step.quantity)}::int[],
        ${steps.map((step) => step.onHand)}::int[]) AS step (instance_id, quantity, on_hand)
    ) AS movement`
}
