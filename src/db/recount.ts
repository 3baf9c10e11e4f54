/** Sums that rows keep of other rows, held against a recount. */
import type { Session } from './session.ts'

/** Rows of a store whose sum is not what a recount comes to; of many the first are named. */
export type WrongSum = { storeId: bigint; table: string; column: string; count: number; ids: bigint[] }

const namedRows = 20

/** Each finds rows with a wrong sum: their store, table, id, and the column of the sum. */
const recounts = [
  `SELECT customer.store_id, 'customer' AS kind, customer.id, sum_of.name FROM customer
   LEFT JOIN (SELECT store_id, customer_id, count(*) AS orders FROM "order"
     WHERE NOT (financial_status = 'unpaid' AND status = 'closed') GROUP BY 1, 2) AS placed
     ON placed.store_id = customer.store_id AND placed.customer_id = customer.id
   LEFT JOIN (SELECT store_id, customer_id, count(*) AS subscriptions, count(*) FILTER (WHERE is_counted) AS counted
     FROM subscription GROUP BY 1, 2) AS begun
     ON begun.store_id = customer.store_id AND begun.customer_id = customer.id
   LEFT JOIN (
     SELECT "order".store_id, customer_id, sum(CASE WHEN result = 'captured' THEN transaction.total
       WHEN result = 'refunded' AND reversed_at IS NULL THEN -transaction.total ELSE 0 END) AS revenue
     FROM "order" JOIN transaction ON transaction.store_id = "order".store_id AND transaction.order_id = "order".id GROUP BY 1, 2
   ) AS paid ON paid.store_id = customer.store_id AND paid.customer_id = customer.id
   LEFT JOIN (SELECT store_id, customer_id, sum(amount) AS credit FROM credit_entry GROUP BY 1, 2) AS owed
     ON owed.store_id = customer.store_id AND owed.customer_id = customer.id
   CROSS JOIN LATERAL (VALUES ('num_orders', customer.num_orders <> coalesce(orders, 0)),
     ('num_subscriptions', customer.num_subscriptions <> coalesce(subscriptions, 0)),
     ('counted_subscriptions', has_movements AND counted_subscriptions <> coalesce(counted, 0)),
     ('credit', customer.credit <> coalesce(owed.credit, 0)),
     ('total_revenue', customer.total_revenue <> coalesce(revenue, 0))) AS sum_of (name, is_wrong)
   WHERE sum_of.is_wrong`,
  `SELECT held.store_id, 'subscription', held.id, 'movements' FROM subscription AS held
   JOIN customer ON customer.store_id = held.store_id AND customer.id = held.customer_id AND has_movements
   LEFT JOIN LATERAL (SELECT * FROM subscription_movement AS each WHERE each.store_id = held.store_id AND each.subscription_id = held.id
     ORDER BY each.id DESC LIMIT 1) AS last ON true
   WHERE NOT held.is_test AND (is_counted OR last.id IS NOT NULL)
     AND (is_counted, recurring_price, recurring_months, recurring_weeks) IS DISTINCT FROM (to_counted, to_price, to_months, to_weeks)`,
  `SELECT product.store_id, 'product', product.id, 'has_subscribers' FROM product
   WHERE has_subscribers <> EXISTS (SELECT FROM subscription WHERE subscription.store_id = product.store_id
     AND subscription.product_id = product.id AND status IN ('active', 'past_due', 'unpaid', 'suspended'))`,
  `SELECT stock.store_id, 'product_inventory', stock.id, 'quantity_on_hand' FROM product_inventory AS stock
   LEFT JOIN (SELECT store_id, product_instance_id, sum(quantity) AS quantity FROM inventory_movement GROUP BY 1, 2) AS moved
     ON moved.store_id = stock.store_id AND moved.product_instance_id = stock.product_instance_id
   WHERE stock.quantity_on_hand <> coalesce(moved.quantity, 0)`,
]

/** Recounts, by one statement that reads the tables once; it takes minutes where there are millions of rows, and locks nothing. */
export async function wrongSums({ query }: Session): Promise<WrongSum[]> {
  const { rows } = await query(
    `SELECT store_id, kind, name, count(*)::int AS count, (array_agg(id ORDER BY id))[1:${namedRows}]::text[] AS ids
     FROM (${recounts.join(' UNION ALL ')}) AS wrong GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  return rows.map(({ store_id, kind, name, count, ids }) => ({
    storeId: BigInt(store_id as string),
    table: kind as string,
    column: name as string,
    count: count as number,
    ids: (ids as string[]).map(BigInt),
  }))
}
