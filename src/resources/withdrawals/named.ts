/** The records that a withdrawal names: the subscriptions that may renew, and the parcels that are not sent. */

import type { Db } from '../../db/connect.ts'
import type { Shape } from '../../db/shape.ts'

type NamedRow = { id: bigint }

/** The ids of both. */
export async function namedRecords(db: Db, { storeId, orderId, subscriptionId }: Shape<'Withdrawal'>) {
  const subscriptions = await db.$queryRaw<NamedRow[]>`
    SELECT id FROM subscription WHERE store_id = ${storeId} AND status NOT IN ('cancelled', 'expired') AND (id = ${subscriptionId}::bigint OR id IN (
      SELECT subscription_id FROM order_product WHERE store_id = ${storeId} AND order_id = ${orderId}::bigint)) ORDER BY id`
  const shipments = await db.$queryRaw<NamedRow[]>`
    SELECT DISTINCT shipment_id AS id FROM fulfillment WHERE store_id = ${storeId} AND status = 'open'
      AND (order_id = ${orderId}::bigint OR subscription_id = ${subscriptionId}::bigint) ORDER BY 1`
  return { subscriptionIds: subscriptions.map(({ id }) => id), shipmentIds: shipments.map(({ id }) => id) }
}
