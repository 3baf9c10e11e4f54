/** Waits for locks, for tests of what happens behind them. */
import type { Db } from '../../src/db/connect.ts'

/** Resolves when so many statements of the database wait for a row. */
export async function waitForLocks(db: Db, number: number): Promise<void> {
  for (;;) {
    const [{ waiting }] = await db.$queryRaw<[{ waiting: bigint }]>`
      SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (waiting >= number) return
    await new Promise((tick) => setTimeout(tick, 5))
  }
}
