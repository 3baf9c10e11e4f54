/**
 * What a PostgreSQL server does in the background and the embedded one never does by itself: it shortens its log, and makes the
 * room of dead rows free for new ones.
 */
import type { Thread } from './thread.ts'

/** Without a checkpoint the log grows until the data are closed. */
const shortenLog = `DO $$ BEGIN
  IF pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (SELECT redo_lsn FROM pg_control_checkpoint())) > 33554432 THEN
    CHECKPOINT;
  END IF;
END $$`

// Everybody waits for a vacuum: 200 MB took 0.2 s on an idle machine, 1.7 s on one with four times as much to do as it can. Of what
// is larger than the first bound the indexes are left out, since they are read whole, and of a table only the pages that were
// written: their dead rows leave a few bytes each. What is larger than the second is left alone.
const wholeBytes = 268_435_456
const largestBytes = 1_073_741_824

/** How to vacuum the table with the most dead rows, if they are many: a thousand, and a tenth of those that live. */
const nextVacuum = `SELECT format(
    'VACUUM (PROCESS_TOAST off, PARALLEL 0, INDEX_CLEANUP %s) %s',
    CASE WHEN pg_relation_size(oid) + pg_indexes_size(oid) > ${wholeBytes} THEN 'off' ELSE 'auto' END,
    oid::regclass
  ) AS statement
  FROM pg_class
  WHERE relkind IN ('r', 't') AND pg_stat_get_dead_tuples(oid) > 1000 + greatest(pg_stat_get_live_tuples(oid), reltuples) / 10
    AND pg_relation_size(oid) <= ${largestBytes}
  ORDER BY pg_stat_get_dead_tuples(oid) DESC LIMIT 1`

/**
 * Shortens the log when it is long, and vacuums the one table that needs it most; to be called while no transaction is open.
 *
 * @param mayVacuum whether there is room for what a vacuum writes to the log.
 */
export async function keepUp(thread: Thread, mayVacuum: boolean): Promise<void> {
  await thread.run(shortenLog)
  if (!mayVacuum) return
  const [row] = await thread.run(nextVacuum)
  if (row) await thread.run(String(row.statement))
}
