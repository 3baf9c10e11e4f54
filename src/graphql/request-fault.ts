/** Checks the method and the media types of a GraphQL request. */
import type { OperationDefinitionNode } from 'graphql'
import type { HttpRequest } from '../http/exchange.ts'
import { acceptedGraphqlType, acceptsEvents, eventStream } from '../http/preference.ts'
import { badInput, Refusal } from '../values/errors.ts'

const answersJson = 'The answer is JSON; Accept must allow application/json.'

/** The refusal of a request whose method or media types are not supported, checked before its document. */
export function requestFault(request: HttpRequest): Refusal | undefined {
  const accept = request.header('accept')
  if (!acceptedGraphqlType(accept) && !acceptsEvents(accept)) return badInput(answersJson)
  if (request.header('x-dry-run') !== undefined)
    return badInput('X-Dry-Run is for REST; over GraphQL a mutation takes the argument dryRun: true.')
  if (request.method === 'GET') return undefined
  if (request.method !== 'POST')
    return new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not answered here; use GET or POST.`)
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return badInput('POST takes a JSON body with the Content-Type application/json.')
  return undefined
}

/**
 * Refuses an operation that does not fit the method or the accepted type of its request, before it is executed.
 *
 * @throws Refusal METHOD_NOT_ALLOWED for a write over GET, BAD_INPUT for a live operation whose request does not accept a stream, and for
 *   any other operation whose request accepts nothing else.
 */
export function checkAsked({ operation }: OperationDefinitionNode, request: HttpRequest): void {
  const accept = request.header('accept')
  if (operation === 'mutation' && request.method === 'GET')
    throw new Refusal('METHOD_NOT_ALLOWED', 'Can only perform a mutation operation from a POST request.')
  if (operation !== 'subscription' && !acceptedGraphqlType(accept)) throw badInput(answersJson)
  if (operation === 'subscription' && !acceptsEvents(accept))
    throw badInput(`A GraphQL subscription is answered as a stream: ask for it with Accept: ${eventStream}.`)
}
