/** Read-only parts of a record that a client sends back with a write, so that a record can be read, changed and sent as it is. */
import type { ReadRows } from '../db/connection.ts'

export type SentBack = {
  /** Values of the record's own columns, by the names of their fields. The write refuses those that differ from the locked row. */
  columns: Readonly<Record<string, unknown>>
  /** How a column may be changed to a value, as the end of a sentence; undefined where no write does. */
  advise?: (column: string, value: unknown) => string | undefined
  /**
   * Compares the embedded records, where the write changes nothing.
   *
   * @param rows reads over the connection of the write.
   * @throws Refusal BAD_INPUT naming each value that differs.
   */
  checkEmbedded?: (rows: ReadRows) => Promise<void>
}
