/**
 * The filter language: from a `filter` argument to a condition for Prisma.
 *
 * A column takes operators, a relation takes a filter of the record it leads to, `metadata` takes conditions on free-form
 * keys, and AND, OR and NOT join them. Null matches nothing but `isNull: true`. A condition on a to-many relation asks for
 * at least one such record, so a row is never doubled.
 */
import type { Viewer } from '../auth/viewer.ts'
import { badInput } from '../errors.ts'
import { readId } from '../values/id.ts'
import { likeConditions } from '../values/like.ts'
import { comparable, type MetadataValue } from '../values/metadata.ts'
import type { Column, ColumnKind } from './model.ts'
import { type Link, type Resource, resourceOf } from './registry.ts'
import { checkLink, visible } from './visible.ts'

export type Condition = Record<string, unknown>
export type FilterInput = Record<string, unknown>

export const maxListLength = 100
/** How many relations one filter may follow, one inside the other. */
export const maxFilterDepth = 3

const comparisons = { eq: 'equals', ne: 'not', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte', in: 'in', nin: 'notIn' } as const
type Comparison = keyof typeof comparisons

const equality = ['eq', 'ne', 'in', 'nin'] as const
const ordering = ['lt', 'le', 'gt', 'ge'] as const

/** The operators a kind of column takes, `isNull` apart, which every kind does. */
export const operatorsOf: Record<Exclude<ColumnKind, 'json'>, readonly string[]> = {
  id: [...equality, ...ordering],
  amount: [...equality, ...ordering],
  integer: [...equality, ...ordering],
  number: [...equality, ...ordering],
  time: [...equality, ...ordering],
  text: [...equality, ...ordering, 'like', 'ilike'],
  boolean: ['eq', 'ne'],
  enum: equality,
}

/**
 * Compiles a filter of a resource.
 *
 * @throws Refusal BAD_INPUT for a null operand, a list too long, or relations nested too deep.
 */
export function filterCondition(resource: Resource, input: FilterInput, viewer: Viewer, depth = 0): Condition {
  const conditions = Object.entries(input).flatMap(([key, value]) => {
    if (value === undefined) return []
    if (value === null) throw badInput(`filter.${key} must not be null; to ask for missing values use isNull.`)
    if (key === 'AND' || key === 'OR') {
      return [{ [key]: (value as FilterInput[]).map((part) => filterCondition(resource, part, viewer, depth)) }]
    }
    if (key === 'NOT') return [{ NOT: filterCondition(resource, value as FilterInput, viewer, depth) }]
    const link = resource.links.get(key)
    if (link) checkLink(link, viewer)
    if (link?.target === 'Metadata') return (value as MetadataFilter[]).map((each) => metadataCondition(each, viewer))
    if (link) return [linkCondition(link, value as FilterInput, viewer, depth + 1)]
    return columnConditions(resource.columns.get(key) as Column, value as FilterInput)
  })
  return { AND: conditions }
}

function linkCondition(link: Link, input: FilterInput, viewer: Viewer, depth: number): Condition {
  if (depth > maxFilterDepth) throw badInput(`A filter may follow at most ${maxFilterDepth} relations one inside the other.`)
  const target = resourceOf(link.target)
  const condition = filterCondition(target, input, viewer, depth)
  // What a to-many relation leads to may belong to others; what a to-one relation leads to belongs with the row itself.
  const reached = link.list ? { AND: [visible(target, viewer), condition] } : condition
  const [outer, inner] = link.path
  if (inner) return { [outer]: { some: { ...link.only, [inner]: reached } } }
  return { [outer]: link.list ? { some: { AND: [link.only, reached] } } : reached }
}

function columnConditions(column: Column, operators: FilterInput): Condition[] {
  return Object.entries(operators).flatMap(([operator, operand]) => {
    if (operand === undefined) return []
    if (operand === null) throw badInput(`${column.name}.${operator} must not be null; to ask for missing values use isNull.`)
    if (operator === 'isNull') return [isNull(column, operand as boolean)]
    if (operator === 'like' || operator === 'ilike') {
      return likeConditions(operand as string, operator === 'ilike').map((condition) => ({ [column.name]: condition }))
    }
    checkLength(column.name, operand)
    const comparand = column.kind === 'id' ? idsOf(column.name, operand as string | string[]) : operand
    return [{ [column.name]: { [comparisons[operator as Comparison]]: comparand } }]
  })
}

const idsOf = (name: string, operand: string | string[]): bigint | bigint[] =>
  Array.isArray(operand) ? operand.map((each) => readId(name, each)) : readId(name, operand)

function isNull({ name, required }: Column, wanted: boolean): Condition {
  // Prisma takes no null for a column that cannot hold one: all rows match, or none.
  if (required) return wanted ? { OR: [] } : {}
  return wanted ? { [name]: null } : { NOT: { [name]: null } }
}

function checkLength(name: string, operand: unknown): void {
  if (Array.isArray(operand) && operand.length > maxListLength) {
    throw badInput(`${name} takes a list of at most ${maxListLength} values, not ${operand.length}.`)
  }
}

/** Conditions on one key of free-form metadata. */
export type MetadataFilter = { key: string; isNull?: boolean | null } & {
  [operator in Comparison | 'like' | 'ilike']?: MetadataValue | MetadataValue[] | null
}

/**
 * Compiles a condition on a metadata key. The operand decides how values compare: a number meets numbers, a time meets
 * times, other text meets text. A missing key and a null value match only `isNull: true`.
 */
function metadataCondition({ key, isNull, ...operators }: MetadataFilter, viewer: Viewer): Condition {
  const having = (condition: Condition): Condition => ({
    metadata: { entries: { some: { ...entryOf(viewer), path: key, ...condition } } },
  })
  const conditions = Object.entries(operators).flatMap(([operator, operand]) => {
    if (operand === undefined) return []
    if (operand === null) throw badInput(`metadata ${key}.${operator} must not be null; to ask for missing keys use isNull.`)
    return [having(entryCondition(operator, operand as MetadataValue | MetadataValue[], key))]
  })
  if (isNull != null) conditions.push(isNull ? { NOT: having({}) } : having({}))
  if (conditions.length === 0) throw badInput(`The condition on metadata key ${key} needs an operator, such as eq.`)
  return { AND: conditions }
}

// The index of entries begins with the store.
const entryOf = (viewer: Viewer): Condition => ('storeId' in viewer ? { storeId: viewer.storeId } : {})

function entryCondition(operator: string, operand: MetadataValue | MetadataValue[], key: string): Condition {
  if (operator === 'like' || operator === 'ilike') {
    return { AND: [hasValue, ...likeConditions(String(operand), operator === 'ilike').map((text) => ({ text }))] }
  }
  const operands = Array.isArray(operand) ? operand : [operand]
  checkLength(`metadata ${key}`, operands)
  const values = operands.map(comparable)
  // A value that compares in another way is another value; NOT of an unknown is unknown in SQL, so null is ruled out first.
  if (operator === 'ne' || operator === 'nin') return { NOT: { OR: values.map(known) }, ...hasValue }
  if (operator === 'eq' || operator === 'in') return { OR: values }
  const [[kind, comparand] = []] = values.flatMap(Object.entries)
  const comparison = { [kind as string]: { [comparisons[operator as Comparison]]: comparand } }
  return kind === 'text' ? { ...comparison, number: null, time: null } : comparison
}

const hasValue = { text: { not: null } }

const known = (value: Condition): Condition => ({
  AND: [value, ...Object.keys(value).map((kind) => ({ [kind]: { not: null } }))],
})
