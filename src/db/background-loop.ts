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
  /** The interval of rounds without a wake-up: work left by other processes is not announced. */
  lookMilliseconds: number
  /** Pause after a round: work that arrives meanwhile is done together. */
  restMilliseconds?: number
}

/** Controls of the loop: `wake` takes no time, `end` waits for the round in progress. */
export type Loop = { wake: () => void; end: () => Promise<void> }

/** Starts with a round, and continues until it is stopped. */
export function startLoop({ name, round, report, lookMilliseconds, restMilliseconds = 0 }: LoopOptions): Loop {
  const ending = new AbortController()
  const { signal } = ending
  let isWoken = true
  let goOn = () => {}
  const wake = () => {
    isWoken = true
    goOn()
  }
  const woken = async () => {
    if (isWoken) return
    const { promise, resolve } = Promise.withResolvers<void>()
    goOn = resolve
    const look = setTimeout(resolve, lookMilliseconds).unref()
    await promise
    clearTimeout(look)
  }
  const work = async () => {
    for (;;) {
      await woken()
      if (signal.aborted) return
      isWoken = false
      const hasMore = await round(signal).catch((error: unknown) => report(error))
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
