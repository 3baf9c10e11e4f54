/** GraphQL over HTTP: one request, one operation, one result as JSON. */
import { type DocumentNode, GraphQLError, getOperationAST } from 'graphql'
import type { Context } from '../context.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import { lastHeard } from '../http/server/sent-stream.ts'
import { observe } from '../observe/observe.ts'
import { badInput, Refusal } from '../values/errors.ts'
import { inGraphql } from '../values/sentence.ts'
import { clientError, placesOf } from './client-error.ts'
import { createEngine, type Engine, type EngineOptions } from './engine.ts'
import { readParameters } from './parameters.ts'
import type { Documents } from './persisted.ts'
import { answerOf, methods, refused } from './reply.ts'
import { checkAsked, requestFault } from './request-fault.ts'
import type { Operation, OperationResult } from './run.ts'

type GraphqlOptions = EngineOptions & {
  /** Resolves requests to documents. */
  documents: Documents
}

/** Creates the function that answers a GraphQL request. */
export function graphqlOverHttp({
  documents,
  ...options
}: GraphqlOptions): (request: HttpRequest, context: Context) => Promise<HttpAnswer> {
  const engine = createEngine(options)
  return async (request, context) => {
    if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: methods }, body: undefined }
    const refusal = requestFault(request)
    if (refusal) return refused(request, refusal.code, refusal.message)
    try {
      const { requestId, surface } = context
      const call = await observe({ kind: 'parse', requestId, surface }, () => parse(engine, documents, request, context))
      return answerOf(request, formatErrors('errors' in call ? call : await engine.execute(call, context), context))
    } catch (error) {
      return answerOf(request, formatErrors({ errors: [error] }, context))
    }
  }
}

type Result = Omit<OperationResult, 'errors'> & { errors?: readonly unknown[] | undefined }

/** Masks the errors of a result. Errors of a request that was not executed have no path. */
function formatErrors(result: Result, { report }: Context): OperationResult {
  const { errors } = result
  if (!errors) return result as OperationResult
  const formatted = errors.map((error) => inOwnNames(clientError(error, report)))
  return { ...result, errors: result.data === undefined ? formatted.map(withoutPath) : formatted }
}

/** The same error with field names spelled as in the schema. */
function inOwnNames(error: GraphQLError): GraphQLError {
  const refusal = error.originalError ?? error
  const message = refusal instanceof Refusal ? inGraphql(refusal.sentence) : error.message
  if (message === error.message) return error
  return new GraphQLError(message, { ...placesOf(error), path: error.path ?? null, extensions: error.extensions })
}

const withoutPath = (error: GraphQLError): GraphQLError =>
  error.path ? new GraphQLError(error.message, { ...placesOf(error), extensions: error.extensions }) : error

/** The operation that a request selects, with its variables, or the errors of its document. */
async function parse(
  { prepare }: Engine,
  documents: Documents,
  request: HttpRequest,
  context: Context,
): Promise<Operation | { errors: readonly GraphQLError[] }> {
  const parameters = await readParameters(request, context.limits, context.account)
  const { document, errors } = prepare(documents(parameters), context.account)
  const { operationName, variables } = parameters
  if (document) checkOperation(document, operationName, request)
  return errors ? { errors } : { document, operationName, variableValues: variables, from: lastHeard(request) }
}

/** @throws Refusal BAD_INPUT where the operation is ambiguous or missing, and the errors of `checkAsked`. */
function checkOperation(document: DocumentNode, name: string | null | undefined, request: HttpRequest): void {
  const operation = getOperationAST(document, name)
  if (!operation) throw badInput('Could not determine what operation to execute.')
  checkAsked(operation, request)
}
