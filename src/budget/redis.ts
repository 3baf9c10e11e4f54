/** Buckets in Redis: one budget over any number of instances of the server. */
import { Redis } from 'ioredis'
import { type Rate, standing } from './bucket.ts'
import { type Buckets, bucketsInMemory } from './memory.ts'

// The draw of bucket.ts in one step, so that two instances cannot draw the same points; Redis's clock serves them all.
const drawScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local price, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local from = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = from + price - now - capacity
if wait <= 0 and price > 0 then
  from = from + price
  redis.call('SET', KEYS[1], string.format('%.3f', from), 'PX', math.ceil(from - now) + 1)
end
return { tostring(from - now), tostring(math.max(wait, 0)) }
`

type RedisWithDraw = Redis & { drawPoints(name: string, price: number, capacity: number): Promise<[string, string]> }

const answerWithinMilliseconds = 250

/**
 * Buckets in the Redis of that address. When Redis does not answer, each instance counts for itself until it does: a budget
 * is not worth refusing everybody for.
 */
export function bucketsInRedis(url: string, rate: Rate, now: () => Date, report: (error: unknown) => void): Buckets {
  const redis = new Redis(url, {
    commandTimeout: answerWithinMilliseconds,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    keyPrefix: 'tandem:budget:',
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  }) as RedisWithDraw
  redis.defineCommand('drawPoints', { numberOfKeys: 1, lua: drawScript })
  let isDown = false
  const noteDown = (error: unknown) => {
    // Once an outage, not once a request.
    if (!isDown) report(error)
    isDown = true
  }
  redis.on('error', noteDown)
  const ownBuckets = bucketsInMemory(rate, now)
  const capacity = (rate.burst / rate.perSecond) * 1000
  return {
    async draw(name, points) {
      const price = (Math.min(points, rate.burst) / rate.perSecond) * 1000
      try {
        const [fullIn, wait] = await redis.drawPoints(name, price, capacity)
        isDown = false
        return standing(rate, Number(fullIn), Number(wait))
      } catch (error) {
        noteDown(error)
        return ownBuckets.draw(name, points)
      }
    },
    async close() {
      redis.disconnect()
    },
  }
}
