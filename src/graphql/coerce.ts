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
  const { byName, always } = placesIn(type)
  const places: InputPlace[] = []
  for (const name of Object.keys(value)) {
    const place = byName.get(name)
    if (!place) return leftOver
    places.push(place)
  }
  for (const place of always) if (!Object.hasOwn(value, place.field.name)) places.push(place)
  if (places.length > 1) places.sort((one, other) => one.at - other.at)
  const made: Values = {}
  for (const { field } of places) {
    const given = value[field.name]
    if (given === undefined && field.defaultValue === undefined) {
      if (isNonNullType(field.type)) return leftOver
      continue
    }
    const read = given === undefined ? field.defaultValue : coerce(given, field.type)
    if (read === leftOver) return leftOver
    made[field.name] = read
  }
  return !type.isOneOf || isOne(Object.values(made)) ? made : leftOver
}

const isOne = (values: readonly unknown[]) => values.length === 1 && values[0] !== null

/** A field of an input, and which of them it is. */
type InputPlace = { at: number; field: GraphQLInputField }

/** The fields of an input by their names, and those that have a default or must be given. */
type InputPlaces = { byName: Map<string, InputPlace>; always: InputPlace[] }

const known = new WeakMap<GraphQLInputObjectType, InputPlaces>()

function placesIn(type: GraphQLInputObjectType): InputPlaces {
  let places = known.get(type)
  if (!places) {
    const all = Object.values(type.getFields()).map((field, at) => ({ at, field }))
    places = {
      byName: new Map(all.map((place) => [place.field.name, place])),
      always: all.filter(({ field }) => isNonNullType(field.type) || field.defaultValue !== undefined),
    }
    known.set(type, places)
  }
  return places
}
