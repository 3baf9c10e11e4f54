/**
 * Numbers events once they are committed: 1, 2, 3 in each store, without a gap. A write does not wait for it, and of several that
 * number at once each takes other stores: a store's counter is held while its events are numbered.
 *
 * Events are numbered in the order of their ids as far as they are committed by then, so that what followed on another write comes
 * after it. Either events have their numbers and the counter stands at the last of them, or, when a process dies in between, neither.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { onBehalfOf } from '../db/cancel.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'

/** How many events of a store, and how many stores, are numbered at a time. */
const batchEvents = 500
const batchStores = 100

type Waiting = { storeId: bigint }

/**
 * The stores that have events without a number, each found by a look into the index: however many events wait, and however many
 * stores have none.
 *
 * @param after the store behind which to look, so that those with little numbers keep none of the others waiting.
 */
const findWaiting = (db: Db, after: bigint): Promise<Waiting[]> => db.$queryRaw<Waiting[]>`
  WITH RECURSIVE waiting AS (
    (SELECT store_id FROM event WHERE sequence IS NULL AND store_id > ${after}::bigint ORDER BY store_id LIMIT 1)
    UNION ALL
    SELECT (SELECT event.store_id FROM event WHERE event.sequence IS NULL AND event.store_id > waiting.store_id
      ORDER BY event.store_id LIMIT 1)
    FROM waiting WHERE waiting.store_id IS NOT NULL
  ), found AS (SELECT store_id FROM waiting WHERE store_id IS NOT NULL LIMIT ${batchStores}::int),
  counted AS (
    INSERT INTO event_counter (store_id)
    SELECT store_id FROM found WHERE NOT EXISTS (SELECT 1 FROM event_counter AS counter WHERE counter.store_id = found.store_id)
    ON CONFLICT DO NOTHING
  )
  SELECT store_id AS "storeId" FROM found`

/** The channel on which other processes hear, by its id, of a store that has newly numbered events. */
export const numberedChannel = 'tandem_events'

type Counter = { storeId: bigint; lastSequence: bigint }

/** How many events of a store were numbered. */
type Numbered = { storeId: bigint; events: number }

/**
 * Numbers some of the events that wait in some stores.
 *
 * @returns those of the stores that nobody else was numbering.
 */
function number(db: Db, storeIds: readonly bigint[]): Promise<Numbered[]> {
  return inTransaction(db, async (tx) => {
    // A statement of its own: what the next one sees begins when the counters are held, with all that was numbered before.
    const held = await tx.$queryRaw<Counter[]>`
      SELECT store_id AS "storeId", last_sequence AS "lastSequence" FROM event_counter
      WHERE store_id = ANY(${storeIds}::bigint[]) ORDER BY store_id FOR NO KEY UPDATE SKIP LOCKED`
    if (held.length === 0) return []
    return tx.$queryRaw<Numbered[]>`
      WITH found AS MATERIALIZED (
        SELECT held.store_id, waiting.id, held.last + row_number() OVER (PARTITION BY held.store_id ORDER BY waiting.id) AS sequence
        FROM unnest(${held.map(({ storeId }) => storeId)}::bigint[], ${held.map(({ lastSequence }) => lastSequence)}::bigint[])
          AS held (store_id, last)
        CROSS JOIN LATERAL (
          SELECT event.id FROM event WHERE event.store_id = held.store_id AND event.sequence IS NULL
          ORDER BY event.id LIMIT ${batchEvents}::int
        ) AS waiting
      ), numbered AS (
        UPDATE event SET sequence = found.sequence FROM found
        WHERE event.store_id = found.store_id AND event.id = found.id RETURNING event.store_id, event.sequence
      ), newest AS (SELECT store_id, max(sequence) AS sequence, count(*)::int AS events FROM numbered GROUP BY store_id),
      counted AS (
        UPDATE event_counter SET last_sequence = newest.sequence FROM newest
        WHERE event_counter.store_id = newest.store_id RETURNING newest.store_id, newest.events
      )
      SELECT store_id AS "storeId", events, pg_notify(${numberedChannel}, store_id::text)::text FROM counted`
  })
}

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
export async function numberEvents({ db, announce }: Pick<Sequencing, 'db' | 'announce'>): Promise<boolean> {
  let [after, isLeft, hasMore] = [0n, false, false]
  for (;;) {
    const waiting = await findWaiting(db, after)
    const storeIds = waiting.map(({ storeId }) => storeId)
    const numbered = storeIds.length > 0 ? await number(db, storeIds) : []
    if (numbered.length > 0) announce?.(numbered.map(({ storeId }) => storeId))
    isLeft ||= numbered.length < storeIds.length
    hasMore ||= numbered.some(({ events }) => events === batchEvents)
    after = storeIds.at(-1) ?? 0n
    if (storeIds.length === batchStores) continue
    if (isLeft || !hasMore) return isLeft
    ;[after, hasMore] = [0n, false]
  }
}

/** What is written within this time is numbered together. */
const gatherMilliseconds = 4
/** After this time others are done, or their transaction has ended with them. */
const restMilliseconds = 20
/** Nobody says when another process has left something. */
const lookMilliseconds = 1_000

/**
 * Starts to number events: soon after it is woken, and now and then what others have left.
 *
 * @returns what wakes it, which takes no time, and what ends it.
 */
export function startSequencer({ db, report, announce }: Sequencing): { wake: () => void; end: () => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  const rest = (milliseconds: number) => sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
  let isWoken = false
  let goOn = () => {}
  const work = async () => {
    while (!signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>()
      goOn = resolve
      if (!isWoken) await Promise.race([promise, rest(lookMilliseconds)])
      await rest(gatherMilliseconds)
      isWoken = false
      const isLeft = await numberEvents({ db, ...(announce && { announce }) }).catch((error: unknown) => report(error))
      if (!isLeft) continue
      await rest(restMilliseconds)
      isWoken = true
    }
  }
  const working = onBehalfOf('sequencer', work)
  return {
    wake() {
      isWoken = true
      goOn()
    },
    async end() {
      ending.abort()
      await working
    },
  }
}
