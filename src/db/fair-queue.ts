/** Divides the connections of a pool among holders, so that none takes them all. */
import { type TimeLimit, timeLimit } from '../values/time-limit.ts'
import type { Work } from './cancel.ts'

/** The connections of one holder, and its waiting requests in order. */
type Line = { held: number; waiting: Set<() => void> }

/** Takes one for work that has a holder, at once or in its turn; what comes of it gives back, and is to be called once. */
type TakeShare = (work: Work) => (() => void) | Promise<() => void>

/** The same, which also counts how many holders have a connection, and how many requests wait for one of their holder's. */
export type FairShares = TakeShare & { state(): { holders: number; waitingForShare: number } }

/**
 * Makes the function that lets each holder have so many at once. Further ones wait for those of the same holder; others
 * pass by. Work without a holder has no such bound.
 *
 * @param milliseconds how long one waits at most.
 * @returns a function that rejects when that time is up, in pg-pool's own words, or with the signal's reason on an abort.
 */
export function fairShares(most: number, milliseconds: number): FairShares {
  // Only holders that have something are in here: no more than there are connections.
  const lines = new Map<string, Line>()
  const limit = timeLimit(milliseconds)

  const release = (holder: string, line: Line) => {
    const [next] = line.waiting
    if (next) return next()
    line.held -= 1
    if (line.held === 0) lines.delete(holder)
  }

  const take: TakeShare = ({ holder, signal, stops }) => {
    if (holder === undefined) return () => {}
    const line = lines.get(holder) ?? { held: 0, waiting: new Set() }
    lines.set(holder, line)
    const back = () => release(holder, line)
    if (line.held >= most) return turn(line.waiting, stops, signal, limit).then(() => back)
    line.held += 1
    return back
  }
  const state = () => ({
    holders: lines.size,
    waitingForShare: lines.values().reduce((sum, { waiting }) => sum + waiting.size, 0),
  })
  return Object.assign(take, { state })
}

/** Waits in line until called; nothing is left of it in the line, among the stops or on the clock afterwards. */
function turn(waiting: Line['waiting'], stops: Work['stops'], signal: Work['signal'], limit: TimeLimit): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    waiting.delete(come)
    stops?.delete(stop)
    limit.end(running)
  }
  const come = () => {
    leave()
    resolve()
  }
  const stop = () => {
    leave()
    reject(signal.reason)
  }
  const running = limit.begin(() => {
    leave()
    reject(new Error('timeout exceeded when trying to connect'))
  })
  waiting.add(come)
  stops?.add(stop)
  return promise
}
