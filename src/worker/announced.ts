/** Finds what is to be announced: renewals that are near, and payment methods that run out. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { meetsChecks } from '../db/checks.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { noticeDays } from '../resources/payment-methods/expiry-rules.ts'
import { daysOfMonth, earlyNoticeDays, longTermDays, markedDays } from '../resources/subscriptions/due/notice-rules.ts'

type Store = { storeId: bigint; currency: string; hasTestClock: boolean }

/** Renewals of a store that are to be announced, the nearest first. */
export type NearRenewals = Store & { ids: bigint[]; days: number }

/** Renewals that are still to be announced; the index subscription_unannounced has the same words, but for the last two. */
export const isUnannounced = Prisma.sql`status = 'active' AND autorenew AND NOT is_gift
  AND renewal_noticed_for IS DISTINCT FROM end_date AND NOT payment_under_way AND ${meetsChecks('subscription')}`

/** How long before its date a store announces a renewal. */
export const noticeTime = Prisma.sql`make_interval(secs => renewal_notice_days * 86400)`

const days = (count: number): Prisma.Sql => Prisma.raw(`make_interval(secs => ${count * 86_400})`)

/** The longest of the early notices. */
const earlyNoticeTime = days(Math.max(...earlyNoticeDays))

/** Whether a notice was given so long before the end date, or later, but is not the last one; see `dueNotice`. */
export const isNoticed = (time: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(end_date - renewal_noticed_for BETWEEN ${days(markedDays)} AND ${days(markedDays)} + ${time}, false)`

/** The time before the end date of the notice that has begun by a time of the row `store`, the latest of them. */
const begun = (now: Prisma.Sql): Prisma.Sql => {
  const times = [noticeTime, ...earlyNoticeDays.map(days)]
  return Prisma.sql`least(${Prisma.join(times.map((time) => Prisma.sql`CASE WHEN end_date <= ${now} + ${time} THEN ${time} END`))})`
}

const isLong = (billing: string): Prisma.Sql =>
  Prisma.raw(
    `term.num_cycles * (${billing}.rebill_months * ${daysOfMonth}::float8 + coalesce(${billing}.rebill_weeks, 0) * 7) > ${longTermDays}`,
  )

/**
 * Whether the row `subscription` of the row `store` has a long term, whose renewals are announced early as well: first by the terms of products
 * that are long, which an index has, and then by how often it itself renews.
 */
export const hasLongTerm = Prisma.sql`subscription.term_id = ANY(ARRAY(
    SELECT term.id FROM subscription_type_term AS term
    JOIN subscription_type AS type ON type.store_id = store.id AND type.id = term.subscription_type_id
    JOIN product ON product.store_id = store.id AND product.id = type.product_id
    JOIN product_billing AS usual ON usual.store_id = store.id AND usual.id = product.product_billing_id
    WHERE term.store_id = store.id AND ${isLong('usual')}))
  AND EXISTS (SELECT FROM subscription_type_term AS term JOIN product_billing AS own ON own.store_id = term.store_id
    WHERE term.store_id = store.id AND term.id = subscription.term_id AND own.id = subscription.product_billing_id AND ${isLong('own')})`

/** As many of each store at a time. */
export const ofEachStore = 100

/** As many stores at a time. */
export const mostStores = 20

/**
 * Finds renewals to announce; which stores are first is chance.
 *
 * @param isEarly whether early notices of long terms are looked for, too; those of stores with a test clock always are.
 */
export function findNear(db: Db, clock: Clock, isEarly: boolean): Promise<NearRenewals[]> {
  return db.$queryRaw<NearRenewals[]>`
    SELECT store.id AS "storeId", store.currency, store.has_test_clock AS "hasTestClock", renewal_notice_days AS days, found.ids
    FROM (SELECT *, coalesce(clock_now, (SELECT ${clock.inSql()})) AS now FROM store WHERE renewal_notice_days > 0 ORDER BY random()) AS store
    CROSS JOIN LATERAL (
      SELECT array_agg(near.id) AS ids FROM (
        (SELECT id FROM subscription WHERE store_id = store.id AND ${isUnannounced}
          AND end_date > store.now AND end_date <= store.now + ${noticeTime} AND NOT ${isNoticed(begun(Prisma.sql`store.now`))}
        ORDER BY end_date LIMIT ${ofEachStore})
        UNION ALL
        (SELECT id FROM subscription
        WHERE (store.clock_now IS NOT NULL OR ${isEarly}::boolean) AND store_id = store.id AND ${isUnannounced} AND ${hasLongTerm}
          AND end_date > store.now + ${noticeTime} AND end_date <= store.now + ${earlyNoticeTime} AND NOT ${isNoticed(begun(Prisma.sql`store.now`))}
        ORDER BY end_date LIMIT ${ofEachStore})
      ) AS near
    ) AS found
    WHERE found.ids IS NOT NULL LIMIT ${mostStores}`
}

/** Carts of a store that are to be announced as abandoned, those first that are unchanged for longest. */
type AbandonedCarts = Store & { ids: bigint[] }

/** Finds carts to announce as abandoned; the index cart_unannounced has the same words, but for the last two. */
export function findAbandoned(db: Db, clock: Clock): Promise<AbandonedCarts[]> {
  return db.$queryRaw<AbandonedCarts[]>`
    SELECT store.id AS "storeId", store.currency, store.has_test_clock AS "hasTestClock", found.ids
    FROM (SELECT *, coalesce(clock_now, (SELECT ${clock.inSql()})) AS now FROM store WHERE abandoned_after_hours > 0 ORDER BY random()) AS store
    CROSS JOIN LATERAL (
      SELECT array_agg(old.id) AS ids FROM (
        SELECT id FROM cart WHERE store_id = store.id AND NOT completed AND abandoned_at IS NULL AND changed_at IS NOT NULL
          AND changed_at <= store.now - make_interval(hours => abandoned_after_hours) AND ${meetsChecks('cart')}
        ORDER BY changed_at LIMIT ${ofEachStore}
      ) AS old
    ) AS found
    WHERE found.ids IS NOT NULL LIMIT ${mostStores}`
}

/** When a payment method runs out; the index payment_method_unannounced has the same expression. */
export const expiry = Prisma.sql`(CASE WHEN exp_month BETWEEN 1 AND 12 AND exp_year BETWEEN 1900 AND 9000
  THEN (make_date(exp_year, exp_month, 1) + interval '1 month') AT TIME ZONE 'UTC' END)`

/** Payment methods whose expiry is still to be announced; the index payment_method_unannounced has the same words. */
export const isExpiryUnannounced = Prisma.sql`archived_at IS NULL AND expiry_noticed_for IS DISTINCT FROM ${expiry}`

export const expiryNoticeTime = Prisma.sql`make_interval(secs => ${noticeDays * 86_400}::int)`

/** The beginning of the day of a time, in UTC. */
export const dayOf = (time: Prisma.Sql) => Prisma.sql`date_trunc('day', ${time}, 'UTC')`

/** A store in which it is to be looked today for payment methods that run out. */
export type LookingStore = Store & { now: Date }

/** Finds the stores with payment methods that run out, and in which none were announced today. */
export function findLooking(db: Db, clock: Clock): Promise<LookingStore[]> {
  return db.$queryRaw<LookingStore[]>`
    SELECT store.id AS "storeId", store.currency, store.has_test_clock AS "hasTestClock", store.now
    FROM (SELECT *, coalesce(clock_now, (SELECT ${clock.inSql()}))::timestamptz(0) AS now FROM store ORDER BY random()) AS store
    WHERE (expiries_looked_at IS NULL OR expiries_looked_at < ${dayOf(Prisma.sql`store.now`)}) AND EXISTS (
      SELECT FROM payment_method WHERE store_id = store.id AND ${isExpiryUnannounced}
        AND ${expiry} > store.now AND ${expiry} <= store.now + ${expiryNoticeTime} AND created_at < ${dayOf(Prisma.sql`store.now`)}
    ) LIMIT ${mostStores}`
}

/** A payment method that runs out, and whether a subscription is renewed with it. */
export type Expiring = { id: bigint; expiry: Date; isUsed: boolean }

/** As many payment methods are looked at by one statement. */
export const lookedAtOnce = 500

/**
 * Finds payment methods of a store that run out, by when they do. A subscription is renewed with its own method, or with its customer's
 * default one, or the oldest, where it has none that is live; see `recipientOf`.
 *
 * @param last the method after which to go on.
 */
export function findExpiring(db: Db, { storeId, now }: LookingStore, last?: Expiring): Promise<Expiring[]> {
  const behind = last ? Prisma.sql`AND (${expiry}, id) > (${last.expiry}::timestamptz, ${last.id}::bigint)` : Prisma.empty
  return db.$queryRaw<Expiring[]>`
    SELECT method.id, method.expiry, EXISTS (
      SELECT FROM subscription LEFT JOIN payment_method AS own ON own.store_id = subscription.store_id AND own.id = subscription.payment_method_id
      WHERE subscription.store_id = ${storeId} AND subscription.customer_id = method.customer_id
        AND subscription.status IN ('active', 'past_due', 'suspended') AND subscription.autorenew AND NOT subscription.is_gift
        AND method.id = CASE WHEN own.id IS NOT NULL AND own.archived_at IS NULL THEN own.id ELSE (
          SELECT first.id FROM payment_method AS first
          WHERE first.store_id = ${storeId} AND first.customer_id = method.customer_id AND first.archived_at IS NULL AND NOT first.entered_by_visitor
          ORDER BY first.is_default DESC, first.id LIMIT 1) END
    ) AS "isUsed"
    FROM (
      SELECT id, customer_id, ${expiry} AS expiry FROM payment_method
      WHERE store_id = ${storeId} AND ${isExpiryUnannounced} AND ${expiry} > ${now}::timestamptz
        AND ${expiry} <= ${now}::timestamptz + ${expiryNoticeTime} AND created_at < ${dayOf(Prisma.sql`${now}::timestamptz`)} ${behind}
      ORDER BY ${expiry}, id LIMIT ${lookedAtOnce}
    ) AS method ORDER BY method.expiry, method.id`
}
