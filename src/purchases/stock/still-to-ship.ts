/** The part of a statement that records refunds which says how many of the pieces of a line are still to be shipped. */
import { Prisma } from '../../../prisma/generated/client/client.ts'

/**
 * Pieces count first as those that were sent or cancelled, as far as no other refund counts as of them; a piece of a subscription is one of
 * each of its deliveries. Pieces of lines bought once that are restocked leave their deliveries, and are not shipped.
 *
 * @param asked a SELECT of the lines of the refund: their `place`, `id` and `quantity`.
 *
 * @returns the parts, the last of which has `place`, `id` and `still_to_ship`.
 */
export const stillToShip = (
  { storeId, orderId, restock }: { storeId: bigint; orderId: bigint; restock: boolean },
  asked: Prisma.Sql,
): Prisma.Sql => Prisma.sql`
    open_pieces AS MATERIALIZED (
      SELECT coalesce(subscription_id, 0) AS subscription_id, CASE WHEN subscription_id IS NULL THEN instance_id ELSE 0 END AS instance_id,
        cycle_number, sum(quantity) AS quantity
      FROM fulfillment WHERE store_id = ${storeId}::bigint AND order_id = ${orderId}::bigint AND status = 'open' GROUP BY 1, 2, 3
    ), sold AS MATERIALIZED (
      SELECT line.id, coalesce(subscription_id, 0) AS subscription_id,
        CASE WHEN subscription_id IS NULL THEN product_instance_id ELSE 0 END AS instance_id, line.quantity,
        coalesce((
          SELECT sum(part.quantity) FROM refund_line AS part JOIN refund ON refund.store_id = part.store_id AND refund.id = part.refund_id
          WHERE part.store_id = ${storeId}::bigint AND part.order_product_id = line.id AND refund.status <> 'failed'
        ), 0) AS refunded
      FROM order_product AS line WHERE line.store_id = ${storeId}::bigint AND line.order_id = ${orderId}::bigint
    ), sold_pieces AS MATERIALIZED (
      SELECT subscription_id, instance_id, sum(quantity) AS quantity, sum(refunded) AS refunded FROM sold GROUP BY 1, 2
    ), still AS MATERIALIZED (
      SELECT asked.place, asked.id, coalesce(sum(greatest(0, least(coalesce(open_pieces.quantity, 0),
          asked.quantity - greatest(0, pieces.quantity - coalesce(open_pieces.quantity, 0) - pieces.refunded - asked.before)))), 0) AS still_to_ship
      FROM (
        SELECT asked.*, sold.subscription_id, sold.instance_id,
          sum(asked.quantity) OVER (PARTITION BY place, sold.subscription_id, sold.instance_id ORDER BY asked.id) - asked.quantity AS before
        FROM (${asked}) AS asked JOIN sold ON sold.id = asked.id
      ) AS asked JOIN sold_pieces AS pieces USING (subscription_id, instance_id)
      LEFT JOIN open_pieces ON open_pieces.subscription_id = asked.subscription_id AND open_pieces.instance_id = asked.instance_id
        AND (asked.subscription_id <> 0 OR NOT ${restock}::boolean)
      GROUP BY asked.place, asked.id
    )`
