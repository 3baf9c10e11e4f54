/** The worker: processes due subscriptions as soon as possible, until it is stopped. */
import { type Loop, startLoop } from '../db/background-loop.ts'
import type { Worker } from './renewals.ts'
import { workRound } from './round.ts'

/** Polling interval: subscriptions fall due without a notification. */
const lookMilliseconds = 1_000

/** Starts the worker; once it has stopped, all work in progress is finished. */
export const startWork = (worker: Worker): Loop =>
  startLoop({
    name: 'worker',
    // Where much is due the next batch is waiting, and where a clock was moved what is due then.
    async round(signal) {
      const { done, moved } = await workRound({ ...worker, signal })
      return done + moved > 0
    },
    report: worker.report,
    lookMilliseconds,
  })
