/**
 * The movements of customers from before they were recorded, made of what orders, payments and the log say: one statement for any number of
 * customers, which sets the columns that figures need too. What is not known is left out: pauses that are over, changes of renewing by itself, and
 * countries of before.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { kindSql } from './kind.ts'

/** The id of a store, its time, and a condition of its customers, whose rows and whose subscriptions are locked, in SQL. */
type Unfilled = Readonly<Record<'storeId' | 'knownAt' | 'customers', Prisma.Sql>>

/** Orders with the time when each was paid. */
const paidOrders = ({ storeId, customers }: Unfilled) => Prisma.sql`
    owner AS MATERIALIZED (SELECT id, country FROM customer WHERE store_id = ${storeId} AND ${customers}),
    paid_order AS MATERIALIZED (
      SELECT "order".id, "order".customer_id, "order".total, "order".prorated_charge, coalesce(paid_at, (
        SELECT min(created_at) FROM transaction WHERE transaction.store_id = "order".store_id AND order_id = "order".id AND result = 'captured'
      ), placed_at) AS at
      FROM "order" JOIN owner ON owner.id = customer_id WHERE "order".store_id = ${storeId} AND financial_status <> 'unpaid'
    ),
    dated AS (
      UPDATE "order" SET paid_at = paid_order.at FROM paid_order
      WHERE "order".store_id = ${storeId} AND "order".id = paid_order.id AND "order".paid_at IS NULL
    )`

/** Subscriptions, with what a movement says beside their state; a length is that of the term and its product's rhythm. */
const subscriptions = ({ storeId }: Unfilled) => Prisma.sql`
    held AS MATERIALIZED (
      SELECT subscription.*, coalesce(address.country, owner.country) AS country,
        (SELECT coupon_id FROM subscription_coupon WHERE store_id = subscription.store_id AND subscription_id = subscription.id
          ORDER BY id LIMIT 1) AS coupon_id,
        (SELECT total FROM "order" WHERE store_id = subscription.store_id AND id = unpaid_order_id) AS failed_total
      FROM subscription JOIN owner ON owner.id = customer_id
      LEFT JOIN address ON address.store_id = subscription.store_id AND address.id = address_id
      WHERE subscription.store_id = ${storeId} AND NOT is_test
    ),
    paid_line AS MATERIALIZED (
      SELECT line.id AS line_id, held.id, paid_order.at, paid_order.id AS order_id, line.product_id, line.product_instance_id,
        coalesce(line.term_id, held.term_id) AS term_id,
        line.price * line.quantity - forever.discount AS price, forever.discount AS forever_discount,
        rebill_months * num_cycles AS months, coalesce(rebill_weeks, 0) * num_cycles AS weeks,
        paid_order.total > 0 AND prorated_charge IS NULL AS is_paid,
        row_number() OVER (
          PARTITION BY held.id, paid_order.total > 0 AND prorated_charge IS NULL ORDER BY paid_order.at, paid_order.id
        ) AS number
      FROM held JOIN order_product AS line ON line.store_id = held.store_id AND line.subscription_id = held.id
      JOIN paid_order ON paid_order.id = line.order_id
      JOIN subscription_type_term AS term ON term.store_id = line.store_id AND term.id = coalesce(line.term_id, held.term_id)
      JOIN product ON product.store_id = line.store_id AND product.id = line.product_id
      JOIN product_billing AS billing ON billing.store_id = product.store_id
        AND billing.id = CASE WHEN line.product_id = held.product_id THEN held.product_billing_id ELSE product.product_billing_id END
      -- Of several coupons on a line it is not known which took how much.
      CROSS JOIN LATERAL (
        SELECT CASE WHEN line.forever_discount > 0 THEN line.forever_discount WHEN line.discount > 0 AND (
          SELECT bool_and(coalesce(forever, false)) AND count(*) = 1 FROM order_coupon AS used
          LEFT JOIN subscription_coupon AS waiting ON waiting.store_id = used.store_id AND waiting.subscription_id = held.id
            AND waiting.coupon_id = used.coupon_id
          WHERE used.store_id = line.store_id AND used.order_id = line.order_id
        ) THEN line.discount ELSE 0 END AS discount
      ) AS forever
    ),
    numbered AS (
      UPDATE order_product AS line SET paid_number = CASE WHEN is_paid THEN number END, forever_discount = paid_line.forever_discount
      FROM paid_line WHERE line.store_id = ${storeId} AND line.id = line_id
        AND (line.paid_number, line.forever_discount) IS DISTINCT FROM (CASE WHEN is_paid THEN number END, paid_line.forever_discount)
    ),
    counted AS (
      UPDATE subscription SET first_paid_at = sum.first_paid_at, paid_orders = sum.paid_orders, recurring_price = sum.price,
        recurring_months = sum.months, recurring_weeks = sum.weeks
      FROM (
        SELECT id, min(at) FILTER (WHERE is_paid) AS first_paid_at, count(*) FILTER (WHERE is_paid)::int AS paid_orders,
          (array_agg(price ORDER BY at DESC, order_id DESC))[1] AS price,
          (array_agg(months ORDER BY at DESC, order_id DESC))[1] AS months,
          (array_agg(weeks ORDER BY at DESC, order_id DESC))[1] AS weeks
        FROM paid_line GROUP BY id
      ) AS sum
      WHERE subscription.store_id = ${storeId} AND subscription.id = sum.id
      RETURNING subscription.id, subscription.first_paid_at, is_counted, recurring_price, recurring_months, recurring_weeks
    )`

/**
 * The points in time at which something of a subscription is known, and what: its status, whether it counts by it, and its plan. The last is the
 * present, so that the next movement begins where these end.
 */
const points = ({ knownAt }: Unfilled) => Prisma.sql`
    point AS (
      SELECT id, start_date AS at, 0 AS rank, 0::bigint AS turn, CASE WHEN status = 'unpaid' THEN status ELSE 'active' END AS status, false AS counts,
        NULL::bigint AS price, NULL::int AS months, NULL::int AS weeks, product_id, product_instance_id, term_id FROM held
      UNION ALL
      SELECT id, at, 1, order_id, CASE WHEN prorated_charge IS NULL THEN 'active'::"SubscriptionStatus" END,
        CASE WHEN prorated_charge IS NULL THEN true END, price, months, weeks, product_id, product_instance_id, term_id
      FROM (SELECT paid_line.*, prorated_charge FROM paid_line JOIN paid_order ON paid_order.id = order_id) AS line
      UNION ALL
      SELECT held.id, log_entry.created_at, 2, log_entry.id, (changes #>> '{status,to}')::"SubscriptionStatus",
        changes #>> '{status,to}' IN ('active', 'past_due') OR changes #>> '{status,to}' = 'cancelled'
          AND (held.end_date > log_entry.created_at OR held.status NOT IN ('cancelled', 'expired')),
        NULL, NULL, NULL, NULL, NULL, NULL
      FROM held JOIN log_entry ON log_entry.store_id = held.store_id AND log_entry.subscription_id = held.id
      WHERE changes ? 'status' AND refused_by IS NULL AND changes #>> '{status,to}' = ANY(enum_range(NULL::"SubscriptionStatus")::text[])
      UNION ALL
      SELECT held.id, known.at, 3, known.turn, known.status, known.counts, NULL, NULL, NULL, NULL, NULL, NULL
      FROM held CROSS JOIN LATERAL (VALUES
        (CASE WHEN held.status IN ('cancelled', 'expired') THEN cancelled_at END, 0::bigint, 'cancelled'::"SubscriptionStatus",
          end_date > cancelled_at),
        (CASE WHEN held.status = 'expired' THEN greatest(end_date, cancelled_at) END, 1, 'expired', false),
        (CASE WHEN held.status = 'past_due' THEN past_due_at END, 0, 'past_due', true),
        (CASE WHEN held.status = 'past_due' AND next_try_at IS NULL THEN past_due_at + interval '720 hours' END, 1, 'past_due',
          false),
        (CASE WHEN held.status = 'suspended' THEN paused_at END, 0, 'suspended', false)
      ) AS known (at, turn, status, counts)
      WHERE known.at <= ${knownAt}
      UNION ALL
      SELECT held.id, greatest(start_date, ${knownAt}), 4, 0, status, coalesce(counted.is_counted, false), coalesce(counted.recurring_price, 0),
        coalesce(counted.recurring_months, 0), coalesce(counted.recurring_weeks, 0), product_id, product_instance_id, term_id
      FROM held LEFT JOIN counted USING (id)
    ),
    placed AS (
      SELECT *, row_number() OVER (PARTITION BY id ORDER BY at, rank, turn) AS place,
        count(status) OVER so_far AS of_status, count(price) OVER so_far AS of_price, count(product_id) OVER so_far AS of_plan
      FROM point WINDOW so_far AS (PARTITION BY id ORDER BY at, rank, turn)
    ),
    state AS (
      SELECT placed.id, at, place, first_value(status) OVER (PARTITION BY placed.id, of_status ORDER BY place) AS status,
        first_value(counts) OVER (PARTITION BY placed.id, of_status ORDER BY place) AND coalesce(at >= counted.first_paid_at, false) AS counted,
        coalesce(first_value(price) OVER (PARTITION BY placed.id, of_price ORDER BY place), 0) AS price,
        coalesce(first_value(months) OVER (PARTITION BY placed.id, of_price ORDER BY place), 0) AS months,
        coalesce(first_value(weeks) OVER (PARTITION BY placed.id, of_price ORDER BY place), 0) AS weeks,
        first_value(product_id) OVER (PARTITION BY placed.id, of_plan ORDER BY place) AS product_id,
        first_value(product_instance_id) OVER (PARTITION BY placed.id, of_plan ORDER BY place) AS instance_id,
        first_value(term_id) OVER (PARTITION BY placed.id, of_plan ORDER BY place) AS term_id
      FROM placed LEFT JOIN counted USING (id)
    )`

/** Of states at the same time only the last is one; of equal ones in a row the first. */
const moves = Prisma.sql`
    lasting AS (
      SELECT * FROM (SELECT *, lead(at) OVER (PARTITION BY id ORDER BY place) AS next_at FROM state) AS each
      WHERE next_at IS DISTINCT FROM at
    ),
    compared AS (
      SELECT *, lag(status) OVER before AS from_status, coalesce(lag(counted) OVER before, false) AS from_counted,
        coalesce(lag(price) OVER before, 0) AS from_price, coalesce(lag(months) OVER before, 0) AS from_months,
        coalesce(lag(weeks) OVER before, 0) AS from_weeks, lag(product_id) OVER before AS from_product_id,
        lag(instance_id) OVER before AS from_instance_id, lag(term_id) OVER before AS from_term_id,
        lag(place) OVER before IS NULL AS begins
      FROM lasting WINDOW before AS (PARTITION BY id ORDER BY place)
    ),
    moving AS (
      SELECT held.customer_id, held.is_gift, paid.first_paid_at, held.autorenew, held.country, held.coupon_id, held.cancel_reason, held.past_due_reason,
        held.failed_total, now.id AS subscription_id, at, begins, now.status AS to_status, counted AS to_counted, price AS to_price, months AS to_months,
        weeks AS to_weeks, now.product_id, instance_id AS to_instance_id, now.term_id AS to_term_id, from_status, from_counted, from_price, from_months,
        from_weeks, from_product_id, from_instance_id, from_term_id,
        CASE WHEN paid.first_paid_at IS NULL THEN 0
          ELSE (now.status = 'suspended')::int - coalesce(from_status = 'suspended', false)::int END AS paused,
        (counted AND price > 0)::int - (from_counted AND from_price > 0)::int AS paying, counted::int - from_counted::int AS moved
      FROM compared AS now JOIN held ON held.id = now.id LEFT JOIN counted AS paid ON paid.id = now.id
      WHERE begins OR (now.status, counted, price, months, weeks, now.product_id, instance_id, now.term_id)
        IS DISTINCT FROM (from_status, from_counted, from_price, from_months, from_weeks, from_product_id, from_instance_id, from_term_id)
    ),
    summed AS (
      SELECT *, sum(moved) OVER so_far AS counted_after, sum(moved) OVER so_far - sum(moved) OVER at_once AS counted_before,
        sum(paused) OVER so_far AS paused_after, sum(paused) OVER so_far - sum(paused) OVER at_once AS paused_before,
        sum(paying) OVER so_far AS paying_after, sum(paying) OVER so_far - sum(paying) OVER at_once AS paying_before,
        row_number() OVER (PARTITION BY customer_id, at ORDER BY subscription_id) = 1 AS leads
      FROM moving WINDOW so_far AS (PARTITION BY customer_id ORDER BY at), at_once AS (PARTITION BY customer_id, at)
    ),
    run AS (
      SELECT *, sum((leads AND counted_before = 0 AND counted_after > 0)::int) OVER so_far AS counted_runs,
        max(CASE WHEN counted_before + paused_before = 0 AND counted_after + paused_after > 0 THEN at END) OVER so_far AS since
      FROM summed WINDOW so_far AS (PARTITION BY customer_id ORDER BY at)
    )`

/** Inserts the movements of customers, which have none yet, and sets what is counted of them. */
export const fillIn = (unfilled: Unfilled): Prisma.Sql => Prisma.sql`
    WITH ${paidOrders(unfilled)}, ${subscriptions(unfilled)}, ${points(unfilled)}, ${moves},
    filled AS (
      INSERT INTO subscription_movement (store_id, at, known_at, origin, subscription_id, customer_id, is_first, is_gift, first_paid_at,
        since, from_status, to_status, from_counted, to_counted, from_autorenew, to_autorenew, from_price, to_price, from_months,
        to_months, from_weeks, to_weeks, from_product_id, product_id, from_instance_id, to_instance_id, from_term_id, to_term_id,
        from_country, to_country, counted_before, counted_after, paused_before, paused_after, paying_before, paying_after, coupon_id,
        cancel_reason, past_due_reason, failed_total, kind)
      SELECT ${unfilled.storeId}, at, ${unfilled.knownAt}, 'filled_in', subscription_id, customer_id, leads, is_gift,
        CASE WHEN at >= first_paid_at THEN first_paid_at END, since, from_status, to_status, from_counted, to_counted,
        CASE WHEN NOT begins THEN autorenew END, autorenew, from_price, to_price, from_months, to_months, from_weeks, to_weeks,
        from_product_id, product_id, from_instance_id, to_instance_id, from_term_id, to_term_id,
        CASE WHEN NOT begins THEN country END, country, counted_before, counted_after, paused_before, paused_after, paying_before,
        paying_after, coupon_id, CASE WHEN to_status IN ('cancelled', 'expired') THEN cancel_reason END,
        CASE WHEN to_status = 'past_due' THEN past_due_reason END, CASE WHEN to_status = 'past_due' THEN failed_total END, ${kindSql}
      FROM run ORDER BY at, subscription_id
    )
    UPDATE customer SET has_movements = true, counted_subscriptions = coalesce(last.counted_after, 0),
      paused_subscriptions = coalesce(last.paused_after, 0), paying_subscriptions = coalesce(last.paying_after, 0),
      counted_runs = coalesce(last.counted_runs, 0), counted_since = last.since
    FROM owner LEFT JOIN (
      SELECT DISTINCT ON (customer_id) * FROM run ORDER BY customer_id, at DESC
    ) AS last ON last.customer_id = owner.id
    WHERE customer.store_id = ${unfilled.storeId} AND customer.id = owner.id`

/**
 * Notes that all customers of a store are filled in: its figures are exact from the oldest entry of the log on, in which each write has
 * left what it changed.
 */
export const noteFilled = ({ storeId, knownAt }: Omit<Unfilled, 'customers'>): Prisma.Sql => Prisma.sql`
    UPDATE store SET is_filled_in = true, filled_in_at = ${knownAt}, exact_since = greatest(created_at, coalesce(
      (SELECT min(created_at) FROM log_entry WHERE store_id = store.id AND refused_by IS NULL), ${knownAt}))
    WHERE id = ${storeId}`
