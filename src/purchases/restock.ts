/**
 * Puts pieces that come back on hand again, where their stock is tracked, by a refund or the return of a parcel. Of an instance in an order
 * as many are back in all as refunds or returns ask for, whichever is more: the same piece may be both refunded and returned.
 *
 * Both run under the lock of the order, each in a statement of its own that begins behind it.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Tx } from '../db/transaction.ts'
import { restocking } from './stock.ts'

/** The pieces put on hand again, by their instances. */
export type Restocked = Record<string, number>

/** The records by which pieces come back. */
type ComingBack = {
  table: Prisma.Sql
  /** A SELECT of `id`, `order_id`, `instance_id`, and `quantity`, the pieces of it that are not back yet. */
  coming: Prisma.Sql
  /** A SELECT of how many pieces of an instance in an order, in `coming`, are to be back by such records. */
  asked: Prisma.Sql
}

/** Puts the pieces of a refund on hand again; one that failed afterwards has put its own there already. */
export function restockRefund(tx: Tx, storeId: bigint, refundId: bigint): Promise<Restocked | null> {
  return restock(tx, storeId, {
    table: Prisma.sql`refund_line`,
    coming: Prisma.sql`
      SELECT part.id, line.order_id, line.product_instance_id AS instance_id, part.quantity - part.restocked AS quantity
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

/** Puts what was in a parcel on hand again. */
export function restockParcel(tx: Tx, storeId: bigint, shipmentId: bigint): Promise<Restocked | null> {
  return restock(tx, storeId, {
    table: Prisma.sql`fulfillment`,
    coming: Prisma.sql`
      SELECT id, order_id, instance_id, quantity FROM fulfillment
      WHERE store_id = ${storeId}::bigint AND shipment_id = ${shipmentId}::bigint AND status = 'fulfilled'`,
    asked: Prisma.sql`
      SELECT sum(quantity) FROM fulfillment AS other
      WHERE other.store_id = ${storeId}::bigint AND other.order_id = coming.order_id AND other.instance_id = coming.instance_id
        AND (other.restocked IS NOT NULL OR other.shipment_id = ${shipmentId}::bigint AND other.status = 'fulfilled')`,
  })
}

/** Puts the first deliveries of an order that were called off on hand again: later ones have taken nothing yet. */
export function restockCancelled(tx: Tx, storeId: bigint, orderId: bigint): Promise<Restocked | null> {
  const first = Prisma.sql`status = 'cancelled' AND cycle_number = 1`
  return restock(tx, storeId, {
    table: Prisma.sql`fulfillment`,
    coming: Prisma.sql`
      SELECT id, order_id, instance_id, quantity - coalesce(restocked, 0) AS quantity FROM fulfillment
      WHERE store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint AND ${first}`,
    asked: Prisma.sql`
      SELECT sum(quantity) FROM fulfillment AS other
      WHERE other.store_id = ${storeId}::bigint AND other.order_id = coming.order_id AND other.instance_id = coming.instance_id
        AND (other.restocked IS NOT NULL OR ${first})`,
  })
}

async function restock(tx: Tx, storeId: bigint, { table, coming, asked }: ComingBack): Promise<Restocked | null> {
  const [{ restocked }] = await tx.$queryRaw<[{ restocked: Restocked | null }]>`
    WITH coming AS MATERIALIZED (${coming}), missing AS (
      SELECT order_id, instance_id, (${asked}) - coalesce((
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
      SELECT coming.id, instance_id, greatest(0, least(coming.quantity, missing.quantity
          - (sum(coming.quantity) OVER (PARTITION BY order_id, instance_id ORDER BY coming.id) - coming.quantity)))::int AS quantity
      FROM coming JOIN missing USING (order_id, instance_id)
    ), stocked AS (${restocking(
      storeId,
      Prisma.sql`SELECT instance_id AS id, sum(quantity)::int AS quantity FROM back GROUP BY instance_id ORDER BY instance_id`,
    )}), counted AS (
      UPDATE ${table} AS record
      SET restocked = coalesce(record.restocked, 0)
        + CASE WHEN EXISTS (SELECT FROM stocked WHERE stocked.id = back.instance_id) THEN back.quantity ELSE 0 END
      FROM back WHERE record.store_id = ${storeId}::bigint AND record.id = back.id
    )
    SELECT json_object_agg(id, quantity ORDER BY id) AS restocked FROM stocked`
  return restocked
}
