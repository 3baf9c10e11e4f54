/** What the data are called in the database, and the one way in which a statement names a table: with its store. */
import { quoted } from '../db/names.ts'
import { columnOf, type Model } from '../schema/model.ts'
import { anyValue } from './statement.ts'

/** A table's name: that of its model, as all names in the contract's spelling. */
export const tableName = ({ name }: Model): string => quoted(name)

/** A column of a table that a statement calls by an alias. */
export const columnSql = (alias: string, name: string): string => `${alias}.${quoted(name)}`

/** The condition that holds a table to the store of the statement. */
export const ofStore = ({ storeColumn }: Model, alias: string): string => `${columnSql(alias, storeColumn)} = $1`

/** The same where one plan is the best for all stores. */
export const ofAnyStore = ({ storeColumn }: Model, alias: string): string =>
  `${columnSql(alias, storeColumn)} = ${anyValue('$1', 'bigint')}`

/** A time in the form it is shown in, without its zone; those that are shown have whole seconds. Half as dear as `to_char`. */
export const timeSql = (sql: string): string => `replace((${sql} AT TIME ZONE 'UTC')::text, ' ', 'T')`

/** The text of a column's value, in SQL: a time in the form it is shown in, a list as JSON, all else as PostgreSQL writes it. */
export function cellSql(model: Model, alias: string, name: string): string {
  const { kind, list } = columnOf(model, name)
  const column = columnSql(alias, name)
  if (list) return `to_json(${column})::text`
  return kind === 'time' ? `${timeSql(column)} || 'Z'` : column
}
