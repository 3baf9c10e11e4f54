/** A background loop: runs a round as soon as it is woken, again while there is more to do, and at an interval anyhow. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs } from './cancel.ts'

type LoopOptions = {
  /** The holder of its statements: half of the database's connections are left to others. */
  name: string
  /** Runs one round, and returns whether there may be more. The signal aborts when the loop is to stop. */
  round: (signal: AbortSignal) => Promise<boolean>
  /** Called for the failure of a round, which is retried after the interval. */
  report: (error: unknown) => void
  /** The interval of rounds without a wake-up, see `pauseAfter`: work left by other processes is not announced. */
  lookMilliseconds: number
  /** Pause after a round: work that arrives meanwhile is done together. */
  restMilliseconds?: number
}

/** The share of its time that a loop spends looking where there is nothing, and the longest pause for its sake. */
const share = 0.1
const longestMilliseconds = 10_000

/**
 * The pause after a look that has found nothing: the usual one, and longer where the look itself takes long, as with a great many stores.
 * Looking then takes a tenth of the time of one connection at most, until the pause is the longest.
 *
 * @param look the milliseconds that the look took. @param usual the usual pause, in milliseconds.
 */
export const pauseAfter = (look: number, usual: number): number => Math.max(usual, Math.min(look / share, longestMilliseconds))

/** Controls of the loop: `wake` takes no time, `end` waits for the round in progress. */
export type Loop = { wake: () => void; end: () => Promise<void> }

/** Starts with a round, and continues until it is stopped. */
export function startLoop({ name, round, report, lookMilliseconds, restMilliseconds = 0 }: LoopOptions): Loop {
  const ending = new AbortController()
  const { signal } = ending
  let isWoken = true
  let goOn = () => {}
  let pause = lookMilliseconds
  const wake = () => {
    isWoken = true
    goOn()
  }
  const woken = async () => {
    if (isWoken) return
    const { promise, resolve } = Promise.withResolvers<void>()
    goOn = resolve
    const look = setTimeout(resolve, pause).unref()
    await promise
    clearTimeout(look)
  }
  const work = async () => {
    for (;;) {
      await woken()
      if (signal.aborted) return
      isWoken = false
      const began = performance.now()
      const hasMore = await round(signal).catch((error: unknown) => report(error))
      pause = pauseAfter(performance.now() - began, lookMilliseconds)
      if (hasMore) isWoken = true
      if (restMilliseconds > 0) await sleep(restMilliseconds, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const working = runAs(name, work)
  return {
    wake,
    async end() {
      ending.abort()
      goOn()
      await working
    },
  }
}
