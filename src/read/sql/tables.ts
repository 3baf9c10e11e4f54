/** Names tables and columns in SQL; every statement restricts each table to its store. */
import { quoted } from '../../db/names.ts'
import { columnOf, type Model } from '../../schema/model.ts'
import { anyValue } from './statement.ts'

/** A table's name is its model's, in the contract's spelling. */
export const tableName = ({ name }: Model): string => quoted(name)

/** A column of a table with an alias. */
export const columnSql = (alias: string, name: string): string => `${alias}.${quoted(name)}`

/** The condition that restricts a table to the statement's store. */
export const ofStore = ({ storeColumn }: Model, alias: string): string => `${columnSql(alias, storeColumn)} = $1`

/** The same condition where one plan is the best for all stores. */
export const ofAnyStore = ({ storeColumn }: Model, alias: string): string =>
  `${columnSql(alias, storeColumn)} = ${anyValue('$1', 'bigint')}`

/** Formats a time as in answers, without its zone; stored times have whole seconds. It takes half the time of `to_char`. */
export const timeSql = (sql: string): string => `replace((${sql} AT TIME ZONE 'UTC')::text, ' ', 'T')`

/** The SQL of a column as text: a time in its answer format, a list as JSON, any other value as PostgreSQL casts it. */
export function cellSql(model: Model, alias: string, name: string): string {
  const { kind, list } = columnOf(model, name)
  const column = columnSql(alias, name)
  if (list) return `to_json(${column})::text`
  return kind === 'time' ? `${timeSql(column)} || 'Z'` : column
}
