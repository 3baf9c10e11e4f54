/** Live operations, those of GraphQL's third kind: a root field that reads a feed is followed, and sent as it comes. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { Context } from '../context.ts'
import { clientError } from './client-error.ts'
import { Following } from './following.ts'
import type { Streams } from './open-streams.ts'
import { type Operation, type OperationResult, ready } from './run.ts'

/** Opens the stream of a live operation: read once before it is answered, so that what is refused is refused at once. */
export async function openStream(
  schema: GraphQLSchema,
  operation: Operation,
  definition: OperationDefinitionNode,
  context: Context,
  streams: Streams,
  maxCost = Number.POSITIVE_INFINITY,
): Promise<OperationResult> {
  try {
    const { plan, coerced, errors, requested } = ready(schema, operation, definition, context.viewer.role, maxCost)
    if (!plan || errors) return { errors: errors ?? [] }
    const asked = { plan, variables: coerced ?? {}, given: operation.variableValues ?? {}, requested }
    const following = new Following(asked, context, streams)
    await following.begin(operation.from)
    return { stream: following.stream }
  } catch (error) {
    return { errors: [clientError(error, context.report)] }
  }
}
