/** Reads a request into the variables of its row's operation. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import { badInput } from '../errors.ts'
import { defaultPageSize, maxPageSize } from '../graphql/page.ts'
import { readId } from '../values/id.ts'
import { shown, snakeCase } from '../values/text.ts'
import type { Body } from './body.ts'
import { coerceValue } from './coerce-value.ts'
import { type Compiled, withVariable } from './compile.ts'
import { readFilter } from './filter.ts'
import { isNoise, type Parameter } from './query.ts'
import { checkRepeated, needsNow, type Repeats } from './repeats.ts'

export type Page = { number: number; size: number }
export type Variables = Record<string, unknown>

/**
 * The variables of a read, joined by name from path and query.
 *
 * @throws Refusal BAD_INPUT naming the parameter that is unknown or whose value is not allowed.
 */
export function readQueryVariables(row: Compiled, ids: Record<string, string>, parameters: Parameter[], page: Page): Variables {
  const given = parameters.filter(({ name }) => !isNoise(name))
  // Embedding is an addition to the Merchant API.
  const takesWith = !row.path.startsWith('/v1/store/')
  const embedded = takesWith ? readEmbedded(row, given) : {}
  const rest = given.filter(({ name }) => !takesWith || name !== 'with')
  return { ...readIds(row, ids), ...embedded, ...(row.answer === 'list' ? readList(row, rest, page) : refuseAll(rest)) }
}

/**
 * The variables of a write, joined by name from path and body.
 *
 * @param repeats what the body may have of its record beside the fields of the write, so that a client can read, change and
 *   write back; `readNow` reads what its columns say now, and is asked only when the body has one of them.
 * @param within the names of what a field has inside where it is read, so that a list of pairs may come back as it is shown.
 * @throws Refusal BAD_INPUT naming the field that is unknown, read-only, missing, or whose value is not allowed.
 */
export async function readBodyVariables(
  row: Compiled,
  ids: Record<string, string>,
  body: Body,
  repeats: Repeats | undefined,
  readNow: (now: Repeats['now']) => Promise<Body>,
  within: (field: string) => readonly string[],
): Promise<Variables> {
  const path = readIds(row, ids)
  if (row.variables.has('body')) return { ...path, body }
  const fields = [...row.variables].filter(([name]) => !(name in ids))
  const names = new Set(fields.map(([name]) => name))
  const others = Object.keys(body).filter((key) => !names.has(key))
  const now = repeats && needsNow(others, repeats) ? await readNow(repeats.now) : {}
  checkRepeated(others, body, now, repeats)
  const values = fields.flatMap(([name, type]) => {
    const given = body[name]
    const pair = row.entries.get(name)
    if (given !== undefined)
      return [[name, pair ? coerceEntries(name, given, pair, type, within(name)) : coerceValue(name, given, type)]]
    if (isNonNullType(type)) throw badInput(`${name} is required.`)
    return []
  })
  return { ...path, ...Object.fromEntries(values) }
}

/**
 * An object's keys and values as a list of pairs; a key is named as the client wrote it. A list of objects that have the two
 * is taken too, since that is how pairs are shown.
 *
 * @param repeated what else such an object may have, whatever it says.
 */
function coerceEntries(
  name: string,
  value: unknown,
  pair: readonly [string, string],
  type: GraphQLInputType,
  repeated: readonly string[],
): unknown {
  if (value === null) return coerceValue(name, value, type)
  if (typeof value !== 'object') throw badInput(`${name} must be an object.`)
  const list = isNonNullType(type) ? type.ofType : type
  const [keyName, valueName] = pair.map(snakeCase) as [string, string]
  const pairType = isListType(list) ? list.ofType : list
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    const isRepeated = (key: string) => key !== keyName && key !== valueName && repeated.includes(key)
    const pairs = value.map((item) =>
      typeof item === 'object' && item !== null
        ? Object.fromEntries(Object.entries(item).filter(([key]) => !isRepeated(key)))
        : item,
    )
    return coerceValue(name, pairs, type)
  }
  // A form whose keys are small numbers arrives as a list with gaps, whose entries are the same.
  return Object.entries(value).map(([key, item]) =>
    coerceValue(`${name}.${shown(key)}`, { [keyName]: key, [valueName]: item }, pairType),
  )
}

function readIds(row: Compiled, ids: Record<string, string>): Variables {
  for (const name of Object.keys(ids)) if (!row.variables.has(name)) throw new Error(`${row.name} takes no variable ${name}`)
  return Object.fromEntries(Object.entries(ids).map(([name, text]) => [name, String(readId(name, decodeSegment(text)))]))
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badInput(`The path has a broken percent-encoding: ${shown(text)}.`)
  }
}

/** `with=customer,orders` or `with=all`, where the row has relations to embed. */
function readEmbedded(row: Compiled, parameters: Parameter[]): Variables {
  const asked = parameters.filter(({ name }) => name === 'with').flatMap(({ value }) => value.split(','))
  const names = asked.flatMap((name) => (name === 'all' ? row.embeddable : row.embedded.includes(name) ? [] : [name]))
  for (const name of names) {
    if (!row.embeddable.includes(name)) {
      throw badInput(`Unknown relation: ${shown(name)}; known are ${[...row.embedded, ...row.embeddable, 'all'].join(', ')}.`)
    }
  }
  return Object.fromEntries(names.map((name) => [withVariable(name), true]))
}

function refuseAll(parameters: Parameter[]): Variables {
  const [unknown] = parameters
  if (unknown) throw badInput(`Unknown parameter: ${shown(unknown.name)}`)
  return {}
}

function readList(row: Compiled, parameters: Parameter[], page: Page): Variables {
  const filters = parameters.filter(({ name }) => !['page', 'limit', 'sort'].includes(name))
  const sorts = parameters.filter(({ name }) => name === 'sort')
  return {
    // Absent rather than undefined: graphql-js takes the default of a variable only when it is not there.
    ...(filters.length > 0 && { filter: readFilter(filters, objectType(row, 'filter'), row.names) }),
    orderBy: sorts.length > 0 ? sorts.flatMap(({ value }) => readSort(value, objectType(row, 'orderBy'))) : undefined,
    first: page.size,
    offset: page.number * page.size,
  }
}

function objectType(row: Compiled, variable: string): GraphQLInputObjectType {
  const declared = row.variables.get(variable)
  const type = declared && getNullableType(declared)
  const item = isListType(type) ? getNullableType(type.ofType) : type
  if (!isInputObjectType(item)) throw new Error(`${row.name} takes no ${variable}`)
  return item
}

/** `-placed_at,id` → `[{ placedAt: "desc" }, { id: "asc" }]`. */
function readSort(value: string, type: GraphQLInputObjectType): object[] {
  return value.split(',').map((term) => {
    const descending = term.startsWith('-')
    const name = descending ? term.slice(1) : term
    const field = Object.values(type.getFields()).find((each) => snakeCase(each.name) === name)
    if (!field) throw badInput(`Unknown sort field: ${shown(name)}`)
    return { [field.name]: descending ? 'desc' : 'asc' }
  })
}

// Above this, page times limit would no longer be counted exactly by the database's driver.
const maxPage = 2_000_000

/**
 * Which page is asked for, counted from 0 whatever `base` the client counts from; of several `page` parameters the last
 * wins. Counted from 1, page 0 is the first page too: a client that counts from 0 must not miss one without a word.
 */
export function readPage(parameters: Parameter[], base: PageBase): Page {
  const last = (name: string) => parameters.findLast((parameter) => parameter.name === name)?.value
  const number = whole('page', last('page') ?? String(base), 0, maxPage)
  const size = whole('limit', last('limit') ?? String(defaultPageSize), 1, maxPageSize)
  return { number: Math.max(0, number - base), size }
}

function whole(name: string, text: string, from: number, to: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= from && number <= to))
    throw badInput(`${name} must be a whole number from ${from} to ${to}, not ${shown(text)}.`)
  return number
}
