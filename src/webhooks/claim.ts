/** Claims due deliveries for one process: others skip them until they are recorded or their lease has run out. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { inTransaction } from '../db/transaction.ts'

/** A claimed delivery: its content, and the secrets that sign it. */
export type ClaimedDelivery = {
  storeId: bigint
  webhookId: bigint
  id: bigint
  isTest: boolean
  tries: number
  /** The end of its backoff, where it is tried before that; such a try is not counted. */
  scheduledAt: Date | null
  /** The end of the lease; it identifies this try among later ones. */
  claimedUntil: Date
  messageId: string
  request: string
  url: string
  secrets: string[]
}

type LockedWebhook = { storeId: bigint; id: bigint; isOrdered: boolean; isProbed: boolean }

/** Concurrent deliveries to one webhook: a slow endpoint delays its own alone. */
const atOnce = 4

/** Concurrent deliveries to all webhooks of a store: slow endpoints of one store leave places to others. */
const ofStore = 16

/** Webhooks considered at a time, chosen at random where there are more. */
const batchWebhooks = 100

// Longer than a post takes, with the work before and after it.
const leaseSeconds = 20

/** Interval at which one delivery of a failing webhook is tried regardless of its backoff: the endpoint may have recovered. */
export const probeSeconds = 60

/** Webhooks with a due delivery. */
const dueWebhooks = (clock: Clock): Prisma.Sql => Prisma.sql`
  WITH RECURSIVE open AS (
    (SELECT store_id, webhook_id FROM webhook_delivery WHERE state IN ('waiting', 'sending') ORDER BY store_id, webhook_id LIMIT 1)
    UNION ALL
    SELECT next.store_id, next.webhook_id FROM open CROSS JOIN LATERAL (
      SELECT delivery.store_id, delivery.webhook_id FROM webhook_delivery AS delivery
      WHERE delivery.state IN ('waiting', 'sending') AND (delivery.store_id, delivery.webhook_id) > (open.store_id, open.webhook_id)
      ORDER BY delivery.store_id, delivery.webhook_id LIMIT 1) AS next
  )
  SELECT webhook.store_id AS "storeId", webhook.id, webhook.is_ordered AS "isOrdered",
    coalesce(webhook.probe_at <= (SELECT ${clock.inSql()}), false) AS "isProbed"
  FROM open JOIN webhook ON webhook.store_id = open.store_id AND webhook.id = open.webhook_id
  WHERE webhook.disabled_at IS NULL AND (webhook.probe_at <= (SELECT ${clock.inSql()})
    OR EXISTS (SELECT 1 FROM webhook_delivery AS delivery WHERE delivery.store_id = webhook.store_id
      AND delivery.webhook_id = webhook.id AND delivery.state IN ('waiting', 'sending')
      AND delivery.next_try_at <= (SELECT ${clock.inSql()})))`

/**
 * Claims deliveries that are due, of each webhook a few; of one that is ordered the next, once the one before is taken or given up.
 * The stores that have the fewest on their way come first, and in each its webhooks take turns, ordered or not.
 *
 * @param most how many in all.
 */
export async function claimDeliveries(db: Db, clock: Clock, most: number): Promise<ClaimedDelivery[]> {
  // Mostly nothing is due, and a check for that needs no transaction.
  const due = await db.$queryRaw<LockedWebhook[]>`${dueWebhooks(clock)} LIMIT 1 ${keptPlan}`
  if (due.length === 0) return []
  return inTransaction(db, async (tx) => {
    // A statement of its own: what the next one sees begins when the webhooks are held, with all that others have claimed of them.
    const held = await tx.$queryRaw<LockedWebhook[]>`${dueWebhooks(clock)}
      ORDER BY random() LIMIT ${batchWebhooks}::int FOR NO KEY UPDATE OF webhook SKIP LOCKED ${keptPlan}`
    if (held.length === 0) return []
    return tx.$queryRaw<ClaimedDelivery[]>`
      WITH held AS (
        SELECT * FROM unnest(${held.map(({ storeId }) => storeId)}::bigint[], ${held.map(({ id }) => id)}::bigint[],
          ${held.map(({ isOrdered }) => isOrdered)}::boolean[], ${held.map(({ isProbed }) => isProbed)}::boolean[])
          AS held (store_id, webhook_id, is_ordered, is_probed)
      ), now AS MATERIALIZED (SELECT ${clock.inSql()} AS now),
      found AS (
        SELECT found.store_id, found.id,
          row_number() OVER (PARTITION BY held.store_id, held.webhook_id ORDER BY found.next_try_at, found.id) AS turn
        FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.next_try_at FROM webhook_delivery AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.webhook_id = held.webhook_id
            AND delivery.state IN ('waiting', 'sending') AND delivery.next_try_at <= (SELECT now FROM now)
          ORDER BY delivery.next_try_at, delivery.id
          LIMIT greatest(0, ${atOnce}::int - (SELECT count(*) FROM webhook_delivery AS sent WHERE sent.store_id = held.store_id
            AND sent.webhook_id = held.webhook_id AND sent.state = 'sending' AND sent.next_try_at > (SELECT now FROM now)))
        ) AS found WHERE NOT held.is_ordered
        UNION ALL
        SELECT first.store_id, first.id, 1 FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.next_try_at FROM webhook_delivery AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.webhook_id = held.webhook_id AND delivery.state IN ('waiting', 'sending')
          ORDER BY delivery.sequence NULLS FIRST LIMIT 1
        ) AS first WHERE held.is_ordered AND first.next_try_at <= (SELECT now FROM now)
        UNION ALL
        SELECT oldest.store_id, oldest.id, 1 FROM held CROSS JOIN LATERAL (
          SELECT delivery.store_id, delivery.id, delivery.state, delivery.next_try_at FROM webhook_delivery AS delivery
          WHERE delivery.store_id = held.store_id AND delivery.webhook_id = held.webhook_id AND delivery.state IN ('waiting', 'sending')
          ORDER BY delivery.sequence NULLS FIRST LIMIT 1
        ) AS oldest WHERE held.is_probed AND oldest.state = 'waiting' AND oldest.next_try_at > (SELECT now FROM now)
      ), busy AS (
        SELECT store.store_id, (SELECT count(*) FROM webhook_delivery AS sent WHERE sent.store_id = store.store_id
          AND sent.state = 'sending' AND sent.next_try_at > (SELECT now FROM now)) AS under_way
        FROM (SELECT DISTINCT store_id FROM held) AS store
      ), placed AS (
        SELECT found.store_id, found.id,
          busy.under_way + row_number() OVER (PARTITION BY found.store_id ORDER BY found.turn, random()) AS place
        FROM found JOIN busy ON busy.store_id = found.store_id
      ), due AS (
        SELECT store_id, id FROM placed WHERE place <= ${ofStore}::int ORDER BY place, random() LIMIT ${most}::int
      ), probed AS (
        UPDATE webhook SET probe_at = now.now + make_interval(secs => ${probeSeconds}) FROM held, now
        WHERE held.is_probed AND webhook.store_id = held.store_id AND webhook.id = held.webhook_id
      )
      UPDATE webhook_delivery AS delivery
      SET state = 'sending', next_try_at = now.now + make_interval(secs => ${leaseSeconds}), sent_to = webhook.url,
        tries = tries + (coalesce(delivery.scheduled_at, delivery.next_try_at) <= now.now)::int,
        scheduled_at = CASE WHEN coalesce(delivery.scheduled_at, delivery.next_try_at) > now.now
          THEN coalesce(delivery.scheduled_at, delivery.next_try_at) END
      FROM due, now, webhook
      WHERE delivery.store_id = due.store_id AND delivery.id = due.id
        AND webhook.store_id = delivery.store_id AND webhook.id = delivery.webhook_id
      RETURNING delivery.store_id AS "storeId", delivery.webhook_id AS "webhookId", delivery.id, delivery.sequence IS NULL AS "isTest",
        delivery.tries, delivery.scheduled_at AS "scheduledAt", delivery.next_try_at AS "claimedUntil", delivery.message_id AS "messageId", delivery.request, webhook.url,
        CASE WHEN webhook.previous_works_until > now.now THEN ARRAY[webhook.secret, webhook.previous_secret] ELSE ARRAY[webhook.secret] END
          AS secrets ${keptPlan}`
  })
}

/** Releases the claims of a process that has died; for a database that only one process uses. */
export const giveBackDeliveries = (db: Db, clock: Clock): Promise<number> => db.$executeRaw`
  UPDATE webhook_delivery SET next_try_at = date_trunc('second', ${clock.inSql()})
  WHERE state = 'sending' AND next_try_at > ${clock.inSql()}`
