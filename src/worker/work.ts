/** The worker: does what is due, as soon as it is, until it is told to end. */
import { type Awake, startRounds } from '../db/rounds.ts'
import { type Worker, workRound } from './renewals.ts'

/** Nobody says when something falls due. */
const lookMilliseconds = 1_000

/** Starts to work; what is begun is done when it has ended. */
export const startWork = (worker: Worker): Awake =>
  startRounds({
    name: 'worker',
    // Where much is due the next batch is waiting, and where a clock was moved what is due then.
    async round(signal) {
      const { done, moved } = await workRound({ ...worker, signal })
      return done + moved > 0
    },
    report: worker.report,
    lookMilliseconds,
  })
