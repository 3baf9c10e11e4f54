/**
 * Tracks the work that each statement belongs to, and cancels the statements of work that nothing waits for: the running one is stopped,
 * the next is refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { emit } from '../observe/observe.ts'
import { addStatement, type RequestFacts } from '../observe/request-facts.ts'
import { type ClientSignal, End, type Ending } from '../values/signal.ts'
import { timeLimit } from '../values/time-limit.ts'
import type { Meter } from './meter.ts'

/** A unit of work. */
export type Work = {
  /** The holder whose share of the connections it uses. */
  readonly holder: string | undefined
  readonly signal: Ending
  /** Callbacks that stop its running or waiting statements; undefined where they are never stopped. */
  readonly stops: Set<() => void> | undefined
  /** Measures them, where their time costs something. */
  readonly meter: Meter | undefined
  /** Facts of the request that it is done for. */
  readonly facts: RequestFacts | undefined
  /** The store that alone it writes to, if that is known. */
  readonly storeId: string | undefined
}

// Asynchronous context: Prisma takes no signal, and hands none on to its driver.
const current = new AsyncLocalStorage<Work | undefined>()

const isOver = new Error('The work is over.')

/** Work without a holder, which is never cancelled. */
export const nobodys: Work = {
  holder: undefined,
  signal: new End(),
  stops: undefined,
  meter: undefined,
  facts: undefined,
  storeId: undefined,
}

/** The work of the statement about to start, if it has a holder or may be cancelled. */
export const currentWork = (): Work | undefined => current.getStore()

/** Runs work that continues when its callers leave: without a holder's share, and unmeasured. */
export const unowned = <T>(work: () => T): T => current.run(nobodys, work)

/** Runs work for a holder: the statements of one holder take at most half of the connections. Such work is never cancelled. */
export const runAs = <T>(holder: string, work: () => T): T =>
  current.run({ ...nobodys, holder, facts: currentWork()?.facts }, work)

/** Runs work that writes to one store alone. */
export const inStore = <T>(storeId: bigint, work: () => T): T =>
  current.run({ ...(currentWork() ?? nobodys), storeId: String(storeId) }, work)

/** Runs the work of a request, whose statements are added to its facts. */
export const runFor = <T>(facts: RequestFacts, work: () => T): T => current.run({ ...nobodys, facts }, work)

/** Measures a statement from its sending; returns the function to be called when it is answered. */
export function beginStatement(text: string): () => void {
  const facts = currentWork()?.facts
  const began = performance.now()
  return () => {
    const milliseconds = performance.now() - began
    if (facts) addStatement(facts, text, milliseconds)
    emit({ kind: 'queried', milliseconds })
  }
}

/** Runs work whose statements are measured, where their time costs something. */
export const measured = <T>(meter: Meter | undefined, work: () => T): T =>
  meter ? current.run({ ...(currentWork() ?? nobodys), meter }, work) : work()

/** The time limit and the meter of work. */
type AwaitedFor = {
  /** Aborts when the client leaves; undefined where there is none. */
  client?: ClientSignal
  milliseconds: number
  /** Measures its statements; by default the meter of the enclosing work. */
  meter?: Meter | undefined
}

/**
 * Runs work as long as the client stays and the time allows. Then no further statement of it starts, and one that runs on a PostgreSQL
 * server is cancelled there. On the embedded database one that runs is stopped once it has run for two seconds: it takes the database
 * along.
 *
 * For reads only: a write that is cut off may leave an unsettled charge behind. Transactions are therefore refused
 * at their beginning but never cut off.
 *
 * @throws a DOMException TimeoutError when time is up, the client's own reason when it has disconnected; the work may still run.
 */
export function whileAwaited<T>({ client, milliseconds, meter }: AwaitedFor, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    client?.throwIfAborted()
    const outer = currentWork() ?? nobodys
    const signal = new End()
    const stops = new Set<() => void>()
    const limit = timeLimit(milliseconds)
    const end = (reason: unknown) => {
      limit.end(running)
      client?.removeEventListener('abort', leave)
      signal.come(reason)
      for (const stop of stops) stop()
    }
    const giveUp = (reason: unknown) => {
      reject(reason)
      end(reason)
    }
    const leave = () => giveUp(client?.reason)
    const timeOut = () => giveUp(new DOMException('Time is up.', 'TimeoutError'))
    const running = limit.begin(timeOut)
    client?.addEventListener('abort', leave)
    const succeed = (value: T) => {
      resolve(value)
      end(isOver)
    }
    const fail = (error: unknown) => {
      reject(error)
      // Other statements of the work may still run.
      end(isOver)
    }
    // Prisma's promises begin only when they are awaited, so that must happen within too.
    current.run({ ...outer, meter: meter ?? outer.meter, signal, stops }, () => work().then(succeed, fail))
  })
}
