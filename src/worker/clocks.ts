/** Moves the test clocks of stores that are on their way: from one time at which something is due to the next. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { dueAt, isAwaited } from '../purchases/subscription/due-sql.ts'
import { earlyNoticeDays } from '../resources/subscriptions/due/notice-rules.ts'
import {
  dayOf,
  expiry,
  expiryNoticeTime,
  hasLongTerm,
  isExpiryUnannounced,
  isNoticed,
  isUnannounced,
  noticeTime,
} from './announced.ts'
import { isPostponed } from './due.ts'

const day = Prisma.sql`make_interval(secs => 86400)`

/**
 * Moves each clock that has somewhere to go on to when something is due or to be announced next, or to its target, once nothing is due any more where
 * it stands; a clock is there when nothing is due at its target either. In between the workers do what is due, so that it
 * happens in its order. Of several who move a clock at once one does: the others find that it stands elsewhere.
 *
 * @returns how many clocks were moved, or have reached their target.
 */
export function moveClocks(db: Db, clock: Clock): Promise<number> {
  // A claimed subscription, or one with a payment in progress, is due until it is done: the clock waits for it.
  return db.$executeRaw`
    UPDATE store SET clock_now = next.time, clock_target = CASE WHEN store.clock_now < store.clock_target THEN store.clock_target END
    FROM (
      SELECT store.id, store.clock_now AS since, least(store.clock_target, first.due, near.due, early.due, expiring.due) AS time
      FROM store LEFT JOIN LATERAL (
        SELECT ${dueAt} AS due FROM subscription WHERE store_id = store.id AND ${isAwaited} AND NOT ${isPostponed(clock)}
        ORDER BY ${dueAt} LIMIT 1
      ) AS first ON true LEFT JOIN LATERAL (
        SELECT end_date - ${noticeTime} AS due FROM subscription
        WHERE store_id = store.id AND ${isUnannounced} AND end_date > store.clock_now AND NOT ${isNoticed(noticeTime)} ORDER BY end_date LIMIT 1
      ) AS near ON store.renewal_notice_days > 0 LEFT JOIN LATERAL (
        SELECT min(end_date - make_interval(secs => notice.days * 86400)) AS due
        FROM subscription CROSS JOIN unnest(ARRAY[${Prisma.join([...earlyNoticeDays])}]::int[]) AS notice (days)
        WHERE store_id = store.id AND ${isUnannounced} AND ${hasLongTerm} AND end_date - make_interval(secs => notice.days * 86400) > store.clock_now
      ) AS early ON store.renewal_notice_days > 0 LEFT JOIN LATERAL (
        SELECT greatest(${expiry} - ${expiryNoticeTime}, ${dayOf(Prisma.sql`created_at`)} + ${day}, expiries_looked_at + ${day}) AS due
        FROM payment_method
        WHERE store_id = store.id AND ${isExpiryUnannounced} AND ${expiry} > store.clock_now ORDER BY ${expiry}, id LIMIT 1
      ) AS expiring ON true
      WHERE store.clock_target IS NOT NULL AND (least(first.due, near.due, expiring.due) > store.clock_now) IS NOT FALSE
      FOR NO KEY UPDATE OF store SKIP LOCKED
    ) AS next
    WHERE store.id = next.id AND store.clock_now = next.since AND store.clock_target IS NOT NULL`
}
