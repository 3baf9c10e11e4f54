/**
 * Reads values of input types by what they have: graphql-js looks, in each object of a filter, for each of the forty things that a
 * record can be filtered by.
 */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Values } from '../read/reading.ts'

/** Stands for a value that is wrong, and left to graphql-js, which says how. */
export const leftOver = Symbol('left over')

/**
 * Reads a value of a type as `coerceInputValue` of graphql-js does.
 *
 * @param value as JSON has it; nested no deeper than variables may be.
 * @returns what graphql-js makes of it, in the same order, or `leftOver` where that finds something wrong.
 */
export function coerce(value: unknown, type: GraphQLInputType): unknown {
  const wanted = getNullableType(type)
  if (value === null || value === undefined) return wanted === type ? null : leftOver
  if (isListType(wanted)) return Array.isArray(value) ? listOf(value, wanted.ofType) : listOfOne(value, wanted.ofType)
  if (isLeafType(wanted)) return leafOf(value, wanted)
  return typeof value === 'object' && !Array.isArray(value) ? objectOf(value as Values, wanted) : leftOver
}

function listOf(items: readonly unknown[], type: GraphQLInputType): unknown {
  const made: unknown[] = []
  for (const item of items) {
    const read = coerce(item, type)
    if (read === leftOver) return leftOver
    made.push(read)
  }
  return made
}

function listOfOne(value: unknown, type: GraphQLInputType): unknown {
  const read = coerce(value, type)
  return read === leftOver ? leftOver : [read]
}

function leafOf(value: unknown, type: { parseValue(value: unknown): unknown }): unknown {
  try {
    const read = type.parseValue(value)
    return read === undefined ? leftOver : read
  } catch {
    return leftOver
  }
}

function objectOf(value: Values, type: GraphQLInputObjectType): unknown {
  const { places, always } = fieldsOf(type)
  const names = Object.keys(value)
  if (!names.every((name) => places.has(name))) return leftOver
  for (const name of always) if (!Object.hasOwn(value, name)) names.push(name)
  if (names.length > 1) names.sort((one, other) => (places.get(one)?.at ?? 0) - (places.get(other)?.at ?? 0))
  const made: { [name: string]: unknown } = {}
  for (const name of names) {
    const { field } = places.get(name) as InputPlace
    const given = value[name]
    const isGiven = given !== undefined
    if (!isGiven && field.defaultValue === undefined) {
      if (isNonNullType(field.type)) return leftOver
      continue
    }
    const read = isGiven ? coerce(given, field.type) : field.defaultValue
    if (read === leftOver) return leftOver
    made[name] = read
  }
  return !type.isOneOf || isOne(Object.values(made)) ? made : leftOver
}

const isOne = (values: readonly unknown[]) => values.length === 1 && values[0] !== null

type InputPlace = { at: number; field: GraphQLInputField }

/** An input's fields with their places, and those that have a default or must be given. */
type InputFields = { places: Map<string, InputPlace>; always: string[] }

const knownFields = new WeakMap<GraphQLInputObjectType, InputFields>()

function fieldsOf(type: GraphQLInputObjectType): InputFields {
  const known = knownFields.get(type)
  if (known) return known
  const fields = Object.values(type.getFields())
  const found = {
    places: new Map(fields.map((field, at) => [field.name, { at, field }])),
    always: fields.filter(({ type, defaultValue }) => isNonNullType(type) || defaultValue !== undefined).map(({ name }) => name),
  }
  knownFields.set(type, found)
  return found
}
