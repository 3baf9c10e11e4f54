/**
 * Parts of the statement by which a refund puts pieces on hand that were not sent: their deliveries have no longer taken them. Pieces of
 * lines bought once leave their deliveries as well, and are not sent: parcels that become empty are cancelled, and the order follows.
 *
 * The pieces of a refund count first as those that were sent or cancelled, as far as no other refund counts as of them.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'

/** The refund whose pieces come back, and its order, which is locked. */
export type RestockedRefund = { storeId: bigint; id: bigint; orderId: bigint }

/** A refund with `restock` that the gateway has taken. */
export const isRestocked = Prisma.sql`refund.restock AND (refund.status = 'done' OR refund.status = 'pending' AND refund.accepted_at IS NOT NULL)`

/**
 * The unsent parcels of lines bought once, locked: before customers and stock are, and in the order in which shipments are sent.
 *
 * @param order a SELECT of the order's `store_id` and `order_id`.
 */
export const unsentParcels = (order: Prisma.Sql): Prisma.Sql => Prisma.sql`
    parcels AS MATERIALIZED (
      SELECT id FROM shipment WHERE status = 'unshipped' AND (store_id, id) IN (
        SELECT delivery.store_id, delivery.shipment_id FROM (${order}) AS of_order
        JOIN fulfillment AS delivery USING (store_id, order_id) WHERE delivery.subscription_id IS NULL AND delivery.status = 'open'
      ) ORDER BY id FOR NO KEY UPDATE
    )`

/** The share of a row in pieces of its instance that are given to rows in an order. */
const shareIn = (pieces: Prisma.Sql, quantity: Prisma.Sql, by: Prisma.Sql) => Prisma.sql`
        greatest(0, least(${quantity}, coalesce(${pieces}, 0)
          - (sum(${quantity}) OVER (PARTITION BY order_id, instance_id ORDER BY ${by}) - ${quantity})))::int`

/** How many pieces of lines bought once leave their deliveries, by their instance: as many as were not sent, nor cancelled. */
const leavingPieces = ({ storeId, id, orderId }: RestockedRefund) => Prisma.sql`
    leaving AS MATERIALIZED (
      SELECT order_id, instance_id, greatest(0, least(open, quantity - greatest(0, sold - open - claimed))) AS quantity FROM (
        SELECT order_id, instance_id, sum(quantity) AS quantity, coalesce((
          SELECT sum(delivery.quantity) FROM fulfillment AS delivery WHERE delivery.store_id = ${storeId}::bigint AND delivery.order_id = ${orderId}::bigint
            AND delivery.instance_id = once.instance_id AND delivery.subscription_id IS NULL AND delivery.status = 'open'
        ), 0) AS open, coalesce((
          SELECT sum(line.quantity) FROM order_product AS line WHERE line.store_id = ${storeId}::bigint AND line.order_id = ${orderId}::bigint
            AND line.product_instance_id = once.instance_id AND line.subscription_id IS NULL
        ), 0) AS sold, coalesce((
          SELECT sum(part.quantity) FROM refund JOIN refund_line AS part ON part.store_id = refund.store_id AND part.refund_id = refund.id
          JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
          WHERE refund.store_id = ${storeId}::bigint AND refund.order_id = ${orderId}::bigint AND refund.id <> ${id}::bigint AND ${isRestocked}
            AND line.product_instance_id = once.instance_id AND line.subscription_id IS NULL
        ), 0) AS claimed
        FROM coming AS once WHERE subscription_id IS NULL GROUP BY order_id, instance_id
      ) AS once
    )`

/**
 * The parts behind `coming`, `back` and `stocked`: `released` and `withdrawn` say of each line of the refund how many of its pieces were not
 * sent, and how many of these left their deliveries.
 *
 * @param sums of the deliveries of an instance in an order: the pieces that are open and taken, those that are sent and out, and those that
 *   refunds put on hand.
 */
export function unsentParts(refund: RestockedRefund, sums: Record<'open' | 'out' | 'back', Prisma.Sql>): Prisma.Sql {
  const { storeId, orderId } = refund
  const cancelled = Prisma.sql`(SELECT id FROM spared WHERE is_empty)`
  const isOpen = Prisma.sql`other.status = 'open' AND other.id NOT IN ${cancelled}`
  const ofOrder = Prisma.sql`other.store_id = ${storeId}::bigint AND other.order_id = ${orderId}::bigint`
  return Prisma.sql`
    , unsent AS MATERIALIZED (
      SELECT order_id, instance_id, least(${sums.open}, greatest(0, quantity - greatest(0, ${sums.out} - ${sums.back}))) AS quantity
      FROM (SELECT order_id, instance_id, sum(quantity) AS quantity FROM back JOIN stocked USING (instance_id) GROUP BY order_id, instance_id) AS coming
    ), ${leavingPieces(refund)}, released AS (
      SELECT back.id, ${shareIn(Prisma.sql`unsent.quantity`, Prisma.sql`back.quantity`, Prisma.sql`back.id`)} AS quantity
      FROM back JOIN unsent USING (order_id, instance_id)
    ), withdrawn AS (
      SELECT coming.id, ${shareIn(Prisma.sql`leaving.quantity`, Prisma.sql`coming.quantity`, Prisma.sql`coming.id`)} AS quantity
      FROM coming JOIN leaving USING (order_id, instance_id) WHERE coming.subscription_id IS NULL
    ), spared AS MATERIALIZED (
      UPDATE fulfillment AS delivery SET taken = delivery.taken - share.spared,
        quantity = delivery.quantity - CASE WHEN share.is_empty THEN 0 ELSE share.leaving END,
        status = CASE WHEN share.is_empty THEN 'cancelled' ELSE delivery.status END, on_hold = delivery.on_hold AND NOT share.is_empty
      FROM (SELECT *, leaving = quantity AS is_empty FROM (
        SELECT id, quantity, ${shareIn(Prisma.sql`spared_pieces`, Prisma.sql`taken`, Prisma.sql`is_subscribed, id`)} AS spared,
          CASE WHEN is_subscribed THEN 0 ELSE ${shareIn(Prisma.sql`leaving_pieces`, Prisma.sql`quantity`, Prisma.sql`is_subscribed, id`)} END AS leaving
        FROM (
          SELECT fulfillment.*, subscription_id IS NOT NULL AS is_subscribed, unsent.quantity AS spared_pieces, leaving.quantity AS leaving_pieces
          FROM fulfillment LEFT JOIN unsent USING (order_id, instance_id) LEFT JOIN leaving USING (order_id, instance_id)
          WHERE fulfillment.store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint AND status = 'open'
        ) AS open
      ) AS shares) AS share
      WHERE delivery.store_id = ${storeId}::bigint AND delivery.id = share.id AND share.spared + share.leaving > 0
      RETURNING delivery.id, delivery.shipment_id, share.is_empty
    ), emptied AS (
      UPDATE shipment SET status = 'cancelled'
      WHERE store_id = ${storeId}::bigint AND status = 'unshipped' AND id IN (SELECT shipment_id FROM spared WHERE is_empty) AND NOT EXISTS (
        SELECT FROM fulfillment AS other WHERE other.store_id = ${storeId}::bigint AND other.shipment_id = shipment.id AND ${isOpen})
      RETURNING id, customer_id
    ), followed AS (
      UPDATE "order" SET
        fulfillment_status = CASE WHEN is_sent AND NOT is_open THEN 'fulfilled' ELSE fulfillment_status END,
        status = CASE WHEN is_open OR is_refunding THEN status ELSE 'closed' END
      FROM (
        SELECT EXISTS (SELECT FROM fulfillment AS other WHERE ${ofOrder} AND ${isOpen}) AS is_open,
          EXISTS (SELECT FROM fulfillment AS other WHERE ${ofOrder} AND other.status = 'fulfilled') AS is_sent,
          EXISTS (SELECT FROM refund AS other WHERE ${ofOrder} AND other.status IN ('pending', 'unknown')) AS is_refunding
      ) AS progress
      WHERE store_id = ${storeId}::bigint AND id = ${orderId}::bigint AND EXISTS ${cancelled}
      RETURNING "order".fulfillment_status, "order".status
    )`
}

/** The columns of the parcels that are empty now, and of the order where a delivery of it is cancelled. */
export const followedByOrder = Prisma.sql`
      (SELECT json_build_object('fulfillmentStatus', fulfillment_status, 'status', status) FROM followed) AS "order",
      (SELECT coalesce(json_agg(json_build_object('id', id, 'customerId', customer_id) ORDER BY id), '[]') FROM emptied) AS emptied`
