/** Opens the buckets the configuration asks for: in Redis when there is one, else in this process. */
import type { Budget } from './account.ts'
import type { Rate } from './bucket.ts'
import { bucketsInMemory } from './memory.ts'

/** @param report hears once of every outage of Redis. */
export async function openBudget(rate: Rate, redisUrl: string | undefined, report: (error: unknown) => void): Promise<Budget> {
  // Buckets are compared with nobody else's time: it must not step back when somebody sets a clock right.
  const stopwatch = () => performance.now()
  if (!redisUrl) return { rate, stopwatch, buckets: bucketsInMemory(rate, stopwatch) }
  // Loaded only where it is used.
  const { bucketsInRedis } = await import('./redis.ts')
  return { rate, stopwatch, buckets: await bucketsInRedis(redisUrl, rate, stopwatch, report) }
}
