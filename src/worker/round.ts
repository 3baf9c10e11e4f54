/** A round of the worker: what is due, the invoices of what was paid, what is to be announced, and the clocks that are on their way. */
import { runAs } from '../db/cancel.ts'
import { announceDue } from './announce.ts'
import { moveClocks } from './clocks.ts'
import { issueDue } from './invoices.ts'
import { advanceDue, type Worker } from './renewals.ts'

/**
 * Does what is due by now, issues invoices, announces what is near, and moves the clocks on their way to where something more is.
 *
 * @returns how many subscriptions, invoices and payment methods it looked after, and how many clocks it moved; where it is neither, there is nothing
 * to do.
 */
export async function workRound(worker: Worker): Promise<{ done: number; moved: number }> {
  const isOver = () => worker.signal?.aborted === true
  const advanced = await advanceDue(worker)
  const issued = isOver() ? 0 : await issueDue(worker)
  const announced = isOver() ? 0 : await announceDue(worker)
  const moved = isOver() ? 0 : await runAs('worker', () => moveClocks(worker.db, worker.clock))
  return { done: advanced + issued + announced, moved }
}
