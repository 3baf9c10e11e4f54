/** The app asked without a network, in the web's own words: by tests, and by whoever puts it into another server. */
import { Readable } from 'node:stream'
import type { HttpBody, HttpHeaders, HttpRequest, SentAnswer } from './exchange.ts'

/** A web request as a plain one. */
export function requestOf(request: Request, address: string): HttpRequest {
  const { pathname: path, search, host, hostname } = new URL(request.url)
  const { method, signal } = request
  return {
    ...{ method, path, search, host, hostname, address, signal },
    header: (name) => request.headers.get(name) ?? undefined,
    body: new WebBody(request),
  }
}

class WebBody implements HttpBody {
  private readonly request: Request

  constructor(request: Request) {
    this.request = request
  }

  async read(take: (part: Uint8Array) => void, mostAway: number): Promise<void> {
    const body = this.request.body?.[Symbol.asyncIterator]()
    try {
      for (let next = await body?.next(); next && !next.done; next = await body?.next()) take(next.value)
    } catch (error) {
      if (body) void readAway(body, mostAway)
      throw error
    }
  }
}

async function readAway(body: AsyncIterator<Uint8Array>, most: number): Promise<void> {
  let length = 0
  try {
    for (let next = await body.next(); !next.done && length < most; next = await body.next()) length += next.value.length
    await body.return?.()
  } catch {
    // The client has hung up.
  }
}

/** A plain answer as a web response. */
export function responseOf({ status, headers, body }: SentAnswer): Response {
  const content = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : (body as BodyInit | undefined)
  return new Response(content ?? null, { status, headers: pairsOf(headers) })
}

const pairsOf = (headers: HttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]))
