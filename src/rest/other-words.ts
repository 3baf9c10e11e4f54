/**
 * Parameters of other interfaces: whoever writes one is told how the same is asked for here, with the value that was given
 * where it has a place here. A filter of the list that has such a name is the filter.
 */
import type { GraphQLInputObjectType } from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import type { Parameter } from '../http/search.ts'
import { defaultPageSize, maxPageSize } from '../schema/paging.ts'
import { each } from '../values/faults.ts'
import { snakeCase } from '../values/text.ts'
import { unknown } from './faults.ts'
import { fieldsIn, pathMeant } from './filter-names.ts'
import { writeQuery } from './query.ts'

/** Where a parameter stands, and what can be asked for there. */
export type Here = {
  parameters: readonly Parameter[]
  /** What can be embedded. */
  relations: readonly string[]
  /** What only lists have. */
  list?: { base: PageBase; filter: GraphQLInputObjectType; order: GraphQLInputObjectType; searched: readonly string[] }
}

type List = NonNullable<Here['list']>
type Advice = (value: string, here: Here, list: List) => string | undefined

/** A name in any spelling: `perPage`, `per_page` and `page[size]` have the same letters. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const sizeNames = ['perpage', 'pagesize', 'pagelimit', 'size', 'count', 'first', 'top', 'maxresults']

const ofList: readonly [names: readonly string[], advice: Advice][] = [
  [['offset', 'pageoffset', 'skip', 'start'], (value, here, { base }) => byPage(value, here, base)],
  [sizeNames, byLimit],
  [['pagenumber', 'pageno', 'pagenum', 'p'], (value) => (isWhole(value) ? `write page=${value}.` : 'write page.')],
  [
    ['cursor', 'after', 'before', 'startingafter', 'endingbefore', 'pagetoken', 'nexttoken'],
    () => 'follow next, which is given with each page, or write page.',
  ],
  [
    ['sortby', 'orderby', 'ordering', 'order', 'sorting', 'sortorder', 'direction'],
    (value, _here, { order }) => bySort(value, order),
  ],
  [['q', 'search', 'query', 'keyword'], (value, _here, list) => byPattern(value, list)],
]

const ofAny: readonly [names: readonly string[], advice: Advice][] = [
  [['include', 'includes', 'expand', 'embed'], (value, { relations }) => byWith(value, relations)],
  [['fields', 'select', 'only', 'include', 'includes', 'expand', 'embed'], () => wholeRecord],
]

/** The advice by the letters of the names; what stands further up comes first. */
const byLetters = (rows: typeof ofList) => {
  const found = new Map<string, Advice[]>()
  for (const [names, advice] of rows) for (const name of names) found.set(name, [...(found.get(name) ?? []), advice])
  return found
}
const advicesOfList = byLetters([...ofList, ...ofAny])
const advicesOfRecord = byLetters(ofAny)

const wholeRecord = 'a record is answered whole, and over GraphQL with the fields that are selected.'

/** Whether a parameter is one of another interface, and no filter of this list. */
export const isOtherWord = ({ name }: Parameter, { list }: Here): boolean =>
  name === 'format' ||
  (list ? advicesOfList.has(lettersOf(name)) && !fieldsIn(list.filter).has(name) : advicesOfRecord.has(lettersOf(name)))

/**
 * Refuses parameters of other interfaces, and leaves all others alone.
 *
 * @throws Refusal BAD_INPUT naming each, with what to write instead.
 */
export function refuseOtherWords(parameters: readonly Parameter[], here: Here): void {
  each(parameters, (parameter) => {
    const { name, value } = parameter
    if (!isOtherWord(parameter, here)) return
    if (name === 'format') throw unknownFormat(value)
    const advices = (here.list ? advicesOfList : advicesOfRecord).get(lettersOf(name)) ?? []
    throw unknown('parameter', name, () => firstOf(advices, value, here))
  })
}

/** Refuses an answer in another form. */
export const unknownFormat = (format: string) => unknown('format', format, () => 'answers are json.')

function firstOf(advices: readonly Advice[], value: string, here: Here): string | undefined {
  for (const advice of advices) {
    const told = advice(value, here, here.list as List)
    if (told !== undefined) return told
  }
  return undefined
}

const isWhole = (text: string): boolean => /^\d{1,9}$/.test(text)

function byPage(value: string, { parameters }: Here, base: PageBase): string {
  const given = (isNamed: (name: string) => boolean) => parameters.findLast(({ name }) => isNamed(name))?.value
  const limit = given((name) => name === 'limit')
  const size = limit ?? given((name) => sizeNames.includes(lettersOf(name))) ?? String(defaultPageSize)
  const page = isWhole(value) && isWhole(size) ? Number(value) / Number(size) : Number.NaN
  if (!Number.isInteger(page)) return 'a page begins where a multiple of limit does: write page and limit.'
  return `write page=${page + base}${limit === undefined ? '' : `&limit=${limit}`}.`
}

function byLimit(value: string): string {
  const isSize = isWhole(value) && Number(value) >= 1 && Number(value) <= maxPageSize
  return isSize ? `write limit=${Number(value)}.` : `write limit, at most ${maxPageSize}.`
}

/** `printedAt desc`, `printed_at:desc` and `-printed_at` are `-printed_at`. */
function bySort(value: string, order: GraphQLInputObjectType): string {
  const terms = value.split(',').map((term) => {
    const [field = '', direction = ''] = term.trim().split(/[ :]/)
    const name = snakeCase(field.replace(/^[+-]/, ''))
    const isDescending = field.startsWith('-') || direction.toLowerCase() === 'desc'
    return fieldsIn(order).has(name) ? (isDescending ? `-${name}` : name) : undefined
  })
  if (terms.every((term) => term !== undefined)) return `write sort=${[...new Set(terms)].join(',')}.`
  return 'write sort and a field, with - before it for the largest or latest first.'
}

function byWith(value: string, relations: readonly string[]): string | undefined {
  if (relations.length === 0) return undefined
  const names = [...new Set(value.split(',').map((name) => snakeCase(name.trim())))]
  if (names.every((name) => relations.includes(name))) return `write with=${names.join(',')}.`
  return `write with, which takes ${relations.join(', ')}.`
}

const longestShown = 60

function byPattern(value: string, { filter, searched }: List): string | undefined {
  const column = searched.find((name) => pathMeant(filter, name.split('.')) === name)
  if (!column) return undefined
  // What is longer than a pattern may be is not repeated.
  if (value.length > longestShown) return `write a pattern for one field, such as ${column}__ilike.`
  const condition = writeQuery([{ name: `${column}__ilike`, value: `%${value}%` }]).slice(1)
  return `write a pattern for one field, such as ${condition}.`
}
