/** The rows that requests are about: found in the database for reads, prepared in its copy for writes. */
import type { Db } from '../../src/db/connect.ts'
import type { Sample } from './scenarios.ts'

export const storeId = 1n

/**
 * Customers who order. Nobody may order twice within a minute; with so many, nobody comes round again within one up to 400
 * orders a second.
 */
const buyers = 24_000

/** The customers who order. */
export const isBuyer = `email LIKE 'buyer-%@bench.example'`

/** The data of writes: customers who can pay, stock that does not run out, subscriptions that can be cancelled and reactivated. */
const preparation = [
  `INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
   SELECT ${storeId}, 'Bench', 'Buyer', 'Bench Buyer', 'buyer-' || n || '@bench.example', 'US', 'Brindle, OR', now()
   FROM generate_series(1, ${buyers}) n`,
  `INSERT INTO address (store_id, customer_id, "to", street, city, state, zip_code, country)
   SELECT store_id, id, name, '1 Millrace Lane', 'Brindle', 'OR', '00001', 'US' FROM customer WHERE ${isBuyer}`,
  `INSERT INTO payment_method (store_id, customer_id, gateway_token, brand, last4, exp_month, exp_year, is_default, created_at)
   SELECT store_id, id, 'tok_succeed', 'visa', '0001', 12, 2099, true, now() FROM customer WHERE ${isBuyer}`,
  `UPDATE product_inventory SET quantity_on_hand = 1000000000 WHERE store_id = ${storeId}`,
  // An end that lies ahead: reactivating charges nothing.
  `UPDATE subscription SET status = 'active', autorenew = true, cancelled_at = NULL, cancel_reason = NULL,
     last_failed_renewal = NULL, past_due_reason = NULL, end_date = greatest(end_date, now() + interval '1 month')
   WHERE store_id = ${storeId}`,
  // Every merge finds a record.
  `INSERT INTO metadata (store_id, subscription_id, data, created_at, updated_at)
   SELECT store_id, id, '{"plan": "gold", "shoe": {"size": 42}, "joined": "2026-01-31T00:00:00Z"}', now(), now()
   FROM subscription WHERE store_id = ${storeId} ON CONFLICT DO NOTHING`,
  'ANALYZE',
]

/** Makes a copy ready for writes. */
export async function prepare(db: Db): Promise<void> {
  for (const statement of preparation) await db.$executeRawUnsafe(statement)
}

/** Finds the rows. */
export async function findSample(db: Db): Promise<Sample> {
  const where = { storeId }
  const orderBy = { id: 'asc' } as const
  const subscriptions = await db.subscription.findMany({ where, orderBy, select: { id: true }, take: 10_000 })
  const instances = await db.productInstance.findMany({
    where: { ...where, product: { singlePurchasable: false } },
    orderBy,
    select: { id: true, termPrices: { orderBy: { termId: 'asc' }, take: 1, select: { termId: true } } },
  })
  const customers = await db.customer.findMany({
    where: { ...where, email: { endsWith: '@bench.example' } },
    orderBy,
    select: { id: true },
  })
  let next = 0
  return {
    subscriptionIds: subscriptions.map(({ id }) => id),
    forms: instances.flatMap(({ id, termPrices }) => termPrices.map(({ termId }) => ({ instanceId: id, termId }))),
    nextBuyer() {
      const buyer = customers[next++ % customers.length]
      if (!buyer) throw new Error('There are no customers who order.')
      return buyer.id
    },
  }
}
