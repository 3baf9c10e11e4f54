/**
 * Restocks pieces that come back, where their stock is tracked: by a refund, by the return of a parcel, or since a parcel is
 * cancelled. Of an instance in an order as many are back in all as refunds or parcels ask for, whichever is more, and never more than were taken:
 * the same piece may be both refunded and returned, and that of a later delivery is taken when it is sent.
 *
 * A refund counts as one of pieces that were sent, as far as these are not back yet. The rest of it is of pieces that wait to be sent: they
 * are `released`, as if their deliveries had never taken them. Those of lines bought once leave their deliveries, and are the
 * first ones of another refund if this one fails later; a delivery of a subscription is sent all the same, and takes its own again.
 *
 * All run under the lock of the order, each in a statement of its own that begins behind it.
 */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Shape } from '../../db/shape.ts'
import type { Tx } from '../../db/transaction.ts'
import { withIds } from '../../values/json-ids.ts'
import { type Movement, movingParts } from './movements.ts'
import { followedByOrder, isRestocked, type RestockedRefund, unsentParcels, unsentParts } from './unsent-pieces.ts'

/** The pieces restocked, by their instances. */
export type Restocked = Record<string, number>

/** The records by which pieces come back. */
type ComingBack = {
  movement: Movement
  table: Prisma.Sql
  /** A SELECT of `id`, `cause_id`, `order_id`, `instance_id`, and `quantity`, the pieces of it that are not back yet. */
  coming: Prisma.Sql
  /** A SELECT of how many pieces of an instance in an order, in `coming`, are to be back by such records. */
  asked: Prisma.Sql
  /** The refund, whose pieces may be among those that were not sent. */
  refund?: RestockedRefund
}

/** The instance of the pieces of a refund: that of its line, unless a change gave its deliveries another. */
const instanceOfPart = Prisma.sql`coalesce(part.instance_id, line.product_instance_id)`

/** The pieces that a refund put on hand, the parcels that it emptied, and the states of the order where one of its deliveries was. */
export type TakenBack = {
  restocked: Restocked | null
  emptied: { id: bigint; customerId: bigint }[]
  order: Pick<Shape<'Order'>, 'fulfillmentStatus' | 'status'> | null
}

/** Takes the pieces of a refund back; one that failed afterwards has put its own on hand already. */
export function restockRefund(tx: Tx, refund: RestockedRefund, at: Date): Promise<TakenBack> {
  const { storeId, id } = refund
  return restock(tx, storeId, {
    movement: { storeId, kind: 'returned', cause: 'refund', at },
    table: Prisma.sql`refund_line`,
    coming: Prisma.sql`
      SELECT part.id, part.refund_id AS cause_id, line.order_id, ${instanceOfPart} AS instance_id, line.subscription_id,
        part.quantity - part.restocked AS quantity
      FROM refund_line AS part
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE part.store_id = ${storeId}::bigint AND part.refund_id = ${id}::bigint AND part.quantity > 0 AND (SELECT count(*) FROM parcels) >= 0`,
    asked: Prisma.sql`
      SELECT sum(CASE WHEN ${isRestocked} THEN part.quantity - part.released WHEN refund.status = 'failed' THEN -part.withdrawn END) FROM refund
      JOIN refund_line AS part ON part.store_id = refund.store_id AND part.refund_id = refund.id
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE refund.store_id = ${storeId}::bigint AND refund.order_id = coming.order_id AND ${instanceOfPart} = coming.instance_id`,
    refund,
  })
}

/** Restocks deliveries of parcels that were returned. */
export const restockReturned = (tx: Tx, storeId: bigint, ids: readonly bigint[], at: Date): Promise<Restocked | null> =>
  restockFulfillments(tx, storeId, { kind: 'returned', at }, Prisma.sql`id = ANY(${[...ids]}::bigint[])`)

/** Restocks what was taken for deliveries that were cancelled before they were sent. */
export const releaseFulfillments = (tx: Tx, storeId: bigint, ids: readonly bigint[], at: Date): Promise<Restocked | null> =>
  restockFulfillments(tx, storeId, { kind: 'released', at }, Prisma.sql`id = ANY(${[...ids]}::bigint[])`)

async function restockFulfillments(
  tx: Tx,
  storeId: bigint,
  { kind, at }: Pick<Movement, 'kind' | 'at'>,
  which: Prisma.Sql,
): Promise<Restocked | null> {
  const { restocked } = await restock(tx, storeId, {
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
  return restocked
}

/** Restocks what was taken for the cancelled deliveries of an order. */
export const restockCancelled = (tx: Tx, storeId: bigint, orderId: bigint, at: Date): Promise<Restocked | null> =>
  restockFulfillments(
    tx,
    storeId,
    { kind: 'released', at },
    Prisma.sql`order_id = ${orderId}::bigint AND status = 'cancelled' AND restocked IS NULL`,
  )

/** The pieces of an instance in an order that refunds put on hand, without those that were not sent. */
const backByRefunds = (storeId: bigint) => Prisma.sql`
  coalesce((
    SELECT sum(part.restocked - part.released) FROM order_product AS line
    JOIN refund_line AS part ON part.store_id = line.store_id AND part.order_product_id = line.id
    WHERE line.store_id = ${storeId}::bigint AND line.order_id = coming.order_id AND ${instanceOfPart} = coming.instance_id
  ), 0)`

/** A sum over the deliveries of an instance in an order. */
const ofDeliveries = (storeId: bigint, sum: Prisma.Sql, which = Prisma.sql`true`) => Prisma.sql`
  coalesce((
    SELECT sum(${sum}) FROM fulfillment AS sent
    WHERE sent.store_id = ${storeId}::bigint AND sent.order_id = coming.order_id AND sent.instance_id = coming.instance_id AND ${which}
  ), 0)`

async function restock(tx: Tx, storeId: bigint, of: ComingBack): Promise<TakenBack> {
  const { movement, table, coming, asked, refund } = of
  const pieces = Prisma.sql`
      SELECT instance_id, sum(quantity)::int AS quantity, cause_id, order_id FROM back GROUP BY instance_id, cause_id, order_id
      HAVING sum(quantity) > 0`
  const sums = {
    open: ofDeliveries(storeId, Prisma.sql`taken`, Prisma.sql`status = 'open'`),
    out: ofDeliveries(storeId, Prisma.sql`taken - coalesce(restocked, 0)`, Prisma.sql`status = 'fulfilled'`),
    back: backByRefunds(storeId),
  }
  const ofPart = (name: 'released' | 'withdrawn') =>
    Prisma.raw(`${name} = record.${name} + coalesce((SELECT quantity FROM ${name} WHERE ${name}.id = back.id), 0)`)
  const [taken] = await tx.$queryRaw<[TakenBack]>`
    WITH ${refund ? Prisma.sql`${unsentParcels(Prisma.sql`SELECT ${storeId}::bigint AS store_id, ${refund.orderId}::bigint AS order_id`)}, ` : Prisma.empty}coming AS MATERIALIZED (${coming}), missing AS MATERIALIZED (
      SELECT order_id, instance_id, least((${asked}), ${ofDeliveries(storeId, Prisma.sql`taken`)}) - ${backByRefunds(storeId)}
        - ${ofDeliveries(storeId, Prisma.sql`restocked`)} AS quantity
      FROM (SELECT DISTINCT order_id, instance_id FROM coming) AS coming
    ), back AS MATERIALIZED (
      SELECT coming.id, cause_id, order_id, instance_id, greatest(0, least(coming.quantity, missing.quantity
          - (sum(coming.quantity) OVER (PARTITION BY order_id, instance_id ORDER BY coming.id) - coming.quantity)))::int AS quantity
      FROM coming JOIN missing USING (order_id, instance_id)
    ), ${movingParts(movement, pieces)}${refund ? unsentParts(refund, sums) : Prisma.empty}, counted AS (
      UPDATE ${table} AS record
      SET restocked = coalesce(record.restocked, 0)
        + CASE WHEN EXISTS (SELECT FROM stocked WHERE stocked.instance_id = back.instance_id) THEN back.quantity ELSE 0 END
        ${refund ? Prisma.sql`, ${ofPart('released')}, ${ofPart('withdrawn')}` : Prisma.empty}
      FROM back WHERE record.store_id = ${storeId}::bigint AND record.id = back.id
    )
    SELECT json_object_agg(instance_id, held.quantity ORDER BY instance_id) AS restocked,
      ${refund ? followedByOrder : Prisma.sql`NULL::json AS "order", '[]'::json AS emptied`}
    FROM stocked JOIN held USING (instance_id)`
  return withIds(taken)
}
