/** Remembers, for readiness, whether the last write failed because another transaction held a lock. */
import type { Db } from './connect.ts'

/**
 * Time for which it counts while nothing is written. A server that a load balancer has turned away from is sent no write that could
 * succeed; after this time it is asked for one again.
 */
const countedMilliseconds = 60_000

const lockedAt = new WeakMap<Db, number>()

/** Notes how a write ended: done, or without the lock that it waited for. */
export function noteWrite(db: Db, end: 'done' | 'locked'): void {
  if (end === 'locked') lockedAt.set(db, performance.now())
  else lockedAt.delete(db)
}

/** Whether the last write failed for a lock, less than a minute ago, and none has succeeded since. */
export const hasLockedWrite = (db: Db): boolean =>
  performance.now() - (lockedAt.get(db) ?? Number.NEGATIVE_INFINITY) < countedMilliseconds
