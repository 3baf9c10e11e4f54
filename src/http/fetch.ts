/** Calls the app without a network, by web requests and responses: for tests, and for embedding in another server. */
import { Readable } from 'node:stream'
import { defaultLimits } from '../config/limits.ts'
import { ArrivingBody, brokenOff } from './body.ts'
import type { HttpBody, HttpHeaders, HttpRequest, SentAnswer } from './exchange.ts'

/** Converts a web request to a plain one. @param bytesAt the most bytes of a body at a path. */
export function requestOf(request: Request, address: string, bytesAt = (_path: string) => defaultLimits.bodyBytes): HttpRequest {
  const { pathname: path, search, host, hostname } = new URL(request.url)
  const { method, signal } = request
  return {
    ...{ method, path, search, host, hostname, address, signal },
    header: (name) => request.headers.get(name) ?? undefined,
    body: receive(request, bytesAt(path), address),
  }
}

/** Collects the body of a web request like one from the network. */
function receive({ body: stream }: Request, maxBytes: number, address: string): HttpBody {
  const body = new ArrivingBody(maxBytes, address)
  const collect = async () => {
    for await (const part of stream ?? []) if (!body.take(part)) return
    body.end()
  }
  collect().catch(() => body.fail(brokenOff))
  return body
}

/** Converts a plain answer to a web response. */
export function responseOf({ status, headers, body }: SentAnswer): Response {
  const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : (body as BodyInit | undefined)
  return new Response(content ?? null, { status, headers: pairsOf(headers) })
}

const pairsOf = (headers: HttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]))
