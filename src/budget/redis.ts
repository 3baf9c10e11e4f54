/** Buckets in Redis: one budget over any number of instances of the server. */
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { asked, type Buckets, type Rate, standing } from './bucket.ts'
import { bucketsInMemory } from './memory.ts'

// The draw of bucket.ts in one step, so that two instances cannot draw the same points; Redis's clock serves them all.
const drawScript = `
local asked, burst, perSecond = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'missing', 'at')
local at = tonumber(kept[2] or now)
local before = math.max(0, tonumber(kept[1] or 0) - math.max(0, now - at) * perSecond)
local lacking = math.max(0, before + asked - burst)
if lacking > 0 then return { string.format('%.0f', before), string.format('%.0f', lacking) } end
local missing = string.format('%.0f', math.max(0, before + asked))
redis.call('HSET', KEYS[1], 'missing', missing, 'at', string.format('%.0f', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], math.ceil(missing / perSecond) + 1)
return { missing, '0' }
`

type RedisWithDraw = Redis & {
  drawPoints(name: string, asked: number, burst: number, perSecond: number): Promise<[missing: string, lacking: string]>
}

const answerWithinMilliseconds = 250
const startWithinMilliseconds = 1_000
const askAgainMilliseconds = 1_000

/**
 * Opens the buckets in the Redis of that address. When Redis does not answer, now or later, each instance counts for itself
 * until it does: a budget is not worth refusing everybody for.
 *
 * @param report hears once of every outage.
 */
export async function bucketsInRedis(
  url: string,
  rate: Rate,
  now: () => Date,
  report: (error: unknown) => void,
): Promise<Buckets> {
  const redis = new Redis(url, {
    commandTimeout: answerWithinMilliseconds,
    connectTimeout: 2_000,
    // Of a server that went away without a word only a new connection tells whether it is back.
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    keyPrefix: 'tandem:budget:',
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  }) as RedisWithDraw
  redis.defineCommand('drawPoints', { numberOfKeys: 1, lua: drawScript })
  const ownBuckets = bucketsInMemory(rate, now)
  let isDown = false
  // A silent server is asked once in a while; waiting for it with every request would stop them all.
  let askAgainAt = 0
  const noteDown = (error: unknown) => {
    const { message, code } = error as { message: string; code?: string }
    // The error itself holds the command that failed, and with it the password.
    if (!isDown) report(new Error(message || code))
    isDown = true
  }
  redis.on('error', noteDown)
  redis.on('ready', () => {
    askAgainAt = 0
  })
  await once(redis, 'ready', { signal: AbortSignal.timeout(startWithinMilliseconds) }).catch(noteDown)
  return {
    async draw(name, points) {
      if (performance.now() < askAgainAt) return ownBuckets.draw(name, points)
      try {
        const [missing, lacking] = await redis.drawPoints(name, asked(rate, points), rate.burst * 1000, rate.perSecond)
        isDown = false
        return standing(rate, Number(missing), Number(lacking))
      } catch (error) {
        noteDown(error)
        askAgainAt = performance.now() + askAgainMilliseconds
        return ownBuckets.draw(name, points)
      }
    },
    async close() {
      redis.disconnect()
    },
  }
}
