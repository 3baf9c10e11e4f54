/**
 * Numbers events once they are committed: 1, 2, 3 in each store, without a gap. A write does not wait for it, and of several that
 * number at once each takes other stores: a store's counter is held while its events are numbered.
 *
 * Events are numbered in the order of their ids as far as they are committed by then, so that what followed on another write comes
 * after it. Either events have their numbers and the counter stands at the last of them, or, when a process dies in between, neither.
 */
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import { type Awake, startRounds } from '../db/rounds.ts'

/** How many events of a store, and how many stores, are numbered at a time. */
const batchEvents = 500
const batchStores = 100

/** The channel on which other processes hear, by its id, of a store that has newly numbered events. */
export const numberedChannel = 'tandem_events'

/** A store that had events without a number, and how many were numbered; none where somebody else is numbering them. */
type WaitingStore = { storeId: bigint; events: number | null }

/**
 * Numbers some of the events that wait in some stores, by a function of the database: see the migration that makes it.
 *
 * @param after the store behind which to look, so that those with little numbers keep none of the others waiting.
 */
const number = (db: Numbering, after: bigint): Promise<WaitingStore[]> => db.$queryRaw<WaitingStore[]>`
  SELECT of_store AS "storeId", events
  FROM number_events(${after}::bigint, ${batchStores}::int, ${batchEvents}::int, ${numberedChannel}) ${keptPlan}`

/** A client, also one inside a transaction. */
type Numbering = Pick<Db, '$queryRaw'>

type Sequencing = {
  db: Db
  /** Hears what went wrong; it is tried again at the next look. */
  report: (error: unknown) => void
  /** Hears of stores that have newly numbered events, those that this process has numbered. */
  announce?: (storeIds: readonly bigint[]) => void
}

/**
 * Numbers all that waits by now.
 *
 * @returns whether something is left, which others are numbering.
 */
export async function numberEvents({ db, announce }: { db: Numbering } & Pick<Sequencing, 'announce'>): Promise<boolean> {
  let [after, isLeft, hasMore] = [0n, false, false]
  for (;;) {
    const found = await number(db, after)
    const numbered = found.filter(({ events }) => events)
    if (numbered.length > 0) announce?.(numbered.map(({ storeId }) => storeId))
    isLeft ||= found.some(({ events }) => events === null)
    hasMore ||= found.some(({ events }) => events === batchEvents)
    after = found.at(-1)?.storeId ?? 0n
    if (found.length === batchStores) continue
    if (isLeft || !hasMore) return isLeft
    ;[after, hasMore] = [0n, false]
  }
}

/** What is written within this time is numbered together; and others that were numbering are done, or their transaction has ended. */
const restMilliseconds = 20
/** Nobody says when another process has left something. */
const lookMilliseconds = 1_000

/** Starts to number events: as soon as it is woken, and now and then what others have left. */
export const startSequencer = ({ db, report, announce }: Sequencing): Awake =>
  startRounds({
    name: 'sequencer',
    round: () => numberEvents({ db, ...(announce && { announce }) }),
    report,
    lookMilliseconds,
    restMilliseconds,
  })
