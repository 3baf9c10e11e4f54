/** What is known of the streams that are open, and what they share. */
import type { GraphQLError } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import { Refusal } from '../values/errors.ts'

/** What a client is told when its stream ends for good. */
export type Why = Pick<GraphQLError, 'message' | 'extensions'>

/** What is known of a stream that is open. */
export type OpenStream = {
  readonly viewer: Viewer
  /** The last number it was read up to. */
  readonly place: number
  /** Since when something of it waits to be read, in milliseconds; nothing where all was read. */
  readonly unreadSince: number | undefined
  /** Hears that there may be more. */
  wake(): void
  /** Hears what time it is, in milliseconds that no setting of a clock moves, now and then. */
  tick(now: number): void
  /** Ends it, telling why unless it may be opened again at once. */
  end(why?: Why): void
  /** Breaks it off, with what waits to be read. */
  breakOff(): void
}

/** What all streams of a process share; times in milliseconds. */
export type StreamLimits = {
  /** Streams of one key, and of the process. */
  ofKey: number
  all: number
  /** Characters of all streams of the process that wait to be read. */
  unread: number
  /** A stream that has sent nothing for so long says that it is there. */
  heartbeat: number
  /** How long a stream may last, how long one that is not read is kept, and how long one that is over. */
  longest: number
  stalled: number
  completed: number
  /** How often it is looked whether a stream has missed something, and whether its key still opens the store. */
  look: number
}

/** What wakes and ends streams. */
export type Streams = {
  readonly limits: StreamLimits
  /**
   * Keeps a stream until it is let go.
   *
   * @returns what lets it go.
   * @throws Refusal RATE_LIMITED when the key has as many as it may, UNAVAILABLE when the process has.
   */
  add(stream: OpenStream): () => void
  /** Hears by how many characters more or less wait to be read. */
  countUnread(change: number): void
  /** Whether so many wait that no stream may be sent anything. */
  isFull(): boolean
  /** Hears what went wrong inside. */
  report(error: unknown): void
}

/** What is refused where too much waits to be read; a stream that is open then waits. */
export const noRoom = (): Refusal => new Refusal('UNAVAILABLE', 'No more streams can be opened here just now.')
