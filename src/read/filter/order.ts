/**
 * The order of a list, and the cursors that mark a position in it.
 *
 * An order always ends with the id, so that it is total. A cursor holds the values its row is ordered by, never a row to look up: it
 * remains valid when the row is deleted, and reveals nothing of rows the viewer cannot see.
 */

import { LRUCache } from 'lru-cache'
import { type ColumnKind, columnOf, type StoredColumn, type ValueSource } from '../../schema/model.ts'
import type { Resource } from '../../schema/registry.ts'
import { decodeBase64Text } from '../../values/base64.ts'
import { badInput } from '../../values/errors.ts'
import { parseWhole } from '../../values/number.ts'
import { field, say } from '../../values/sentence.ts'
import { parseTime } from '../../values/time.ts'
import { type Condition, onSource } from './comparison.ts'
import { type Form, Placeholder } from './placeholder.ts'

export type Direction = 'asc' | 'desc'
export type OrderTerm = StoredColumn & ValueSource & { direction: Direction }

/** As much of a term as a cursor is read by. */
type CursorTerm = Pick<OrderTerm, 'name' | 'kind' | 'required' | 'values' | 'direction'>

/** Parses `[{ printedAt: "desc" }]` into terms; the id comes last, ascending by default. */
export function readOrder(
  { model, columns }: Pick<Resource, 'model' | 'columns'>,
  asked: readonly Record<string, Direction>[] | null | undefined,
): OrderTerm[] {
  const termOf = (name: string, direction: Direction): OrderTerm => {
    const column = columns.get(name) ?? { ...columnOf(model, name), source: name }
    // The codes of an enum are in the order of its values.
    return { ...column, ...(column.kind === 'code' && { kind: 'enum' }), direction }
  }
  const terms: OrderTerm[] = []
  for (const entry of asked ?? []) {
    const [[column, direction] = []] = Object.entries(entry)
    if (!column || !direction) continue
    if (terms.some(({ name }) => name === column)) throw badInput(say`The order names ${field(column)} twice.`)
    terms.push(termOf(column, direction))
    // Terms behind a unique column cannot change the order.
    if (column === 'id') return terms
  }
  return [...terms, termOf('id', 'asc')]
}

/** The reverse order. */
export const reversed = (terms: OrderTerm[]): OrderTerm[] =>
  terms.map((term) => ({ ...term, direction: term.direction === 'asc' ? 'desc' : 'asc' }))

/** Identifies the order of a cursor, which is valid for that order only. */
export const signature = (terms: readonly Pick<OrderTerm, 'name' | 'direction'>[]): string =>
  terms.map(({ name, direction }) => `${name}.${direction}`).join(',')

/**
 * The condition for the rows behind a cursor: for the order `a, b, id` it is `a > A or (a = A and b > B) or (a = A and b = B and id > ID)`.
 *
 * @throws Refusal BAD_INPUT for a malformed cursor, or one of another order.
 */
export function behind(terms: OrderTerm[], cursor: string, madeIn: readonly CursorTerm[] = terms): Condition {
  const values = cursorValues(madeIn, cursor)
  const alternatives = terms.flatMap((term, index) => {
    const further = past(term, values[index])
    if (!further) return []
    const ties = terms.slice(0, index).map((tied, tie) => onSource(tied, tied.isSet ? values[tie] : { equals: values[tie] }))
    return [{ AND: [...ties, further] }]
  })
  const [first] = terms
  const bound = first && alternatives.length > 1 && notBefore(first, values[0])
  return bound ? { AND: [bound, { OR: alternatives }] } : { OR: alternatives }
}

/** A condition implied for all rows behind a cursor: an index that begins with the column starts its scan there. */
function notBefore(term: OrderTerm, value: unknown): Condition | undefined {
  const { direction, kind, required, through } = term
  if (!required || kind === 'boolean' || kind === 'enum' || through !== undefined) return undefined
  return onSource(term, { [direction === 'asc' ? 'gte' : 'lte']: value })
}

/** The values of a column that sort behind one value, or undefined when none do. */
function past(term: OrderTerm, value: unknown): Condition | undefined {
  const { direction, required } = term
  if (direction === 'desc') {
    if (value === null) return { NOT: onSource(term, null) }
    return beyond(term, value)
  }
  if (value === null) return undefined
  const further = beyond(term, value)
  return required ? further : { OR: [...(further ? [further] : []), onSource(term, null)] }
}

/** The values behind one that is not null. Booleans and enums have few values, which are listed. */
function beyond(term: OrderTerm, value: unknown): Condition | undefined {
  const { direction, kind, values: ofEnum } = term
  if (kind !== 'boolean' && kind !== 'enum') return onSource(term, { [direction === 'asc' ? 'gt' : 'lt']: value })
  const values: readonly unknown[] = kind === 'boolean' ? [false, true] : ofEnum
  const place = values.indexOf(value)
  const further = direction === 'asc' ? values.slice(place + 1) : values.slice(0, place)
  return further.length > 0 ? { OR: further.map((each) => onSource(term, each)) } : undefined
}

/** Far above the length of sortable texts; to parse half a million brackets would take a tenth of a second. */
const maxCursorLength = 262_144

/** The length from which on parsed cursors are memoized: a request may pass one to many aliased lists. */
const longCursor = 1_000
const read = new LRUCache<string, { values: unknown[] | undefined }>({
  maxSize: 1_048_576,
  sizeCalculation: (_, key) => key.length,
})

/** A value of a cursor. A plan depends on which values are null, and on those of few values, which are listed. */
class CursorValue implements Form {
  readonly name: string
  private readonly terms: readonly CursorTerm[]
  private readonly index: number

  constructor(terms: readonly CursorTerm[], index: number) {
    this.name = `${index} of ${signature(terms)}`
    this.terms = terms
    this.index = index
  }

  keyOf(cursor: unknown): string | undefined {
    try {
      const value = this.read(cursor)
      return value === null || isListed(this.terms[this.index] as CursorTerm) ? String(value) : ''
    } catch {
      return undefined
    }
  }

  read(cursor: unknown): unknown {
    return readCursor(this.terms, cursor as string)[this.index]
  }
}

/** Whether the values of a column are few, so that those behind one are listed. */
const isListed = ({ kind }: CursorTerm): boolean => kind === 'boolean' || kind === 'enum'

/** The values of a cursor, or of its placeholder. */
export function cursorValues(terms: readonly CursorTerm[], cursor: string | Placeholder): unknown[] {
  if (!(cursor instanceof Placeholder)) return readCursor(terms, cursor)
  const own = terms.map(({ name, kind, required, values, direction }) => ({ name, kind, required, values, direction }))
  return own.map((term, index): unknown => {
    const form = new CursorValue(own, index)
    const key = cursor.keyOf(form)
    if (!isListed(term)) return key === 'null' ? null : cursor.parameter(form)
    return key === 'null' ? null : term.kind === 'boolean' ? key === 'true' : key
  })
}

function readCursor(terms: readonly CursorTerm[], cursor: string): unknown[] {
  const values = cursor.length > longCursor ? decodedOnce(terms, cursor) : decoded(terms, cursor)
  if (!values) throw badInput('The cursor does not belong to this list in this order.')
  return terms.map((term, index) => cursorValue(term, values[index]))
}

function decodedOnce(terms: readonly CursorTerm[], cursor: string): unknown[] | undefined {
  const key = `${signature(terms)} ${cursor}`
  const known = read.get(key) ?? { values: decoded(terms, cursor) }
  if (cursor.length <= maxCursorLength) read.set(key, known)
  return known.values
}

function decoded(terms: readonly CursorTerm[], cursor: string): unknown[] | undefined {
  if (cursor.length > maxCursorLength) return undefined
  const text = decodeBase64Text(cursor, 'base64url')
  // Compared before it is parsed: a foreign cursor costs nothing more.
  if (!text?.startsWith(`[${JSON.stringify(signature(terms))},`)) return undefined
  try {
    // One list: the signature, and a value for each term.
    const values = JSON.parse(text).slice(1)
    return values.length === terms.length ? values : undefined
  } catch {
    return undefined
  }
}

function cursorValue({ kind, required, values }: CursorTerm, value: unknown): unknown {
  if (value === null && !required) return null
  const isOne = kind !== 'enum' || values.includes(value as string)
  const result = isOne ? cursorReaders[kind]?.(value) : undefined
  if (result === undefined) throw badInput('The cursor is damaged.')
  return result
}

const wholeNumber = (value: unknown) => (typeof value === 'string' ? parseWhole(value) : undefined)

// Milliseconds, since some years have no ISO form that is parsed here; earlier versions wrote ISO.
function readTime(value: unknown): Date | undefined {
  if (typeof value === 'string') return parseTime(value)
  const time = new Date(typeof value === 'number' ? value : Number.NaN)
  // No row has other years, and the database misreads what JavaScript writes for them, or refuses it.
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999 ? time : undefined
}

const cursorReaders: Partial<Record<ColumnKind, (value: unknown) => unknown>> = {
  id: wholeNumber,
  mark: wholeNumber,
  amount: wholeNumber,
  sequence: wholeNumber,
  // A number beyond 32 bits would be truncated.
  integer: (value) => (value === (Number(value) | 0) ? value : undefined),
  number: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  enum: (value) => value,
  text: (value) => (typeof value === 'string' && !value.includes('\u0000') ? value : undefined),
  time: readTime,
}
