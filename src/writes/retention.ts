/** How long the write log is kept. Orders, transactions and payments are no log: they are kept for good. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { LogDays } from '../config.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'

/** Deletes the entries that have been kept long enough, a batch at a time; answers how many. The server does it once a minute. */
export async function forgetOldEntries(db: Db, clock: Clock, { done, refused }: LogDays): Promise<number> {
  // Each condition has an index of its own, in the order of time.
  const forget = (which: Prisma.Sql, days: number) =>
    inBatches(
      db,
      (rows) => Prisma.sql`
      DELETE FROM log_entry WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM log_entry WHERE ${which} AND created_at < ${timeAgo(clock, { days })} ORDER BY created_at LIMIT ${rows}))`,
    )
  return (await forget(Prisma.sql`refused_by IS NULL`, done)) + (await forget(Prisma.sql`refused_by IS NOT NULL`, refused))
}
