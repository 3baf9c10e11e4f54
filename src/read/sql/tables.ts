/** Names tables and columns in SQL; every statement restricts each table to its store. */
import { quoted } from '../../db/names.ts'
import { columnOf, type Model, relationOf, type ValueSource } from '../../schema/model.ts'
import { anyValue } from './statement.ts'

/** A table's name is its model's, in the contract's spelling. */
export const tableName = ({ name }: Model): string => quoted(name)

/** A column of a table with an alias. */
export const columnSql = (alias: string, name: string): string => `${alias}.${quoted(name)}`

/** The value of a field, in a statement that need not join anything for it. */
export function sourceSql(model: Model, alias: string, { source, through, isSet }: ValueSource): string {
  if (through === undefined) return isSet ? `(${columnSql(alias, source)} IS NOT NULL)` : columnSql(alias, source)
  const { model: target, from, to } = relationOf(model, through)
  const other = `${alias}_of`
  const where = `${ofStore(target, other)} AND ${columnSql(other, to)} = ${columnSql(alias, from)}`
  return `(SELECT ${sourceSql(target, other, { source, ...(isSet && { isSet }) })} FROM ${tableName(target)} ${other} WHERE ${where})`
}

/** The column of a table that the value of a field is found by. */
export const neededColumn = (model: Model, { source, through }: ValueSource): string =>
  through === undefined ? source : relationOf(model, through).from

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
