/** The statements that make the large store, and the connection that runs them. */

/** A statement of a batch; what it writes to a scratch table is not counted. */
export type BatchStatement = { sql: string; scratch?: true }

/** The little that is needed of a connection that is inside a transaction. */
export type Statements = {
  /** Runs one statement and answers how many rows it wrote. */
  run(sql: string): Promise<number>
  /** Runs one query. */
  rows(sql: string): Promise<Record<string, unknown>[]>
}
