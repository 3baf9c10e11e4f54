/** Read-only parts of a record that a client sends back with a write, so that a record can be read, changed and sent as it is. */
import type { ReadRows } from '../db/connection.ts'
import type { Refusal } from '../values/errors.ts'

/** Values of a record's own columns, by the names of their fields. */
export type SentColumns = Readonly<Record<string, unknown>>

export type SentBack = {
  /** The columns of the record. The write refuses those that differ from the locked row. */
  columns: SentColumns
  /** Of a write that finds its records by itself: the columns of each, by its place. The write refuses those that differ from its row. */
  records?: readonly (SentColumns | undefined)[]
  /** The columns of the parts of each record, by the paths of the parts in the input. */
  parts?: readonly ReadonlyMap<string, SentColumns>[]
  /** How a column of a type may be changed to a value, as the end of a sentence; undefined where no write does. */
  advise?: (type: string, column: string, value: unknown) => string | undefined
  /**
   * Compares what is embedded in the records that the write leaves as they are.
   *
   * @param rows reads over the connection of the write.
   * @returns by its place, the refusal of each record of which a value differs: BAD_INPUT naming the values.
   */
  checkEmbedded?: (rows: ReadRows, unchanged: readonly UnchangedRecord[]) => Promise<ReadonlyMap<number, Refusal>>
}

/** A record that a write leaves as it is, by its place in the body. */
type UnchangedRecord = { index: number; id?: bigint }
