/** What is due, claimed for one worker: others leave it alone until it is done, or until the worker must have died. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Operator } from '../auth/viewer.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Schedule } from '../resources/subscriptions/due-rules.ts'

/** A subscription that is due, and its store. */
export type Due = Pick<Operator, 'storeId' | 'currency'> & Schedule & { id: bigint }

/** When a subscription is due; the index subscription_due says it in the same words. */
const dueAt = Prisma.sql`(CASE "status" WHEN 'active' THEN "end_date" WHEN 'cancelled' THEN "end_date" WHEN 'past_due' THEN "next_try_at" END)`

// Of each store as many at a time: one with a hundred thousand due keeps none of the others waiting.
const ofEachStore = 20

// Longer than a gateway may take, and all that comes before and after it.
const claimSeconds = 120

// What lies longer back was left alone for a reason, see due-rules.ts, and is not to be looked through every second.
const lookBackDays = 31

/**
 * Claims subscriptions that are due, the longest first in each store; which stores come first is chance.
 *
 * @param most how many in all.
 */
export function claimDue(db: Db, clock: Clock, most: number): Promise<Due[]> {
  // Read once for the whole statement: an index cannot be asked for what is older than a time that goes on.
  const now = Prisma.sql`(SELECT ${clock.inSql()})`
  return db.$queryRaw<Due[]>`
    WITH due AS (
      SELECT found.store_id, found.id FROM (SELECT id FROM store ORDER BY random()) AS store CROSS JOIN LATERAL (
        SELECT store_id, id FROM subscription
        WHERE store_id = store.id AND status IN ('active', 'cancelled', 'past_due') AND ${dueAt} <= ${now}
          AND ${dueAt} > ${now} - make_interval(days => ${lookBackDays})
          AND NOT payment_under_way AND (claimed_until IS NULL OR claimed_until < ${now})
        ORDER BY ${dueAt} LIMIT ${ofEachStore} FOR UPDATE SKIP LOCKED
      ) AS found LIMIT ${most}
    )
    UPDATE subscription SET claimed_until = ${now} + make_interval(secs => ${claimSeconds}) FROM due, store
    WHERE subscription.store_id = due.store_id AND subscription.id = due.id AND store.id = due.store_id
    RETURNING subscription.store_id AS "storeId", subscription.id, store.currency, store.retry_days AS "retryDays",
      store.cancels_past_due AS "cancelsPastDue"`
}
