/**
 * Numbers events once they are committed: 1, 2, 3 in each store, without a gap. No write waits for it, and concurrent sequencers take
 * different stores: a store's counter is locked while its events are numbered.
 *
 * Events are numbered in the order of their ids, as far as they are committed by then, so that an event caused by an earlier write comes
 * after it. Numbers and counter are written together: if the process dies in between, neither is.
 */

import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'

/** Maximum events of a store, and maximum stores, in one batch. */
const batchEvents = 500
const batchStores = 100

/** The channel that notifies other processes of a store, by id, with newly numbered events. */
export const numberedChannel = 'tandem_events'

/** A store with unnumbered events, and the count of those just numbered; null where another process is numbering them. */
type WaitingStore = { storeId: bigint; events: number | null }

/**
 * Numbers some of the waiting events in some stores, by a database function: see the migration that creates it.
 *
 * @param after the store to continue after, so that stores with low ids do not starve the others.
 */
const number = (db: Numbering, after: bigint): Promise<WaitingStore[]> => db.$queryRaw<WaitingStore[]>`
  SELECT of_store AS "storeId", events
  FROM number_events(${after}::bigint, ${batchStores}::int, ${batchEvents}::int, ${numberedChannel}) ${keptPlan}`

/** A client, or a transaction. */
type Numbering = Pick<Db, '$queryRaw'>

type Sequencing = {
  db: Db
  /** Reports an error; the next round retries. */
  report: (error: unknown) => void
  /** Announces the stores whose events this process has numbered. */
  announce?: (storeIds: readonly bigint[]) => void
}

/**
 * Numbers all waiting events.
 *
 * @returns whether some remain, which other processes are numbering.
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

/** The pause in which new events are batched, and in which concurrent sequencers or their transactions end. */
const restMilliseconds = 20
/** The polling interval: no signal arrives when another process leaves events unnumbered. */
const lookMilliseconds = 1_000

/** Starts the sequencer: it runs as soon as it is woken, and polls for events that other processes have left. */
export const startSequencer = ({ db, report, announce }: Sequencing): Loop =>
  startLoop({
    name: 'sequencer',
    round: () => numberEvents({ db, ...(announce && { announce }) }),
    report,
    lookMilliseconds,
    restMilliseconds,
  })
