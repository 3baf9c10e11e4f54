/** Live operations, the GraphQL subscriptions: a root field that reads a feed is followed, and its records are sent as an SSE stream. */
import { type GraphQLSchema, getOperationAST, type OperationDefinitionNode } from 'graphql'
import type { Context } from '../context.ts'
import { addOperation } from '../observe/request-facts.ts'
import { charactersOf } from '../read/filter/argument-size.ts'
import { reportOf } from '../read/plan/document-fault.ts'
import type { Values } from '../read/request.ts'
import { badInput } from '../values/errors.ts'
import { clientError } from './client-error.ts'
import { Following } from './following.ts'
import type { Streams } from './open-streams.ts'
import { type Operation, type OperationResult, ready } from './run.ts'

/** Maximum JSON characters of a stream's variables, which are kept while it is open; a process has many streams. */
const maxVariables = 65_536

/** Opens the stream of a live operation. The first read happens before the answer, so that refusals have a status. */
export async function openStream(
  schema: GraphQLSchema,
  operation: Operation,
  context: Context,
  streams: Streams,
  maxCost = Number.POSITIVE_INFINITY,
): Promise<OperationResult> {
  const { document, operationName } = operation
  const definition = getOperationAST(document, operationName)
  if (!definition) throw new Error('The document has no operation to open; its name is checked before.')
  addOperation(context.facts, document, definition)
  try {
    const { plan, coerced, errors, requested } = ready(schema, operation, definition, context, maxCost)
    if (!plan || errors) return { errors: errors ?? [] }
    const given = declaredOf(definition, operation.variableValues ?? {})
    const asked = { document, plan, variables: coerced ?? {}, given, requested }
    const following = new Following(asked, context, streams)
    await following.begin(operation.from)
    return { stream: following.stream }
  } catch (error) {
    return { errors: [clientError(error, reportOf(document, context))] }
  }
}

/**
 * Selects the variables that an operation declares; GraphQL ignores the others.
 *
 * @throws Refusal BAD_INPUT where they are too long to be kept.
 */
function declaredOf({ variableDefinitions = [] }: OperationDefinitionNode, given: Values): Values {
  const names = variableDefinitions.map(({ variable }) => variable.name.value)
  const declared = Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]))
  if (charactersOf(declared) <= maxVariables) return declared
  throw badInput(`The variables of a GraphQL subscription may have at most ${maxVariables} characters together.`)
}
