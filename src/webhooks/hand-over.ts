/** Turns events that have their numbers into deliveries, one for each webhook that wants them, and forgets old deliveries. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Session } from '../db/session.ts'
import { bodyOf, messageIdOf } from './body.ts'

/** How many events of a store are looked at for a webhook at a time, and for how many webhooks. */
const batchEvents = 100
const batchWebhooks = 50

/** Where so many wait for an endpoint, further events wait in the store's own list; they are counted each time there is one. */
const mostOpen = 1_000

/**
 * Hands some events over to the webhooks that have not come to them yet. Deliveries are made and the webhook's place is moved in one
 * statement, which holds the webhook: of several processes each takes other webhooks, and none makes a delivery twice. What is due at
 * once is due since the second began: times are kept in whole seconds, and one that is rounded up is still to come. One whose next event
 * is kept no longer is left alone: see `disableLeftBehind`.
 *
 * @returns whether there may be more.
 */
export async function handOver(db: Db, clock: Clock): Promise<boolean> {
  const moved = await db.$executeRaw`
    WITH held AS (
      SELECT webhook.store_id, webhook.id, webhook.types, webhook.last_sequence
      FROM event_counter AS counter JOIN webhook ON webhook.store_id = counter.store_id
      WHERE webhook.disabled_at IS NULL AND webhook.last_sequence < counter.last_sequence
        AND webhook.last_sequence >= counter.forgotten_sequence
        AND (SELECT count(*) FROM (SELECT 1 FROM webhook_delivery AS open WHERE open.store_id = webhook.store_id
          AND open.webhook_id = webhook.id AND open.state IN ('waiting', 'sending') LIMIT ${mostOpen}::int) AS found) < ${mostOpen}::int
      ORDER BY random() LIMIT ${batchWebhooks}::int FOR NO KEY UPDATE OF webhook SKIP LOCKED
    ), seen AS MATERIALIZED (
      SELECT held.id AS webhook_id, held.types, event.* FROM held CROSS JOIN LATERAL (
        SELECT event.* FROM event WHERE event.store_id = held.store_id AND event.sequence > held.last_sequence
        ORDER BY event.sequence LIMIT ${batchEvents}::int
      ) AS event
    ), made AS (
      INSERT INTO webhook_delivery (store_id, webhook_id, sequence, event_type, message_id, request, next_try_at, created_at)
      SELECT event.store_id, event.webhook_id, event.sequence, event.type, ${messageIdOf}, ${bodyOf}, date_trunc('second', ${clock.inSql()}), ${clock.inSql()}
      FROM seen AS event WHERE cardinality(event.types) = 0 OR event.type = ANY(event.types)
      ORDER BY event.sequence, event.webhook_id
      ON CONFLICT (store_id, webhook_id, sequence) DO NOTHING
    )
    UPDATE webhook SET last_sequence = newest.sequence
    FROM (SELECT store_id, webhook_id, max(sequence) AS sequence FROM seen GROUP BY store_id, webhook_id) AS newest
    WHERE webhook.store_id = newest.store_id AND webhook.id = newest.webhook_id ${keptPlan}`
  return moved > 0
}

/** Hands over all numbered events at once, without a limit. The transaction of the session has locked the webhooks and the counters. */
export async function handOverAll({ query }: Session): Promise<void> {
  const { text, values } = Prisma.sql`
    INSERT INTO webhook_delivery (store_id, webhook_id, sequence, event_type, message_id, request, next_try_at, created_at)
    SELECT event.store_id, webhook.id, event.sequence, event.type, ${messageIdOf}, ${bodyOf}, date_trunc('second', now()), now()
    FROM webhook JOIN event_counter AS counter ON counter.store_id = webhook.store_id
    JOIN event ON event.store_id = webhook.store_id AND event.sequence > webhook.last_sequence
    WHERE webhook.disabled_at IS NULL AND webhook.last_sequence >= counter.forgotten_sequence
      AND (cardinality(webhook.types) = 0 OR event.type = ANY(webhook.types))
    ORDER BY event.sequence, webhook.id
    ON CONFLICT (store_id, webhook_id, sequence) DO NOTHING`
  await query(text, values)
}

/**
 * Deletes the deliveries that have been kept long enough, but for those that are still to be sent, and webhooks that were deleted and
 * have none any more.
 *
 * @returns how many deliveries. The server does it once a minute.
 */
export async function forgetOldDeliveries(db: Db, clock: Clock, days: number): Promise<number> {
  const old = (rows: number) => Prisma.sql`
    DELETE FROM webhook_delivery WHERE ctid = ANY(ARRAY(
      SELECT delivery.ctid FROM webhook_delivery AS delivery JOIN webhook
        ON webhook.store_id = delivery.store_id AND webhook.id = delivery.webhook_id
      WHERE delivery.created_at < ${timeAgo(clock, { days })}
        AND (delivery.state IN ('delivered', 'failed') OR webhook.disabled_at IS NOT NULL) ORDER BY delivery.created_at LIMIT ${rows}))`
  const deleted = await inBatches(db, old)
  await db.$executeRaw`
    DELETE FROM webhook WHERE deleted_at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM webhook_delivery AS delivery WHERE delivery.store_id = webhook.store_id AND delivery.webhook_id = webhook.id)`
  return deleted
}
