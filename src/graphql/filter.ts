/**
 * The filter language: from a `filter` argument to a condition for Prisma.
 *
 * A column takes operators, a relation takes a filter of the record it leads to, `metadata` takes conditions on free-form
 * keys, and AND, OR and NOT join them. Null matches nothing but `isNull: true`. A condition on a to-many relation asks for
 * at least one such record, so a row is never doubled.
 */
import type { Viewer } from '../auth/viewer.ts'
import { badInput } from '../errors.ts'
import { likeConditions } from '../values/like.ts'
import { comparable, type MetadataValue, neverKey } from '../values/metadata.ts'
import { isKept, isNumeral, keptForm } from '../values/number.ts'
import { shown } from '../values/text.ts'
import {
  anyOf,
  type Comparison,
  type Condition,
  comparison,
  comparisons,
  equality,
  everything,
  exactConditions,
  isNull,
  nothing,
} from './comparison.ts'
import type { Column, Part } from './model.ts'
import { type Link, type Resource, resourceOf } from './registry.ts'
import { checkColumn, checkLink, visible } from './visible.ts'

export type FilterInput = Record<string, unknown>

export const maxListLength = 100
/** How many characters a text to compare with may have: more than a query string on REST has room for. */
export const maxTextLength = 8_000
/** How many characters a pattern may have, and how many patterns one filter: each is held to each text at each of its places. */
export const maxPatternLength = 100
export const maxFilterPatterns = 20
/** How many relations one filter may follow, one inside the other. */
export const maxFilterLinks = 3
/** How deep AND, OR and NOT may nest. */
export const maxFilterGroups = 10
/** How many conditions and values one filter may have in all. */
export const maxFilterSize = 1_000
export const tooManyConditions = `A filter may have at most ${maxFilterSize} conditions and values.`

/** How far a filter has got: who asks, what it stands inside of, and how much more it may ask for. */
type Progress = {
  viewer: Viewer
  /** How many relations it has followed. */
  links: number
  /** How many of AND, OR and NOT it stands inside of. */
  groups: number
  /** Whether it stands inside a NOT, where a condition on a missing value must be false rather than unknown. */
  isNegated: boolean
  /** Conditions and values that may still come, and patterns among them, shared by the whole filter. */
  left: { count: number; patterns: number }
}

/**
 * Compiles a filter of a resource.
 *
 * @throws Refusal BAD_INPUT for a null operand, or a filter that is too deep, too long or follows too many relations.
 */
export function filterCondition(resource: Resource, input: FilterInput, viewer: Viewer): Condition {
  return compile(resource, input, {
    viewer,
    links: 0,
    groups: 0,
    isNegated: false,
    left: { count: maxFilterSize, patterns: maxFilterPatterns },
  })
}

function compile(resource: Resource, input: FilterInput, progress: Progress): Condition {
  if (progress.groups > maxFilterGroups) throw badInput(`A filter may nest AND, OR and NOT at most ${maxFilterGroups} deep.`)
  const conditions = Object.entries(input).flatMap(([key, value]) => {
    if (value === undefined) return []
    spend(progress, 1)
    if (value === null) throw badInput(`filter.${key} must not be null; to ask for missing values use isNull.`)
    const inner = { ...progress, groups: progress.groups + 1 }
    if (key === 'AND' || key === 'OR') spend(progress, (value as FilterInput[]).length)
    if (key === 'AND') return (value as FilterInput[]).map((part) => compile(resource, part, inner))
    if (key === 'OR') return [anyOf((value as FilterInput[]).map((part) => compile(resource, part, inner)))]
    if (key === 'NOT') return [{ NOT: compile(resource, value as FilterInput, { ...inner, isNegated: true }) }]
    const link = resource.links.get(key)
    if (link) checkLink(link, progress.viewer)
    if (link?.target === 'Metadata') return (value as MetadataFilter[]).map((each) => metadataCondition(each, progress))
    if (link) return [linkCondition(link, value as FilterInput, { ...progress, links: progress.links + 1 })]
    const part = resource.parts.get(key)
    if (part) return partConditions(part, value as FilterInput, progress)
    const column = resource.columns.get(key) ?? resource.derived.get(key)
    if (column) return columnConditions(column, value as FilterInput, progress)
    return fixedConditions(resource, key, value as FilterInput, progress)
  })
  return { AND: conditions }
}

function spend({ left }: Progress, count: number): void {
  left.count -= count
  if (left.count < 0) throw badInput(tooManyConditions)
}

function linkCondition(link: Link, input: FilterInput, progress: Progress): Condition {
  if (progress.links > maxFilterLinks)
    throw badInput(`A filter may follow at most ${maxFilterLinks} relations one inside the other.`)
  const target = resourceOf(link.target)
  const condition = compile(target, input, progress)
  // What a to-many relation leads to may belong to others; what a to-one relation leads to belongs with the row itself.
  const reached = link.list ? { AND: [visible(target, progress.viewer), condition] } : condition
  const [outer, inner] = link.path
  if (inner) return { [outer]: { some: { ...link.only, [inner]: reached } } }
  if (link.list) return { [outer]: { some: { AND: [link.only, reached] } } }
  return { [outer]: link.required ? reached : { is: reached } }
}

/** Conditions on an object of columns, which is missing in the rows that are not as it wants them. */
function partConditions({ name, columns, when }: Part, { isNull, ...given }: FilterInput, progress: Progress): Condition[] {
  if (isNull === null) throw badInput(`${name}.isNull must be true or false.`)
  const conditions = Object.entries(given).flatMap(([key, operators]) => {
    if (operators === null) throw badInput(`${name}.${key} must not be null; to ask for missing values use isNull.`)
    return columnConditions(columns.get(key) as Column, (operators ?? {}) as FilterInput, progress)
  })
  if (isNull !== true || conditions.length > 0) conditions.push(when)
  return isNull === true ? [...conditions, { NOT: when }] : conditions
}

/** Conditions on what no column holds: the kind of a record, which its rows share, and its path, which its ids make. */
function fixedConditions({ kind, path }: Resource, key: string, given: FilterInput, progress: Progress): Condition[] {
  for (const [operator, operand] of Object.entries(given)) {
    if (operand === null) throw badInput(`${key}.${operator} must not be null.`)
    spend(progress, Array.isArray(operand) ? operand.length : 1)
    checkLength(key, operand)
  }
  if (key === 'url') return exactConditions(given, (text) => path?.read(text) ?? nothing)
  return exactConditions(given, (text) => (text === kind ? everything : nothing))
}

function columnConditions(column: Column, operators: FilterInput, progress: Progress): Condition[] {
  const { kind, required } = column
  checkColumn(column, progress.viewer)
  return Object.entries(operators).flatMap(([operator, given]) => {
    if (given === undefined) return []
    if (given === null) throw badInput(`${column.name}.${operator} must not be null; to ask for missing values use isNull.`)
    spend(progress, Array.isArray(given) ? given.length : 1)
    if (operator === 'isNull') return [isNull(column, given as boolean)]
    checkLength(column.name, given)
    const { source, operand } = compared(column, operator, given)
    const conditions: Condition[] = isPattern(operator)
      ? patternConditions(column.name, operator, operand as string, progress).map((condition) => ({ [source]: condition }))
      : [{ [source]: comparison(column, operator as Comparison, operand) }]
    const isOdd = (progress.isNegated && !required) || (kind === 'json' && operator === 'ne')
    return isOdd ? [...conditions, isNull(column, false)] : conditions
  })
}

const isPattern = (operator: string): operator is 'like' | 'ilike' => operator === 'like' || operator === 'ilike'

function patternConditions(name: string, operator: 'like' | 'ilike', pattern: string, { left }: Progress): Condition[] {
  if (pattern.length > maxPatternLength)
    throw badInput(`${name}.${operator} takes patterns of at most ${maxPatternLength} characters, not ${pattern.length}.`)
  left.patterns -= 1
  if (left.patterns < 0) throw badInput(`A filter may have at most ${maxFilterPatterns} patterns (like, ilike).`)
  return likeConditions(pattern, operator === 'ilike')
}

/** The column that is looked at, and the operand in its terms. */
function compared({ source, matchedBy }: Column, operator: string, operand: unknown): { source: string; operand: unknown } {
  if (!matchedBy || !(equality as readonly string[]).includes(operator)) return { source, operand }
  const { column, of } = matchedBy
  return { source: column, operand: Array.isArray(operand) ? operand.map(of) : of(operand as string) }
}

function checkLength(name: string, operand: unknown): void {
  if (Array.isArray(operand) && operand.length > maxListLength) {
    throw badInput(`${name} takes a list of at most ${maxListLength} values, not ${operand.length}.`)
  }
  const texts = Array.isArray(operand) ? operand : [operand]
  if (texts.some((text) => typeof text === 'string' && text.length > maxTextLength)) {
    throw badInput(`${name} is compared with texts of at most ${maxTextLength} characters.`)
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
function metadataCondition({ key, isNull, ...operators }: MetadataFilter, progress: Progress): Condition {
  spend(progress, 1)
  checkLength('metadata', key)
  if (key.split('.').includes(neverKey)) throw badInput(`A key of metadata is never ${neverKey}.`)
  const having = (condition: Condition): Condition => ({
    metadata: { entries: { some: { ...entryOf(progress.viewer), path: key, ...condition } } },
  })
  const conditions = Object.entries(operators).flatMap(([operator, operand]) => {
    if (operand === undefined) return []
    if (operand === null)
      throw badInput(`metadata ${shown(key)}.${operator} must not be null; to ask for missing keys use isNull.`)
    spend(progress, Array.isArray(operand) ? operand.length : 1)
    return [having(entryCondition(operator, operand as MetadataValue | MetadataValue[], key, progress))]
  })
  if (isNull != null) conditions.push(isNull ? { NOT: having({}) } : having({}))
  if (conditions.length === 0) throw badInput(`The condition on metadata key ${shown(key)} needs an operator, such as eq.`)
  return { AND: conditions }
}

// The index of entries begins with the store.
const entryOf = (viewer: Viewer): Condition => ('storeId' in viewer ? { storeId: viewer.storeId } : {})

function entryCondition(operator: string, operand: MetadataValue | MetadataValue[], key: string, progress: Progress): Condition {
  checkLength(`metadata ${shown(key)}`, operand)
  if (isPattern(operator)) {
    const conditions = patternConditions(`metadata ${shown(key)}`, operator, String(operand), progress)
    return { AND: [hasValue, ...conditions.map((text) => ({ text }))] }
  }
  const operands = Array.isArray(operand) ? operand : [operand]
  if (!operands.every((each) => isComparable(each, operator))) {
    throw badInput(`metadata ${shown(key)}.${operator} must be ${keptForm}.`)
  }
  const values = operands.map(comparable)
  // A value that compares in another way is another value; NOT of an unknown is unknown in SQL, so null is ruled out first.
  if (operator === 'ne' || operator === 'nin') return { NOT: { OR: values.map(known) }, ...hasValue }
  if (operator === 'eq' || operator === 'in') return { OR: values }
  const [[kind, comparand] = []] = values.flatMap(Object.entries)
  const comparison = { [kind as string]: { [comparisons[operator as Comparison]]: comparand } }
  return kind === 'text' ? { ...comparison, number: null, time: null } : comparison
}

/** Whether an operand is taken for what it says. A number beyond those that are kept is text, which has another order. */
function isComparable(operand: MetadataValue, operator: string): boolean {
  if (typeof operand === 'number') return isKept(operand)
  const isOrdering = !['eq', 'ne', 'in', 'nin'].includes(operator)
  return (
    !isOrdering ||
    typeof operand !== 'string' ||
    !isNumeral(operand) ||
    'number' in comparable(operand) ||
    isKept(Number(operand))
  )
}

const hasValue = { text: { not: null } }

const known = (value: Condition): Condition => ({
  AND: [value, ...Object.keys(value).map((kind) => ({ [kind]: { not: null } }))],
})
