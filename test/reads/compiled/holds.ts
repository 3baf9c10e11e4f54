/**
 * Whether a filter holds for a row, by what it means: each condition is true or false of a row in memory, and a missing value
 * meets none but `isNull: true`.
 */

import type { Column } from '../../../src/schema/model.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import type { Principal } from '../../access/isolation/principals.ts'
import { isOwn, isPart, listed, sees, type Where } from '../../access/isolation/visible-columns.ts'
import { columnNames, enumValues, isRelation, relationOf } from '../../support/described.ts'
import { writtenPath } from '../../support/written-path.ts'
import { matches } from '../pattern.ts'
import { type Exact, isSame, readExact } from './exact-json.ts'
import { metadataOf, plainValue } from './metadata-values.ts'
import type { Row, Rows } from './rows.ts'

export type Filter = Record<string, unknown>

/** Whether a row is as the walls of test/access/isolation/visible-columns.ts want it. */
export function isWithin(rows: Rows, model: string, row: Row, where: Where): boolean {
  return Object.entries(where).every(([name, wanted]) => {
    if (name === 'AND') return (wanted as Where[]).every((part) => isWithin(rows, model, row, part))
    if (name === 'OR') return (wanted as Where[]).some((part) => isWithin(rows, model, row, part))
    if (isRelation(model, name)) {
      const { model: target } = relationOf(model, name)
      return rows.related(model, row, name).some((each) => isWithin(rows, target, each, wanted as Where))
    }
    if (wanted === null || typeof wanted !== 'object') return row[name] === wanted
    return row[name] !== null && row[name] !== (wanted as { not: unknown }).not
  })
}

/** The rows of a resource that somebody sees. */
export function seenBy(rows: Rows, as: Principal, { name, model }: Resource): Row[] {
  const where = sees(name, as)
  return where ? rows.ofStore(model.name, as.storeId).filter((row) => isWithin(rows, model.name, row, where)) : []
}

/** Whether a row is in lists, beside being seen. */
export const isListed = ({ name }: Resource, row: Row): boolean => listed[name]?.(row) ?? true

/** The mark of a row that a record of the customer's own leads to. */
const ofOwn = Symbol('of own')

/** The rows that a link leads to; of lists those that somebody sees and that are listed. A single record is there, whatever its columns are. */
export function linked(rows: Rows, as: Principal, { name, model }: Resource, row: Row, link: Link): Row[] {
  const isOfOwn = ofOwn in row || isOwn(name, as)
  const found = unmarked(rows, as, model, row, link, isOfOwn)
  return isOfOwn && (!link.list || isPart(link.target.name)) ? found.map((each) => ({ ...each, [ofOwn]: true })) : found
}

function unmarked(rows: Rows, as: Principal, model: Resource['model'], row: Row, link: Link, isOfOwn: boolean): Row[] {
  const [outer, inner] = link.path
  const first = rows.related(model.name, row, outer)
  const middle = relationOf(model.name, outer).model
  const only = link.list ? first.filter((each) => isWithin(rows, middle, each, link.only as Where)) : first
  const found = inner ? only.flatMap((each) => rows.related(middle, each, inner)) : only
  if (!link.list) return found
  // A joining table has no id of its own that could be an order.
  if (inner && !columnNames(middle).includes('id')) found.sort((one, other) => compareValues(one.id, other.id))
  const target = link.target
  const where = sees(target.name, as, isOfOwn)
  return where ? found.filter((each) => isListed(target, each) && isWithin(rows, target.model.name, each, where)) : []
}

/** Whether a filter, as it was coerced, holds for a row of a resource. */
export function holds(rows: Rows, as: Principal, resource: Resource, row: Row, filter: Filter): boolean {
  const each = (parts: unknown) => parts as Filter[]
  const ofColumn = (column: Column) => rows.valueIn(resource.model.name, row, column)
  return Object.entries(filter).every(([key, value]) => {
    if (value === undefined) return true
    if (key === 'AND') return each(value).every((part) => holds(rows, as, resource, row, part))
    if (key === 'OR') return each(value).some((part) => holds(rows, as, resource, row, part))
    if (key === 'NOT') return !holds(rows, as, resource, row, value as Filter)
    const link = resource.links.get(key)
    if (link?.target.name === 'Metadata') {
      const [record] = rows.related(resource.model.name, row, 'metadata')
      return each(value).every((condition) => keyHolds(record, condition))
    }
    if (link) {
      const target = link.target
      return linked(rows, as, resource, row, link).some((other) => holds(rows, as, target, other, value as Filter))
    }
    const part = resource.parts.get(key)
    if (part) {
      const { isNull, ...columns } = value as Filter
      const isThere =
        part.unless === undefined
          ? Object.entries(part.when).every(([name, wanted]) => row[name] === wanted)
          : row[part.unless] !== null
      if (isNull !== undefined && isNull === isThere) return false
      return Object.entries(columns).every(([name, operators]) =>
        columnHolds(part.columns.get(name) as Column, ofColumn(part.columns.get(name) as Column), (operators ?? {}) as Filter),
      )
    }
    const column = resource.columns.get(key)
    if (column) return columnHolds(column, ofColumn(column), value as Filter)
    if (key === 'url') return exactHolds(value as Filter, (text) => isPathOf(resource, row, text))
    return exactHolds(value as Filter, (text) => text === resource.kind)
  })
}

/** Whether a text is one of a row's paths, those that others are shown and those without the last slash included. */
function isPathOf({ path }: Resource, row: Row, text: string): boolean {
  const paths = (['merchant', 'customer'] as const).map((role) => path && writtenPath(path, row, role).replace(/\/$/, ''))
  return paths.includes(text.replace(/\/$/, ''))
}

function exactHolds(operators: Filter, is: (text: string) => boolean): boolean {
  return Object.entries(operators).every(([operator, operand]) => {
    if (operand === undefined) return true
    if (operator === 'isNull') return operand === false
    const isAny = ([operand].flat() as string[]).some(is)
    return operator === 'ne' || operator === 'nin' ? !isAny : isAny
  })
}

/** Less than zero, zero or more, as values of one kind are ordered; texts go by code point. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other))
  const [a, b] = [one, other].map((value) => (value instanceof Date ? value.getTime() : value)) as [number, number]
  return a < b ? -1 : a > b ? 1 : 0
}

/** A value as it is compared: of JSON its null is none, of an enum its place where the column is its code. */
function comparedValue({ kind, enumName }: Column, value: unknown): unknown {
  return kind === 'code' && value !== null ? enumValues(enumName ?? '').indexOf(value as string) + 1 : value
}

/** A set has one of some texts, or all of them, by their keys. */
function setHolds({ matchedBy }: Column, stored: readonly string[], operators: Filter): boolean {
  const keyOf = (text: string) => matchedBy?.keysOf(text)[0]
  const keys = new Set(stored.map(keyOf))
  return Object.entries(operators).every(([operator, operand]) => {
    const asked = ((operand ?? []) as string[]).map((text) => keys.has(keyOf(text)))
    return operator === 'all' ? asked.every(Boolean) : asked.some(Boolean)
  })
}

function columnHolds(column: Column, stored: unknown, operators: Filter): boolean {
  if (column.list) return setHolds(column, stored as string[], operators)
  const { kind } = column
  const value = comparedValue(column, stored)
  return Object.entries(operators).every(([operator, operand]) => {
    if (operand === undefined) return true
    if (operator === 'isNull') return (value === null) === operand
    if (value === null) return false
    if (operator === 'like' || operator === 'ilike') return matches(operand as string, operator === 'ilike')(value as string)
    return comparisonHolds(operator, operand, (each) => {
      if (kind === 'json') return isSame(value as Exact, readExact(JSON.stringify(each))) ? 0 : 1
      if (kind === 'id' || kind === 'mark') return compareValues(value, BigInt(each as string))
      // An address is the same in any case of its ASCII letters; it and names are found in either normal form.
      if (column.matchedBy && !orderings.has(operator)) {
        const key = column.matchedBy.column === column.name ? value : asciiLower(value)
        return column.matchedBy.keysOf(each as string).includes(key as string) ? 0 : 1
      }
      return compareValues(value, each)
    })
  })
}

const asciiLower = (text: unknown): string => (text as string).replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const orderings = new Set(['lt', 'le', 'gt', 'ge', 'between'])

/** @param to how the value stands to an operand. */
function comparisonHolds(operator: string, operand: unknown, to: (operand: unknown) => number): boolean {
  const any = () => ([operand].flat() as unknown[]).some((each) => to(each) === 0)
  const byOperator: Record<string, () => boolean> = {
    eq: () => to(operand) === 0,
    ne: () => to(operand) !== 0,
    lt: () => to(operand) < 0,
    le: () => to(operand) <= 0,
    gt: () => to(operand) > 0,
    ge: () => to(operand) >= 0,
    between: () => to((operand as unknown[])[0]) >= 0 && to((operand as unknown[])[1]) <= 0,
    in: any,
    nin: () => !any(),
  }
  const holds = byOperator[operator]
  if (!holds) throw new Error(`No operator ${operator}`)
  return holds()
}

/**
 * A condition on a key: a number meets numbers, a time times, other text the rest; patterns meet every spelling, and so does a text
 * that must be the same.
 */
function keyHolds(record: Row | undefined, { key, isNull, ...operators }: Filter): boolean {
  const value = record && metadataOf(record).get(key as string)
  if (isNull != null && isNull !== !value) return false
  return Object.entries(operators).every(([operator, operand]) => {
    if (operand === undefined) return true
    if (value?.spelling === undefined) return false
    if (operator === 'like' || operator === 'ilike') return matches(String(operand), operator === 'ilike')(value.spelling)
    return comparisonHolds(operator, operand, (each) => {
      const other = plainValue(each as string | number | boolean)
      if (other.number !== undefined) return value.number === undefined ? Number.NaN : compareValues(value.number, other.number)
      if (other.time) return value.time ? compareValues(value.time, other.time) : Number.NaN
      const isText = !orderings.has(operator) || (value.number === undefined && !value.time)
      return isText ? compareValues(value.spelling, other.spelling) : Number.NaN
    })
  })
}
