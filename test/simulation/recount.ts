/** Counts anew what customers, subscriptions, products and events say of themselves. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/db/connect.ts'
import { byTime, written } from './dates.ts'
import type { Shop } from './stage.ts'

/** The best first: what a customer is called after who has several subscriptions. */
const best = ['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired']

/** @returns each sum that is not what a recount, or the model, comes to. */
export async function recount(db: Db, shop: Shop): Promise<string[]> {
  // After years the tables are others than when the database last looked.
  await db.$executeRaw`ANALYZE`
  return [...(await ofRows(db, shop)), ...(await ofModel(db, shop)), ...(await ofEvents(db, shop))]
}

/** The results of a recount beside the stored ones; only rows where the two differ. */
async function ofRows(db: Db, { storeId }: Shop): Promise<string[]> {
  const customers = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT c.id::int, c.num_orders, c.num_subscriptions, c.total_revenue::int, c.subscription_status::text,
        (SELECT count(*)::int FROM "order" o WHERE o.store_id = c.store_id AND o.customer_id = c.id
          AND NOT (o.financial_status = 'unpaid' AND o.status = 'closed')) AS orders,
        (SELECT count(*)::int FROM subscription s WHERE s.store_id = c.store_id AND s.customer_id = c.id) AS subscriptions,
        (SELECT coalesce(sum(CASE t.result WHEN 'captured' THEN t.total WHEN 'refunded' THEN -t.total END), 0)::int
          FROM transaction t JOIN "order" o ON o.store_id = t.store_id AND o.id = t.order_id
          WHERE t.store_id = c.store_id AND o.customer_id = c.id AND t.reversed_at IS NULL) AS revenue,
        c.credit::int, (SELECT coalesce(sum(amount), 0)::int FROM credit_entry e WHERE e.store_id = c.store_id AND e.customer_id = c.id) AS owed,
        coalesce((SELECT status::text FROM subscription s WHERE s.store_id = c.store_id AND s.customer_id = c.id
          ORDER BY array_position(${best}::text[], status::text) LIMIT 1), 'none') AS status
      FROM customer c WHERE c.store_id = ${storeId}
    ) AS counted WHERE num_orders <> orders OR num_subscriptions <> subscriptions OR total_revenue <> revenue OR credit <> owed OR subscription_status <> status`
  const products = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT p.id::int, p.has_subscribers, EXISTS (SELECT FROM subscription s WHERE s.store_id = p.store_id AND s.product_id = p.id
        AND s.status IN ('active', 'past_due', 'unpaid', 'suspended')) AS has
      FROM product p WHERE p.store_id = ${storeId}
    ) AS counted WHERE has_subscribers <> has`
  const orders = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT o.id::int, o.financial_status::text, o.edited_at, (SELECT count(*)::int FROM transaction t
        WHERE t.store_id = o.store_id AND t.order_id = o.id AND t.result = 'captured') AS captured
      FROM "order" o WHERE o.store_id = ${storeId}
    ) AS counted WHERE (financial_status <> 'unpaid') <> (captured > 0) OR captured > 1 AND edited_at IS NULL`
  // The tax of lines is that of their rates, and refunds of all of a line give all of it back.
  const tax = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT line.id::int, line.tax::int, line.carried_tax::int, line.charged::int, line.carried::int,
        (SELECT coalesce(sum((rate->>'amount')::bigint), 0)::int FROM jsonb_array_elements(line.tax_lines) rate) AS by_rates,
        coalesce(sum(part.tax), 0)::int AS refunded_tax, coalesce(sum(part.amount + part.shipping), 0)::int AS refunded
      FROM order_product line LEFT JOIN (
        SELECT part.* FROM refund_line part JOIN refund ON refund.store_id = part.store_id AND refund.id = part.refund_id
        WHERE refund.status <> 'failed'
      ) part ON part.store_id = line.store_id AND part.order_product_id = line.id
      WHERE line.store_id = ${storeId} GROUP BY line.store_id, line.id
    ) AS counted WHERE tax <> by_rates OR refunded_tax + carried_tax > tax
      OR (refunded + carried = charged AND refunded_tax + carried_tax <> tax)`
  const stock = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT i.product_instance_id::int, i.quantity_on_hand, (SELECT coalesce(sum(m.quantity), 0)::int FROM inventory_movement m
        WHERE m.store_id = i.store_id AND m.product_instance_id = i.product_instance_id) AS moved
      FROM product_inventory i WHERE i.store_id = ${storeId}
    ) AS counted WHERE quantity_on_hand <> moved`
  const told = (what: string, rows: object[]) => rows.map((row) => `${what}: ${JSON.stringify(row)}`)
  return [
    ...told('Customer', customers),
    ...told('Subscribers of a product', products),
    ...told('Captured for an order', orders),
    ...told('Tax of a line', tax),
    ...told('Movements of stock', stock),
  ]
}

/** Customers and stock, as the model has counted them. */
async function ofModel(db: Db, { storeId, customers, products }: Shop): Promise<string[]> {
  const rows = new Map(
    (await db.customer.findMany({ where: { storeId }, include: { creditEntries: true } })).map((row) => [Number(row.id), row]),
  )
  const stocks = await db.$queryRaw<{ id: number }[]>`
    SELECT i.product_instance_id::int AS id, i.quantity_on_hand AS "onHand",
      coalesce(-sum(m.quantity) FILTER (WHERE m.kind IN ('taken', 'released')), 0)::int AS taken,
      coalesce(sum(m.quantity) FILTER (WHERE m.kind = 'returned'), 0)::int AS returned
    FROM product_inventory i LEFT JOIN inventory_movement m ON m.store_id = i.store_id AND m.product_instance_id = i.product_instance_id
    WHERE i.store_id = ${storeId} AND i.track_inventory GROUP BY i.store_id, i.product_instance_id, i.quantity_on_hand`
  const wrong = customers.flatMap((customer) => {
    const row = rows.get(customer.id)
    const found = row && {
      ...{ orders: row.numOrders, subscriptions: row.numSubscriptions, revenue: Number(row.totalRevenue) },
      credit: Number(row.credit),
      entries: row.creditEntries
        .map(({ createdAt, amount }) => ({ at: written(createdAt.getTime()), amount: Number(amount) }))
        .sort(byTime),
    }
    const expected = customer.seen
    return isDeepStrictEqual(found, expected)
      ? []
      : [`Customer ${customer.id} is expected as ${JSON.stringify(expected)}, and found as ${JSON.stringify(found)}.`]
  })
  const counted = new Map(products.flatMap(({ variants }) => variants).map((variant) => [variant.instanceId, variant]))
  const missing = [...counted.values()].flatMap(({ instanceId, sku, stock }) => {
    if (!stock) return []
    const found = stocks.find(({ id }) => id === instanceId)
    const { onHand, taken, returned } = stock
    const expected = { id: instanceId, onHand, taken, returned }
    return isDeepStrictEqual(found, expected)
      ? []
      : [`The stock of ${sku} is expected as ${JSON.stringify(expected)}, and found as ${JSON.stringify(found)}.`]
  })
  return [...wrong, ...missing]
}

/** Each order has the event of its making, each transaction that of its result, each renewal is announced once in its last three days,
 * that of a long term once each from 30 and from 7 days before it as well, and the sequence has no gap. */
async function ofEvents(db: Db, { storeId }: Shop): Promise<string[]> {
  const [counted] = await db.$queryRaw<[Record<string, number>]>`
    SELECT (SELECT count(*)::int FROM event WHERE store_id = ${storeId}) AS events,
      (SELECT count(sequence)::int FROM event WHERE store_id = ${storeId}) AS numbered,
      (SELECT coalesce(max(sequence), 0)::int FROM event WHERE store_id = ${storeId}) AS last,
      (SELECT count(*)::int FROM "order" o LEFT JOIN (
          SELECT order_id, count(*) AS times FROM event WHERE store_id = ${storeId} AND type = 'order.created' GROUP BY order_id
        ) AS told ON told.order_id = o.id
        WHERE o.store_id = ${storeId} AND told.times IS DISTINCT FROM 1) AS "ordersUntold",
      (SELECT count(*)::int FROM transaction t LEFT JOIN (
          SELECT record_id, order_id, type, count(*) AS times FROM event
          WHERE store_id = ${storeId} AND record_type = 'transaction' GROUP BY record_id, order_id, type
        ) AS told ON told.record_id = t.id AND told.order_id = t.order_id AND told.type = 'payment.' || t.result::text
        WHERE t.store_id = ${storeId} AND t.kind = 'payment' AND told.times IS DISTINCT FROM 1) AS "transactionsUntold",
      (SELECT count(*)::int FROM event e JOIN "order" o ON o.store_id = e.store_id AND o.id = e.order_id
        WHERE e.store_id = ${storeId} AND o.is_renewal AND e.subscription_id IS NULL
          AND e.operation <> 'editOrder' AND (e.type IN ('order.created', 'order.paid') OR e.type LIKE 'payment.%')) AS "ofNoSubscription",
      (SELECT count(*)::int FROM (
          SELECT e.changes->'date'->>'to' AS date, array_agg(e.created_at ORDER BY e.created_at) AS at FROM event e
          WHERE e.store_id = ${storeId} AND e.type = 'subscription.renewal_upcoming' GROUP BY e.subscription_id, date
        ) AS announced
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE each >= date::timestamptz) AS late,
          count(*) FILTER (WHERE each >= date::timestamptz - interval '3 days') AS last,
          count(*) FILTER (WHERE each < date::timestamptz - interval '3 days' AND each >= date::timestamptz - interval '7 days') AS week,
          count(*) FILTER (WHERE each < date::timestamptz - interval '7 days' AND each >= date::timestamptz - interval '30 days') AS month,
          count(*) FILTER (WHERE each < date::timestamptz - interval '30 days') AS early FROM unnest(at) AS each) AS counts
        WHERE late > 0 OR last > 1 OR week > 1 OR month > 1 OR early > 0) AS "announcedWrongly"`
  const { events, numbered, last, ordersUntold, transactionsUntold, ofNoSubscription, announcedWrongly } = counted
  const isNumbered = events === numbered && events === last
  const isRight = isNumbered && ordersUntold === 0 && transactionsUntold === 0 && ofNoSubscription === 0 && announcedWrongly === 0
  return isRight ? [] : [`Events: ${JSON.stringify(counted)}`]
}
