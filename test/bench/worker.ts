/** A process of its own that does what it is told, so that what that takes is taken from nobody who measures. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The outcome of an order, or its error. */
export type Outcome<Done> = Done | { fault: string }

export type Worker<Order, Done> = {
  /** Has an order done; the next is given when it is. @throws Error saying what went wrong. */
  tell(order: Order): Promise<Done>
  stop(): void
}

/** Starts a file of this folder that serves orders by `serveOrders`. */
export function startWorker<Order extends object, Done extends object>(file: string): Worker<Order, Done> {
  const child = fork(join(import.meta.dirname, file), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    async tell(order) {
      const done = new AbortController()
      const { signal } = done
      const ended = once(child, 'exit', { signal }).then(() => [{ fault: 'The process that was told ended before it was done.' }])
      const told = once(child, 'message', { signal })
      child.send(order)
      const [outcome] = (await Promise.race([told, ended]).finally(() => {
        ended.catch(() => {})
        done.abort()
      })) as [Outcome<Done>]
      if ('fault' in outcome) throw new Error(outcome.fault)
      return outcome
    },
    stop() {
      process.off('exit', kill)
      kill()
    },
  }
}

/** In the process that was started: does an order that comes, and tells what came of it. */
export function serveOrders<Order, Done extends object>(work: (order: Order) => Promise<Done>): void {
  process.on('message', (order: Order) => {
    work(order).then(
      (done) => process.send?.(done),
      (error) => process.send?.({ fault: String(error) }),
    )
  })
}
