/** Claims due subscriptions for one worker: others skip them until they are done, or until the lease has run out. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Operator } from '../auth/viewer.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { dueAt, isAwaited } from '../purchases/subscription/due-sql.ts'
import type { Schedule } from '../resources/subscriptions/due/due-rules.ts'

/** A due subscription, and its store. */
export type Due = Pick<Operator, 'storeId' | 'currency' | 'hasTestClock'> &
  Schedule & { id: bigint; customerId: bigint; claimedFor: Date }

// The same number of each store: one with a hundred thousand due delays none of the others.
const ofEachStore = 20

// A claim is begun within ten seconds, and takes as long as a gateway may, twenty. If a worker takes longer, another finds the payment in
// progress: the claim saves it that lookup, and is not what prevents a second charge.
const claimSeconds = 60

/**
 * Claims subscriptions that are due by the clocks of their stores, the longest first in each store and those of one time by their ids,
 * as they spend the credit of their customer; which stores come first is chance. A claim is for what is due then and nothing later; how long it lasts goes by the database's clock.
 *
 * @param most how many in all.
 */
export function claimDue(db: Db, clock: Clock, most: number): Promise<Due[]> {
  // Read once for the whole statement: an index cannot be asked for what is older than a time that goes on.
  const now = Prisma.sql`(SELECT ${clock.inSql()})`
  return db.$queryRaw<Due[]>`
    WITH due AS (
      SELECT found.store_id, found.id FROM (SELECT id, coalesce(clock_now, ${now}) AS now FROM store ORDER BY random()) AS store
      CROSS JOIN LATERAL (
        SELECT store_id, id FROM subscription
        WHERE store_id = store.id AND ${isAwaited} AND ${dueAt} <= store.now
          AND NOT payment_under_way AND (claimed_until IS NULL OR claimed_until < ${now} OR claimed_for <> ${dueAt})
        ORDER BY ${dueAt}, id LIMIT ${ofEachStore} FOR UPDATE SKIP LOCKED
      ) AS found LIMIT ${most}
    )
    UPDATE subscription SET claimed_until = ${now} + make_interval(secs => ${claimSeconds}), claimed_for = ${dueAt} FROM due, store
    WHERE subscription.store_id = due.store_id AND subscription.id = due.id AND store.id = due.store_id
    RETURNING subscription.store_id AS "storeId", subscription.id, subscription.customer_id AS "customerId",
      claimed_for AS "claimedFor", store.currency, store.has_test_clock AS "hasTestClock",
      store.retry_days AS "retryDays", store.cancels_past_due AS "cancelsPastDue"`
}

/** Time for which a subscription is postponed that the database refuses: its row has to be mended first. */
const postponedSeconds = 3_600

/** Whether a subscription was postponed; a clock does not wait for it. */
export const isPostponed = (clock: Clock) =>
  Prisma.sql`coalesce(claimed_until > ${clock.inSql()} + make_interval(secs => ${claimSeconds}) AND claimed_for = ${dueAt}, false)`

/**
 * Leaves a subscription alone for an hour if what was claimed of it is still due.
 *
 * @returns whether it is.
 */
export async function postpone(db: Db, clock: Clock, { storeId, id, claimedFor }: Due): Promise<boolean> {
  const postponed = await db.$executeRaw`
    UPDATE subscription SET claimed_until = ${clock.inSql()} + make_interval(secs => ${postponedSeconds})
    WHERE store_id = ${storeId} AND id = ${id} AND claimed_for = ${claimedFor} AND ${isAwaited} AND ${dueAt} = claimed_for
      AND NOT payment_under_way`
  return postponed > 0
}

/** Releases claims before they have run out. */
export async function returnClaims(db: Db, claimed: readonly Due[]): Promise<void> {
  if (claimed.length === 0) return
  const storeIds = claimed.map(({ storeId }) => storeId)
  const ids = claimed.map(({ id }) => id)
  await db.$executeRaw`
    UPDATE subscription SET claimed_until = NULL FROM unnest(${storeIds}::bigint[], ${ids}::bigint[]) AS claimed (store_id, id)
    WHERE subscription.store_id = claimed.store_id AND subscription.id = claimed.id`
}

/** Releases the claims of a process that has died; for a database that only one process uses. */
export const returnAllClaims = (db: Db, clock: Clock): Promise<number> => db.$executeRaw`
  UPDATE subscription SET claimed_until = NULL FROM (SELECT id, coalesce(clock_now, ${clock.inSql()}) AS now FROM store) AS store
  WHERE subscription.store_id = store.id AND ${isAwaited} AND ${dueAt} <= store.now AND claimed_until IS NOT NULL`
