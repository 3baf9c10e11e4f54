/** Waits for the transactions that are open on the server: lists of changes end before the oldest one, whatever its database. */
import { setTimeout } from 'node:timers/promises'
import type { Db } from '../../src/db/connect.ts'

/** The longest that other tests hold a transaction open; an ANALYZE of a loaded machine does. */
export const patience = 120_000

/** Waits until every transaction of now is over. */
export async function settled(db: Db): Promise<void> {
  const [{ now }] = await db.$queryRaw<[{ now: bigint }]>`SELECT this_transaction() AS now`
  for (const from = performance.now(); performance.now() - from < patience; await setTimeout(20)) {
    const [{ open }] = await db.$queryRaw<[{ open: bigint }]>`SELECT oldest_open_transaction() AS open`
    if (open > now) return
  }
  throw new Error('Another transaction of the server is open for too long.')
}
