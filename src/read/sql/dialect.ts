/** The spelling of values in an answer: GraphQL's, or that of another surface. */
import type { FieldNode } from 'graphql'
import { nameOfDottedSql } from '../../schema/dotted.ts'
import type { StoredColumn } from '../../schema/model.ts'
import type { Sql } from './cells.ts'
import { type Json, literal, madeBy, weightOf, weightOfValue } from './json.ts'
import { timeSql } from './tables.ts'

export type Dialect = {
  /** The name of a field in the answer. */
  nameOf(node: FieldNode): string
  /** The JSON of an identifier, given its SQL expression. */
  id(sql: string): Json
  /** The JSON of an identifier that was computed. */
  computedId(id: string): string
  /** The replacement for an id that a dry run has assigned: no record has it. */
  noId: null | '0'
  /** The JSON of a field's time, given its SQL expression. */
  time(sql: string, node: FieldNode): Json
  /** The SQL of an enum's value with dots, or of the JSON of a list of them, given that of its text. */
  dotted(sql: string): string
  /** Whether a field shows a relation to one record as a list, which is empty where there is none, and where it is closed to the viewer. */
  isListed(node: FieldNode): boolean
  /** Whether a list inside a record is the plain array of its records. */
  hasPlainLists: boolean
  /** Whether a record shows the path for merchants to those who have none. */
  hasEveryPath: boolean
}

/** A value in quotation marks that needs no escapes. */
export const quoted = (sql: Sql): Json => ['"', ...madeBy(sql), '"']

/** The currency of the store, which is part of the credential. */
export const currency = quoted((statement, { viewer }) => `${statement.bind('currency' in viewer ? viewer.currency : '')}::text`)

/** GraphQL's dialect: identifiers are strings, times are ISO 8601, enums have no dots. */
export const graphqlDialect: Dialect = {
  nameOf: ({ alias, name }) => (alias ?? name).value,
  id: quoted,
  computedId: (id) => JSON.stringify(id),
  noId: '0',
  time: (sql) => ['"', ...madeBy(timeSql(sql)), 'Z"'],
  dotted: nameOfDottedSql,
  isListed: () => false,
  hasPlainLists: false,
  hasEveryPath: false,
}

/** The JSON of a column's value, given its SQL expression. */
export function valueJson(column: StoredColumn, sql: string, node: FieldNode, dialect: Dialect): Json {
  const json = column.isDotted ? dottedJson(column, sql, dialect) : presentJson(column, sql, node, dialect)
  if (column.required) return json
  // Concatenation with a null value is null as a whole.
  const parts = json.map((part) => (typeof part === 'string' ? literal(part) : `(${(part as { sql: string }).sql})::text`))
  return madeBy(`coalesce(${parts.join(' || ')}, 'null')`, weightOf(json))
}

function presentJson({ kind, list, values }: StoredColumn, sql: string, node: FieldNode, dialect: Dialect): Json {
  if (list) return madeBy(`to_json(${sql})`)
  if (kind === 'id' || kind === 'mark') return dialect.id(sql)
  if (kind === 'time') return dialect.time(sql, node)
  if (kind === 'text') return madeBy(`to_json(${sql})`)
  if (kind === 'enum') return quoted(sql)
  if (kind === 'boolean') return madeBy(`${sql}::text`)
  if (kind === 'code') return madeBy(codeSql(sql, values))
  // PostgreSQL writes numbers as JSON does, with all their digits, and JSON unchanged.
  return madeBy(sql, kind === 'json' ? weightOfValue : 1)
}

const dottedJson = ({ list }: StoredColumn, sql: string, dialect: Dialect): Json =>
  list ? madeBy(dialect.dotted(`to_json(${sql})::text`)) : quoted(dialect.dotted(sql))

const codeSql = (sql: string, values: readonly string[]): string =>
  `CASE ${sql} ${values.map((value, index) => `WHEN ${literal(value)} THEN ${index + 1}`).join(' ')} END`

/** Parses the text of a column for use by rules; null for a missing value. */
export function valueIn({ kind }: StoredColumn, cell: string | null): unknown {
  if (cell === null) return null
  if (kind === 'id' || kind === 'mark' || kind === 'amount') return BigInt(cell)
  if (kind === 'integer' || kind === 'number' || kind === 'sequence') return Number(cell)
  if (kind === 'boolean') return cell.startsWith('t')
  if (kind === 'time') return new Date(cell)
  return kind === 'json' ? JSON.parse(cell) : cell
}
