/** Reads a read's request, its path and its query, into the variables of its row's operation. */

import {
  GraphQLBoolean,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { Parameter } from '../http/search.ts'
import type { ComputedRows } from '../schema/computed-rows.ts'
import { defaultPageSize, maxPageSize } from '../schema/paging.ts'
import { badInput, notFound } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { readAnyId } from '../values/id.ts'
import { shown, textFault } from '../values/text.ts'
import { coerceValue } from './coerce.ts'
import { type Compiled, withVariable } from './compile.ts'
import { adviseNearest, unknown, unknownName } from './faults.ts'
import { readFilter } from './filter.ts'
import { fieldsIn } from './filter-names.ts'
import { readOwn } from './own-parameters.ts'
import { isNoise, unbracketed } from './query.ts'
import { storePrefix } from './route.ts'
import { searchParameter } from './search.ts'

/** The records of a page unless asked, and at most; and the highest number of a page. */
type PageSizes = { usual: number; most: number; last: number }

export type Page = { number: number; size: number }
export type Variables = Record<string, unknown>

/** The step of reading a request, as it is observed. */
export const parsing = ({ requestId, surface }: Context) => ({ kind: 'parse', requestId, surface }) as const

/** The page of an answer that has none. */
export const firstPage: Page = { number: 0, size: 1 }

const pageNames = ['page', 'limit']

/**
 * The variables of a read, joined by name from path and query, and the page they ask for.
 *
 * @param base the number clients give the first page.
 * @throws Refusal BAD_INPUT naming each parameter that is unknown or whose value is not allowed.
 */
export function readQueryVariables(
  row: Compiled,
  ids: Record<string, string>,
  parameters: readonly Parameter[],
  base: PageBase,
): { page: Page; variables: Variables } {
  const named = parameters.filter((each) => !isNoise(each)).map(unbracketed)
  // An empty value has no effect, but its name must be known.
  const given = named.filter(({ value }) => value !== '')
  // Embedding is an addition to the Merchant API.
  const takesWith = !row.path.startsWith(storePrefix)
  const isList = row.answer === 'list'
  const hasArchived = isList && row.variables.has('archived')
  const isSearched = isList && row.variables.has(searchParameter)
  const { name: argument } = row.computed?.argument ?? {}
  const known = [
    ...(isList ? [...pageNames, 'sort'] : []),
    ...(hasArchived ? ['archived'] : []),
    ...(takesWith && row.takesChanges ? ['changed_since'] : []),
    ...(isSearched ? [searchParameter] : []),
    ...(argument ? [argument] : []),
    ...row.own.map(({ name }) => name),
    ...(takesWith ? ['with'] : []),
  ]
  // Where there is but one record, its page and how many are on it say nothing.
  const rest = named.filter(({ name }) => !known.includes(name) && !pageNames.includes(name))
  const [page, path, archived, searched, computing, own, embedded, asked] = together(
    () => readPage(isList ? given : [], base),
    () => readIds(row, ids),
    () => (hasArchived ? { archived: readArchived(given) } : {}),
    () => (isSearched ? readSearched(given) : {}),
    () => (row.computed ? readComputing(row.computed, given) : {}),
    () => (row.own.length > 0 ? readOwn(row.own, given) : {}),
    () => (takesWith ? readEmbedded(row, given) : {}),
    () => (isList ? readList(row, given, rest, known) : refuseAll(rest, known)),
  )
  const paging = isList && { first: page.size, offset: page.number * page.size }
  return { page, variables: { ...path, ...archived, ...searched, ...computing, ...own, ...embedded, ...asked, ...paging } }
}

/** The variables of a path. */
export function readIds(row: Compiled, ids: Record<string, string>): Variables {
  for (const name of Object.keys(ids)) if (!row.variables.has(name)) throw new Error(`${row.name} takes no variable ${name}`)
  return Object.fromEntries(
    Object.entries(ids).map(([name, text]) => {
      const segment = decodeSegment(text)
      return [
        name,
        getNamedType(row.variables.get(name))?.name === 'String' ? readPathText(name, segment) : readPathId(name, segment),
      ]
    }),
  )
}

/** @throws Refusal NOT_FOUND for a whole number that no record can have, such as 0. */
function readPathId(name: string, text: string): string {
  const id = readAnyId(name, text)
  if (id === 0n) throw notFound()
  return String(id)
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badInput(`The path has a broken percent-encoding: ${shown(text)}.`)
  }
}

/** A text in a path. @throws Refusal BAD_INPUT for one that the database cannot store. */
function readPathText(name: string, text: string): string {
  const fault = textFault(text)
  if (fault) throw badInput(`${name} is not allowed: ${fault}.`)
  return text
}

/** `with=shelf,notes` or `with=all`, where the row has relations to embed. */
export function readEmbedded(row: Compiled, parameters: Parameter[]): Variables {
  const asked = new Set(parameters.filter(({ name }) => name === 'with').flatMap(({ value }) => value.split(',')))
  const names = [...asked].flatMap((name) => (name === 'all' ? row.ofAll : row.embedded.includes(name) ? [] : [name]))
  const pairs = each(names, (name) => {
    if (row.embeddable.includes(name)) return [withVariable(name), true]
    const known = [...row.embedded, ...row.embeddable, 'all']
    throw unknown('relation', name, () => adviseNearest(name, known) ?? `known are ${known.join(', ')}.`)
  })
  return Object.fromEntries(pairs)
}

/** Whether archived records are listed too; of several `archived` parameters the last wins. */
export const readArchived = (parameters: readonly Parameter[]): boolean =>
  coerceValue('archived', parameters.findLast(({ name }) => name === 'archived')?.value ?? false, GraphQLBoolean) === true

/** The variable of a search, where one is given; of several the last counts. */
export function readSearched(given: readonly Parameter[]): { [searchParameter]?: string } {
  const text = given.findLast((each) => each.name === searchParameter)?.value
  return text === undefined ? {} : { [searchParameter]: text }
}

/** The number that rows are computed from, where it is given; of several the last wins. */
export function readComputing({ argument }: ComputedRows, parameters: readonly Parameter[]): Variables {
  if (!argument) return {}
  const { name, from, to } = argument
  const text = parameters.findLast((parameter) => parameter.name === name)?.value
  return text === undefined ? {} : { [name]: whole(name, text, from, to) }
}

function refuseAll(parameters: Parameter[], known: readonly string[]): Variables {
  each(parameters, ({ name }) => {
    throw unknownName('parameter', name, known)
  })
  return {}
}

function readList(row: Compiled, given: Parameter[], filters: Parameter[], known: readonly string[]): Variables {
  const sorts = given.filter(({ name }) => name === 'sort').flatMap(({ value }) => value.split(','))
  const [filter, orderBy] = together(
    () => (filters.length > 0 ? readFilter(filters, objectType(row, 'filter'), { given: row.names, others: known }) : undefined),
    () => (sorts.length > 0 ? readSort(sorts, objectType(row, 'orderBy')) : undefined),
  )
  // Absent rather than undefined: graphql-js takes the default of a variable only when it is not there.
  return { ...(filter && { filter }), orderBy }
}

export function objectType(row: Compiled, variable: string): GraphQLInputObjectType {
  const declared = row.variables.get(variable)
  const type = declared && getNullableType(declared)
  const item = isListType(type) ? getNullableType(type.ofType) : type
  if (!isInputObjectType(item)) throw new Error(`${row.name} takes no ${variable}`)
  return item
}

/** `-printed_at,id` → `[{ printedAt: "desc" }, { id: "asc" }]`. */
function readSort(terms: string[], type: GraphQLInputObjectType): object[] {
  const fields = fieldsIn(type)
  return each(terms, (term) => {
    const descending = term.startsWith('-')
    const name = descending ? term.slice(1) : term
    const field = fields.get(name)
    if (!field) throw unknownName('sort field', name, fields.keys())
    return { [field.name]: descending ? 'desc' : 'asc' }
  })
}

// With the largest limit, no further than the largest offset of a list.
export const maxPage = 2_000_000

/**
 * Which page is asked for, counted from 0 whatever `base` the client counts from; of several `page` parameters the last
 * wins. Counted from 1, page 0 is the first page too: a client that counts from 0 must not miss one without a word.
 */
export function readPage(
  parameters: readonly Parameter[],
  base: PageBase,
  { usual, most, last: lastPage }: PageSizes = { usual: defaultPageSize, most: maxPageSize, last: maxPage },
): Page {
  const last = (name: string) => parameters.findLast((parameter) => parameter.name === name)?.value
  const [number, size] = together(
    () => whole('page', last('page') ?? String(base), 0, lastPage),
    () => whole('limit', last('limit') ?? String(usual), 1, most),
  )
  return { number: Math.max(0, number - base), size }
}

/** A whole number of a range. @throws Refusal BAD_INPUT naming the parameter, and the range. */
export function whole(name: string, text: string, from: number, to: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= from && number <= to))
    throw badInput(`${name} must be a whole number from ${from} to ${to}, not ${shown(text)}.`)
  return number
}
