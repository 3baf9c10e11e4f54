/**
 * The best statements known for the work that is compared. Each is prepared once and answers one column with the whole JSON
 * answer. Limits are part of the text: with a parameter PostgreSQL plans for a tenth of the table. Found a better one? Put it in.
 */
import { fixed, type Json, list, object, sql, text, value } from './json.ts'
import { billing, customer, order, restOrder, restSubscription, subscription, term } from './records.ts'

export type Statement = {
  text: string
  /** Its values, made of the store and of what follows the statement's name in the path. */
  values: (store: string, rest: string) => string[]
}

const store = '$1::bigint'

const toOne = `
  JOIN customer c ON c.store_id = s.store_id AND c.id = s.customer_id
  JOIN subscription_type_term t ON t.store_id = s.store_id AND t.id = s.term_id
  JOIN product_billing b ON b.store_id = s.store_id AND b.id = s.product_billing_id`

const data = (fields: Record<string, Json>): Json => object({ data: object(fields) })
const answer = (json: Json): string => `SELECT ${sql(json)}`
const nodes = (query: string): Json => object({ nodes: list(query) })

/** A page of a REST list. */
const page = (table: string, results: Json): Json =>
  object({
    count: value(`(SELECT count(*) FROM "${table}" WHERE store_id = ${store})`),
    next: fixed('"?page=1&limit=50"'),
    prev: fixed('null'),
    results,
  })

const ofStore = (_store: string) => [_store]
const byId = (_store: string, rest: string) => [_store, rest]

const listed = object({ ...subscription, customer, term, billing })

const restListed = object({ ...restSubscription, url: [{ text: '"/v1/subscriptions/' }, { sql: 's.id' }, { text: '"' }] })

const lines = (product: Json): Json =>
  list(`SELECT ${sql(product)} AS json FROM order_product p WHERE p.store_id = o.store_id AND p.order_id = o.id ORDER BY p.id`)

const latestOrders = nodes(
  `SELECT ${sql(object(order))} AS json FROM order_product p JOIN "order" o ON o.store_id = p.store_id AND o.id = p.order_id
   WHERE p.store_id = s.store_id AND p.subscription_id = s.id ORDER BY o.placed_at DESC, o.id LIMIT 5`,
)

/** The first ten of a table. */
const ten = (table: string, alias: string, fields: Record<string, Json>) =>
  nodes(
    `SELECT ${sql(object(fields))} AS json FROM "${table}" ${alias} WHERE ${alias}.store_id = ${store} ORDER BY ${alias}.id LIMIT 10`,
  )

const id = (alias: string): Json => [{ text: '"' }, { sql: `${alias}.id` }, { text: '"' }]

/** By the name that is their path. */
export const statements: Record<string, Statement> = {
  list: {
    text: answer(
      data({
        subscriptions: nodes(
          `SELECT ${sql(listed)} AS json FROM subscription s ${toOne} WHERE s.store_id = ${store} ORDER BY s.id LIMIT 50`,
        ),
      }),
    ),
    values: ofStore,
  },
  'rest-list': {
    text: answer(
      page(
        'subscription',
        list(`SELECT ${sql(restListed)} AS json FROM subscription s ${toOne} WHERE s.store_id = ${store} ORDER BY s.id LIMIT 50`),
      ),
    ),
    values: ofStore,
  },
  'rest-orders': {
    text: answer(
      page(
        'order',
        list(
          `SELECT ${sql(restOrder(lines))} AS json
           FROM "order" o JOIN customer c ON c.store_id = o.store_id AND c.id = o.customer_id
           WHERE o.store_id = ${store} ORDER BY o.id LIMIT 50`,
        ),
      ),
    ),
    values: ofStore,
  },
  one: {
    text: `${answer(data({ subscription: object({ ...subscription, customer }) }))}
      FROM subscription s JOIN customer c ON c.store_id = s.store_id AND c.id = s.customer_id
      WHERE s.store_id = ${store} AND s.id = $2::bigint`,
    values: byId,
  },
  'rest-one': {
    text: `${answer(object(restSubscription))} FROM subscription s ${toOne} WHERE s.store_id = ${store} AND s.id = $2::bigint`,
    values: byId,
  },
  dashboard: {
    text: answer(
      data({
        subscriptions: nodes(
          `SELECT ${sql(object({ ...subscription, customer, orders: latestOrders }))} AS json
           FROM subscription s JOIN customer c ON c.store_id = s.store_id AND c.id = s.customer_id
           WHERE s.store_id = ${store} ORDER BY s.id LIMIT 20`,
        ),
      }),
    ),
    values: ofStore,
  },
  five: {
    text: answer(
      data({
        subscriptions: ten('subscription', 's', subscription),
        orders: ten('order', 'o', order),
        customers: ten('customer', 'c', { id: id('c'), name: text('c.name'), email: text('c.email') }),
        products: ten('product', 'p', { id: id('p'), name: text('p.name'), sku: text('p.sku') }),
        shipments: ten('shipment', 'h', { id: id('h'), status: [{ text: '"' }, { sql: 'h.status' }, { text: '"' }] }),
      }),
    ),
    values: ofStore,
  },
  // An index has those of a value in the order of their ids: nothing is sorted, and what follows the fiftieth is not read.
  filter: {
    text: answer(
      data({
        subscriptions: nodes(
          `SELECT ${sql(object({ ...subscription, customer }))} AS json
           FROM metadata_entry e
           JOIN subscription s ON s.store_id = e.store_id AND s.id = e.owner_id
           JOIN customer c ON c.store_id = s.store_id AND c.id = s.customer_id
           WHERE e.store_id = ${store} AND e.owner_type = 'subscription' AND e.path = 'plan' AND e.text = 'gold'
             AND c.num_orders > 2 AND s.end_date > $2::timestamptz
           ORDER BY e.owner_id LIMIT 50`,
        ),
      }),
    ),
    values: byId,
  },
  'by-status': {
    text: answer(
      data({
        subscriptions: nodes(
          `SELECT ${sql(object({ ...subscription, customer }))} AS json
           FROM subscription s JOIN customer c ON c.store_id = s.store_id AND c.id = s.customer_id
           WHERE s.store_id = ${store} AND s.status = $2::text::"SubscriptionStatus" AND s.end_date > $3::timestamptz
           ORDER BY s.id LIMIT 50`,
        ),
      }),
    ),
    values: (of, rest) => [of, ...rest.split('~')],
  },
}

/** The answer to `{ __typename }`. */
export const constant = '{"data":{"__typename":"Query"}}'
