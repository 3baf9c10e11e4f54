/** The body of a request as node:http gives it: read when somebody asks for it, and never more of it than there is room or time for. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBody } from './exchange.ts'
import { JoinedChunks } from './joined-chunks.ts'

/** How long the end of a body is waited for when it has more bytes than are read away, and when it has more parts. */
const patienceForBytes = 1_000
const patienceForParts = 200

/** To read a part takes as long as to read a kilobyte, however small it is. */
const mostParts = 1_024

/** Of a body that nobody reads. */
const mostOfUnread = 1_048_576

export class NodeBody implements HttpBody {
  private readonly incoming: IncomingMessage
  /** Of a body in chunks. */
  private readonly chunks: JoinedChunks | undefined

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming
    if (incoming.headers['transfer-encoding'] !== undefined) this.chunks = new JoinedChunks(incoming)
  }

  read(take: (part: Uint8Array, parts?: number) => void, mostAway: number): Promise<void> | undefined {
    const { incoming } = this
    if (incoming.destroyed || !isAtHand(incoming)) return this.readAsItComes(take, mostAway)
    const all: Uint8Array | null = incoming.read()
    if (all) take(all, this.chunks?.takeCount())
    return undefined
  }

  /** Reads away what nobody has read of a body in chunks, when its answer is sent. Node would too, but for as long as chunks come. */
  readAwayBehind(response: ServerResponse): void {
    const { incoming, chunks } = this
    if (!chunks) return
    response.prependOnceListener('finish', () => {
      if (incoming.readableFlowing === null && !incoming.complete) incoming.on('data', this.away(mostOfUnread))
    })
  }

  private readAsItComes(take: (part: Uint8Array, parts?: number) => void, mostAway: number): Promise<void> {
    const { incoming } = this
    return new Promise((resolve, reject) => {
      let isOver = false
      const away = this.away(mostAway)
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
          take(part, this.chunks?.takeCount())
        } catch (error) {
          end(error)
        }
      })
      incoming.once('end', end)
      incoming.once('close', hangUp)
    })
  }

  /**
   * Makes what reads parts of the body away. Beyond so many bytes, or too many parts, it hangs up, though not at once: the connection
   * would be reset, and the answer lost with it.
   */
  private away(most: number): (part: Uint8Array) => void {
    const { incoming, chunks } = this
    let [bytes, parts] = [0, 0]
    let isLong = false
    let isStopped = false
    // Node passes over one that has come to its end meanwhile.
    const hangUpIn = (milliseconds: number) => void setTimeout(() => incoming.destroy(), milliseconds).unref()
    return ({ length }) => {
      bytes += length
      parts += chunks?.takeCount() ?? 1
      if (bytes > most && !isLong) hangUpIn(patienceForBytes)
      isLong = bytes > most
      if (parts <= mostParts || isStopped) return
      isStopped = true
      chunks?.stop()
      hangUpIn(patienceForParts)
    }
  }
}

/**
 * Whether all of a body has come, so that no event has to be waited for: most come together with the headers. Node sets `complete` only
 * after promises that are pending have gone on, so its length is compared too.
 */
const isAtHand = ({ complete, headers, readableLength }: IncomingMessage): boolean =>
  complete || Number(headers['content-length']) === readableLength
