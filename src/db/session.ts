/** A connection that is one session of its database, so that locks and transactions hold: the little that migrating needs of it. */
export type Session = {
  /** Runs one statement with values. */
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Runs a script of several statements. */
  exec(sql: string): Promise<unknown>
}
