/** Ends the statements of work nobody waits for any more: the next is refused, the one that runs is stopped. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** One piece of work, its signal, and what stops each of its statements that run just now. */
export type Cancellation = { readonly signal: AbortSignal; readonly stops: Set<() => void> }

// Asynchronous context: Prisma takes no signal, and hands none on to its driver.
const current = new AsyncLocalStorage<Cancellation | undefined>()

/** What the statement about to start belongs to, if it may be cancelled at all. */
export const cancellation = (): Cancellation | undefined => current.getStore()

/** Runs work as a part of what was begun elsewhere. */
export const within = <T>(owner: Cancellation | undefined, work: () => T): T => current.run(owner, work)

/**
 * Runs work until the signal aborts. Then no further statement of it starts, and one that runs on a PostgreSQL server is
 * cancelled there. On the embedded database a statement that runs blocks the process and is never stopped.
 *
 * For reads only: a write that is cut off may leave a charge behind that nobody settles. Transactions are therefore refused
 * at their beginning but never cut off.
 *
 * @throws the signal's reason as soon as it aborts, whatever the work still does.
 */
export async function cancellable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const owner: Cancellation = { signal, stops: new Set() }
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    aborted.reject(signal.reason)
    for (const stop of owner.stops) stop()
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    // Prisma's promises begin only when they are awaited, so that must happen within too.
    return await Promise.race([within(owner, async () => await work()), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Runs work as long as the client stays and the time allows; see `cancellable`. A timer of its own is given back at the end:
 * `AbortSignal.timeout` would keep one for each request until its time has passed.
 *
 * @throws a DOMException TimeoutError when time is up, the client's own reason when it has gone away.
 */
export async function whileAwaited<T>(client: AbortSignal, milliseconds: number, work: () => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('Time is up.', 'TimeoutError')), milliseconds)
  const leave = () => controller.abort(client.reason)
  client.addEventListener('abort', leave, { once: true })
  if (client.aborted) leave()
  try {
    return await cancellable(controller.signal, work)
  } finally {
    clearTimeout(timer)
    client.removeEventListener('abort', leave)
  }
}
