/** The network's side of an exchange: requests as node:http reads them, answers as it sends them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { type ClientSignal, End } from '../values/signal.ts'
import type { HttpBody, HttpRequest, SentAnswer } from './exchange.ts'
import type { Target } from './target.ts'

/** A request that node:http has read the headers of. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly host: string
  readonly hostname: string
  readonly address: string
  readonly body: HttpBody
  readonly signal = new HangUp()
  private readonly incoming: IncomingMessage

  constructor(incoming: IncomingMessage, body: HttpBody, { path, search, host, hostname }: Target, address: string) {
    this.method = incoming.method ?? ''
    this.path = path
    this.search = search
    this.host = host
    this.hostname = hostname
    this.address = address
    this.body = body
    this.incoming = incoming
  }

  header(name: string): string | undefined {
    // Only of Set-Cookie, which nobody sends us, Node makes a list.
    return this.incoming.headers[name] as string | undefined
  }
}

/** Aborts when the connection has closed before the answer was there. */
class HangUp extends End implements ClientSignal {
  private readonly listeners: (() => void)[] = []

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const place = this.listeners.indexOf(listener)
    if (place >= 0) this.listeners.splice(place, 1)
  }

  abort(): void {
    this.come(new DOMException('The client has hung up.', 'AbortError'))
    for (const listener of [...this.listeners]) listener()
  }
}

/** A body is sent in pieces of so many bytes, each when that before it was taken: so it can be told whether anybody reads it. */
const pieceBytes = 1_048_576

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

/** Sends an answer, and answers how many bytes of it were not sent at once and wait to be read; of a stream none are known. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: SentAnswer): number {
  // A stream may hold a place until it is over, and where nobody reads it nothing else ends it.
  if (response.destroyed) {
    if (body instanceof Readable) body.destroy()
    return 0
  }
  // Node leaves the body of an answer to HEAD away by itself.
  response.writeHead(status, headers as OutgoingHttpHeaders)
  if (body instanceof Readable) {
    // The client has hung up when a pipeline fails: there is nobody left to tell.
    pipeline(body, response, () => {})
    return 0
  }
  if (body instanceof Uint8Array && body.length > pieceBytes) {
    pipeline(Readable.from(piecesOf(body)), response, () => {})
    return body.length
  }
  // What has as many bytes as characters is ASCII, which Node writes without looking at each of them.
  if (typeof body === 'string' && headers['Content-Length'] === String(body.length)) response.end(body, 'latin1')
  else response.end(body)
  return response.writableLength
}
