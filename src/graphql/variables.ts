/** The variables of an operation, coerced by graphql-js. */
import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql'
import type { Values } from '../read/request.ts'

/** Maximum errors reported about variables; graphql-js writes the whole variable into each. */
const maxErrors = 3

/**
 * The coerced values of an operation's variables, with their defaults, or the errors of graphql-js.
 *
 * @param showsSchema whether errors may suggest names.
 */
export const readVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
  showsSchema = true,
): ReturnType<typeof getVariableValues> =>
  getVariableValues(schema, variableDefinitions, given, { maxErrors, hideSuggestions: !showsSchema })
