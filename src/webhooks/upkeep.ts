/** Disables webhooks whose next event has been deleted, with a notice; and deletes old deliveries. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { disableIn, type Sending } from './consumer.ts'

type LeftBehind = { storeId: bigint; id: bigint; lastSequence: bigint; forgottenSequence: bigint }

/** How many at a time; further ones are for the next minute. */
const batch = 100

/** Disables the webhooks whose next event is kept no longer; answers how many. The server does it once a minute. */
export async function disableLeftBehind(sending: Omit<Sending, 'outside' | 'chance'>): Promise<number> {
  const found = await sending.db.$queryRaw<LeftBehind[]>`
    SELECT webhook.store_id AS "storeId", webhook.id, webhook.last_sequence AS "lastSequence", counter.forgotten_sequence AS "forgottenSequence"
    FROM webhook JOIN event_counter AS counter ON counter.store_id = webhook.store_id
    WHERE webhook.disabled_at IS NULL AND webhook.last_sequence < counter.forgotten_sequence LIMIT ${batch}::int`
  for (const { storeId, id, lastSequence, forgottenSequence } of found) {
    const because = `Its endpoint took too long: the events from ${lastSequence + 1n} to ${forgottenSequence} are kept no longer and were not sent.`
    await disableIn(storeId, sending, { webhookId: id, because })
  }
  return found.length
}

/**
 * Deletes the deliveries that have been kept long enough, but for those that are still to be sent, and webhooks that were deleted and
 * have none any more.
 *
 * @returns how many deliveries. The server does it once a minute.
 */
export async function forgetOldDeliveries(db: Db, clock: Clock, days: number): Promise<number> {
  const old = (rows: number) => Prisma.sql`
    DELETE FROM webhook_delivery WHERE (store_id, id) IN (
      SELECT delivery.store_id, delivery.id FROM webhook_delivery AS delivery JOIN webhook
        ON webhook.store_id = delivery.store_id AND webhook.id = delivery.webhook_id
      WHERE delivery.created_at < ${timeAgo(clock, { days })}
        AND (delivery.state IN ('delivered', 'failed') OR webhook.disabled_at IS NOT NULL) ORDER BY delivery.created_at LIMIT ${rows})`
  const deleted = await inBatches(db, old)
  await db.$executeRaw`
    DELETE FROM webhook WHERE deleted_at IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM webhook_delivery AS delivery WHERE delivery.store_id = webhook.store_id AND delivery.webhook_id = webhook.id)`
  return deleted
}
