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
  body: HttpBody
  readonly signal = new HangUp()
  private readonly incoming: IncomingMessage

  constructor(incoming: IncomingMessage, { path, search, host, hostname }: Target, address: string) {
    this.method = incoming.method ?? ''
    this.path = path
    this.search = search
    this.host = host
    this.hostname = hostname
    this.address = address
    this.body = new NodeBody(incoming)
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

/** For so long a body is read away beyond what there is room for; one in parts so small that they take the time of all others, less long. */
const readOnMilliseconds = 1_000
const readOnInSmallParts = 200

/** To read a part takes as long as to read so many bytes, however few it has. */
const leastOfPart = 1_024

/**
 * Makes what reads parts of a body away. Beyond so many bytes it hangs up, though not at once: the connection would be reset, and the
 * answer lost with it.
 */
function readAway(incoming: IncomingMessage, most: number): (part: Uint8Array) => void {
  let bytes = 0
  let parts = 0
  let isOver = false
  return ({ length }) => {
    bytes += length
    parts += Math.max(length, leastOfPart)
    if (isOver || parts <= most) return
    isOver = true
    // Node passes over it for one that has come to its end meanwhile.
    setTimeout(() => incoming.destroy(), bytes <= most ? readOnInSmallParts : readOnMilliseconds).unref()
  }
}

/** Of a body that nobody reads. */
const mostUnread = 1_048_576

/** Reads away what nobody has read of a body in chunks, when its answer is sent. Node would too, but for as long as chunks come. */
export function readAwayUnread(incoming: IncomingMessage, response: ServerResponse): void {
  if (incoming.headers['transfer-encoding'] === undefined) return
  response.prependOnceListener('finish', () => {
    if (incoming.readableFlowing === null && !incoming.complete) incoming.on('data', readAway(incoming, mostUnread))
  })
}

class NodeBody implements HttpBody {
  private readonly incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming
  }

  read(take: (part: Uint8Array) => void, mostAway: number): Promise<void> | undefined {
    const { incoming } = this
    if (incoming.destroyed || !isAtHand(incoming)) return this.readAsItComes(take, mostAway)
    const all: Uint8Array | null = incoming.read()
    if (all) take(all)
    return undefined
  }

  private readAsItComes(take: (part: Uint8Array) => void, mostAway: number): Promise<void> {
    const { incoming } = this
    return new Promise((resolve, reject) => {
      let isOver = false
      const away = readAway(incoming, mostAway)
      const end = (error?: unknown) => {
        if (isOver) return
        isOver = true
        if (error === undefined) resolve()
        else reject(error)
      }
      const hangUp = () => isOver || end(new Error('The client has hung up.'))
      if (incoming.destroyed) return hangUp()
      incoming.on('data', (part: Uint8Array) => {
        if (isOver) return away(part)
        try {
          take(part)
        } catch (error) {
          end(error)
        }
      })
      incoming.once('end', end)
      incoming.once('close', hangUp)
    })
  }
}

/**
 * Whether all of a body has come, so that no event has to be waited for: most come together with the headers. Node sets `complete` only
 * after promises that are pending have gone on, so its length is compared too.
 */
const isAtHand = ({ complete, headers, readableLength }: IncomingMessage): boolean =>
  complete || Number(headers['content-length']) === readableLength

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
