/** The variables of an operation: what none may be, and their values once graphql-js has read them. */
import {
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { filterFault } from '../read/filter-size.ts'
import { isShort } from '../read/last.ts'
import type { Values } from '../read/reading.ts'
import { badInput } from '../values/errors.ts'
import { textFault } from '../values/text.ts'
import { coerce, leftOver } from './coerce.ts'
import { toldBriefly } from './told-briefly.ts'

export const maxVariableDepth = 64

/** The values of an operation's variables, with their defaults, or what graphql-js finds wrong with them. */
type ReadVariables = {
  coerced?: Values | undefined
  errors?: readonly GraphQLError[] | undefined
  /** Whether whoever gives the same next has this very object of values. */
  isKept?: boolean
}

/** What each operation was given last, and what was read of it, where that is short. */
const lastRead = new WeakMap<OperationDefinitionNode, { schema: GraphQLSchema; given: Values; read: ReadVariables }>()

/** How many variables are compared. */
const comparedVariables = 20

/**
 * Reads the variables of an operation. Of a query that is asked with the same short ones as before, as dashboards and integrations do
 * that look again and again, they are those that were read then; of one that is asked with some others, the rest are.
 *
 * @throws Refusal BAD_INPUT for variables that none may be, and for filters with too many conditions.
 */
export function readVariables(schema: GraphQLSchema, definition: OperationDefinitionNode, given: Values): ReadVariables {
  const known = lastRead.get(definition)
  const last = known?.schema === schema && haveSameNames(given, known.given) ? known : undefined
  const { variableDefinitions = [] } = definition
  const changed = last
    ? variableDefinitions.filter(({ variable }) => isOther(given, last.given, variable.name.value))
    : variableDefinitions
  if (last && changed.length === 0) return last.read
  const fault = variablesFault(given) ?? filterFault(schema, definition, given)
  if (fault) throw badInput(fault)
  const { coerced, errors } = coercedVariables(schema, changed, given)
  const read: ReadVariables = coerced ? { coerced: { ...last?.read.coerced, ...coerced } } : { errors }
  if (definition.operation === 'query' && areKept(given, read, variableDefinitions)) {
    read.isKept = true
    lastRead.set(definition, { schema, given, read })
  }
  return read
}

function haveSameNames(given: Values, last: Values): boolean {
  const names = Object.keys(given)
  return names.length === Object.keys(last).length && names.every((name) => Object.hasOwn(last, name))
}

/** Whether a variable is given another value. Lists and objects always are: `areKept` lets none be what was given last. */
const isOther = (given: Values, last: Values, name: string): boolean =>
  Object.hasOwn(given, name) && !Object.is(given[name], last[name])

/**
 * Lists and objects are never taken for the same. What is not given may have a default, however much that is. One that the operation
 * does not declare is not kept: what is kept is bounded by what is declared, and that by the document's length.
 */
function areKept(given: Values, { coerced }: ReadVariables, definitions: readonly VariableDefinitionNode[]): boolean {
  if (!coerced || definitions.length > comparedVariables) return false
  const declared = definitions.map(({ variable }) => variable.name.value)
  if (!Object.keys(given).every((name) => declared.includes(name) && isShort(given[name]))) return false
  return declared.every((name) => isShort(name) && isShort(given[name] ?? coerced[name]))
}

/** Says what is wrong with the variables; walks without recursion, since clients choose the depth. */
function variablesFault(variables: unknown): string | undefined {
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

/**
 * The values of variables, with their defaults, or what is wrong with them.
 *
 * @param given has no fault that `variablesFault` tells.
 */
function coercedVariables(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[], given: Values): ReadVariables {
  const { coerced, rest } = objectsOf(schema, definitions, given)
  const read = (values: Values) => getVariableValues(schema, rest, values, { maxErrors })
  // What graphql-js refuses it first writes into a sentence, which takes it longer than all else that is done with a megabyte.
  const { values, isComplete } = toldBriefly(given, rest)
  const ofBrief: ReadVariables = read(values)
  const ofRest = ofBrief.errors || isComplete ? ofBrief : read(given)
  return ofRest.coerced ? { coerced: { ...ofRest.coerced, ...coerced } } : ofRest
}

/** The values of those variables that are lists and objects, as far as there is nothing wrong with them, and the definitions of the rest. */
function objectsOf(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[], given: Values) {
  const coerced: Values = Object.create(null)
  const rest = definitions.filter(({ variable, type: node }) => {
    const name = variable.name.value
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const type = typeof value === 'object' && value !== null ? typeFromAST(schema, node) : undefined
    const read = isInputType(type) ? coerce(value, type) : leftOver
    if (read === leftOver) return true
    coerced[name] = read
    return false
  })
  return { coerced, rest }
}
