/** Opens the configured buckets: in Redis if it is set, otherwise in this process. */
import type { Budget } from './account.ts'
import type { Rate } from './bucket.ts'
import { bucketsInMemory } from './memory.ts'

/** @param report called once for each outage of Redis. */
export async function openBudget(rate: Rate, redisUrl: string | undefined, report: (error: unknown) => void): Promise<Budget> {
  // A monotonic clock: no other process compares these times, and buckets must not step back when the system clock is corrected.
  const stopwatch = () => performance.now()
  if (!redisUrl) return { rate, stopwatch, buckets: bucketsInMemory(rate, stopwatch) }
  // Loaded only where it is used.
  const { bucketsInRedis } = await import('./redis.ts')
  return { rate, stopwatch, buckets: await bucketsInRedis(redisUrl, rate, stopwatch, report) }
}
