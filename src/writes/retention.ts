/** How long the write log is kept. Orders, transactions and payments are no log: they are kept for good. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { LogDays } from '../config.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'

/** Deletes the entries that have been kept long enough, a batch at a time; answers how many. The server does it once a minute. */
export async function forgetOldEntries(db: Db, clock: Clock, { done, refused }: LogDays): Promise<number> {
  // Each condition has an index of its own, in the order of time.
  const forget = async (which: Prisma.Sql, days: number) => {
    const old = (rows: number) => Prisma.sql`
      DELETE FROM log_entry WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM log_entry WHERE ${which} AND created_at < ${timeAgo(clock, { days })}
          AND store_id NOT IN (SELECT id FROM store WHERE clock_now IS NOT NULL) ORDER BY created_at LIMIT ${rows}))`
    // Where a test clock was moved, entries are as old as it says.
    const oldByTestClock = (rows: number) => Prisma.sql`
      DELETE FROM log_entry WHERE ctid = ANY(ARRAY(
        SELECT log_entry.ctid FROM store JOIN log_entry ON log_entry.store_id = store.id
        WHERE ${which} AND log_entry.created_at < store.clock_now - make_interval(days => ${days}) LIMIT ${rows}))`
    return (await inBatches(db, old)) + (await inBatches(db, oldByTestClock))
  }
  return (await forget(Prisma.sql`refused_by IS NULL`, done)) + (await forget(Prisma.sql`refused_by IS NOT NULL`, refused))
}
