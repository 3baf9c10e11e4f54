/** Takes the stock of purchases and deliveries, and puts back what was not used. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Shape } from '../../db/shape.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import type { Emit } from '../../writes/events.ts'
import type { Write } from '../../writes/write.ts'
import type { Plan, PlannedPayment } from '../payment/stored-plan.ts'
import {
  type CausedPiece,
  correctCounts,
  dateOf,
  leastStock,
  type MovedStock,
  type Movement,
  movePieces,
  type Piece,
} from './movements.ts'

/** The quantity of each tracked instance in a plan, ordered by id, so that concurrent purchases lock them in one order. */
const wantedOf = ({ lines }: Plan): [instanceId: bigint, quantity: number][] => {
  const wanted = new Map<bigint, number>()
  for (const { isTracked, productInstanceId, quantity } of lines) {
    if (isTracked) wanted.set(productInstanceId, (wanted.get(productInstanceId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => Number(one - other))
}

/** The SQL that locks sufficient stock by instance, takes it, and returns each instance that was taken. */
const taking = ({ storeId }: Plan, wanted: readonly [bigint, number][]) => Prisma.sql`
    WITH enough AS MATERIALIZED (
      SELECT stock.id AS stock_id, stock.product_instance_id AS id, stock.quantity_on_hand, wanted.quantity FROM product_inventory AS stock
      JOIN unnest(${wanted.map(([id]) => id)}::bigint[], ${wanted.map(([, quantity]) => quantity)}::int[]) AS wanted (id, quantity)
        ON stock.product_instance_id = wanted.id
      WHERE stock.store_id = ${storeId}::bigint AND (stock.out_of_stock_purchases OR stock.quantity_on_hand >= wanted.quantity)
        AND stock.quantity_on_hand::bigint - wanted.quantity >= ${leastStock}
      ORDER BY stock.product_instance_id FOR NO KEY UPDATE OF stock
    )
    UPDATE product_inventory AS stock SET quantity_on_hand = enough.quantity_on_hand - enough.quantity FROM enough
    WHERE stock.store_id = ${storeId}::bigint AND stock.product_instance_id = enough.id
    RETURNING enough.id, enough.stock_id AS "stockId", enough.quantity_on_hand AS before, stock.quantity_on_hand AS "left",
      stock.low_stock_at AS "lowStockAt"`

/** The order whose deliveries a payment takes pieces for, where it is there before the payment is settled. */
const orderBefore = ({ orderId, edit }: Plan): bigint | undefined => orderId ?? edit?.orderId

/** The parts of the statement that records a payment by which it takes the stock of its lines; undefined if the plan needs none. */
export function stockToTake(plan: Plan, at: Date): { taken: Prisma.Sql; moved: Prisma.Sql; forms: number } | undefined {
  const wanted = wantedOf(plan)
  if (wanted.length === 0) return undefined
  const moved = Prisma.sql`
      INSERT INTO inventory_movement (store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, order_id, created_at)
      SELECT ${plan.storeId}::bigint, taken.id, 'taken', taken."left" - taken.before, taken."left", 'payment', recorded.id,
        ${orderBefore(plan) ?? null}::bigint, ${dateOf(plan.storeId, at)} FROM taken, recorded`
  return { taken: taking(plan, wanted), moved, forms: wanted.length }
}

/** The part of the statement that makes the order of a payment by which the movements of its stock refer to it. */
export function orderOfTaken({ id, plan }: PlannedPayment): Prisma.Sql | undefined {
  if (orderBefore(plan) !== undefined || wantedOf(plan).length === 0) return undefined
  return Prisma.sql`
    moved AS (
      UPDATE inventory_movement SET order_id = settled.order_id FROM settled
      WHERE inventory_movement.store_id = ${plan.storeId}::bigint AND cause = 'payment' AND cause_id = ${id}::bigint
    )`
}

/** Emits the events of tracked instances whose count fell to where it is low. */
export function emitLow(moved: readonly MovedStock[], emit: Emit): void {
  for (const { stockId, before, left, lowStockAt } of moved) {
    const low = lowStockAt ?? 0
    const changes = { quantityOnHand: { from: before, to: left } }
    if (before > low && left <= low) emit({ type: 'inventory.low', recordType: 'product_inventory', id: stockId, changes })
  }
}

/** The columns of a stock record that a count depends on. */
type CountedStock = Pick<Shape<'ProductInventory'>, 'productInstanceId' | 'quantityOnHand' | 'trackInventory' | 'lowStockAt'>

/** A stock record before and after a write; `before` is absent for a new one. */
export type WrittenStock = { before?: (CountedStock & { id: bigint }) | undefined; after: CountedStock }

/** Records the counts that a write has set: their movements, and the events of those that fell to where they are low. */
export async function recordCounts({ tx, viewer, now, emit }: Write, stocks: readonly WrittenStock[]): Promise<void> {
  const counts = stocks.map(({ before, after }) => ({
    ...{ instanceId: after.productInstanceId, before: before?.quantityOnHand ?? 0, left: after.quantityOnHand },
  }))
  await correctCounts(tx, viewer.storeId, counts, now)
  const moved = stocks.flatMap(
    ({ before, after: { productInstanceId: id, trackInventory, quantityOnHand: left, lowStockAt } }) =>
      before && trackInventory ? [{ id, stockId: before.id, before: before.quantityOnHand, left, lowStockAt }] : [],
  )
  emitLow(moved, emit)
}

/** @param onHand the count, where it is known; below 0 there are none. */
function outOfStock(instanceId: bigint, quantity: number, onHand: number | undefined): Refusal {
  const known = onHand === undefined || onHand >= quantity ? '' : `: there are ${Math.max(0, onHand)}`
  return new Refusal('OUT_OF_STOCK', `There are not ${quantity} in stock of product instance ${instanceId}${known}.`, 'products')
}

/** The refusal OUT_OF_STOCK when some of the plan's stock was not taken. */
export async function missingOf(tx: Tx, plan: Plan, taken: readonly { id: bigint }[]): Promise<Refusal | undefined> {
  const ids = new Set(taken.map(({ id }) => id))
  const missing = wantedOf(plan).find(([id]) => !ids.has(id))
  if (!missing) return undefined
  const where = { storeId: plan.storeId, productInstanceId: missing[0] }
  const stock = await tx.productInventory.findFirst({ where, select: { quantityOnHand: true } })
  return outOfStock(...missing, stock?.quantityOnHand)
}

const piecesOf = ({ id, plan }: PlannedPayment, sign: 1 | -1, orderId: bigint | undefined): CausedPiece[] =>
  wantedOf(plan).map(([instanceId, quantity]) => ({ instanceId, quantity: sign * quantity, causeId: id, orderId }))

/**
 * Takes the stock of the lines of a payment that had released it, all of it or none.
 *
 * @returns the refusal OUT_OF_STOCK when it does not suffice.
 */
export async function takeStock(tx: Tx, payment: PlannedPayment, at: Date, emit: Emit): Promise<Refusal | undefined> {
  const { storeId } = payment.plan
  const movement: Movement = { storeId, kind: 'taken', cause: 'payment', at, mustSuffice: true, evenUntracked: true }
  const { moved, missing } = await movePieces(tx, movement, piecesOf(payment, -1, orderBefore(payment.plan)))
  const wanted = missing && wantedOf(payment.plan).find(([id]) => id === missing.id)
  if (wanted) return outOfStock(...wanted, missing.before)
  emitLow(moved, emit)
  return undefined
}

/** Returns the stock of a payment that did not use it. @param orderId the order that it left unpaid; the one that was there before unless given. */
export async function returnStock(
  tx: Tx,
  payment: PlannedPayment,
  at: Date,
  orderId: bigint | undefined = orderBefore(payment.plan),
): Promise<void> {
  const { storeId } = payment.plan
  const movement: Movement = { storeId, kind: 'released', cause: 'payment', at, evenUntracked: true }
  await movePieces(tx, movement, piecesOf(payment, 1, orderId))
}

/** The cause of movements that is no payment, refund or delivery: an order that is edited, or a subscription that is changed. */
export type StockCause = { storeId: bigint; at: Date } & (
  | { cause: 'order'; orderId: bigint }
  | { cause: 'subscription'; subscriptionId: bigint; orderId?: bigint | undefined }
)

const causedBy = (of: StockCause, pieces: readonly Piece[], sign: 1 | -1): CausedPiece[] =>
  pieces.map(({ instanceId, quantity }) => ({
    ...{ instanceId, quantity: sign * quantity, orderId: of.orderId },
    causeId: of.cause === 'order' ? of.orderId : of.subscriptionId,
  }))

/**
 * Takes pieces of instances whose stock is kept, all of them or none. The order or the subscription is locked, and later no order,
 * subscription or customer is: stock is locked after them.
 *
 * @returns the ids of the instances whose pieces were taken; those of others are not counted. Keep in `fulfillment.taken` how many pieces of
 * a delivery were.
 *
 * @throws Refusal OUT_OF_STOCK when stock does not suffice and may not be bought when none is there.
 */
export async function takePieces(tx: Tx, pieces: readonly Piece[], of: StockCause, emit: Emit): Promise<ReadonlySet<bigint>> {
  const movement: Movement = { ...of, kind: 'taken', mustSuffice: true }
  const { moved, missing } = await movePieces(tx, movement, causedBy(of, pieces, -1))
  if (missing !== undefined) {
    const wanted = pieces.filter(({ instanceId }) => instanceId === missing.id)
    throw outOfStock(
      missing.id,
      wanted.reduce((sum, { quantity }) => sum + quantity, 0),
      missing.before,
    )
  }
  emitLow(moved, emit)
  return new Set(moved.map(({ id }) => id))
}

/** Names the order that a paid change made for its deliveries on the last movements that took pieces for them. */
export async function nameOrderOfTaken(
  tx: Tx,
  { storeId, subscriptionId }: { storeId: bigint; subscriptionId: bigint },
  pieces: readonly Piece[],
  orderId: bigint,
): Promise<void> {
  if (pieces.length === 0) return
  await tx.$executeRaw`
    UPDATE inventory_movement SET order_id = ${orderId}::bigint
    WHERE store_id = ${storeId}::bigint AND id IN (
      SELECT max(id) FROM inventory_movement
      WHERE store_id = ${storeId}::bigint AND cause = 'subscription' AND cause_id = ${subscriptionId}::bigint AND kind = 'taken'
        AND product_instance_id = ANY(${pieces.map(({ instanceId }) => instanceId)}::bigint[])
      GROUP BY product_instance_id)`
}

/** Puts pieces back that were taken and not sent, of instances whose stock is kept. @param pieces `fulfillment.taken` of each delivery. */
export async function releasePieces(tx: Tx, pieces: readonly Piece[], of: StockCause): Promise<void> {
  await movePieces(tx, { ...of, kind: 'released' }, causedBy(of, pieces, 1))
}
