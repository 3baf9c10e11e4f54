/**
 * Notices that a database answers nothing at all: while something has waited for it for two seconds, another connection asks
 * `SELECT 1`. One connection asks for all that waits. A statement that is only slow is left alone: then the database answers the other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseSilent } from './outage.ts'

/** Nothing has come from the database for so long that what waits for it is ended. */
class DatabaseSilent extends Error {
  constructor() {
    super(databaseSilent)
  }
}

type Fail = (error: DatabaseSilent) => void

/** Something that waits for the database. */
type WatchedWait = { readonly since: number; readonly fail: Fail }

export type SilenceWatch = {
  /** Begins to watch something that waits; `fail` is called when the database is found silent. */
  begin(fail: Fail): WatchedWait
  end(waiting: WatchedWait): void
  /** The error to give up with: silence, if that is found out just now to be the reason. */
  explained(error: unknown): Promise<unknown>
}

type SilenceOptions = {
  /** Asks the database over a connection of its own; resolves with any answer. */
  ask: () => Promise<void>
  waitMilliseconds?: number
  answerMilliseconds?: number
}

/** Counted in these steps, so that time in which this process was held up itself is not taken for silence. */
const stepMilliseconds = 250

export function watchSilence({ ask, waitMilliseconds = 2_000, answerMilliseconds = 3_000 }: SilenceOptions): SilenceWatch {
  // In the order in which they began.
  const waiting = new Set<WatchedWait>()
  let answeredAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let asking: Promise<boolean> | undefined

  /** Looks again when what has waited longest will have waited for so long since the database last answered. */
  function lookLater(): void {
    const [oldest] = waiting
    if (timer || asking || !oldest) return
    const due = Math.max(oldest.since, answeredAt) + waitMilliseconds
    timer = setTimeout(look, Math.max(0, due - performance.now())).unref()
  }

  function look(): void {
    timer = undefined
    const [oldest] = waiting
    if (!oldest || performance.now() < Math.max(oldest.since, answeredAt) + waitMilliseconds) {
      lookLater()
      return
    }
    asking = isAnswered().finally(() => {
      asking = undefined
      lookLater()
    })
  }

  async function isAnswered(): Promise<boolean> {
    let hasAnswer = false
    const answer = answered().then(() => {
      hasAnswer = true
    })
    for (let waited = 0; waited < answerMilliseconds && !hasAnswer; waited += stepMilliseconds)
      await Promise.race([answer, sleep(stepMilliseconds, undefined, { ref: false })])
    if (hasAnswer) answeredAt = performance.now()
    else {
      const ended = [...waiting]
      waiting.clear()
      for (const { fail } of ended) fail(new DatabaseSilent())
    }
    return hasAnswer
  }

  /** Asks until there is an answer: a server that is not there may be back in a moment. */
  async function answered(): Promise<void> {
    const end = performance.now() + answerMilliseconds
    while (performance.now() < end) {
      const isAnswer = await ask().then(
        () => true,
        () => false,
      )
      if (isAnswer) return
      await sleep(stepMilliseconds, undefined, { ref: false })
    }
    // Nothing more comes of it.
    await new Promise(() => {})
  }

  return {
    begin(fail) {
      const each = { since: performance.now(), fail }
      waiting.add(each)
      lookLater()
      return each
    },
    end(each) {
      waiting.delete(each)
    },
    async explained(error) {
      return asking && !(await asking) ? new DatabaseSilent() : error
    },
  }
}
