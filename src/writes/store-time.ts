/** The current time of a store: real time, or its test clock's. */
import type { Writer } from '../auth/viewer.ts'
import type { Tx } from '../db/transaction.ts'
import { wholeSecond } from '../values/time.ts'

/** A store, and whether it has a test clock. */
export type TimedStore = Pick<Writer, 'storeId' | 'hasTestClock'>

/**
 * The time that dates records and decides what is due. Only a store with a test clock is queried, which costs a statement.
 *
 * @param real the time of this instance.
 */
export async function storeTime(tx: Tx, { storeId, hasTestClock }: TimedStore, real: Date): Promise<Date> {
  if (!hasTestClock) return wholeSecond(real)
  const store = await tx.store.findUnique({ where: { id: storeId }, select: { clockNow: true } })
  return store?.clockNow ?? wholeSecond(real)
}
