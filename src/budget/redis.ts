/** Buckets in Redis: one budget for all instances of the server. */
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { asked, type Buckets, type Drawn, mostMissing, type Rate, standing } from './bucket.ts'
import { bucketsInMemory } from './memory.ts'

// `take` and `charge` of bucket.ts, each atomic, so that two instances cannot draw the same points; all use Redis's clock.
const before = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'missing', 'at')
local at = tonumber(kept[2] or now)
local asked, most, perSecond = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local before = math.max(0, tonumber(kept[1] or 0) - math.max(0, now - at) * perSecond)
`
const after = `
local text = string.format('%.0f', missing)
redis.call('HSET', KEYS[1], 'missing', text, 'at', string.format('%.0f', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], math.ceil(missing / perSecond) + 1)
return { text, '0' }
`
const takeScript = `${before}
local lacking = math.max(0, before + asked - most)
if lacking > 0 then return { string.format('%.0f', before), string.format('%.0f', lacking) } end
local missing = before + asked
${after}`
const chargeScript = `${before}
local missing = math.min(math.max(0, before + asked), most)
${after}`

type Draw = (name: string, asked: number, most: number, perSecond: number) => Promise<[missing: string, lacking: string]>
type RedisWithBuckets = Redis & { takePoints: Draw; chargePoints: Draw }

const answerWithinMilliseconds = 250
const startWithinMilliseconds = 1_000
const askAgainMilliseconds = 1_000

/**
 * Opens the buckets in the Redis at that address. While Redis does not answer, each instance counts for itself: a budget does not justify
 * refusing every request.
 *
 * @param report called once for each outage.
 */
export async function bucketsInRedis(
  url: string,
  rate: Rate,
  milliseconds: () => number,
  report: (error: unknown) => void,
): Promise<Buckets> {
  const redis = new Redis(url, {
    commandTimeout: answerWithinMilliseconds,
    connectTimeout: 2_000,
    // After a server has vanished without closing, only a new connection shows whether it is back.
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    keyPrefix: 'tandem:budget:',
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  }) as RedisWithBuckets
  redis.defineCommand('takePoints', { numberOfKeys: 1, lua: takeScript })
  redis.defineCommand('chargePoints', { numberOfKeys: 1, lua: chargeScript })
  const ownBuckets = bucketsInMemory(rate, milliseconds)
  let isDown = false
  // A silent server is retried at intervals; waiting for it in every request would block them all.
  let askAgainAt = 0
  const noteDown = (error: unknown) => {
    const { message, code } = error as { message: string; code?: string }
    // The error itself contains the failed command, and with it the password.
    if (!isDown) report(new Error(message || code))
    isDown = true
  }
  redis.on('error', noteDown)
  redis.on('ready', () => {
    askAgainAt = 0
  })
  await once(redis, 'ready', { signal: AbortSignal.timeout(startWithinMilliseconds) }).catch(noteDown)

  async function draw(draw: () => ReturnType<Draw>, own: () => Promise<Drawn> | Drawn): Promise<Drawn> {
    if (performance.now() < askAgainAt) return own()
    try {
      const [missing, lacking] = await draw()
      isDown = false
      return standing(rate, Number(missing), Number(lacking))
    } catch (error) {
      noteDown(error)
      askAgainAt = performance.now() + askAgainMilliseconds
      return own()
    }
  }
  const { burst, perSecond } = rate
  return {
    take: (name, points) =>
      draw(
        () => redis.takePoints(name, asked(rate, points), burst * 1000, perSecond),
        () => ownBuckets.take(name, points),
      ),
    charge: (name, points) =>
      draw(
        () => redis.chargePoints(name, points * 1000, mostMissing(rate), perSecond),
        () => ownBuckets.charge(name, points),
      ),
    async close() {
      redis.disconnect()
    },
  }
}
