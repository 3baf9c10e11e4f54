/** Deletes what has been kept long enough, in batches, so that no lock is held for long and no log of changes swells. */
import { setTimeout } from 'node:timers/promises'
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from './connect.ts'

const batchRows = 1_000
const pauseMilliseconds = 20
// So that one round of maintenance ends; what is left is for the next one.
const maxBatches = 100

/**
 * Runs a deletion again and again, each time as a transaction of its own, until there is nothing left to delete.
 *
 * @param deletion makes the statement that deletes at most so many rows.
 * @returns how many rows it deleted.
 */
export async function inBatches(db: Db, deletion: (rows: number) => Prisma.Sql): Promise<number> {
  let deleted = 0
  for (let batch = 1; batch <= maxBatches; batch += 1) {
    const count = await db.$executeRaw(deletion(batchRows))
    deleted += count
    if (count < batchRows) break
    await setTimeout(pauseMilliseconds)
  }
  return deleted
}
