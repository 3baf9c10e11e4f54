/** Claims due deliveries of a consumer for one process: others skip them until they are recorded or their lease has run out. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Claimed, ConsumerRows } from './consumer.ts'

type LockedSubscriber = { storeId: bigint; id: bigint; isOrdered: boolean; isProbed: boolean }

/** Subscribers considered at a time, chosen at random where there are more. */
const batchSubscribers = 100

/** Interval at which one delivery of a failing subscriber is tried regardless of its backoff: it may have recovered. */
export const probeSeconds = 60

type Claim = ConsumerRows['claim']

const claimable = ({ only }: Claim): Prisma.Sql => only ?? Prisma.sql`true`

/** Whether it is time to probe a failing subscriber; a process that may claim some of its deliveries alone leaves it to others. */
const isProbed = ({ only }: Claim, clock: Clock): Prisma.Sql =>
  only ? Prisma.sql`false` : Prisma.sql`subscriber.probe_at <= (SELECT ${clock.inSql()})`

/** Subscribers with a due delivery. */
const dueSubscribers = ({ subscribers, deliveries, subscriberId, claim }: ConsumerRows, clock: Clock): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE open AS (
    (SELECT store_id, ${subscriberId} FROM ${deliveries} WHERE state IN ('waiting', 'sending') ORDER BY store_id, ${subscriberId} LIMIT 1)
    UNION ALL
    SELECT next.store_id, next.${subscriberId} FROM open CROSS JOIN LATERAL (
      SELECT delivery.store_id, delivery.${subscriberId} FROM ${deliveries} AS delivery
      WHERE delivery.state IN ('waiting', 'sending') AND (delivery.store_id, delivery.${subscriberId}) > (open.store_id, open.${subscriberId})
      ORDER BY delivery.store_id, delivery.${subscriberId} LIMIT 1) AS next
  )
  SELECT subscriber.store_id AS "storeId", subscriber.id, subscriber.is_ordered AS "isOrdered",
    coalesce(${isProbed(claim, clock)}, false) AS "isProbed"
  FROM open JOIN ${subscribers} AS subscriber ON subscriber.store_id = open.store_id AND subscriber.id = open.${subscriberId}
  WHERE subscriber.disabled_at IS NULL AND (${isProbed(claim, clock)}
    OR EXISTS (SELECT 1 FROM ${deliveries} AS delivery WHERE delivery.store_id = subscriber.store_id
      AND delivery.${subscriberId} = subscriber.id AND delivery.state IN ('waiting', 'sending')
      AND delivery.next_try_at <= (SELECT ${clock.inSql()}) AND ${claimable(claim)}))`

/**
 * Claims deliveries that are due, of each subscriber a few; of one that is ordered the next, once the one before is taken or given up.
 * The stores with the fewest in progress have precedence, and in each its subscribers take turns, ordered or not.
 *
 * @param most how many in all.
 */
export async function claimDeliveries<Content>(
  rows: ConsumerRows,
  db: Db,
  clock: Clock,
  most: number,
): Promise<(Claimed & Content)[]> {
  const { subscribers, deliveries, subscriberId, claim } = rows
  // Mostly nothing is due, and a check for that needs no transaction.
  const due = await db.$queryRaw<LockedSubscriber[]>`${dueSubscribers(rows, clock)} LIMIT 1 ${keptPlan}`
  if (due.length === 0) return []
  return inTransaction(db, async (tx) => {
    // A statement of its own: what the next one sees begins when the subscribers are held, with all that others have claimed of them.
    const held = await tx.$queryRaw<LockedSubscriber[]>`${dueSubscribers(rows, clock)}
      ORDER BY random() LIMIT ${batchSubscribers}::int FOR NO KEY UPDATE OF subscriber SKIP LOCKED ${keptPlan}`
    if (held.length === 0) return []
    return tx.$queryRaw<(Claimed & Content)[]>`
      WITH held AS (
        SELECT * FROM unnest(${held.map(({ storeId }) => storeId)}::bigint[], ${held.map(({ id }) => id)}::bigint[],
          ${held.map(({ isOrdered }) => isOrdered)}::boolean[], ${held.map(({ isProbed }) => isProbed)}::boolean[])
          AS held (store_id, subscriber_id, is_ordered, is_probed)
      ), now AS MATERIALIZED (SELECT ${clock.inSql()} AS now),
      found AS (
        SELECT found.store_id, found.id,
          row_number() OVER (PARTITION BY held.store_id, held.subscriber_id ORDER BY found.next_try_at, found.id) AS turn
        FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.next_try_at FROM ${deliveries} AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.${subscriberId} = held.subscriber_id
            AND delivery.state IN ('waiting', 'sending') AND delivery.next_try_at <= (SELECT now FROM now) AND ${claimable(claim)}
          ORDER BY delivery.next_try_at, delivery.id
          LIMIT greatest(0, ${rows.atOnce}::int - (SELECT count(*) FROM ${deliveries} AS sent WHERE sent.store_id = held.store_id
            AND sent.${subscriberId} = held.subscriber_id AND sent.state = 'sending' AND sent.next_try_at > (SELECT now FROM now)))
        ) AS found WHERE NOT held.is_ordered
        UNION ALL
        SELECT first.store_id, first.id, 1 FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.next_try_at FROM ${deliveries} AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.${subscriberId} = held.subscriber_id AND delivery.state IN ('waiting', 'sending')
          ORDER BY delivery.sequence NULLS FIRST LIMIT 1
        ) AS first WHERE held.is_ordered AND first.next_try_at <= (SELECT now FROM now)
        UNION ALL
        SELECT oldest.store_id, oldest.id, 1 FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.state, delivery.next_try_at FROM ${deliveries} AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.${subscriberId} = held.subscriber_id AND delivery.state IN ('waiting', 'sending')
          ORDER BY delivery.sequence NULLS FIRST LIMIT 1
        ) AS oldest WHERE held.is_probed AND oldest.state = 'waiting' AND oldest.next_try_at > (SELECT now FROM now)
      ), busy AS (
        SELECT store.store_id, (SELECT count(*) FROM ${deliveries} AS sent WHERE sent.store_id = store.store_id
          AND sent.state = 'sending' AND sent.next_try_at > (SELECT now FROM now)) AS under_way
        FROM (SELECT DISTINCT store_id FROM held) AS store
      ), placed AS (
        SELECT found.store_id, found.id,
          busy.under_way + row_number() OVER (PARTITION BY found.store_id ORDER BY found.turn, random()) AS place
        FROM found JOIN busy ON busy.store_id = found.store_id
      ), due AS (
        SELECT store_id, id FROM placed WHERE place <= ${rows.perStore}::int ORDER BY place, random() LIMIT ${most}::int
      ), probed AS (
        UPDATE ${subscribers} AS subscriber SET probe_at = now.now + make_interval(secs => ${probeSeconds}) FROM held, now
        WHERE held.is_probed AND subscriber.store_id = held.store_id AND subscriber.id = held.subscriber_id
      )
      UPDATE ${deliveries} AS delivery
      SET state = 'sending', next_try_at = now.now + make_interval(secs => ${rows.leaseSeconds}),
        tries = tries + (coalesce(delivery.scheduled_at, delivery.next_try_at) <= now.now)::int,
        scheduled_at = CASE WHEN coalesce(delivery.scheduled_at, delivery.next_try_at) > now.now
          THEN coalesce(delivery.scheduled_at, delivery.next_try_at) END${claim.sets ? Prisma.sql`, ${claim.sets}` : Prisma.empty}
      FROM due, now, ${subscribers} AS subscriber
      WHERE delivery.store_id = due.store_id AND delivery.id = due.id
        AND subscriber.store_id = delivery.store_id AND subscriber.id = delivery.${subscriberId}
      RETURNING delivery.store_id AS "storeId", delivery.${subscriberId} AS "subscriberId", delivery.id, delivery.tries,
        delivery.scheduled_at AS "scheduledAt", delivery.next_try_at AS "claimedUntil", ${claim.returns} ${keptPlan}`
  })
}

/** Releases the claims of a process that has died; for a database that only one process uses. */
export const returnDeliveries = ({ deliveries }: ConsumerRows, db: Db, clock: Clock): Promise<number> => db.$executeRaw`
  UPDATE ${deliveries} SET next_try_at = date_trunc('second', ${clock.inSql()})
  WHERE state = 'sending' AND next_try_at > ${clock.inSql()}`
