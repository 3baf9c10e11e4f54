/** Counts anew what customers, subscriptions, products and events say of themselves. */
import type { Db } from '../../src/db/connect.ts'
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
        (SELECT count(*)::int FROM "order" o WHERE o.store_id = c.store_id AND o.customer_id = c.id) AS orders,
        (SELECT count(*)::int FROM subscription s WHERE s.store_id = c.store_id AND s.customer_id = c.id) AS subscriptions,
        (SELECT coalesce(sum(t.total), 0)::int FROM transaction t JOIN "order" o ON o.store_id = t.store_id AND o.id = t.order_id
          WHERE t.store_id = c.store_id AND o.customer_id = c.id AND t.result = 'captured') AS revenue,
        coalesce((SELECT status::text FROM subscription s WHERE s.store_id = c.store_id AND s.customer_id = c.id
          ORDER BY array_position(${best}::text[], status::text) LIMIT 1), 'none') AS status
      FROM customer c WHERE c.store_id = ${storeId}
    ) AS counted WHERE num_orders <> orders OR num_subscriptions <> subscriptions OR total_revenue <> revenue OR subscription_status <> status`
  const subscriptions = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT s.id::int, s.revenue::int, (
        SELECT coalesce(sum(t.total), 0)::int FROM order_product line JOIN transaction t ON t.store_id = line.store_id AND t.order_id = line.order_id
        WHERE line.store_id = s.store_id AND line.subscription_id = s.id AND t.result = 'captured') AS paid
      FROM subscription s WHERE s.store_id = ${storeId}
    ) AS counted WHERE revenue <> paid`
  const products = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT p.id::int, p.has_subscribers, EXISTS (SELECT FROM subscription s WHERE s.store_id = p.store_id AND s.product_id = p.id
        AND s.status IN ('active', 'past_due', 'unpaid', 'suspended')) AS has
      FROM product p WHERE p.store_id = ${storeId}
    ) AS counted WHERE has_subscribers <> has`
  const orders = await db.$queryRaw<object[]>`
    SELECT * FROM (
      SELECT o.id::int, o.financial_status::text, (SELECT count(*)::int FROM transaction t
        WHERE t.store_id = o.store_id AND t.order_id = o.id AND t.result = 'captured') AS captured
      FROM "order" o WHERE o.store_id = ${storeId}
    ) AS counted WHERE (financial_status = 'paid') <> (captured = 1) OR captured > 1`
  const told = (what: string, rows: object[]) => rows.map((row) => `${what}: ${JSON.stringify(row)}`)
  return [
    ...told('Customer', customers),
    ...told('Revenue of a subscription', subscriptions),
    ...told('Subscribers of a product', products),
    ...told('Captured for an order', orders),
  ]
}

/** Customers and stock, as the model has counted them. */
async function ofModel(db: Db, { storeId, customers, products }: Shop): Promise<string[]> {
  const rows = new Map((await db.customer.findMany({ where: { storeId } })).map((row) => [Number(row.id), row]))
  const stocks = await db.productInventory.findMany({ where: { storeId, trackInventory: true } })
  const wrong = customers.filter(({ id, orders, subscriptions, revenue }) => {
    const row = rows.get(id)
    return row?.numOrders !== orders || row.numSubscriptions !== subscriptions || Number(row.totalRevenue) !== revenue
  })
  const missing = products.filter(
    ({ instanceId, stock }) =>
      stock !== undefined &&
      stocks.find(({ productInstanceId }) => Number(productInstanceId) === instanceId)?.quantityOnHand !== stock,
  )
  return [
    ...wrong.map((customer) => `A customer is expected as ${JSON.stringify(customer)}.`),
    ...missing.map(({ name, stock }) => `There should be ${stock} of ${name}.`),
  ]
}

/** Each order has the event of its making, each transaction that of its result, and the sequence has no gap. */
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
        WHERE t.store_id = ${storeId} AND told.times IS DISTINCT FROM 1) AS "transactionsUntold"`
  const { events, numbered, last, ordersUntold, transactionsUntold } = counted
  const isRight = events === numbered && events === last && ordersUntold === 0 && transactionsUntold === 0
  return isRight ? [] : [`Events: ${JSON.stringify(counted)}`]
}
