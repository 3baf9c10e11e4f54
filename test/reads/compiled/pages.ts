/** The order of a list and the page of it that is asked for, over rows in memory; and what cursors say of their places. */

import type { Column } from '../../../src/schema/model.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { columnOf, enumValues } from '../../support/described.ts'
import { compareValues } from './holds.ts'
import type { Row, Rows } from './rows.ts'

export type Direction = 'asc' | 'desc'
/** The order of a list, the id last. */
export type Terms = readonly (readonly [column: string, direction: Direction])[]
/** The values of a place in an order. */
export type Place = readonly unknown[]

export type PageArguments = {
  orderBy?: Record<string, Direction>[] | null
  first?: number | null
  last?: number | null
  offset?: number | null
  after?: string | null
  before?: string | null
  archived?: boolean | null
}

/** The terms of an order that was asked for. */
export function termsOf(orderBy: PageArguments['orderBy']): Terms {
  const asked = (orderBy ?? []).flatMap((entry) => Object.entries(entry))
  const end = asked.findIndex(([name]) => name === 'id')
  return end < 0 ? [...asked, ['id', 'asc']] : asked.slice(0, end + 1)
}

/** The column of a name; nobody may read the id, by which lists are ordered anyway. */
const columnFor = ({ model, columns }: Resource, name: string): Pick<Column, 'kind' | 'enumName' | 'source'> =>
  columns.get(name) ?? { ...columnOf(model.name, name), source: name }

/** The place of a row. */
export const placeOf = (rows: Rows, resource: Resource, terms: Terms, row: Row): Place =>
  terms.map(([name]) => rows.valueIn(resource.model.name, row, columnFor(resource, name)))

/** Less than zero if a place comes before another. */
function comparePlaces(resource: Resource, terms: Terms, one: Place, other: Place): number {
  for (const [index, [name, direction]] of terms.entries()) {
    const compared = compareInColumn(resource, name, one[index], other[index])
    if (compared !== 0) return direction === 'asc' ? compared : -compared
  }
  return 0
}

/** A missing value is behind all others; those of an enum come as they are declared. */
function compareInColumn(resource: Resource, name: string, one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const { kind, enumName = '' } = columnFor(resource, name)
  if (kind !== 'enum' && kind !== 'code') return compareValues(one, other)
  const values = enumValues(enumName)
  return values.indexOf(one as string) - values.indexOf(other as string)
}

/** A number as PostgreSQL spells it, whose exponents have two digits. */
const numeral = (value: number): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value).replace(/(e[+-])(\d)$/, '$10$2'))

/** A cursor: base64url of the order and a place in it; times as milliseconds, what is longer than 53 bits as text. */
export function cursorAt(terms: Terms, place: Place): string {
  const signature = terms.map(([name, direction]) => `${name}.${direction}`).join(',')
  const values = place.map((value) =>
    value instanceof Date
      ? value.getTime()
      : typeof value === 'bigint'
        ? String(value)
        : typeof value === 'number'
          ? numeral(value)
          : value,
  )
  return Buffer.from(JSON.stringify([signature, ...values])).toString('base64url')
}

function placeAt(resource: Resource, terms: Terms, cursor: string): Place {
  const [, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return terms.map(([name], index) => {
    const value = values[index]
    const { kind } = columnFor(resource, name)
    if (value === null) return null
    if (kind === 'id' || kind === 'mark' || kind === 'amount' || kind === 'sequence') return BigInt(value)
    return kind === 'time' ? new Date(value) : value
  })
}

export type Page = {
  nodes: Row[]
  edges: { cursor: string; node: Row }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  totalCount: number
}

/** The page of some rows. */
export function pageOf(all: Rows, resource: Resource, rows: readonly Row[], args: PageArguments): Page {
  const terms = termsOf(args.orderBy)
  const { after, before, offset, last } = args
  const size = last ?? args.first ?? 10
  const places = new Map(rows.map((row) => [row, placeOf(all, resource, terms, row)]))
  const toPlace = (row: Row, cursor: string) =>
    comparePlaces(resource, terms, places.get(row) as Place, placeAt(resource, terms, cursor))
  const left = rows
    .toSorted((one, other) => comparePlaces(resource, terms, places.get(one) as Place, places.get(other) as Place))
    .filter((row) => after == null || toPlace(row, after) > 0)
    .filter((row) => before == null || toPlace(row, before) < 0)
    .slice(offset ?? 0)
  const nodes = last == null ? left.slice(0, size) : left.slice(-size)
  const hasMore = left.length > size
  const cursorOf = (row: Row) => cursorAt(terms, places.get(row) as Place)
  const [start, end] = [nodes.at(0), nodes.at(-1)]
  return {
    nodes,
    edges: nodes.map((node) => ({ cursor: cursorOf(node), node })),
    pageInfo: {
      // The rows on the other side of a cursor are not queried: there are taken to be some.
      hasNextPage: last == null ? hasMore : before != null,
      hasPreviousPage: last == null ? after != null || (offset ?? 0) > 0 : hasMore,
      startCursor: start ? cursorOf(start) : null,
      endCursor: end ? cursorOf(end) : null,
    },
    totalCount: rows.length,
  }
}
