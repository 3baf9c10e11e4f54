/** The cost of a list's filter, charged once per list: every condition is evaluated for the rows that are scanned. */
import { type GraphQLArgument, type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql'
import { isRecordFilter } from '../../schema/operators.ts'
import { isPattern, maxTextLength } from '../filter/filter-limits.ts'
import { known } from '../filter/placeholder.ts'

/** The points of a condition: it is evaluated for every row, and one behind a relation for every related row. */
const conditionPoints = 1
const relationPoints = 10

/**
 * The points of a pattern, which is matched at every position of a text. A pattern beyond the length limit is refused by the filter itself.
 */
const patternPoints = 10
const charactersOfPatternPoint = 100

/** The points of a search of a list, which goes through indexes. */
const searchPoints = 20

/**
 * The points of a list's filter, charged once, however many rows are scanned.
 *
 * @param values of the list's arguments, coerced; the filter is immutable from here on.
 *
 * @param counted the points of the request's filters so far.
 */
export function filterPoints(
  { args }: GraphQLField<unknown, unknown>,
  { filter, search }: { [name: string]: unknown },
  counted = new Map<object, number>(),
): number {
  return (search == null ? 0 : searchPoints) + pointsOfFilter(args, filter, counted)
}

function pointsOfFilter(args: readonly GraphQLArgument[], filter: unknown, counted: Map<object, number>): number {
  const type = args.find(({ name }) => name === 'filter')?.type
  if (!type || typeof filter !== 'object' || filter === null) return 0
  let points = counted.get(filter)
  if (points === undefined) {
    points = Math.max(conditionsOf(filter, type), groupsIn(filter))
    counted.set(filter, points)
  }
  return points
}

const groups = ['AND', 'OR', 'NOT']

/** The number of nested groups in a filter, empty ones too: each is compiled. */
function groupsIn(filter: unknown): number {
  if (typeof filter !== 'object' || filter === null) return 0
  return Object.entries(filter).reduce((sum, [name, value]) => {
    const parts = [value].flat() as unknown[]
    const inside = parts.reduce((count: number, part) => count + groupsIn(part), 0)
    return sum + inside + (groups.includes(name) ? parts.length : 0)
  }, 0)
}

/** Counts conditions: the operand of an operator is one, a list or an object is the sum of its members, and an empty object is one. */
function conditionsOf(value: unknown, type: GraphQLInputType): number {
  const named = getNamedType(type)
  if (value === null || typeof value !== 'object' || !isInputObjectType(named)) return conditionPoints
  if (Array.isArray(value)) return value.reduce((points: number, item) => points + conditionsOf(item, named), 0)
  const fields = named.getFields()
  const inside = Object.entries(value).reduce((points, [key, inner]) => {
    const field = fields[key]
    if (!field) return points
    if (isPattern(key) && inner != null) return points + pointsOfPattern(inner)
    const isRelation = isRecordFilter(named) && !groups.includes(key) && isRecordFilter(getNamedType(field.type))
    const leadsOn = isRelation || field.extensions.isOfOther === true
    return points + (leadsOn ? relationPoints : 0) + conditionsOf(inner, field.type)
  }, 0)
  return Math.max(conditionPoints, inside)
}

const pointsOfPattern = (pattern: unknown): number =>
  patternPoints + Math.floor(Math.min(String(known(pattern)).length, maxTextLength) / charactersOfPatternPoint)
