/** Makes the mailers of new stores, and deletes old mails. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import { expired, unsentHours } from './expiry.ts'

/** Makes the mailer of each store that has none: its mails begin with its first event. @returns how many. */
export const makeMailers = (db: Db): Promise<number> => db.$executeRaw`
  INSERT INTO mailer (store_id, last_sequence)
  SELECT store.id, coalesce(counter.forgotten_sequence, 0) FROM store LEFT JOIN event_counter AS counter ON counter.store_id = store.id
  WHERE NOT EXISTS (SELECT FROM mailer WHERE mailer.store_id = store.id)
  ON CONFLICT (store_id) DO NOTHING`

/** Makes the mailer of a store, unless it has one. */
export const makeMailer = (tx: Tx, storeId: bigint): Promise<number> => tx.$executeRaw`
  INSERT INTO mailer (store_id, last_sequence) SELECT ${storeId}::bigint, coalesce(
    (SELECT forgotten_sequence FROM event_counter WHERE event_counter.store_id = ${storeId}::bigint), 0)
  ON CONFLICT (store_id) DO NOTHING`

/** Records that an instance with a relay is there. */
export const noteRelay = (db: Db): Promise<number> =>
  db.$executeRaw`UPDATE installation SET relay_seen_at = now() WHERE relay_seen_at IS NULL OR relay_seen_at < now() - interval '50 seconds'`

/** Gives up the mails that have waited for so long that nobody sends them. @returns how many. */
export const giveUpOldMails = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      UPDATE mail SET state = 'failed', next_try_at = NULL, scheduled_at = NULL, answer = ${expired}
      WHERE (store_id, id) IN (SELECT store_id, id FROM mail WHERE state = 'waiting' AND created_at < ${timeAgo(clock, { hours: unsentHours + 1 })}
        ORDER BY created_at LIMIT ${rows} FOR UPDATE SKIP LOCKED)`,
  )

/** Deletes the mails that have been kept long enough, but for those that are still to be sent. @returns how many. */
export const forgetOldMails = (db: Db, clock: Clock, days: number): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM mail WHERE (store_id, id) IN (
        SELECT store_id, id FROM mail WHERE created_at < ${timeAgo(clock, { days })} AND state IN ('delivered', 'failed', 'unsent')
        ORDER BY created_at LIMIT ${rows})`,
  )
