/**
 * The streams that are open in this process: who hears of new events, and who has to go. A stream is woken by what is announced, and
 * by a look now and then at how far its store's events have come, so that what was not announced is late and never missing.
 */
import { ended } from '../auth/open-keys.ts'
import { endedSessions } from '../auth/staff-sessions.ts'
import { callerOf, type KeyHolder, type StaffMember, type Viewer } from '../auth/viewer.ts'
import { runAs } from '../db/cancel.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { noRoom, type OpenStream, type StreamLimits, type Streams } from '../graphql/open-streams.ts'
import { Refusal } from '../values/errors.ts'

const defaults: StreamLimits = {
  ofKey: 10,
  all: 2_000,
  unread: 64 * 1_048_576,
  heartbeat: 15_000,
  longest: 3_600_000,
  stalled: 30_000,
  completed: 2_000,
  look: 2_000,
}

const tickMilliseconds = 1_000
const peopleMilliseconds = 400

type StreamsOptions = {
  db: Db
  clock: Clock
  /** Called when a stream fails, or the upkeep of all. */
  report: (error: unknown) => void
  limits?: Partial<StreamLimits>
}

export type LiveStreams = Streams & {
  /** Wakes the streams of a store, by its id as text, or of all stores. */
  wake(storeId?: string): void
  /** Ends all streams; clients may reopen them elsewhere. */
  end(): void
}

type StoreStream = OpenStream & { viewer: { storeId: bigint } }

const isKey = (viewer: Viewer): viewer is KeyHolder => viewer.role === 'merchant' && viewer.person === undefined
const isPerson = (viewer: Viewer): viewer is StaffMember => viewer.role === 'merchant' && viewer.person !== undefined

/** Work that is not begun again before it is done; one that fails is reported, and begun again the next time. */
function oneAtATime(work: () => Promise<void>, report: (error: unknown) => void): () => void {
  let isBusy = false
  return () => {
    if (isBusy) return
    isBusy = true
    void runAs('live streams', work)
      .catch(report)
      .finally(() => {
        isBusy = false
      })
  }
}

/** Creates the registry of streams; it is idle while there are none. */
export function liveStreams({ db, clock, report, limits: given }: StreamsOptions): LiveStreams {
  const limits = { ...defaults, ...given }
  const open = new Set<OpenStream>()
  const counts = new Map<string, number>()
  let unread = 0
  let isEnding = false
  let timers: NodeJS.Timeout[] = []

  const ofStores = () => [...open].filter((stream): stream is StoreStream => 'storeId' in stream.viewer)

  /** Wakes streams that have something to read, and ends those whose key has ended. */
  async function look(): Promise<void> {
    const streams = ofStores()
    const storeIds = [...new Set(streams.map(({ viewer }) => viewer.storeId))]
    const counters = await db.$queryRaw<{ storeId: bigint; lastSequence: bigint }[]>`
      SELECT store_id AS "storeId", last_sequence AS "lastSequence" FROM event_counter WHERE store_id = ANY(${storeIds}::bigint[])`
    const last = new Map(counters.map(({ storeId, lastSequence }) => [storeId, Number(lastSequence)]))
    for (const stream of streams) if (stream.place < (last.get(stream.viewer.storeId) ?? 0)) stream.wake()
    endAll(await ended(db, streams.map(({ viewer }) => viewer as Viewer).filter(isKey), clock.now()))
  }

  /** Ends the streams of people who were removed, have another role, or whose session is over: they must not hear a second more. */
  async function lookAtPeople(): Promise<void> {
    const people = ofStores()
      .map(({ viewer }) => viewer as Viewer)
      .filter(isPerson)
    if (people.length > 0) endAll(await endedSessions(db, people, clock.now()))
  }

  function endAll(refusals: ReadonlyMap<unknown, Refusal>): void {
    for (const stream of open) {
      const refusal = refusals.get(stream.viewer)
      if (refusal) stream.end(refusal)
    }
  }

  const lookOnce = oneAtATime(look, report)
  const lookAtPeopleOnce = oneAtATime(lookAtPeople, report)

  /** Closes the streams unread for longest, until the waiting bytes are within their bound. */
  function makeRoom(): void {
    if (unread <= limits.unread) return
    const slow = [...open].filter(({ unreadSince }) => unreadSince !== undefined)
    for (const stream of slow.sort((one, other) => (one.unreadSince ?? 0) - (other.unreadSince ?? 0))) {
      if (unread <= limits.unread) return
      stream.breakOff()
    }
  }

  function start(): void {
    const tick = () => {
      const now = performance.now()
      for (const stream of open) stream.tick(now)
      makeRoom()
    }
    const tickEvery = Math.min(tickMilliseconds, limits.heartbeat)
    timers = [
      setInterval(tick, tickEvery).unref(),
      setInterval(lookOnce, limits.look).unref(),
      setInterval(lookAtPeopleOnce, peopleMilliseconds).unref(),
    ]
  }

  function stop(): void {
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  return {
    limits,
    report,
    add(stream) {
      const key = callerOf(stream.viewer)
      const count = counts.get(key) ?? 0
      if (isEnding || open.size >= limits.all || unread > limits.unread) throw noRoom()
      if (count >= limits.ofKey)
        throw new Refusal('RATE_LIMITED', `One key may have ${limits.ofKey} streams open at once; end one of them first.`)
      open.add(stream)
      counts.set(key, count + 1)
      if (open.size === 1) start()
      return () => {
        if (!open.delete(stream)) return
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
        if (open.size === 0) stop()
      }
    },
    countUnread(change) {
      unread += change
    },
    isFull: () => unread > limits.unread,
    wake(storeId) {
      for (const stream of ofStores()) if (storeId === undefined || String(stream.viewer.storeId) === storeId) stream.wake()
    },
    end() {
      isEnding = true
      for (const stream of open) stream.end()
    },
  }
}
