/** The names filters have on REST, as the schema's filter types say, and which of them was meant by one that is none. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
} from 'graphql'
import type { Refusal } from '../errors.ts'
import { snakeCase } from '../values/text.ts'
import { unknownName } from './faults.ts'

/** Names that stand in no filter type. */
export type KnownNames = {
  /** The fields whose names in the contract cannot be derived, by those: `on-hand` → `on_hand`. */
  given: ReadonlyMap<string, string>
  /** Parameters that are no filters. */
  others: readonly string[]
}

const logical = new Set(['AND', 'OR', 'NOT'])

const fieldsByType = new WeakMap<GraphQLInputObjectType, Map<string, GraphQLInputField>>()

/** The fields of a filter type by their names on REST; looked at once, for the schema stays what it is. */
export function fieldsIn(type: GraphQLInputObjectType): Map<string, GraphQLInputField> {
  const known = fieldsByType.get(type)
  if (known) return known
  const fields = Object.values(type.getFields()).filter(({ name }) => !logical.has(name))
  const named = new Map(fields.map((field) => [snakeCase(field.name), field]))
  fieldsByType.set(type, named)
  return named
}

/** The object type of a field, unless it is a value or a list. */
export function namedObject(type: GraphQLInputType): GraphQLInputObjectType | undefined {
  const nullable = getNullableType(type)
  return isInputObjectType(nullable) ? nullable : undefined
}

/** The operators a filter type takes, as REST spells them. */
export const operatorsOf = (type: GraphQLInputObjectType): string[] =>
  [...fieldsIn(type)].flatMap(([name, field]) => (namedObject(field.type) ? [] : [name]))

/** Whether a type compares a value; those of relations and of objects of fields have at most `is_null` of their own. */
export const isColumn = (type: GraphQLInputObjectType): boolean => !('AND' in type.getFields()) && operatorsOf(type).length > 1

/**
 * Refuses a filter that there is not.
 *
 * @param path the name without its operator.
 */
export function unknownFilter(
  name: string,
  path: string[],
  type: GraphQLInputObjectType,
  { given, others }: KnownNames,
): Refusal {
  const part = path.join('.')
  const operator = name.slice(part.length)
  const filters = [...given.keys(), ...namesIn(type, operator === '')]
  return unknownName('filter', name, operator === '' ? [...others, ...filters] : filters, part, (nearest) => nearest + operator)
}

const namesByType = new WeakMap<GraphQLInputObjectType, Map<boolean, string[]>>()

/** Looked at once too: of a hundred unknown names each is compared with some thousands. */
function namesIn(type: GraphQLInputObjectType, withOperators: boolean): string[] {
  const ofType = namesByType.get(type) ?? new Map<boolean, string[]>()
  namesByType.set(type, ofType)
  const known = ofType.get(withOperators) ?? listNames(type, withOperators)
  ofType.set(withOperators, known)
  return known
}

/** The columns of a resource, also each with its operators where none is given, and those of what it leads to. */
function listNames(type: GraphQLInputObjectType, withOperators: boolean): string[] {
  return [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    if (!inner) return []
    if (!isColumn(inner)) return columnsOf(inner).map((column) => `${name}.${column}`)
    return [name, ...(withOperators ? operatorsOf(inner).map((operator) => `${name}__${operator}`) : [])]
  })
}

const columnsOf = (type: GraphQLInputObjectType): string[] =>
  [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    return inner && isColumn(inner) ? [name] : []
  })
