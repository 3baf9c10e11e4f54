/** GraphQL's answers over HTTP: results, with an ETag where they may be cached, and refusals of whole requests. */
import type { GraphQLError } from 'graphql'
import { type HttpAnswer, type HttpHeaders, type HttpRequest, vary } from '../http/exchange.ts'
import { eventStream, graphqlContentType } from '../http/preference.ts'
import { letKeep, tagOf } from '../http/representation.ts'
import { headersOf, statusOf } from '../http/status.ts'
import type { ErrorCode } from '../values/errors.ts'
import type { OperationResult } from './run.ts'

/** The methods that `/graphql` answers. */
export const methods = 'GET, POST, OPTIONS'

/** A result as pieces of JSON. The last piece holds `extensions`, which differ between answers with the same data. */
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
 * Answers a result whose errors are masked.
 *
 * An operation that could not be executed answers 4xx, under `application/json` too, where the draft of GraphQL over HTTP advises 200; see
 * test/clients/http-audit.test.ts. The answer to a query over GET may be cached by the client; its ETag covers the data and not the cost.
 * An answer with errors is not cached, since a retry may succeed.
 */
export function answerOf(request: HttpRequest, result: OperationResult): HttpAnswer {
  const type = graphqlContentType(request)
  const pieces = piecesOf(result)
  const { effects } = result
  // The answer to a write is one text, since it may be stored for replay.
  const body = effects ? pieces.join('') : pieces
  // A buffering proxy would hold messages back; nginx and others obey this header.
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
  const details = errors.map(({ extensions }) => extensions as { code: ErrorCode; mayBeCharged?: boolean })
  const codes = details.map(({ code }) => code)
  const headers: HttpHeaders = { 'Content-Type': type, ...headersOf(details) }
  // After parsing, only a write is refused for its method.
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
