/** What is wrong with a GraphQL request before anything of it is read: its method, and the types it sends and takes. */
import { badInput, Refusal } from '../errors.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { acceptedGraphqlType } from '../http/preference.ts'

/** The refusal of a request that cannot be answered, whatever its document is. */
export function requestFault(request: HttpRequest): Refusal | undefined {
  // Found out when a write is done, it would be too late to say so.
  if (!acceptedGraphqlType(request.header('accept'))) return badInput('The answer is JSON; Accept must allow application/json.')
  if (request.header('x-dry-run') !== undefined)
    return badInput('X-Dry-Run is for REST; over GraphQL a mutation takes the argument dryRun: true.')
  if (request.method === 'GET') return undefined
  if (request.method !== 'POST')
    return new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not answered here; use GET or POST.`)
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return badInput('POST takes a JSON body with the Content-Type application/json.')
  return undefined
}
