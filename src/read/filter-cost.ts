/** What a list's filter costs before it is asked of any row: the more conditions, the more of each row has to be looked at. */
import { type GraphQLField, type GraphQLInputType, type GraphQLNamedType, getNamedType, isInputObjectType } from 'graphql'
import { isPattern, maxTextLength } from './filter-limits.ts'

/** A filter's condition is asked of every row, and one behind a relation of every row there. */
const conditionPoints = 1
const relationPoints = 10

/** A pattern is laid on every place of a text; the longer it is, the more often. One that is too long is refused in words of its own. */
const patternPoints = 10
const charactersOfPatternPoint = 100

/** What filters cost that were met: one variable may be the filter of many lists, and one that a document spells out comes with each request. */
const known = new WeakMap<object, number>()

/**
 * The points of a list's filter, once, however many rows it is asked about.
 *
 * @param values of the list's arguments, coerced; the filter is not changed any more.
 */
export function filterPoints({ args }: GraphQLField<unknown, unknown>, { filter }: { [name: string]: unknown }): number {
  const type = args.find(({ name }) => name === 'filter')?.type
  if (!type || typeof filter !== 'object' || filter === null) return 0
  let points = known.get(filter)
  if (points === undefined) {
    points = Math.max(conditionsOf(filter, type), groupsIn(filter))
    known.set(filter, points)
  }
  return points
}

/** The filter of a record, in which other conditions stand. */
export const isRecordFilter = (type: GraphQLNamedType): boolean => isInputObjectType(type) && 'AND' in type.getFields()

const groups = ['AND', 'OR', 'NOT']

/** How many groups stand in a filter, whatever they hold: each has to be taken apart, and they nest. */
function groupsIn(filter: unknown): number {
  if (typeof filter !== 'object' || filter === null) return 0
  return Object.entries(filter).reduce((sum, [name, value]) => {
    const parts = [value].flat() as unknown[]
    const inside = parts.reduce((count: number, part) => count + groupsIn(part), 0)
    return sum + inside + (groups.includes(name) ? parts.length : 0)
  }, 0)
}

/** Conditions are an operator's operands, or stand in a list or an object of others, one of which is read also where it is empty. */
function conditionsOf(value: unknown, type: GraphQLInputType): number {
  const named = getNamedType(type)
  if (value === null || typeof value !== 'object' || !isInputObjectType(named)) return conditionPoints
  if (Array.isArray(value)) return value.reduce((points: number, item) => points + conditionsOf(item, named), 0)
  const fields = named.getFields()
  const inside = Object.entries(value).reduce((points, [key, inner]) => {
    const field = fields[key]
    if (!field) return points
    if (isPattern(key) && inner != null) return points + pointsOfPattern(inner)
    const leadsOn = isRecordFilter(named) && !groups.includes(key) && isRecordFilter(getNamedType(field.type))
    return points + (leadsOn ? relationPoints : 0) + conditionsOf(inner, field.type)
  }, 0)
  return Math.max(conditionPoints, inside)
}

const pointsOfPattern = (pattern: unknown): number =>
  patternPoints + Math.floor(Math.min(String(pattern).length, maxTextLength) / charactersOfPatternPoint)
