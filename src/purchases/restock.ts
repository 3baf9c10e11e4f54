/**
 * Puts pieces that come back on hand again, where their stock is tracked: by a refund, by the return of a parcel, or since a parcel is called
 * off. Of an instance in an order as many are back in all as refunds or parcels ask for, whichever is more, and never more than were taken:
 * the same piece may be both refunded and returned, and that of a later delivery is taken when it is sent.
 *
 * All run under the lock of the order, each in a statement of its own that begins behind it.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { type Movement, movingParts } from './movements.ts'

/** The pieces put on hand again, by their instances. */
export type Restocked = Record<string, number>

/** The records by which pieces come back. */
type ComingBack = {
  movement: Movement
  table: Prisma.Sql
  /** A SELECT of `id`, `cause_id`, `order_id`, `instance_id`, and `quantity`, the pieces of it that are not back yet. */
  coming: Prisma.Sql
  /** A SELECT of how many pieces of an instance in an order, in `coming`, are to be back by such records. */
  asked: Prisma.Sql
}

/** Puts the pieces of a refund on hand again; one that failed afterwards has put its own there already. */
export function restockRefund(tx: Tx, storeId: bigint, refundId: bigint, at: Date): Promise<Restocked | null> {
  return restock(tx, storeId, {
    movement: { storeId, kind: 'returned', cause: 'refund', at },
    table: Prisma.sql`refund_line`,
    coming: Prisma.sql`
      SELECT part.id, part.refund_id AS cause_id, line.order_id, line.product_instance_id AS instance_id, part.quantity - part.restocked AS quantity
      FROM refund_line AS part
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE part.store_id = ${storeId}::bigint AND part.refund_id = ${refundId}::bigint AND part.quantity > 0`,
    asked: Prisma.sql`
      SELECT sum(part.quantity) FROM refund
      JOIN refund_line AS part ON part.store_id = refund.store_id AND part.refund_id = refund.id
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE refund.store_id = ${storeId}::bigint AND refund.order_id = coming.order_id
        AND line.product_instance_id = coming.instance_id AND refund.restock
        AND (refund.status = 'done' OR refund.status = 'pending' AND refund.accepted_at IS NOT NULL)`,
  })
}

/** Puts what was in a parcel on hand again, which came back. */
export const restockParcel = (tx: Tx, storeId: bigint, shipmentId: bigint, at: Date): Promise<Restocked | null> =>
  restockFulfillments(
    tx,
    storeId,
    { kind: 'returned', at },
    Prisma.sql`shipment_id = ${shipmentId}::bigint AND status = 'fulfilled'`,
  )

/** Puts what was taken for deliveries on hand again, which were called off before they were sent. */
export const releaseFulfillments = (tx: Tx, storeId: bigint, ids: readonly bigint[], at: Date): Promise<Restocked | null> =>
  restockFulfillments(tx, storeId, { kind: 'released', at }, Prisma.sql`id = ANY(${[...ids]}::bigint[])`)

function restockFulfillments(
  tx: Tx,
  storeId: bigint,
  { kind, at }: Pick<Movement, 'kind' | 'at'>,
  which: Prisma.Sql,
): Promise<Restocked | null> {
  return restock(tx, storeId, {
    movement: { storeId, kind, cause: 'fulfillment', at },
    table: Prisma.sql`fulfillment`,
    coming: Prisma.sql`
      SELECT id, id AS cause_id, order_id, instance_id, taken - coalesce(restocked, 0) AS quantity FROM fulfillment
      WHERE store_id = ${storeId}::bigint AND ${which}`,
    asked: Prisma.sql`
      SELECT sum(taken) FROM fulfillment AS other
      WHERE other.store_id = ${storeId}::bigint AND other.order_id = coming.order_id AND other.instance_id = coming.instance_id
        AND (other.restocked IS NOT NULL OR other.id IN (SELECT id FROM coming))`,
  })
}

/** Puts what was taken for the deliveries of an order that were called off on hand again. */
export const restockCancelled = (tx: Tx, storeId: bigint, orderId: bigint, at: Date): Promise<Restocked | null> =>
  restockFulfillments(
    tx,
    storeId,
    { kind: 'released', at },
    Prisma.sql`order_id = ${orderId}::bigint AND status = 'cancelled' AND restocked IS NULL`,
  )

async function restock(tx: Tx, storeId: bigint, { movement, table, coming, asked }: ComingBack): Promise<Restocked | null> {
  const pieces = Prisma.sql`
      SELECT instance_id, sum(quantity)::int AS quantity, cause_id, order_id FROM back GROUP BY instance_id, cause_id, order_id
      HAVING sum(quantity) > 0`
  const [{ restocked }] = await tx.$queryRaw<[{ restocked: Restocked | null }]>`
    WITH coming AS MATERIALIZED (${coming}), missing AS (
      SELECT order_id, instance_id, least((${asked}), (
          SELECT sum(taken) FROM fulfillment AS sent
          WHERE sent.store_id = ${storeId}::bigint AND sent.order_id = coming.order_id AND sent.instance_id = coming.instance_id
        )) - coalesce((
          SELECT sum(part.restocked) FROM order_product AS line
          JOIN refund_line AS part ON part.store_id = line.store_id AND part.order_product_id = line.id
          WHERE line.store_id = ${storeId}::bigint AND line.order_id = coming.order_id
            AND line.product_instance_id = coming.instance_id
        ), 0) - coalesce((
          SELECT sum(restocked) FROM fulfillment AS sent
          WHERE sent.store_id = ${storeId}::bigint AND sent.order_id = coming.order_id AND sent.instance_id = coming.instance_id
        ), 0) AS quantity
      FROM (SELECT DISTINCT order_id, instance_id FROM coming) AS coming
    ), back AS MATERIALIZED (
      SELECT coming.id, cause_id, order_id, instance_id, greatest(0, least(coming.quantity, missing.quantity
          - (sum(coming.quantity) OVER (PARTITION BY order_id, instance_id ORDER BY coming.id) - coming.quantity)))::int AS quantity
      FROM coming JOIN missing USING (order_id, instance_id)
    ), ${movingParts(movement, pieces)}, counted AS (
      UPDATE ${table} AS record
      SET restocked = coalesce(record.restocked, 0)
        + CASE WHEN EXISTS (SELECT FROM stocked WHERE stocked.instance_id = back.instance_id) THEN back.quantity ELSE 0 END
      FROM back WHERE record.store_id = ${storeId}::bigint AND record.id = back.id
    )
    SELECT json_object_agg(instance_id, held.quantity ORDER BY instance_id) AS restocked FROM stocked JOIN held USING (instance_id)`
  return restocked
}
