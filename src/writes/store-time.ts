/** What time it is in a store: real time, or what its test clock says. */
import type { Writer } from '../auth/viewer.ts'
import type { Tx } from '../db/transaction.ts'
import { wholeSecond } from '../values/time.ts'

/** A store, and whether its time may be another than real time. */
export type TimedStore = Pick<Writer, 'storeId' | 'hasTestClock'>

/**
 * What records are dated by, and what is due goes by. Only a store with a test clock is asked: that costs a statement.
 *
 * @param real the time as this instance sees it.
 */
export async function storeTime(tx: Tx, { storeId, hasTestClock }: TimedStore, real: Date): Promise<Date> {
  if (!hasTestClock) return wholeSecond(real)
  const store = await tx.store.findUnique({ where: { id: storeId }, select: { clockNow: true } })
  return store?.clockNow ?? wholeSecond(real)
}
