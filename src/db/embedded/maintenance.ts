/**
 * Background tasks of a PostgreSQL server that the embedded one never runs by itself: checkpoints, vacuum, and analyze, whose statistics
 * the planner needs.
 */

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

// After a crash PostgreSQL has forgotten how many rows are dead: what is larger than this is then vacuumed once.
const uncountedBytes = 16_777_216

/** How to vacuum the table with the most dead rows, if they are many: a thousand, and a tenth of those that live. */
const nextVacuum = `SELECT format(
    'VACUUM (PROCESS_TOAST off, PARALLEL 0, INDEX_CLEANUP %s) %s',
    CASE WHEN pg_relation_size(oid) + pg_indexes_size(oid) > ${wholeBytes} THEN 'off' ELSE 'auto' END,
    oid::regclass
  ) AS statement, pg_relation_size(oid) + pg_indexes_size(oid) AS bytes
  FROM pg_class
  WHERE relkind IN ('r', 't') AND pg_relation_size(oid) <= ${largestBytes}
    AND (
      pg_stat_get_dead_tuples(oid) > 1000 + greatest(pg_stat_get_live_tuples(oid), reltuples) / 10
      OR pg_relation_size(oid) > ${uncountedBytes} AND pg_stat_get_last_vacuum_time(oid) IS NULL
    )
  ORDER BY pg_stat_get_dead_tuples(oid) DESC, pg_relation_size(oid) DESC LIMIT 1`

// Of a large table a sample is looked at, which takes a tenth of a second.
/** How to analyze the table of which the most has changed since it was last, if that is much: fifty rows, and a tenth of all. */
const nextAnalyze = `SELECT format('ANALYZE %s', oid::regclass) AS statement
  FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND pg_stat_get_mod_since_analyze(oid) > 50 + greatest(reltuples, 0) / 10
  ORDER BY pg_stat_get_mod_since_analyze(oid) DESC LIMIT 1`

/**
 * Shortens the log when it is long, vacuums the one table that needs it most and analyzes the one that has changed most; to be
 * done while no transaction is open.
 *
 * @param run runs a statement and answers its rows.
 * @param database says whether there is room for so many bytes, as many as it cleans a vacuum may write to the log, and whether
 *   the log has to stay for a backup.
 */
export async function maintain(
  run: (statement: string) => Promise<Record<string, unknown>[]>,
  database: { hasSpace(bytes: number): Promise<boolean>; isBackedUp(): boolean },
): Promise<void> {
  if (!database.isBackedUp()) await run(shortenLog)
  const [row] = await run(nextVacuum)
  if (row && (await database.hasSpace(Number(row.bytes)))) await run(String(row.statement))
  const [changed] = await run(nextAnalyze)
  if (changed) await run(String(changed.statement))
}

/** Does so again and again, with a pause between; until it is ended. A failure is tried again the next time. */
export function maintaining(once: () => Promise<void>, pauseMilliseconds: number): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const next = () => {
    if (!isOver) timer = setTimeout(work, pauseMilliseconds).unref()
  }
  const work = () =>
    void once()
      .catch(() => {})
      .then(next)
  next()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
