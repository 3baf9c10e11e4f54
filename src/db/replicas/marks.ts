/** Marks of commits, by store: which of the primary's log a replica must have replayed to answer for a store. */

/** A position in the write-ahead log, 16 hexadecimal digits, so that two are compared as texts. */
export type LogPosition = string

/** The position before all others. */
export const anyPosition: LogPosition = '0'.repeat(16)

/** Reads a position as PostgreSQL writes it: `16/B374D848` is `00000016B374D848`. */
export function logPosition(lsn: string): LogPosition {
  const [high = '', low = ''] = lsn.split('/')
  return high.padStart(8, '0') + low.padStart(8, '0')
}

/** Marks that all processes of a database share. */
export type CommitMarks = {
  /**
   * Announces that a commit of a store is about to be sent: until it is noted, or for five seconds, no replica answers for the store.
   *
   * @returns the announcement; undefined where the marks cannot be reached.
   */
  announce(storeId: string): Promise<string | undefined>
  /**
   * Notes the position of a commit, and ends its announcement.
   *
   * @param storeId the store; undefined for a commit that may be of any.
   * @param position undefined where nothing was committed.
   */
  note(storeId: string | undefined, position: LogPosition | undefined, announced?: string): Promise<void>
  /**
   * The position that a replica must have replayed to answer for a store; undefined where only the primary may.
   *
   * @param isPrimaryAway whether no commit can succeed: announcements then count for nothing.
   */
  required(storeId: string, isPrimaryAway: boolean): Promise<LogPosition | undefined>
  close(): void
}
