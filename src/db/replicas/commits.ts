/** Notes the position of each commit of a connection, before the writer learns that it is committed. */
import { type CommitMarks, logPosition } from './marks.ts'

/**
 * Words of statements that may write: commands, locks, and functions that change something. A test compares the functions with those of
 * the database that are volatile.
 */
const writing =
  /\b(?:insert|update|delete|merge|truncate|copy|alter|create|drop|do|call|refresh|nextval|setval|number_events|order_is_over|freeze_address|pg_notify)\b/i

/** Whether a statement may write; in doubt it may. */
export const mayWrite = (text: string): boolean =>
  !/^\s*(?:select|with|show|begin|set|rollback)\b/i.test(text) || writing.test(text)

/**
 * The position of all that is committed: what is flushed, since what lies behind it is lost with a primary that is killed, unless commits do
 * not wait for that.
 */
export const committed = `SELECT CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END::text AS "lsn"`

type Connection = {
  /** Sends a statement over the connection. */
  query: (text: string) => Promise<{ rows: { lsn: string }[] }>
  /** The store of the work that holds the connection, if it is known. */
  storeId: string | undefined
}

/** Runs a statement that commits, and notes the position of its commit. */
export async function noting<T>(marks: CommitMarks, { query, storeId }: Connection, commit: () => Promise<T>): Promise<T> {
  const announced = storeId === undefined ? undefined : await marks.announce(storeId)
  let done: T
  try {
    done = await commit()
  } catch (error) {
    // Refused by the database: nothing was committed. Of a connection that is lost it is not known, and the announcement stays.
    if (announced && isRefusal(error)) await marks.note(storeId, undefined, announced)
    throw error
  }
  // Committed is committed: without its position the announcement stays until its time is over.
  const row = await query(committed).then(
    ({ rows }) => rows[0],
    () => undefined,
  )
  if (row) await marks.note(storeId, logPosition(row.lsn), announced)
  return done
}

/** Whether an error is an answer of the database, which has a SQLSTATE and a severity. */
const isRefusal = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: string; code?: string }
  return severity === 'ERROR' && code !== undefined
}
