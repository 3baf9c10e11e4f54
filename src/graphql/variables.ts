/** The variables of an operation: coerced by graphql-js, and memoized per operation. */
import {
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { Values } from '../read/request.ts'
import { isShort } from '../read/run/memoize-last.ts'

/** The coerced values of an operation's variables, with their defaults, or the errors of graphql-js. */
type ReadVariables = {
  coerced?: Values | undefined
  errors?: readonly GraphQLError[] | undefined
  /** Whether a call with the same values returns this very object. */
  isKept?: boolean
}

/** The last variables of each operation and their coerced values, where they are short. */
const lastRead = new WeakMap<OperationDefinitionNode, { schema: GraphQLSchema; given: Values; read: ReadVariables }>()

/** Maximum variables that are compared. */
const comparedVariables = 20

/**
 * Reads the variables of an operation. Memoizes the last short variables of a query, for dashboards and integrations that poll: equal
 * variables return the same object, and of changed ones only the changed are coerced.
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

/** Whether a variable has changed. Lists and objects always have: `areKept` rejects them. */
const isOther = (given: Values, last: Values, name: string): boolean =>
  Object.hasOwn(given, name) && !Object.is(given[name], last[name])

/**
 * Whether the variables may be memoized. Lists and objects are never compared. A variable that is not given may have a default of any
 * length. Undeclared variables are rejected: the memory is bounded by the declared variables, and those by the document's length.
 */
function areKept(given: Values, { coerced }: ReadVariables, definitions: readonly VariableDefinitionNode[]): boolean {
  if (!coerced || definitions.length > comparedVariables) return false
  const declared = definitions.map(({ variable }) => variable.name.value)
  if (!Object.keys(given).every((name) => declared.includes(name) && isShort(given[name]))) return false
  return declared.every((name) => isShort(name) && isShort(given[name] ?? coerced[name]))
}

/** Maximum errors reported about variables; graphql-js writes the whole variable into each. */
const maxErrors = 3
