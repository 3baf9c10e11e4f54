/** The variables of an operation: what none may be, and their values once graphql-js has read them. */
import { type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql'
import type { Values } from '../read/reading.ts'
import { cutText, textFault } from '../values/text.ts'

export const maxVariableDepth = 64

/** Says what is wrong with the variables; walks without recursion, since clients choose the depth. */
export function variablesFault(variables: unknown): string | undefined {
  const waiting: [value: unknown, depth: number][] = [[variables, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next
    if (depth > maxVariableDepth) return `Variables may nest at most ${maxVariableDepth} deep.`
    if (typeof value === 'string') {
      const fault = textFault(value)
      if (fault) return `A value is not allowed: ${fault}.`
    } else if (value !== null && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) waiting.push([key, depth], [child, depth + 1])
    }
  }
  return undefined
}

/** Faults of the variables that are told; graphql-js writes the whole variable into each. */
const maxErrors = 3

/** Of longer texts only what takes any text takes some: no time, number or name is as long. */
const longText = 10_000

/**
 * The values of variables, with their defaults, or what is wrong with them.
 *
 * @param given has no fault that `variablesFault` tells.
 */
export function coercedVariables(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[], given: Values) {
  const read = (values: Values) => getVariableValues(schema, definitions, values, { maxErrors })
  // What graphql-js refuses it first writes into a sentence: a megabyte takes it longer than all else that is done with it.
  const ofCut = hasLongText(given) ? read(withTextsCut(given) as Values) : undefined
  return ofCut?.errors ? ofCut : read(given)
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longText
  if (typeof value !== 'object' || value === null) return false
  for (const name in value) if (name.length > longText || hasLongText((value as Values)[name])) return true
  return false
}

/** A value whose long texts and names end early. */
function withTextsCut(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, longText)
  if (Array.isArray(value)) return value.map(withTextsCut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [cutText(name, longText), withTextsCut(part)]))
}
