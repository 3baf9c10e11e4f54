/** The worker: does what is due, as soon as it is, until it is told to end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Worker, workRound } from './renewals.ts'

const pauseMilliseconds = 1_000

/** Starts to work; answers what ends it, which is done when nothing is worked on any more. */
export function startWork(worker: Worker): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const working = (async () => {
    while (!signal.aborted) {
      const { done, moved } = await workRound({ ...worker, signal }).catch((error: unknown) => {
        worker.report(error)
        return { done: 0, moved: 0 }
      })
      // Where much is due the next batch is waiting, and where a clock was moved what is due then.
      if (done + moved === 0) await sleep(pauseMilliseconds, undefined, { signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    ending.abort()
    await working
  }
}
