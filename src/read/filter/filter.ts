/**
 * The filter language: compiles a `filter` argument to a condition on rows, which `condition.ts` writes in SQL.
 *
 * A column takes operators, a relation takes a filter of its record or conditions on that record's free-form keys, and AND, OR and NOT
 * combine them. Null matches only `isNull: true`. A condition on a to-many relation requires at least one such record, so a row is never
 * duplicated.
 */
import type { Viewer } from '../../auth/viewer.ts'
import type { Column, Part } from '../../schema/model.ts'
import { equality, operatorOf } from '../../schema/operators.ts'
import type { Link, Resource } from '../../schema/registry.ts'
import { checkColumn, checkLink, leadsToOwn, type OfOwn, ofListed, visible } from '../../schema/visible.ts'
import { badInput, type Refusal } from '../../values/errors.ts'
import { condition, field, type Name, say, within } from '../../values/sentence.ts'
import {
  type Comparison,
  type Condition,
  comparison,
  everything,
  exactConditions,
  isNull,
  nothing,
  onSource,
  setComparison,
  sidesOf,
} from './comparison.ts'
import {
  checkLength,
  isPattern,
  maxFilterCharacters,
  maxFilterGroups,
  maxFilterLinks,
  maxFilterPatterns,
  maxFilterSize,
  type Progress,
  patternConditions,
  spend,
} from './filter-limits.ts'
import { type KeyFilter, keyCondition } from './key-filter.ts'
import { allKnown, known } from './placeholder.ts'

export type FilterInput = Record<string, unknown>

/**
 * Compiles a filter of a resource.
 *
 * @throws Refusal BAD_INPUT for a null operand, or a filter that is too deep, too long or follows too many relations.
 */
export function filterCondition(resource: Resource, input: FilterInput, viewer: Viewer, own: OfOwn): Condition {
  return compile(resource, input, {
    viewer,
    isOfOwn: own.isOfOwn,
    links: 0,
    groups: 0,
    isNegated: false,
    left: { count: maxFilterSize, patterns: maxFilterPatterns, characters: maxFilterCharacters },
  })
}

function compile(resource: Resource, input: FilterInput, progress: Progress): Condition {
  if (progress.groups > maxFilterGroups) throw badInput(`A filter may nest AND, OR and NOT at most ${maxFilterGroups} deep.`)
  const own = leadsToOwn(resource, progress.viewer.role, progress)
  const conditions = Object.entries(input).flatMap(([key, value]) => {
    if (value === undefined) return []
    spend(progress, 1)
    if (value === null) throw mustNotBeNull(within(field('filter'), key), takesIsNull(resource, key))
    const inner = { ...progress, groups: progress.groups + 1 }
    if (key === 'AND' || key === 'OR') spend(progress, (value as FilterInput[]).length)
    if (key === 'AND') return (value as FilterInput[]).map((part) => compile(resource, part, inner))
    if (key === 'OR') return [{ OR: (value as FilterInput[]).map((part) => compile(resource, part, inner)) }]
    if (key === 'NOT') return [{ NOT: compile(resource, value as FilterInput, { ...inner, isNegated: true }) }]
    const link = resource.links.get(key)
    if (link) checkLink(link, progress.viewer)
    if (link?.target.keyed)
      return (value as KeyFilter[]).map((each) => keyCondition(resource.model, link, allKnown(each), progress))
    if (link) return [linkCondition(link, value as FilterInput, { ...progress, ...own, links: progress.links + 1 })]
    const part = resource.parts.get(key)
    if (part) return partConditions(part, value as FilterInput, progress)
    const column = resource.columns.get(key)
    if (column) return columnConditions(column, value as FilterInput, progress)
    return fixedConditions(resource, key, allKnown(value as FilterInput), progress)
  })
  return { AND: conditions }
}

const mustNotBeNull = (named: Name, mayBeMissing = true): Refusal =>
  badInput(
    mayBeMissing
      ? say`${named} must not be null; to ask for missing values use ${field('isNull')}.`
      : say`${named} must not be null; leave it out where it asks for nothing.`,
  )

const takesIsNull = ({ columns, parts }: Resource, key: string): boolean => columns.has(key) || parts.has(key)

function linkCondition(link: Link, input: FilterInput, progress: Progress): Condition {
  if (progress.links > maxFilterLinks)
    throw badInput(`A filter may follow at most ${maxFilterLinks} relations one inside the other.`)
  const { target } = link
  const { viewer } = progress
  const condition = compile(target, input, { ...progress, ...ofListed(link, viewer.role, progress) })
  // Records of a to-many relation may belong to others; the record of a to-one relation is visible with the row.
  const reached = link.list ? { AND: [visible(target, viewer, progress), target.listed, condition] } : condition
  const [outer, inner] = link.path
  if (inner) return { [outer]: { some: { AND: [link.only, { [inner]: reached }] } } }
  if (link.list) return { [outer]: { some: { AND: [link.only, reached] } } }
  return { [outer]: reached }
}

/** Conditions on an object of columns; `isNull` tests whether the row has the object. */
function partConditions({ name, columns, when }: Part, { isNull, ...given }: FilterInput, progress: Progress): Condition[] {
  if (isNull === null) throw badInput(say`${condition(name, 'isNull')} must be true or false.`)
  const conditions = Object.entries(given).flatMap(([key, operators]) => {
    if (operators === null) throw mustNotBeNull(within(field(name), key))
    return columnConditions(columns.get(key) as Column, (operators ?? {}) as FilterInput, progress)
  })
  if (isNull === undefined) return conditions
  return [...conditions, isNull ? { NOT: when } : when]
}

/** Conditions on values without a column: the record's kind, which is constant, and its path, which is made of its ids. */
function fixedConditions({ kind, path }: Resource, key: string, given: FilterInput, progress: Progress): Condition[] {
  for (const [operator, operand] of Object.entries(given)) {
    if (operand === null) throw badInput(say`${condition(key, operator)} must not be null.`)
    spend(progress, Array.isArray(operand) ? operand.length : 1)
    checkLength(field(key), operand, progress)
  }
  if (key === 'url') return exactConditions(given, (text) => path?.read(text) ?? nothing)
  return exactConditions(given, (text) => (text === kind ? everything : nothing))
}

function columnConditions(column: Column, operators: FilterInput, progress: Progress): Condition[] {
  const { through } = column
  checkColumn(column, progress.viewer)
  const conditions = valueConditions(column, operators, progress)
  return through === undefined || conditions.length === 0 ? conditions : [{ [through]: { AND: conditions } }]
}

/** Conditions on a column, in its own row. */
function valueConditions(column: Column, operators: FilterInput, progress: Progress): Condition[] {
  const { kind, required } = column
  return Object.entries(operators).flatMap(([operator, given]) => {
    if (given === undefined) return []
    if (given === null) throw mustNotBeNull(condition(column.name, operator))
    spend(progress, Array.isArray(given) ? given.length : 1)
    if (operator === 'isNull') return [isNull(column, given as boolean)]
    if (column.isSet) return [onSource(column, (operator === 'eq') === given)]
    checkLength(field(column.name), given, progress)
    if (column.list && column.matchedBy) return [setComparison(column.matchedBy, operator, given as readonly unknown[])]
    const { source, operator: comparing, operand } = compared(column, operator, given)
    const conditions: Condition[] = isPattern(comparing)
      ? patternConditions(condition(column.name, operator), comparing, known(operand) as string, progress).map((condition) => ({
          [source]: condition,
        }))
      : sidesOf(
          condition(column.name, operator),
          comparing,
          operatorOf(comparing)?.sides ? allKnown(operand) : operand,
          valueIn(kind),
        ).map(([each, side]) => ({
          [source]: comparison(column, each as Comparison, side),
        }))
    const isOdd = (progress.isNegated && !required) || (kind === 'json' && operator === 'ne')
    return isOdd ? [...conditions, isNull(column, false)] : conditions
  })
}

/** The values of a kind of column as numbers; texts have an order that only the database knows. */
const valueIn =
  (kind: Column['kind']) =>
  (operand: unknown): number | undefined =>
    kind === 'text' ? undefined : Number(operand)

/** The column to compare, with the operator and the operand in its terms. */
function compared(
  { source, matchedBy }: Column,
  operator: string,
  operand: unknown,
): { source: string; operator: string; operand: unknown } {
  if (!matchedBy || !equality.includes(operator)) return { source, operator, operand }
  const { column, keysOf } = matchedBy
  const keys = ([allKnown(operand)].flat() as string[]).flatMap(keysOf)
  if (keys.length === 1 && !Array.isArray(operand)) return { source: column, operator, operand: keys[0] }
  return { source: column, operator: operator === 'ne' || operator === 'nin' ? 'nin' : 'in', operand: keys }
}
