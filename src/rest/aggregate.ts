/**
 * Reads what an aggregate is asked for: `group=status,placed_at:month&sum=total&period=placed_at&from=2026-01-01&to=2027-01-01`. Conditions
 * are the list's own filters.
 */
import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType } from 'graphql'
import type { PageBase } from '../auth/viewer.ts'
import type { Parameter } from '../http/search.ts'
import { comparisons, maxGroups, maxGroupsOfPage, maxTop, timeBuckets, usualGroups } from '../schema/aggregate-limits.ts'
import { badInput } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { keyStep } from '../values/sentence.ts'
import { shown } from '../values/text.ts'
import { columnValues, valueVariable } from './aggregate-row.ts'
import type { Compiled } from './compile.ts'
import { adviseNearest, unknown, unknownName } from './faults.ts'
import { readFilter } from './filter.ts'
import { isNoise, unbracketed } from './query.ts'
import { objectType, type Page, readArchived, readComputing, readPage, readSearched, type Variables, whole } from './read.ts'
import { searchParameter } from './search.ts'

/** The parameters of an aggregate beside the filters of its list, each with its meaning. */
export const aggregateParameters = {
  group: `Keys of the groups, 5 at most: \`status\`, \`customer.country\`, \`placed_at:month\` (${timeBuckets.join(', ')}), \`${keyStep}.<key>\`; one group of all records unless given.`,
  sum: 'Columns to add, such as `total`.',
  avg: 'Columns to average.',
  min: 'Columns whose least value is wanted.',
  max: 'Columns whose greatest value is wanted.',
  count_distinct: 'A column whose different values are counted.',
  zone: "IANA name of the time zone of `period` and of times in `group`; the store's unless given.",
  fill: 'Whether parts of the calendar in `period` without a record have a group too.',
  top: `How many series to keep, up to ${maxTop}; all others make one.`,
  top_by: 'The value that decides which: `count`, or such as `sum.total`.',
  period: 'The column of the time that is asked about, with `from` and `to`.',
  from: 'The start of the period: a day, from its midnight in the zone, or a time.',
  to: 'The end of the period, which is not part of it: a day or a time.',
  compare_to: `The time that \`previous\` is about: ${comparisons.join(' or ')}.`,
  sort: 'Keys and values to sort by, the first foremost; a minus sorts downwards: `-sum.total`. Ascending keys unless given.',
} as const

type AggregateParameter = keyof typeof aggregateParameters

const pageNames = ['page', 'limit']

/**
 * The variables of an aggregate, and the page it asks for.
 *
 * @throws Refusal BAD_INPUT naming each parameter that is unknown or whose value is not allowed.
 */
export function readAggregateVariables(
  row: Compiled,
  parameters: readonly Parameter[],
  base: PageBase,
): { page: Page; variables: Variables } {
  const named = parameters.filter((each) => !isNoise(each)).map(unbracketed)
  const given = named.filter(({ value }) => value !== '')
  const hasArchived = row.variables.has('archived')
  const isSearched = row.variables.has(searchParameter)
  const argument = row.computed?.argument?.name
  const known = [
    ...Object.keys(aggregateParameters),
    ...pageNames,
    ...(hasArchived ? ['archived'] : []),
    ...(isSearched ? [searchParameter] : []),
    ...(argument ? [argument] : []),
  ]
  const filters = named.filter(({ name }) => !known.includes(name))
  const last = (name: AggregateParameter) => given.findLast((each) => each.name === name)?.value
  const listed = (name: AggregateParameter) => given.filter((each) => each.name === name).flatMap(({ value }) => value.split(','))
  const columns = columnsOf(row)
  const keys = listed('group')
  const [page, filter, archived, searched, computing, by, values, distinct, top, order, period] = together(
    () => readPage(given, base, { usual: usualGroups, most: maxGroupsOfPage, last: maxGroups }),
    () => (filters.length > 0 ? readFilter(filters, objectType(row, 'filter'), { given: row.names, others: known }) : undefined),
    () => (hasArchived ? { archived: readArchived(given) } : {}),
    () => (isSearched ? readSearched(given) : {}),
    () => (row.computed ? readComputing(row.computed, given) : {}),
    () => each(keys, (key) => readKey(key, columns, row, { zone: last('zone'), fill: last('fill') })),
    () => Object.assign({}, ...columnValues.map((value) => readValues(row, value, listed(value)))),
    () => readDistinct(listed('count_distinct'), columns),
    () => readTop(last('top'), last('top_by'), columns),
    () => each(listed('sort'), (term) => readTerm(term, keys, columns)),
    () => readPeriod(last('period'), last('from'), last('to'), last('zone'), columns),
  )
  const compareTo = last('compare_to')
  if (compareTo !== undefined && !comparisons.includes(compareTo as 'previous_year'))
    throw badInput(`compare_to must be ${comparisons.join(' or ')}, not ${shown(compareTo)}.`)
  if (last('fill') !== undefined && !keys.some((key) => key.includes(':')))
    throw badInput('fill takes a time in group, such as placed_at:month.')
  return {
    page,
    variables: {
      ...{ ...archived, ...searched, ...computing, ...values, ...distinct },
      ...(filter && { filter }),
      ...(by.length > 0 && { by }),
      ...(top && { top }),
      ...(order.length > 0 && { groupOrder: order }),
      ...(period && { period }),
      ...(compareTo !== undefined && { compareTo, previous: true }),
      ...{ first: page.size, offset: page.number * page.size },
    },
  }
}

/** The names of the columns that groups are made of. */
function columnsOf({ variables }: Compiled): ReadonlySet<string> {
  const type = getNamedType(variables.get('count_distinct') as GraphQLInputType)
  return new Set(isEnumType(type) ? type.getValues().map(({ name }) => name) : [])
}

/** A column by its name, `customer.country` or `status`. */
function readColumn(name: string, columns: ReadonlySet<string>): string {
  const column = name.replaceAll('.', '_')
  if (!columns.has(column)) throw unknownName('column', name, columns)
  return column
}

/** Reads a key. Accepted: `status`, `customer.country`, `placed_at:month`, `_md.plan`. */
function readKey(
  key: string,
  columns: ReadonlySet<string>,
  row: Compiled,
  { zone, fill }: { zone: string | undefined; fill: string | undefined },
): object {
  if (key.startsWith(`${keyStep}.`)) {
    const by = getNamedType(row.variables.get('by') as GraphQLInputType)
    const keyed = isInputObjectType(by)
      ? Object.keys(by.getFields()).find((each) => each !== 'column' && each !== 'time')
      : undefined
    if (!keyed) throw badInput(`There are no free-form keys here: ${shown(key)}.`)
    return { [keyed]: key.slice(keyStep.length + 1) }
  }
  const [name = '', bucket, ...others] = key.split(':')
  const column = readColumn(name, columns)
  if (bucket === undefined) return { column }
  if (others.length > 0 || !timeBuckets.includes(bucket as 'day'))
    throw badInput(`${shown(key)} names no part of the calendar; behind the colon is one of ${timeBuckets.join(', ')}.`)
  return {
    time: { column, bucket, ...(zone !== undefined && { zone }), ...(fill !== undefined && { fill: readFlag('fill', fill) }) },
  }
}

function readFlag(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw badInput(`${name} must be true or false, not ${shown(text)}.`)
  return text === 'true'
}

/** The variables that select values of columns. */
function readValues({ variables }: Compiled, value: string, names: readonly string[]): Variables {
  const all = [...variables.keys()].filter((each) => each.startsWith(`${value}_`)).map((each) => each.slice(value.length + 1))
  const flags = each(names, (name) => {
    if (!all.includes(name))
      throw unknown(`column of ${value}`, name, () => adviseNearest(name, all) ?? `it takes ${all.join(', ')}.`)
    return [valueVariable(value, name), true]
  })
  return flags.length > 0 ? { [value]: true, ...Object.fromEntries(flags) } : {}
}

function readDistinct(names: readonly string[], columns: ReadonlySet<string>): Variables {
  const [name] = names
  if (name === undefined) return {}
  if (names.length > 1) throw badInput('count_distinct takes one column.')
  return { distinct: true, count_distinct: readColumn(name, columns) }
}

const measures = ['count', 'count_distinct', ...columnValues]
const takesMeasures = 'a value is count, or such as sum.total, avg.total, min.placed_at, count_distinct.customer_id.'

/** Reads a value of groups. Accepted: `count`, `sum.total`, `count_distinct.customer_id`. */
function readMeasure(text: string, columns: ReadonlySet<string>): object | undefined {
  const [of = '', ...path] = text.split('.')
  if (!measures.includes(of)) return undefined
  if (of === 'count' && path.length === 0) return { count: true }
  if (of === 'count') return undefined
  const column = readColumn(path.join('.'), columns)
  return of === 'count_distinct' ? { countDistinct: column } : { [of]: column }
}

function readTop(n: string | undefined, by: string | undefined, columns: ReadonlySet<string>): object | undefined {
  if (n === undefined) {
    if (by !== undefined) throw badInput('top_by takes top, the number of series to keep.')
    return undefined
  }
  const measure = readMeasure(by ?? 'count', columns)
  if (!measure) throw unknown('value of top_by', by ?? '', () => takesMeasures)
  return { n: whole('top', n, 1, maxTop), by: measure }
}

/** Reads a term of the order: a key as it stands in `group`, or a value. */
function readTerm(term: string, keys: readonly string[], columns: ReadonlySet<string>): object {
  const name = term.startsWith('-') ? term.slice(1) : term
  const direction = term.startsWith('-') ? 'desc' : 'asc'
  const key = keys.findIndex((each) => each === name || each.split(':')[0] === name)
  if (key >= 0) return { key: key + 1, direction }
  const by = readMeasure(name, columns)
  if (!by) throw unknown('sort field', name, () => adviseNearest(name, keys) ?? takesMeasures)
  return { by, direction }
}

function readPeriod(
  column: string | undefined,
  from: string | undefined,
  to: string | undefined,
  zone: string | undefined,
  columns: ReadonlySet<string>,
): object | undefined {
  if (column === undefined && from === undefined && to === undefined) return undefined
  if (column === undefined || from === undefined || to === undefined)
    throw badInput('period, from and to belong together: the column of a time, its start, and its end.')
  return { column: readColumn(column, columns), from, to, ...(zone !== undefined && { zone }) }
}
