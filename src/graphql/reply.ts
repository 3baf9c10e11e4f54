/** GraphQL's answers over HTTP: results, with tags where they may be kept, and refusals of whole requests. */
import type { GraphQLError } from 'graphql'
import { type HttpAnswer, type HttpHeaders, type HttpRequest, vary } from '../http/exchange.ts'
import { eventStream, graphqlContentType } from '../http/preference.ts'
import { letKeep, tagOf } from '../http/representation.ts'
import { headersOf, statusOf } from '../http/status.ts'
import type { ErrorCode } from '../values/errors.ts'
import type { OperationResult } from './run.ts'

/** The methods that `/graphql` answers. */
export const methods = 'GET, POST, OPTIONS'

/** A result in pieces of text: its data, but for the last, which says how it came about and differs between two that are the same otherwise. */
function piecesOf({ errors, data, extensions }: OperationResult): string[] {
  const pieces = [errors ? `{"errors":${JSON.stringify(errors)}` : '{']
  if (data) {
    pieces.push(errors ? ',"data":' : '"data":')
    for (const piece of data) pieces.push(piece)
  }
  pieces.push(extensions ? `,"extensions":${JSON.stringify(extensions)}}` : '}')
  return pieces
}

/**
 * The answer of a result whose errors are fit for clients.
 *
 * What could not be run at all answers 4xx, under `application/json` too, where the draft of GraphQL over HTTP advises 200; see
 * test/clients/http-audit.test.ts. The answer to a query over GET may be kept by who asked, and its tag says what it is, whatever
 * it cost; one with errors is not kept, since the next time there may be none.
 */
export function answerOf(request: HttpRequest, result: OperationResult): HttpAnswer {
  const type = graphqlContentType(request)
  const pieces = piecesOf(result)
  const { effects } = result
  // What was written may be kept, to be told again.
  const body = effects ? pieces.join('') : pieces
  // A proxy that gathers answers would keep messages back; nginx and its like go by this header.
  const streamHeaders: HttpHeaders = { 'Content-Type': eventStream, 'X-Accel-Buffering': 'no' }
  if (result.stream) return { status: 200, headers: streamHeaders, body: result.stream, isOpenEnded: true }
  if (result.data === undefined) return { ...refusalOf(result.errors ?? [], type), body, effects }
  const headers: HttpHeaders = { 'Content-Type': type }
  if (request.method === 'GET' && !result.errors) {
    headers.ETag = tagOf(`${type}\n${pieces.slice(0, -1).join('')}`)
    vary(headers, 'Accept')
    letKeep(headers, false)
  }
  return { status: 200, headers, body, effects }
}

/** The status of several errors is the highest of theirs. */
function refusalOf(errors: readonly GraphQLError[], type: string): Pick<HttpAnswer, 'status' | 'headers'> {
  const told = errors.map(({ extensions }) => extensions as { code: ErrorCode; mayBeCharged?: boolean })
  const codes = told.map(({ code }) => code)
  const headers: HttpHeaders = { 'Content-Type': type, ...headersOf(told) }
  // Only writes are refused by the method once a document is read.
  if (codes.includes('METHOD_NOT_ALLOWED')) headers.Allow = 'POST'
  return { status: Math.max(...codes.map((code) => statusOf[code])), headers }
}

/** A refusal of the whole request, in GraphQL's error shape. */
export function refused(request: HttpRequest, code: ErrorCode, message: string): HttpAnswer {
  return {
    status: statusOf[code],
    headers: {
      'Content-Type': graphqlContentType(request),
      ...headersOf([{ code }]),
      ...(code === 'METHOD_NOT_ALLOWED' && { Allow: methods }),
    },
    body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
  }
}
