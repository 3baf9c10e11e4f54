/** The mutations that are declared by a table of fields, for the tests and documents that are generated from them. */
import type { ModelName } from '../db/shape.ts'
import type { WritableTable } from '../values/writable.ts'

/** The record and fields that a declared mutation writes; tests and documents are generated from these. */
export type DeclaredWrite = {
  model: ModelName
  /** The input field that names the record; none where it makes one. */
  key: string | undefined
  /** The input field that lists the records, where it writes several. */
  list?: string
  /** The fields of its input that the table has. */
  fields: WritableTable
}

/** Every mutation that is declared here, by its name. */
export const declaredWrites = new Map<string, DeclaredWrite>()
