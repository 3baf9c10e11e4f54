/**
 * The open deliveries of the term that a change is made in. Its order is locked first: shipping, refunds and changes of it wait for each other
 * there. Its unsent parcels follow, which may hold deliveries of other orders.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import type { ImmediateChange } from '../payment/stored-plan.ts'
import type { StockCause } from '../stock/stock.ts'

/** The change with its subscription. */
export type ChangedSubscription = { storeId: bigint; subscriptionId: bigint; change: ImmediateChange }

/** The cause of the movements of a change's stock. */
export const stockCause = ({ storeId, subscriptionId, change: { from } }: ChangedSubscription, at: Date): StockCause => ({
  ...{ storeId, at, cause: 'subscription', subscriptionId },
  ...(from && { orderId: from.orderId }),
})

/**
 * The unsent parcels of a subscription's open deliveries in an order, locked in the order in which shipments are sent: a statement behind this one
 * sees what else is in them.
 *
 * @param order a SELECT of the order's id, which locks it or finds it locked: its deliveries change parcels under that lock alone.
 */
export const termParcels = (storeId: bigint, subscriptionId: bigint, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
    parcels AS MATERIALIZED (
      SELECT id FROM shipment WHERE store_id = ${storeId}::bigint AND status = 'unshipped' AND id = ANY(ARRAY(
        SELECT shipment_id FROM fulfillment WHERE store_id = ${storeId}::bigint AND order_id = (${order})
          AND subscription_id = ${subscriptionId}::bigint AND status = 'open'
      )) ORDER BY id FOR NO KEY UPDATE
    )`

/** Locks the order of the running term, and its unsent parcels. */
export async function lockRunning(tx: Tx, { storeId, subscriptionId, change: { from } }: ChangedSubscription): Promise<void> {
  if (from)
    await tx.$queryRaw`
      WITH running AS MATERIALIZED (
        SELECT id FROM "order" WHERE store_id = ${storeId}::bigint AND id = ${from.orderId}::bigint FOR NO KEY UPDATE
      ), ${termParcels(storeId, subscriptionId, Prisma.sql`SELECT id FROM running`)}
      SELECT count(*)::int FROM parcels`
}

/**
 * Whether the open deliveries are those of the change: none was sent, cancelled or split since, and no refund has put their pieces on hand,
 * which the change would put there again. The order is locked.
 */
export async function isAsPlanned(tx: Tx, { storeId, change: { deliveries } }: ChangedSubscription): Promise<boolean> {
  const [found] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM fulfillment
    JOIN jsonb_to_recordset(${storedText(deliveries)}::jsonb) AS planned ("id" bigint, "quantity" int, "tookBefore" int)
      ON planned.id = fulfillment.id AND planned.quantity = fulfillment.quantity
        AND coalesce(planned."tookBefore", fulfillment.taken) = fulfillment.taken
    WHERE store_id = ${storeId}::bigint AND status = 'open'`
  return found.count === deliveries.length
}
