/** How values are written in an answer: GraphQL's own way, or the way of a surface that has another. */
import type { FieldNode } from 'graphql'
import { enumValues, type StoredColumn } from '../model.ts'

/** Writes a column's value, which is not null, as JSON; `cell` is its text as `cellSql` has it. */
export type LeafWriter = (cell: string) => string

export type Dialect = {
  /** The name of a field in the answer. */
  nameOf(node: FieldNode): string
  /** Writes an identifier. */
  id: LeafWriter
  /** Makes the writer of a field's time. */
  time(node: FieldNode): LeafWriter
  /** Whether a list inside a record is the plain array of its records. */
  hasPlainLists: boolean
}

const quoted: LeafWriter = (cell) => `"${cell}"`
const asItIs: LeafWriter = (cell) => cell

/** GraphQL's own: identifiers are texts, times are in ISO 8601. */
export const graphqlDialect: Dialect = {
  nameOf: ({ alias, name }) => (alias ?? name).value,
  id: quoted,
  time: () => quoted,
  hasPlainLists: false,
}

/** The writer of a column's values. */
export function leafWriter({ kind, list, enumName }: StoredColumn, node: FieldNode, dialect: Dialect): LeafWriter {
  if (list) return asItIs
  if (kind === 'id') return dialect.id
  if (kind === 'time') return dialect.time(node)
  if (kind === 'text') return JSON.stringify
  if (kind === 'enum') return quoted
  if (kind === 'boolean') return (cell) => (cell.startsWith('t') ? 'true' : 'false')
  if (kind === 'code') return codeWriter(enumValues(enumName ?? ''))
  // PostgreSQL writes numbers as JSON does, with all their digits, and JSON is JSON.
  return asItIs
}

const codeWriter =
  (values: readonly string[]): LeafWriter =>
  (cell) =>
    String(values.indexOf(cell) + 1)

/** A column's value as the rules take it, from its text; null for one that is missing. */
export function valueIn({ kind }: StoredColumn, cell: string | null): unknown {
  if (cell === null) return null
  if (kind === 'id' || kind === 'amount') return BigInt(cell)
  if (kind === 'integer' || kind === 'number') return Number(cell)
  if (kind === 'boolean') return cell.startsWith('t')
  if (kind === 'time') return new Date(cell)
  return kind === 'json' ? JSON.parse(cell) : cell
}
