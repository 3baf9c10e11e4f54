/** Rows as CSV (RFC 4180): a column for each value of a record and of the records inside it, JSON for lists. */
import { stringify } from 'csv-stringify/sync'
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql'
import { Digits, parseWithDigits } from '../values/number.ts'
import type { Compiled } from './compile.ts'
import { contractName, directive } from './names.ts'
import { answerSelection, type Fragments, fieldsOf, fieldType } from './selection.ts'

/** A column: its name, and the names that lead to its value. */
type CsvColumn = { name: string; path: readonly string[] }

/**
 * The columns of a list's records, in the order of the answer.
 *
 * @param isSelected whether a relation that must be asked for was.
 */
export function csvColumns(schema: GraphQLSchema, row: Compiled, isSelected: (name: string) => boolean): CsvColumn[] {
  const { selections, fragments } = answerSelection(row)
  const nodes = fieldsOf(selections, fragments).find(({ name }) => name.value === 'nodes')
  return columnsOf(
    schema.getType(row.record) as GraphQLObjectType,
    nodes?.selectionSet?.selections ?? [],
    fragments,
    isSelected,
    [],
  )
}

function columnsOf(
  type: GraphQLObjectType,
  selections: Parameters<typeof fieldsOf>[0],
  fragments: Fragments,
  isSelected: (name: string) => boolean,
  outer: readonly string[],
): CsvColumn[] {
  return fieldsOf(selections, fragments).flatMap((node) => {
    const own = contractName(node)
    if (outer.length === 0 && !isSelected(own)) return []
    const path = [...outer, own]
    const of = getNullableType(fieldType(type, node))
    const record = getNamedType(of)
    const isRecord = isObjectType(record) && !isListType(of) && !record.name.endsWith('Connection') && !directive(node, 'list')
    return isRecord && node.selectionSet
      ? columnsOf(record, node.selectionSet.selections, fragments, isSelected, path)
      : [{ name: path.join('.'), path }]
  })
}

/** The first line: the names of the columns. */
export const csvHeader = (columns: readonly CsvColumn[]): string => stringify([columns.map(({ name }) => name)])

// Spreadsheets take a text that begins so for a formula.
const formula = /^[=+\-@\t\r\n]/

/** The lines of some records, each of which is a line of JSON. */
export function csvLines(columns: readonly CsvColumn[], lines: string): string {
  const records = lines.split('\n').map((line) => {
    const record: unknown = parseWithDigits(line)
    return columns.map(({ path }) =>
      cellOf(path.reduce<unknown>((value, step) => (value as Record<string, unknown> | null)?.[step], record)),
    )
  })
  return stringify(records)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return formula.test(value) ? `'${value}` : value
  if (value instanceof Digits) return value.text
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
