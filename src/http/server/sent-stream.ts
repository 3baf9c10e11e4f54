/**
 * A stream of server-sent events, in the words of GraphQL over SSE ("distinct connections mode"): results as `next`, and `complete`.
 *
 * At most one message of it waits, here or in the answer: its writer waits until it is read.
 */
import { Readable } from 'node:stream'
import type { HttpRequest } from '../exchange.ts'

/** Ends a stream of which nothing was read for this long, also one that is to be completed. */
type Patience = { stalled: number; completed: number }

export class EventStream extends Readable {
  /** Whether all that was sent has been read. */
  isWanted = false
  /** Called when it is so again. */
  onWanted = () => {}
  /** When something was sent last. */
  sentAt: number
  /** Characters of what was sent and has not been read. */
  private waiting = 0
  private readonly count: (change: number) => void
  /** Whether the last of it was sent. */
  isCompleted = false

  /** @param count hears by how many characters more or less wait to be read. */
  constructor(now: number, count: (change: number) => void, end: () => void) {
    // Nothing is asked for before what was sent has been read.
    super({ highWaterMark: 0 })
    this.sentAt = now
    this.count = count
    this.once('close', end)
  }

  /** Whether something of it waits to be read. */
  get isUnread(): boolean {
    return this.waiting > 0
  }

  override _read(): void {
    this.wait(0)
    this.isWanted = true
    this.onWanted()
  }

  /** Stops counting its unread text at once: `close` comes later, and until then more streams than necessary would be ended. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.wait(0)
    done(error)
  }

  /** Sends a result; who comes back may say its `place` in the header Last-Event-ID. */
  next(result: string, place: number, now: number): void {
    this.send(`id: ${place}\nevent: next\ndata: ${result}\n\n`, now)
  }

  /** Whether nothing was sent for so long, though it would have been read. */
  isQuiet(now: number, milliseconds: number): boolean {
    return this.isWanted && now - this.sentAt >= milliseconds
  }

  /** Sends what keeps proxies from taking it for dead. */
  beat(now: number): void {
    this.send(':\n\n', now)
  }

  /** Sends the last of it. */
  complete(now: number, result?: string): void {
    if (this.isCompleted || this.destroyed) return
    const last = result === undefined ? '' : `event: next\ndata: ${result}\n\n`
    this.send(`${last}event: complete\ndata:\n\n`, now)
    this.isCompleted = true
    this.push(null)
  }

  /** Ends it when the client has stopped reading. */
  endUnread(now: number, { stalled, completed }: Patience): void {
    const waited = now - this.sentAt
    if (this.isCompleted ? waited >= completed : !this.isWanted && waited >= stalled) this.destroy()
  }

  private send(text: string, now: number): void {
    if (this.isCompleted || this.destroyed) return
    this.isWanted = false
    this.sentAt = now
    this.wait(this.waiting + text.length)
    this.push(text)
  }

  private wait(characters: number): void {
    this.count(characters - this.waiting)
    this.waiting = characters
  }
}

/** The last event that a reconnecting client has received, as a browser's EventSource sends it. */
export function lastHeard(request: HttpRequest): number | undefined {
  const place = request.header('last-event-id')
  return place !== undefined && /^\d{1,15}$/.test(place) ? Number(place) : undefined
}
