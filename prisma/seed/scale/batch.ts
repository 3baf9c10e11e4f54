/**
 * One batch of subscriptions and all that hangs on them, as statements.
 *
 * Everything follows from a subscription's number: five in a row share three customers and a store, and `dice` throws the
 * same number for the same subscription each time. Two scratch tables hold the batch, so that orders, deliveries, counters
 * and revenues are all counted from the same rows.
 */
import { bestStatus } from '../database.ts'
import { retryDays } from '../demo/subscribe.ts'
import { numbering, productCount } from './catalogue.ts'
import { frozenAddress, liveAddress, orderStatements } from './orders.ts'
import type { BatchStatement } from './statement.ts'

/** A number from 0 to sides - 1 that looks thrown but depends on `n` and the salt alone (Knuth's multiplicative hash). */
const dice = (n: string, salt: number, sides: number | string) =>
  `((((${n} * 8 + ${salt}) * 2654435761 % 4294967296) >> 12) % ${sides})::int`

const pick = (n: string, salt: number, texts: string[]) =>
  `(ARRAY[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${dice(n, salt, texts.length)}]`

const firstNames = ['Ada', 'Bruno', 'Carla', 'Dmitri', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaja', 'Liam']
const lastNames = [
  'Ashdown',
  'Birch',
  'Calloway',
  'Dunmore',
  'Eastlake',
  'Fenwick',
  'Grove',
  'Holloway',
  'Ingle',
  'Juniper',
  'Kestrel',
]
const cities = ['Alder Falls', 'Brindle', 'Cedar Point', 'Dovecote', 'Elmhurst Mill', 'Foxley', 'Gorse Bay']
const states = ['OR', 'VT', 'ME', 'WA', 'NY', 'CO', 'MN']

/** The scratch tables; they go with the transaction. */
export const batchTables = [
  `CREATE TEMP TABLE seed_subscription (
     id bigint, store bigint, customer bigint, product bigint, instance bigint, term bigint, cycles int, price bigint, paid int,
     status "SubscriptionStatus", started timestamptz, ends timestamptz, coupon int) ON COMMIT DROP`,
  `CREATE TEMP TABLE seed_order (
     id bigint, store bigint, customer bigint, subscription bigint, product bigint, instance bigint, term bigint, cycles int,
     number int, paid boolean, placed timestamptz, price bigint, discount bigint, shipping bigint, tax bigint, total bigint,
     refund bigint, sent int, transactions_before bigint, deliveries_before bigint) ON COMMIT DROP`,
]

/** The statements for subscriptions `first` to `last`, which must be whole groups of five to keep customers together. */
export function batchStatements(first: number, last: number, today: string, stores: number): BatchStatement[] {
  return [
    { sql: 'TRUNCATE seed_subscription, seed_order', scratch: true },
    { sql: chooseSubscriptions(first, last, today, stores), scratch: true },
    ...orderStatements(today),
    ...subscriptionStatements(today, stores),
    ...customerStatements(today),
  ]
}

// How long ago the last payment was decides where a subscription stands: a term is a month or three, and no month has
// fewer than 28 days, so 27 days ago is inside it and 32 days a cycle are outside.
const chooseSubscriptions = (first: number, last: number, today: string, stores: number) => {
  const { apart, secondForm } = numbering(stores)
  return `
  INSERT INTO seed_subscription
  SELECT id, store, customer, product, product + ${secondForm} * ${dice('id', 3, 2)}, term, cycles, price, paid, status, started,
    started + make_interval(months => paid * cycles), coupon
  FROM (
    SELECT *, date '${today}'::timestamptz - make_interval(days => ago, months => greatest(paid - 1, 0) * cycles)
      + make_interval(secs => 28800 + ${dice('id', 7, 28800)}) AS started
    FROM (
      SELECT *, product * 2 - (cycles = 1)::int AS term,
        CASE WHEN status = 'unpaid' THEN 0 ELSE 1 + ${dice('id', 5, 5)} END AS paid,
        CASE WHEN status = 'past_due' THEN 32 * cycles + ${dice('id', 6, 60)}
          WHEN status = 'expired' THEN 40 * cycles + ${dice('id', 6, 360)}
          ELSE 1 + ${dice('id', 6, '(24 * cycles)')} END AS ago,
        CASE ${dice('id', 0, 40)} WHEN 0 THEN 1 WHEN 1 THEN 2 END AS coupon
      FROM (
        SELECT *, (${dice('id', 1, `(${productCount('store')} - 1)`)} + 1) * ${apart} + store AS product,
          CASE ${dice('id', 2, 10)} WHEN 0 THEN 3 ELSE 1 END AS cycles,
          (CASE WHEN throw < 80 THEN 'active' WHEN throw < 84 THEN 'cancelled' WHEN throw < 91 THEN 'expired'
            WHEN throw < 97 THEN 'past_due' WHEN throw < 98 THEN 'unpaid' ELSE 'suspended' END)::"SubscriptionStatus" AS status
        FROM (
          SELECT id, 1 + (id - 1) / 5 % ${stores} AS store, (id - 1) / 5 * 3 + (ARRAY[1, 1, 2, 2, 3])[1 + (id - 1) % 5] AS customer,
            ${dice('id', 4, 100)} AS throw
          FROM generate_series(${first}::bigint, ${last}::bigint) id
        ) numbered
      ) placed
    ) dated
    JOIN (SELECT term_id, price FROM product_term_price) prices ON term_id = term
  ) begun`
}

const subscriptionStatements = (today: string, stores: number): BatchStatement[] => [
  {
    sql: `
  INSERT INTO subscription (id, store_id, customer_id, product_id, product_instance_id, product_billing_id, term_id, address_id,
    payment_method_id, autorenew, billing_name, end_date, note, revenue, start_date, status, cancelled_at, last_failed_renewal,
    past_due_at, past_due_reason, failed_renewals, next_try_at, unpaid_order_id)
  SELECT s.id, s.store, s.customer, s.product, s.instance, s.store, s.term, ${liveAddress('s.customer')}, s.customer,
    s.status NOT IN ('cancelled', 'expired'), 'SCALE STORE ' || s.store, s.ends,
    CASE ${dice('s.id', 1, 25)} WHEN 0 THEN 'Leave by the side door' END, coalesce(o.revenue, 0), s.started, s.status,
    CASE s.status WHEN 'cancelled' THEN s.ends - make_interval(months => s.cycles) + interval '6 hours' END,
    failed.at, failed.at, CASE s.status WHEN 'past_due' THEN 'declined'::"PastDueReason" END, (s.status = 'past_due')::int,
    (SELECT min(failed.at + make_interval(days => day)) FROM unnest(ARRAY[${retryDays}]) AS day
      WHERE failed.at + make_interval(days => day) > timestamptz '${today} 00:00Z'), unpaid.id
  FROM seed_subscription s CROSS JOIN LATERAL (SELECT CASE s.status WHEN 'past_due' THEN s.ends END AS at) AS failed
  LEFT JOIN (SELECT subscription, sum(total - refund) AS revenue FROM seed_order WHERE paid GROUP BY 1) o ON o.subscription = s.id
  LEFT JOIN seed_order unpaid ON unpaid.subscription = s.id AND NOT unpaid.paid AND s.status = 'past_due'`,
  },
  {
    sql: `
  INSERT INTO subscription_coupon (store_id, subscription_id, coupon_id, code_used, code_used_key, num_renewals, enabled, applied_at)
  SELECT s.store, s.id, ${numbering(stores).apart} * (s.coupon - 1) + s.store, CASE s.coupon WHEN 1 THEN 'TENTH' ELSE 'THREE' END,
    CASE s.coupon WHEN 1 THEN 'tenth' ELSE 'three' END,
    CASE s.coupon WHEN 1 THEN 0 ELSE 3 END, s.coupon = 2, CASE s.coupon WHEN 1 THEN coalesce(o.placed, s.started) END
  FROM seed_subscription s LEFT JOIN seed_order o ON o.subscription = s.id AND o.number = s.paid
  WHERE s.coupon IS NOT NULL AND s.paid > 0`,
  },
  // One record for three subscriptions in ten. Its entries are those metadataEntries makes: every value has its text, a number
  // or a time is kept as such beside it, and an object is there without a value.
  {
    sql: `
  INSERT INTO metadata (id, store_id, subscription_id, data, created_at, updated_at)
  SELECT id, store, id, jsonb_build_object('plan', ${plan('id')}, 'shoe', jsonb_build_object('size', ${shoeSize('id')}),
    'joined', ${joined}), started, started
  FROM seed_subscription WHERE ${hasMetadata('id')}`,
  },
  {
    sql: `
  INSERT INTO metadata_entry (store_id, owner_type, owner_id, path, text, number, time)
  SELECT store, 'subscription', id, entry.path, entry.text, entry.number, entry.time
  FROM seed_subscription, LATERAL (VALUES ('plan', ${plan('id')}, NULL::float8, NULL::timestamptz), ('shoe', NULL, NULL, NULL),
    ('shoe.size', (${shoeSize('id')})::text, ${shoeSize('id')}, NULL), ('joined', ${joined}, NULL, started)) entry (path, text, number, time)
  WHERE ${hasMetadata('id')}`,
  },
  {
    sql: `
  INSERT INTO product_survey_result (id, store_id, survey_id, subscription_id, created_at, updated_at)
  SELECT id, store, product, id, least(started + interval '2 days', timestamptz '${today} 00:00Z'),
    least(started + interval '2 days', timestamptz '${today} 00:00Z')
  FROM seed_subscription WHERE ${hasSurvey('id')}`,
  },
  {
    sql: `
  INSERT INTO product_survey_answer (store_id, result_id, field_id, value)
  SELECT store, id, (product - 1) * 3 + q, (ARRAY['A friend', 'Myself', 'Nothing', 'A fair', 'My family', 'Nuts'])[1 + (id + q) % 6]
  FROM seed_subscription, generate_series(1, 3) q WHERE ${hasSurvey('id')}`,
  },
]

const hasMetadata = (id: string) => `${dice(id, 2, 10)} < 3`
const hasSurvey = (id: string) => `${dice(id, 6, 10)} = 0`
const plan = (id: string) => pick(id, 3, ['bronze', 'silver', 'gold'])
const joined = `to_char(started, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const shoeSize = (id: string) => `36 + ${dice(id, 4, 12)}`

const customers = `
  (SELECT store_id AS store, id AS customer, name, location FROM customer
   WHERE id BETWEEN (SELECT min(customer) FROM seed_subscription) AND (SELECT max(customer) FROM seed_subscription)) c`

const customerStatements = (today: string): BatchStatement[] => [
  {
    sql: `
  INSERT INTO customer (id, store_id, first_name, last_name, name, email, email_key, country, location, num_orders, num_subscriptions,
    total_revenue, subscription_status, created_at)
  SELECT customer, store, first, last, first || ' ' || last, address, address, 'US',
    ${pick('customer', 3, cities)} || ', ' || ${pick('customer', 4, states)}, coalesce(orders, 0), subscriptions, coalesce(revenue, 0),
    best, least(began - interval '1 hour', timestamptz '${today} 00:00Z')
  FROM (
    SELECT customer, store, ${pick('customer', 1, firstNames)} AS first, ${pick('customer', 2, lastNames)} AS last,
      count(*) AS subscriptions, min(started) AS began, ${bestStatus} AS best
    FROM seed_subscription GROUP BY customer, store
  ) s
  LEFT JOIN (
    SELECT customer, count(*) AS orders, sum(total - refund) FILTER (WHERE paid) AS revenue FROM seed_order GROUP BY 1
  ) o USING (customer)
  CROSS JOIN LATERAL (SELECT lower(first || '.' || last) || '.' || customer || '@example.com') AS written (address)
  ORDER BY customer`,
  },
  {
    sql: `
  INSERT INTO address (id, store_id, customer_id, "to", street, city, state, zip_code, country, status)
  SELECT ${liveAddress('customer')}, store, customer, name, 1 + customer % 240 || ' Millrace Lane', split_part(location, ', ', 1),
    split_part(location, ', ', 2), lpad((customer * 37 % 100000)::text, 5, '0'), 'US', 1
  FROM ${customers}`,
  },
  {
    sql: `
  INSERT INTO address (id, store_id, customer_id, "to", street, city, state, zip_code, country, status, frozen_key)
  SELECT ${frozenAddress('customer')}, store, customer, "to", street, city, a.state, zip_code, a.country, a.status, address_content(a)
  FROM ${customers} JOIN address a ON a.store_id = store AND a.id = ${liveAddress('customer')}`,
  },
  {
    sql: `
  INSERT INTO payment_method (id, store_id, customer_id, gateway_token, brand, last4, exp_month, exp_year, is_default, created_at)
  SELECT c.id, c.store_id, c.id, CASE ${dice('c.id', 5, 20)} WHEN 0 THEN 'tok_decline' ELSE 'tok_succeed' END, 'visa',
    lpad((c.id * 7919 % 10000)::text, 4, '0'), 1 + c.id % 12, extract(year FROM date '${today}')::int + 2 + c.id % 3, true, c.created_at
  FROM customer c WHERE c.id BETWEEN (SELECT min(customer) FROM seed_subscription) AND (SELECT max(customer) FROM seed_subscription)`,
  },
]
