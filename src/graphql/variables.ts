/** The variables of an operation: what none may be, and their values once graphql-js has read them. */
import {
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { isShort } from '../read/last.ts'
import type { Values } from '../read/reading.ts'

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
 * @param showsSchema whether errors may suggest names.
 */
export function readVariables(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  given: Values,
  showsSchema = true,
): ReadVariables {
  const known = lastRead.get(definition)
  const last = known?.schema === schema && haveSameNames(given, known.given) ? known : undefined
  const { variableDefinitions = [] } = definition
  const changed = last
    ? variableDefinitions.filter(({ variable }) => isOther(given, last.given, variable.name.value))
    : variableDefinitions
  if (last && changed.length === 0) return last.read
  const { coerced, errors } = getVariableValues(schema, changed, given, { maxErrors, hideSuggestions: !showsSchema })
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

/** Faults of the variables that are named; graphql-js writes the whole variable into each. */
const maxErrors = 3
