/** The interface between an open stream and the set of all open streams, with their shared limits. */
import type { GraphQLError } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import { Refusal } from '../values/errors.ts'

/** The error sent to a client when its stream ends for good. */
export type Why = Pick<GraphQLError, 'message' | 'extensions'>

/** An open stream. */
export type OpenStream = {
  readonly viewer: Viewer
  /** The last sequence number it was read up to. */
  readonly place: number
  /** The time at which its unread data was sent, in milliseconds; undefined where all was read. */
  readonly unreadSince: number | undefined
  /** Signals that there may be more records. */
  wake(): void
  /** Called periodically with the monotonic time, in milliseconds. */
  tick(now: number): void
  /** Ends the stream, with an error unless the client may reconnect at once. */
  end(why?: Why): void
  /** Destroys the stream, including its unread data. */
  breakOff(): void
}

/** The limits shared by all streams of a process; times in milliseconds. */
export type StreamLimits = {
  /** The number of streams of one key, and of the process. */
  ofKey: number
  all: number
  /** Unread characters of all streams of the process. */
  unread: number
  /** The idle time after which a stream sends a heartbeat. */
  heartbeat: number
  /** How long a stream may last, how long an unread stream is kept, and how long a completed one. */
  longest: number
  stalled: number
  completed: number
  /** The interval at which streams check for missed records and for a revoked key. */
  look: number
}

/** Wakes and ends the open streams. */
export type Streams = {
  readonly limits: StreamLimits
  /**
   * Registers a stream.
   *
   * @returns a function that removes it.
   *
   * @throws Refusal RATE_LIMITED when the key has reached its limit, UNAVAILABLE when the process has.
   */
  add(stream: OpenStream): () => void
  /** Adjusts the count of unread characters. */
  countUnread(change: number): void
  /** Whether the unread characters have reached their limit; then no stream is sent anything. */
  isFull(): boolean
  /** Reports an internal error. */
  report(error: unknown): void
}

/** The refusal of a new stream while the unread characters are at their limit; streams that are open wait. */
export const noRoom = (): Refusal => new Refusal('UNAVAILABLE', 'No more streams can be opened here just now.')
