/** Adapts node:http to exchanges: its requests, and the sending of answers. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { type ClientSignal, End } from '../../values/signal.ts'
import type { HttpBody, HttpRequest, SentAnswer } from '../exchange.ts'
import type { Target } from './target.ts'

/** A request whose headers node:http has parsed. */
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
    // Node makes a list of Set-Cookie alone, which no client sends.
    return this.incoming.headers[name] as string | undefined
  }
}

/** Aborts when the connection closes before the answer is complete. */
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

/** Bytes of each piece of a body, sent when the one before was taken: so progress of the reader is visible. */
const pieceBytes = 1_048_576

function* piecesOf(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

/** Sends an answer, and returns how many of its bytes are not sent yet; 0 for a stream. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: SentAnswer): number {
  // A stream may hold a place until it is over, and nothing else ends it if it is not read.
  if (response.destroyed) {
    if (body instanceof Readable) body.destroy()
    return 0
  }
  // Node leaves the body of an answer to HEAD away by itself.
  response.writeHead(status, headers as OutgoingHttpHeaders)
  if (body instanceof Readable) {
    // A pipeline fails when the client has hung up: there is no one to answer.
    pipeline(body, response, () => {})
    return 0
  }
  if (body instanceof Uint8Array && body.length > pieceBytes) {
    pipeline(Readable.from(piecesOf(body)), response, () => {})
    return body.length
  }
  // A body with as many bytes as characters is ASCII, which Node writes without encoding each character.
  if (typeof body === 'string' && headers['Content-Length'] === String(body.length)) response.end(body, 'latin1')
  else response.end(body)
  return response.writableLength
}
