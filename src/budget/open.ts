/** Opens the buckets the configuration asks for: in Redis when there is one, else in this process. */
import type { Budget } from './account.ts'
import type { Rate } from './bucket.ts'
import { bucketsInMemory } from './memory.ts'

/** @param report hears once of every outage of Redis. */
export async function openBudget(
  rate: Rate,
  redisUrl: string | undefined,
  now: () => Date,
  report: (error: unknown) => void,
): Promise<Budget> {
  const stopwatch = () => performance.now()
  if (!redisUrl) return { rate, stopwatch, buckets: bucketsInMemory(rate, now) }
  // Loaded only where it is used.
  const { bucketsInRedis } = await import('./redis.ts')
  return { rate, stopwatch, buckets: await bucketsInRedis(redisUrl, rate, now, report) }
}
