/**
 * Puts pieces that come back on hand again, where their stock is tracked: by a refund, by the return of a parcel, or since a parcel is called
 * off. Of an instance in an order as many are back in all as refunds or parcels ask for, whichever is more, and never more than were taken:
 * the same piece may be both refunded and returned, and that of a later delivery is taken when it is sent.
 *
 * A refund counts as one of pieces that were sent, as far as these are not back yet. The rest of it is of pieces that wait to be sent: they
 * are `released`, as if their deliveries had never taken them, and a delivery that is sent all the same takes its own again.
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
  /** Whether pieces that were not sent may be among them: their deliveries then take them again when they are sent. */
  maySpareUnsent?: true
}

/** The instance of the pieces of a refund: that of its line, unless a change gave its deliveries another. */
const instanceOfPart = Prisma.sql`coalesce(part.instance_id, line.product_instance_id)`

/** Puts the pieces of a refund on hand again; one that failed afterwards has put its own there already. */
export function restockRefund(tx: Tx, storeId: bigint, refundId: bigint, at: Date): Promise<Restocked | null> {
  return restock(tx, storeId, {
    movement: { storeId, kind: 'returned', cause: 'refund', at },
    table: Prisma.sql`refund_line`,
    coming: Prisma.sql`
      SELECT part.id, part.refund_id AS cause_id, line.order_id, ${instanceOfPart} AS instance_id, part.quantity - part.restocked AS quantity
      FROM refund_line AS part
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE part.store_id = ${storeId}::bigint AND part.refund_id = ${refundId}::bigint AND part.quantity > 0`,
    asked: Prisma.sql`
      SELECT sum(part.quantity - part.released) FROM refund
      JOIN refund_line AS part ON part.store_id = refund.store_id AND part.refund_id = refund.id
      JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE refund.store_id = ${storeId}::bigint AND refund.order_id = coming.order_id
        AND ${instanceOfPart} = coming.instance_id AND refund.restock
        AND (refund.status = 'done' OR refund.status = 'pending' AND refund.accepted_at IS NOT NULL)`,
    maySpareUnsent: true,
  })
}

/** Restocks deliveries of parcels that were returned. */
export const restockReturned = (tx: Tx, storeId: bigint, ids: readonly bigint[], at: Date): Promise<Restocked | null> =>
  restockFulfillments(tx, storeId, { kind: 'returned', at }, Prisma.sql`id = ANY(${[...ids]}::bigint[])`)

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

/** The parts of a statement that release pieces which were not sent: of those in `back` as many as are more than were sent and are out. */
function releasingParts(storeId: bigint): Prisma.Sql {
  const out = Prisma.sql`taken - coalesce(restocked, 0)`
  const share = (quantity: Prisma.Sql, by: Prisma.Sql) =>
    Prisma.sql`greatest(0, least(${quantity}, unsent.quantity - (sum(${quantity}) OVER (PARTITION BY order_id, instance_id ORDER BY ${by}) - ${quantity})))`
  return Prisma.sql`
    , unsent AS MATERIALIZED (
      SELECT order_id, instance_id, least(${ofDeliveries(storeId, Prisma.sql`taken`, Prisma.sql`status = 'open'`)}, greatest(0, quantity
          - greatest(0, ${ofDeliveries(storeId, out, Prisma.sql`status = 'fulfilled'`)} - ${backByRefunds(storeId)}))) AS quantity
      FROM (SELECT order_id, instance_id, sum(quantity) AS quantity FROM back JOIN stocked USING (instance_id) GROUP BY order_id, instance_id) AS coming
    ), released AS (
      SELECT back.id, ${share(Prisma.sql`back.quantity`, Prisma.sql`back.id`)}::int AS quantity
      FROM back JOIN unsent USING (order_id, instance_id)
    ), spared AS (
      UPDATE fulfillment AS delivery SET taken = delivery.taken - share.quantity FROM (
        SELECT id, ${share(Prisma.sql`taken`, Prisma.sql`id`)}::int AS quantity
        FROM fulfillment JOIN unsent USING (order_id, instance_id)
        WHERE fulfillment.store_id = ${storeId}::bigint AND status = 'open'
      ) AS share
      WHERE delivery.store_id = ${storeId}::bigint AND delivery.id = share.id AND share.quantity > 0
    )`
}

async function restock(tx: Tx, storeId: bigint, of: ComingBack): Promise<Restocked | null> {
  const { movement, table, coming, asked, maySpareUnsent } = of
  const pieces = Prisma.sql`
      SELECT instance_id, sum(quantity)::int AS quantity, cause_id, order_id FROM back GROUP BY instance_id, cause_id, order_id
      HAVING sum(quantity) > 0`
  const released = maySpareUnsent
    ? Prisma.sql`, released = record.released + coalesce((SELECT quantity FROM released WHERE released.id = back.id), 0)`
    : Prisma.empty
  const [{ restocked }] = await tx.$queryRaw<[{ restocked: Restocked | null }]>`
    WITH coming AS MATERIALIZED (${coming}), missing AS MATERIALIZED (
      SELECT order_id, instance_id, least((${asked}), ${ofDeliveries(storeId, Prisma.sql`taken`)}) - ${backByRefunds(storeId)}
        - ${ofDeliveries(storeId, Prisma.sql`restocked`)} AS quantity
      FROM (SELECT DISTINCT order_id, instance_id FROM coming) AS coming
    ), back AS MATERIALIZED (
      SELECT coming.id, cause_id, order_id, instance_id, greatest(0, least(coming.quantity, missing.quantity
          - (sum(coming.quantity) OVER (PARTITION BY order_id, instance_id ORDER BY coming.id) - coming.quantity)))::int AS quantity
      FROM coming JOIN missing USING (order_id, instance_id)
    ), ${movingParts(movement, pieces)}${maySpareUnsent ? releasingParts(storeId) : Prisma.empty}, counted AS (
      UPDATE ${table} AS record
      SET restocked = coalesce(record.restocked, 0)
        + CASE WHEN EXISTS (SELECT FROM stocked WHERE stocked.instance_id = back.instance_id) THEN back.quantity ELSE 0 END ${released}
      FROM back WHERE record.store_id = ${storeId}::bigint AND record.id = back.id
    )
    SELECT json_object_agg(instance_id, held.quantity ORDER BY instance_id) AS restocked FROM stocked JOIN held USING (instance_id)`
  return restocked
}
