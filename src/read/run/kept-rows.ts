/** Caches rows that many others reference, such as those of a catalogue: each is read once, by a statement of its own. */
import type { Model } from '../../schema/model.ts'
import type { InputValues } from '../../schema/reads.ts'
import type { KeptRows, Reading } from '../request.ts'
import type { Row } from '../sql/cells.ts'
import type { Scope } from '../sql/scope.ts'
import { Statement } from '../sql/statement.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import { queryRows } from './query-rows.ts'

/** Maximum rows cached of each kind; a catalogue is seldom larger, and other rows are read again. */
const mostKept = 10_000

/** A reference from rows to others, and how the referenced rows are read. */
export type Leading = {
  /** The index of the key's cell in the referencing row. */
  at: number
  model: Model
  /** The column that the key refers to, and the index of its cell in the referenced rows. */
  key: string
  place: number
  scope: Scope
  read: (row: Row, reading: Reading) => InputValues
}

/** Reads the rows that some rows reference, except those in the cache. */
export async function keepRows(
  leading: Leading,
  rows: readonly (readonly (string | null)[])[],
  kept: KeptRows,
  reading: Reading,
): Promise<void> {
  const { at, model, key, place, scope, read } = leading
  const keys = new Set(rows.flatMap((row) => row[at] ?? []))
  const known = kept.get(leading)
  const found = known && known.size + keys.size <= mostKept ? known : new Map<string, InputValues>()
  kept.set(leading, found)
  const missing = [...keys].filter((each) => !found.has(each))
  if (missing.length === 0) return
  const statement = new Statement(reading.viewer.storeId)
  const columns = scope.columns(statement, reading).join(', ')
  const where = `${ofStore(model, scope.alias)} AND ${columnSql(scope.alias, key)} = ANY(${statement.bind(missing)})`
  const text = `SELECT ${columns} FROM ${tableName(model)} ${scope.alias}${scope.joins} WHERE ${where}`
  for (const cells of await queryRows(text, statement.values, reading.context))
    found.set(cells[place] ?? '', read(scope.row(cells, reading), reading))
}
