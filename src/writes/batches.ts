/** Long work within one transaction, in batches: other requests are answered between them. */
import { setImmediate } from 'node:timers/promises'

/** The most rows that one statement writes; it and their JSON take some milliseconds. */
const batchSize = 500

/** The most records that one write changes by a condition: some seconds of work, in which they are locked. */
export const mostChanged = 10_000

/** Runs work for one batch after the other. @param work is given where the batch begins, and where the next one does. */
export async function inBatches(count: number, work: (from: number, to: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    if (from > 0) await setImmediate()
    await work(from, from + batchSize)
  }
}
