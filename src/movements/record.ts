/**
 * Records how the subscriptions that a write has changed move, as figures count them, in the statement that ends the write. What moves is found
 * by comparing each with its last movement, so that the state before a movement is always the state after the one before it.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { kindSql } from './kind.ts'

/** The subscriptions that a write has changed, which are locked, and its times, all in the time of the store. */
export type MovedSubscriptions = {
  storeId: bigint
  subscriptionIds: readonly bigint[]
  /** When it became so. */
  at: Date
  /** When it is written. */
  knownAt: Date
  requestId: string
}

/** The columns of a subscription by which a write other than a payment may move it. */
export const movingColumns = [
  ...['status', 'autorenew', 'endDate', 'cancelledAt', 'nextTryAt'],
  ...['productId', 'productInstanceId', 'termId', 'addressId'],
]

/** The columns in which a movement differs from the one before it: of the subscription, and their names in a movement. */
const compared = {
  status: 'status',
  is_counted: 'counted',
  autorenew: 'autorenew',
  recurring_price: 'price',
  recurring_months: 'months',
  recurring_weeks: 'weeks',
  product_id: 'product_id',
  product_instance_id: 'instance_id',
  term_id: 'term_id',
  country: 'country',
} as const

/** The column of a movement with the state after it. */
const after = (name: string): string => (name === 'product_id' ? name : `to_${name}`)

/** A subscription that begins has no state before it, but amounts of 0. */
const begins = { counted: 'false', price: '0', months: '0', weeks: '0' } as Readonly<Record<string, string>>
const before = (name: string): string =>
  name in begins ? `coalesce(last.${after(name)}, ${begins[name]})` : `last.${after(name)}`

const pairs = Object.entries(compared)
const list = (of: (column: string, name: string) => string): Prisma.Sql =>
  Prisma.raw(pairs.map(([column, name]) => of(column, name)).join(', '))

const fromColumns = list((_column, name) => `from_${name}`)
const toColumns = list((_column, name) => after(name))
const states = list((column, name) => `${before(name)} AS from_${name}, now.${column} AS ${after(name)}`)
const isMoved = Prisma.sql`(${list((_column, name) => `last.${after(name)}`)}) IS DISTINCT FROM (${list((column) => `now.${column}`)})`

const isPaying = (of: 'from' | 'to') => Prisma.raw(`(${of}_counted AND ${of}_price > 0)::int`)
const isPaused = (of: 'from' | 'to') =>
  Prisma.raw(`(coalesce(${of}_status = 'suspended', false) AND first_paid_at IS NOT NULL)::int`)

/** The condition that an id is one of some. PostgreSQL plans the comparison with a single one once, and that with a list anew for each length. */
const isOneOf = (column: string, ids: readonly bigint[]): Prisma.Sql =>
  ids.length === 1
    ? Prisma.sql`${Prisma.raw(column)} = ${ids[0]}::bigint`
    : Prisma.sql`${Prisma.raw(column)} = ANY(${[...ids]}::bigint[])`

/**
 * The parts of a statement that record movements: what moves, the counts of its customers, whose rows are locked behind the subscriptions, and
 * the rows. A customer whose movements of before are not filled in yet has none: they are filled in from what the write leaves.
 */
export const recordMoves = ({ storeId, subscriptionIds, at, knownAt, requestId }: MovedSubscriptions): Prisma.Sql => Prisma.sql`
    moving AS MATERIALIZED (
      SELECT now.id AS subscription_id, now.customer_id, now.is_gift, now.first_paid_at, now.cancel_reason, now.past_due_reason, ${states},
        (SELECT coupon_id FROM subscription_coupon WHERE store_id = now.store_id AND subscription_id = now.id ORDER BY id LIMIT 1) AS coupon_id,
        (SELECT total FROM "order" WHERE store_id = now.store_id AND id = now.unpaid_order_id) AS failed_total
      FROM (
        SELECT held.*, coalesce(address.country, customer.country) AS country
        FROM subscription AS held
        JOIN customer ON customer.store_id = held.store_id AND customer.id = held.customer_id AND customer.has_movements
        LEFT JOIN address ON address.store_id = held.store_id AND address.id = held.address_id
        WHERE held.store_id = ${storeId}::bigint AND ${isOneOf('held.id', subscriptionIds)} AND NOT held.is_test
      ) AS now
      LEFT JOIN LATERAL (
        SELECT * FROM subscription_movement AS each WHERE each.store_id = now.store_id AND each.subscription_id = now.id ORDER BY each.id DESC LIMIT 1
      ) AS last ON true
      WHERE ${isMoved}
    ), sums AS (
      SELECT customer_id, sum(to_counted::int - from_counted::int) AS counted, sum(${isPaused('to')} - ${isPaused('from')}) AS paused,
        sum(${isPaying('to')} - ${isPaying('from')}) AS paying
      FROM moving GROUP BY customer_id
    ), counts AS (
      UPDATE customer SET counted_subscriptions = counted_subscriptions + counted, paused_subscriptions = paused_subscriptions + paused,
        paying_subscriptions = paying_subscriptions + paying,
        counted_runs = counted_runs + (counted_subscriptions = 0 AND counted > 0)::int,
        counted_since = CASE WHEN counted_subscriptions + paused_subscriptions = 0 AND counted + paused > 0 THEN ${at}::timestamptz
          ELSE counted_since END
      FROM sums WHERE customer.store_id = ${storeId}::bigint AND customer.id = sums.customer_id
      RETURNING customer.id, counted_runs, counted_since, counted_subscriptions AS counted_after, counted_subscriptions - counted AS counted_before,
        paused_subscriptions AS paused_after, paused_subscriptions - paused AS paused_before,
        paying_subscriptions AS paying_after, paying_subscriptions - paying AS paying_before
    ), moved AS (
      INSERT INTO subscription_movement (store_id, at, known_at, request_id, subscription_id, customer_id, is_first, is_gift, first_paid_at, since,
        ${fromColumns}, ${toColumns}, counted_before, counted_after, paused_before, paused_after, paying_before, paying_after,
        coupon_id, cancel_reason, past_due_reason, failed_total, kind)
      SELECT ${storeId}::bigint, ${at}::timestamptz, ${knownAt}::timestamptz, ${requestId}::text, subscription_id, customer_id,
        row_number() OVER (PARTITION BY customer_id ORDER BY subscription_id) = 1, is_gift, first_paid_at, counted_since,
        ${fromColumns}, ${toColumns}, counted_before, counted_after, paused_before, paused_after, paying_before, paying_after,
        coupon_id, cancel_reason, past_due_reason, failed_total, ${kindSql}
      FROM moving JOIN counts ON counts.id = moving.customer_id ORDER BY subscription_id
    )`
