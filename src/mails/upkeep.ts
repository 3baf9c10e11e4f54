/** Makes the mailers of new stores, and deletes old mails. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'

/** Makes the mailer of each store that has none: its mails begin with its first event. @returns how many. */
export const makeMailers = (db: Db): Promise<number> => db.$executeRaw`
  INSERT INTO mailer (store_id, last_sequence)
  SELECT store.id, coalesce(counter.forgotten_sequence, 0) FROM store LEFT JOIN event_counter AS counter ON counter.store_id = store.id
  WHERE NOT EXISTS (SELECT FROM mailer WHERE mailer.store_id = store.id)
  ON CONFLICT (store_id) DO NOTHING`

/** Deletes the mails that have been kept long enough, but for those that are still to be sent. @returns how many. */
export const forgetOldMails = (db: Db, clock: Clock, days: number): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM mail WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM mail WHERE created_at < ${timeAgo(clock, { days })} AND state IN ('delivered', 'failed')
        ORDER BY created_at LIMIT ${rows}))`,
  )
