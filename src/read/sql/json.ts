/** JSON text per row: the database writes as much as it can, JavaScript the computed values. */

import type { Reading } from '../request.ts'
import { assertComplete } from './answer-limit.ts'
import { type Cells, type Row, type Sql, sqlOf } from './cells.ts'

/** Writes JSON from a row. */
export type WriteJson = (row: Row, reading: Reading) => string

/** A part of a text: constant, written by the database, or written by JavaScript. */
type JsonPart = string | OfDatabase | { write: WriteJson }

/** The SQL of a text and its maximum weight; `isBounded` where it contains lists, which may be omitted for their length. */
type OfDatabase = { sql: Sql; weight: number; isBounded?: true }

export type Json = readonly JsonPart[]

/** The text of an SQL expression, which is never null. */
export const madeBy = (sql: Sql, weight = 1): Json => [{ sql, weight }]

/** The text of a list's SQL expression. */
export const boundedBy = (sql: Sql, weight = weightOfList): Json => [{ sql, weight, isBounded: true }]

/** A text that is the same in all rows. */
export const constant = (text: string): Json => [JSON.stringify(text)]

export const writtenBy = (write: WriteJson): Json => [{ write }]

/** A field of an object, by its name in the answer. */
export type FieldJson = { name: string; json: Json }

/** An object; a selection has at least one field, unless conditions omit all. */
export function objectOf(fields: readonly FieldJson[]): Json {
  const parts = fields.flatMap(({ name, json }, index) => [`${index > 0 ? ',' : '{'}${JSON.stringify(name)}:`, ...json])
  return parts.length === 0 ? ['{}'] : [...parts, '}']
}

/** Whether the database writes all of a text. */
export const isOfDatabase = (json: Json): boolean => json.every((part) => typeof part === 'string' || 'sql' in part)

/** The maximum weight of a text: most values in a row have at most 4,000 characters, which weigh one. */
export const weightOf = (json: Json): number =>
  json.reduce((sum, part) => sum + (typeof part !== 'string' && 'sql' in part ? part.weight : 0), 0)

/** A JSON value has 65,536 characters at most. */
export const weightOfValue = 16
const weightOfList = 4_000

/** The SQL expression of a text that the database writes completely. */
export function jsonSql(json: Json): Sql {
  const parts = merged(json).map((part) => (typeof part === 'string' ? literal(part) : (part as OfDatabase).sql))
  if (parts.every((part) => typeof part === 'string')) return concat(parts)
  return (statement, request) => concat(parts.map((part) => sqlOf(part, statement, request)))
}

/** A database text wrapped in another expression. */
export function madeOf(json: Json, wrap: (text: string) => string): Json {
  const text = jsonSql(json)
  const sql: Sql = typeof text === 'string' ? wrap(text) : (statement, request) => wrap(text(statement, request))
  return json.some((part) => typeof part !== 'string' && 'isBounded' in part)
    ? boundedBy(sql, weightOf(json))
    : madeBy(sql, weightOf(json))
}

/** Selects the database's parts of a text as cells; returns the writer of the whole. */
export function writerOf(json: Json, cells: Cells): WriteJson {
  const pieces: (string | WriteJson)[] = []
  let ofDatabase: (string | OfDatabase)[] = []
  const close = () => {
    const [first, ...others] = ofDatabase
    if (typeof first === 'string' && others.length === 0) pieces.push(first)
    else if (first !== undefined) pieces.push(cellWriter(ofDatabase, cells))
    ofDatabase = []
  }
  for (const part of merged(json)) {
    if (typeof part === 'string' || 'sql' in part) ofDatabase.push(part)
    else {
      close()
      pieces.push(part.write)
    }
  }
  close()
  const [only] = pieces
  if (pieces.length === 1 && typeof only === 'function') return only
  return (row, reading) => {
    let text = ''
    for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(row, reading)
    return text
  }
}

/** Makes the written text a part of the answer as well. */
export function answered(json: Json, cells: Cells, as: 'text' | 'count' | 'pageInfo' | 'changes'): Json {
  const write = writerOf(json, cells)
  return writtenBy((row, reading) => {
    const text = write(row, reading)
    reading.answer = { ...reading.answer, [as]: as === 'count' ? Number(text) : text }
    return text
  })
}

function cellWriter(parts: (string | OfDatabase)[], cells: Cells): WriteJson {
  const at = cells.cell(jsonSql(parts))
  const isBounded = parts.some((part) => typeof part !== 'string' && part.isBounded)
  if (!isBounded) return (row) => row.cells[at] as string
  return (row, { context }) => assertComplete(row.cells[at] as string, context)
}

/** The same text, with adjacent constants merged. */
function merged(json: Json): JsonPart[] {
  const parts: JsonPart[] = []
  for (const part of json) {
    const last = parts.at(-1)
    if (typeof last === 'string' && typeof part === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts
}

/** A text as an SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** PostgreSQL's limit of arguments. */
const mostArguments = 100

/** The concatenation of texts. */
function concat(parts: readonly string[]): string {
  if (parts.length <= mostArguments) return `concat(${parts.join(', ')})`
  const calls: string[] = []
  for (let at = 0; at < parts.length; at += mostArguments) calls.push(concat(parts.slice(at, at + mostArguments)))
  return concat(calls)
}
