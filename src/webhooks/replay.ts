/** Puts deliveries of a webhook that is held back to the beginning, to be sent again with the same id and body, or to their end. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { insertDeliveries } from '../consumers/hand-over.ts'
import type { Tx } from '../db/transaction.ts'
import { webhookRows } from './rows.ts'

type Held = { storeId: bigint; webhookId: bigint; now: Date }

/** Column values of a delivery that was never sent, and is due at a time. */
const again = (due: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`state = 'waiting', tries = 0, next_try_at = ${due}, scheduled_at = NULL, delivered_at = NULL`

const sinceSecond = (now: Date): Prisma.Sql => Prisma.sql`date_trunc('second', ${now}::timestamptz)`

/** Replays given-up deliveries, the oldest first; returns their number. */
export const replayFailed = (
  tx: Tx,
  { storeId, webhookId, now, most }: Held & { most: number },
): Promise<number> => tx.$executeRaw`
  UPDATE webhook_delivery SET ${again(sinceSecond(now))} WHERE store_id = ${storeId}::bigint AND id IN (
    SELECT id FROM webhook_delivery WHERE store_id = ${storeId}::bigint AND webhook_id = ${webhookId}::bigint AND state = 'failed'
    ORDER BY id LIMIT ${most}::int)`

/** Replays events of a range that the webhook subscribes to and has reached, sent before or not; returns their number. */
export const replayRange = (
  tx: Tx,
  { storeId, webhookId, now, from, to }: Held & { from: bigint; to: bigint },
): Promise<number> =>
  tx.$executeRaw`${insertDeliveries(webhookRows, {
    from: Prisma.sql`webhook AS subscriber JOIN event ON event.store_id = subscriber.store_id AND event.sequence BETWEEN ${from}::bigint
      AND ${to}::bigint AND event.sequence <= subscriber.last_sequence
      AND subscriber.store_id = ${storeId}::bigint AND subscriber.id = ${webhookId}::bigint`,
    now: Prisma.sql`${now}::timestamptz`,
  })}
  ON CONFLICT (store_id, webhook_id, sequence) DO UPDATE SET ${again(Prisma.sql`excluded.next_try_at`)} WHERE webhook_delivery.state IN ('delivered', 'failed')`

/** Retries all deliveries that wait for a given-up endpoint, which may have been mended. */
export const retryWaiting = (tx: Tx, { storeId, webhookId, now }: Held): Promise<number> => tx.$executeRaw`
  UPDATE webhook_delivery SET tries = 0, next_try_at = ${sinceSecond(now)}, scheduled_at = NULL
  WHERE store_id = ${storeId}::bigint AND webhook_id = ${webhookId}::bigint AND state IN ('waiting', 'sending') AND state <> 'sending'`

/** Gives up all deliveries that wait for a deleted webhook: claims would otherwise scan past them for as long as they are kept. */
export const endWaiting = (tx: Tx, { storeId, webhookId }: Omit<Held, 'now'>): Promise<number> => tx.$executeRaw`
  UPDATE webhook_delivery SET state = 'failed', next_try_at = NULL, fault = coalesce(fault, 'The webhook was deleted.')
  WHERE store_id = ${storeId}::bigint AND webhook_id = ${webhookId}::bigint AND state IN ('waiting', 'sending')`
