/** Rows that many others lead to, such as what is sold to many: each is read once, apart from those that lead to it. */
import type { Model } from '../schema/model.ts'
import type { Needed } from '../schema/reads.ts'
import { ask } from './ask.ts'
import type { Row } from './cells.ts'
import type { KeptRows, Reading } from './reading.ts'
import type { Scope } from './scope.ts'
import { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** How many are kept of each kind; what is sold is seldom more, and all else is read again. */
const mostKept = 10_000

/** Where rows lead to others, and how those are read. */
export type Leading = {
  /** The place of the key among the cells of a row that leads there. */
  at: number
  model: Model
  /** The column that the key is a value of, and its place among the cells of those that are led to. */
  key: string
  place: number
  scope: Scope
  read: (row: Row, reading: Reading) => Needed
}

/** Reads what some rows lead to, as far as it is not kept. */
export async function keepRows(
  leading: Leading,
  rows: readonly (readonly (string | null)[])[],
  kept: KeptRows,
  reading: Reading,
): Promise<void> {
  const { at, model, key, place, scope, read } = leading
  const keys = new Set(rows.flatMap((row) => row[at] ?? []))
  const known = kept.get(leading)
  const found = known && known.size + keys.size <= mostKept ? known : new Map<string, Needed>()
  kept.set(leading, found)
  const missing = [...keys].filter((each) => !found.has(each))
  if (missing.length === 0) return
  const statement = new Statement(reading.viewer.storeId)
  const columns = scope.columns(statement, reading).join(', ')
  const where = `${ofStore(model, scope.alias)} AND ${columnSql(scope.alias, key)} = ANY(${statement.bind(missing)})`
  const text = `SELECT ${columns} FROM ${tableName(model)} ${scope.alias}${scope.joins} WHERE ${where}`
  for (const cells of await ask(text, statement.values, reading.context))
    found.set(cells[place] ?? '', read(scope.row(cells, reading), reading))
}
