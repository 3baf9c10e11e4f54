/**
 * Says whose work a statement is, and ends the statements of work nobody waits for any more: the next is refused, the one that
 * runs is stopped.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ClientSignal, End, type Ending } from '../values/signal.ts'
import type { Meter } from './meter.ts'

/** One piece of work. */
export type Work = {
  /** On whose behalf it is done. */
  readonly holder: string | undefined
  readonly signal: Ending
  /** What stops each of its statements that run or wait just now. */
  readonly stops: Set<() => void>
  /** What measures them, where their time costs something. */
  readonly meter: Meter | undefined
}

// Asynchronous context: Prisma takes no signal, and hands none on to its driver.
const current = new AsyncLocalStorage<Work | undefined>()

const never = new End()
const isOver = new Error('The work is over.')

/** What the statement about to start belongs to, if it is done for somebody or may be cancelled. */
export const currentWork = (): Work | undefined => current.getStore()

/** Work that is nobody's and is never cancelled. */
export const unownedWork = (): Work => ({ holder: undefined, signal: never, stops: new Set(), meter: undefined })

/** Runs work as a part of what was begun elsewhere. */
const within = <T>(owner: Work | undefined, work: () => T): T => current.run(owner, work)

/** Runs work that goes on whatever becomes of those who wait for it. */
export const unowned = <T>(work: () => T): T => within(unownedWork(), work)

/** Runs work on somebody's behalf: one holder's statements take at most half of the connections. Nothing of it is cancelled. */
export const onBehalfOf = <T>(holder: string, work: () => T): T => within({ ...unownedWork(), holder }, work)

/** Runs work whose statements are measured. */
export const measured = <T>(meter: Meter, work: () => T): T => within({ ...(currentWork() ?? unownedWork()), meter }, work)

/**
 * Runs work until it ends or the signal aborts. Then no further statement of it starts, and one that runs on a PostgreSQL server is
 * cancelled there. On the embedded database one that runs is stopped once it has run for two seconds: it takes the database along.
 *
 * For reads only: a write that is cut off may leave a charge behind that nobody settles. Transactions are therefore refused
 * at their beginning but never cut off.
 *
 * @throws the signal's reason as soon as it aborts, whatever the work still does.
 */
export const cancellable = <T>(signal: ClientSignal, work: () => Promise<T>): Promise<T> => whileAwaited(signal, undefined, work)

/**
 * Runs work as long as the client stays and the time allows; see `cancellable`. A timer of its own is given back at the end:
 * `AbortSignal.timeout` would keep one for each request until its time has passed.
 *
 * @throws a DOMException TimeoutError when time is up, the client's own reason when it has gone away.
 */
export function whileAwaited<T>(client: ClientSignal, milliseconds: number | undefined, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    client.throwIfAborted()
    const { holder, meter } = currentWork() ?? unownedWork()
    const signal = new End()
    const owner: Work = { holder, meter, signal, stops: new Set() }
    const end = (reason: unknown) => {
      clearTimeout(timer)
      client.removeEventListener('abort', leave)
      signal.come(reason)
      for (const stop of owner.stops) stop()
    }
    const giveUp = (reason: unknown) => {
      reject(reason)
      end(reason)
    }
    const leave = () => giveUp(client.reason)
    const timeOut = () => giveUp(new DOMException('Time is up.', 'TimeoutError'))
    const timer = milliseconds === undefined ? undefined : setTimeout(timeOut, milliseconds)
    client.addEventListener('abort', leave)
    const succeed = (value: T) => {
      resolve(value)
      end(isOver)
    }
    const fail = (error: unknown) => {
      reject(error)
      // What was begun beside it may still run.
      end(isOver)
    }
    // Prisma's promises begin only when they are awaited, so that must happen within too.
    within(owner, () => work().then(succeed, fail))
  })
}
