/** Work in the background: a round of it as soon as somebody wakes it, while there is more, and now and then anyhow. */
import { setTimeout as sleep } from 'node:timers/promises'
import { onBehalfOf } from './cancel.ts'

type Rounds = {
  /** On whose behalf statements are sent: of the database's connections others keep half. */
  name: string
  /** Does what there is to do, and answers whether there may be more. The signal says that it is to end. */
  round: (signal: AbortSignal) => Promise<boolean>
  /** Hears what went wrong in a round; it is tried again at the next look. */
  report: (error: unknown) => void
  /** After this time it looks without being woken: nobody says what other processes have left. */
  lookMilliseconds: number
  /** For so long it rests after a round: what comes meanwhile is done together. */
  restMilliseconds?: number
}

/** What wakes it, which takes no time, and what ends it, which waits for the round that is under way. */
export type Awake = { wake: () => void; end: () => Promise<void> }

/** Begins with a round, and goes on until it is told to end. */
export function startRounds({ name, round, report, lookMilliseconds, restMilliseconds = 0 }: Rounds): Awake {
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
  const working = onBehalfOf(name, work)
  return {
    wake,
    async end() {
      ending.abort()
      goOn()
      await working
    },
  }
}
