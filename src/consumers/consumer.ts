/**
 * A consumer of events, as it declares itself: its rows, how it sends a delivery, and what becomes of one that fails. Numbered events are
 * handed over to its subscribers as deliveries, claimed under a lease, sent, retried after pauses, and given up.
 */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'

/** Two tables of a consumer and how they are filled. Fragments of SQL see their rows as `subscriber` and `delivery`. */
export type ConsumerRows = {
  /** The table of subscribers: `store_id`, `id`, `is_ordered`, `last_sequence`, `disabled_at`, `probe_at`, `recovered_at`. */
  subscribers: Prisma.Sql
  /**
   * The table of deliveries: `store_id`, `id`, `sequence` (null without an event), `state`, `tries`, `next_try_at`, `scheduled_at`,
   * `created_at`, `delivered_at`. A unique key keeps an event from being handed over twice; partial indexes are on the open states.
   */
  deliveries: Prisma.Sql
  /** The column by which a delivery names its subscriber. */
  subscriberId: Prisma.Sql
  /** The type of `state`: waiting, sending, delivered, failed. */
  state: Prisma.Sql
  /** The consumer's own columns of a delivery, and a SELECT of them for an `event` and a `subscriber`: no row for an unwanted event. */
  content: {
    columns: Prisma.Sql
    select: Prisma.Sql /** Whether a row `content` is to be sent; each, unless given. */
    isDue?: Prisma.Sql
  }
  /** The columns that a claim writes besides, and those that it returns to `send`. */
  claim: {
    sets?: Prisma.Sql
    returns: Prisma.Sql /** The deliveries that this process may claim; all, unless given. */
    only?: Prisma.Sql
  }
  /** Where so many wait for a subscriber, further events wait in the store's own list; 1,000, unless given. */
  mostOpen?: number
  /** Concurrent deliveries to one subscriber, and to all of a store: slow ones of one store leave places to others. */
  atOnce: number
  perStore: number
  /** Longer than a delivery takes to send, with the work before and after it. */
  leaseSeconds: number
}

/** A claimed delivery, besides its content. */
export type Claimed = {
  storeId: bigint
  subscriberId: bigint
  id: bigint
  tries: number
  /** The end of its backoff, where it is tried before that; such a try is not counted. */
  scheduledAt: Date | null
  /** The end of the lease; it identifies this try among later ones. */
  claimedUntil: Date
}

/** The environment of a running consumer. */
export type Consuming = {
  db: Db
  clock: Clock
  /** Called for a result that could not be recorded; the delivery is sent again once its claim has run out. */
  report: (error: unknown) => void
  /** A random number from 0 to 1. */
  chance?: () => number
}

/** The result of a try to send a delivery. */
type Try = {
  isTaken: boolean
  /** Whether a delivery that was not taken is given up without a further try. */
  isFinal?: boolean
  /** Assigns the answer to columns of the delivery, over that of the previous try. */
  answer: Prisma.Sql
  /** Records that the delivery is given up, with a notice, in a transaction of its own; without it no notice is given. */
  giveUp?: () => Promise<unknown>
}

export type Consumer<Content> = ConsumerRows &
  Consuming & {
    /** Names its loop, and its tries in metrics. */
    name: string
    /** Milliseconds between the tries; a delivery is given up after one more. */
    pauses: readonly number[]
    /** Concurrent deliveries of one process: slow subscribers of a few stores do not fill it. */
    mostUnderWay: number
    /** Sends a delivery, outside of any transaction and at least once; it throws for faults of this process alone. */
    send(delivery: Claimed & Content): Promise<Try>
  }
