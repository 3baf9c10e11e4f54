/** What the data are called in the database, and the one way in which a statement names a table: with its store. */
import { snakeCase } from '../../values/text.ts'
import { columnOf, type ModelName } from '../model.ts'

/** A table's name: that of its model, as all names in the contract's spelling. */
export const tableName = (model: ModelName): string => quoted(model)

/** A column of a table that a statement calls by an alias. */
export const columnSql = (alias: string, name: string): string => `${alias}.${quoted(name)}`

// As many as there are columns.
const spellings = new Map<string, string>()

function quoted(name: string): string {
  const known = spellings.get(name)
  if (known) return known
  const made = `"${snakeCase(name)}"`
  spellings.set(name, made)
  return made
}

/** The condition that holds a table to the store of the statement; the store itself is its own. */
export const ofStore = (model: ModelName, alias: string): string =>
  `${columnSql(alias, model === 'Store' ? 'id' : 'storeId')} = $1`

/** The text of a column's value, in SQL: a time in the form it is shown in, a list as JSON, all else as PostgreSQL writes it. */
export function cellSql(model: ModelName, alias: string, name: string): string {
  const { kind, list } = columnOf(model, name)
  const column = columnSql(alias, name)
  if (list) return `to_json(${column})::text`
  return kind === 'time' ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')` : column
}
