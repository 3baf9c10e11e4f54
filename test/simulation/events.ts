/** Compares the events of a shop with those that the model has noted, each with its time. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/db/connect.ts'
import type { Shop } from './stage.ts'
import { told, toldOrder } from './told.ts'

type Owner = 'subscription' | 'order' | 'customer'

/** The events of subscriptions, of orders with their payments, refunds and parcels, and of customers; not those that no other type is about, nor the
 * announcements of renewals, which `recount` counts. */
async function eventsOf(db: Db, storeId: bigint): Promise<Map<string, string[]>> {
  const rows = await db.$queryRaw<{ owner: Owner; id: bigint; events: string[] }[]>`
    SELECT owner, owner_id AS id, array_agg(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z" ') || type
      ORDER BY created_at, type COLLATE "C") AS events
    FROM event
    CROSS JOIN LATERAL (SELECT CASE WHEN record_type IN ('subscription', 'subscription_coupon') THEN 'subscription'
      WHEN record_type = 'credit_entry' THEN 'customer' WHEN order_id IS NOT NULL THEN 'order' END AS owner) AS of_event
    CROSS JOIN LATERAL (SELECT CASE owner WHEN 'subscription' THEN subscription_id WHEN 'order' THEN order_id
      ELSE customer_id END AS owner_id) AS named
    WHERE store_id = ${storeId} AND owner IS NOT NULL AND type NOT LIKE '%.updated'
      AND type <> 'subscription.renewal_upcoming' GROUP BY owner, owner_id`
  return new Map(rows.map(({ owner, id, events }) => [`${owner} ${id}`, events]))
}

/** @returns where the events are others than the model's. */
export async function compareEvents(db: Db, { storeId, lives, customers, known }: Shop): Promise<string[]> {
  const found = await eventsOf(db, storeId)
  const check = (owner: Owner, id: number, noted: string[], tell: (expected: unknown, found: unknown) => string) => {
    const [expected, happened] = [[...noted].sort(), found.get(`${owner} ${id}`) ?? []]
    return isDeepStrictEqual(expected, happened) ? [] : [tell(expected, happened)]
  }
  return [
    ...lives.flatMap((life) =>
      check('subscription', life.beginning.id, life.events, (...both) => told(life, 'its events are', ...both)),
    ),
    ...[...known.values()].flatMap((order) =>
      check('order', order.id, order.events, (...both) => toldOrder(order, 'its events are', ...both)),
    ),
    ...customers.flatMap(({ id, events }) =>
      check('customer', id, events, (...both) => `Customer ${id}: the events are ${JSON.stringify(both)}`),
    ),
  ]
}
