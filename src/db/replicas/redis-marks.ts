/** Marks of commits in Redis, which all processes of a database share. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { anyPosition, type CommitMarks, type LogPosition } from './marks.ts'

/** Longer than a commit takes; a process that stops for longer is found out by its replicas being late. */
const announcedMilliseconds = 5_000
/** A replica that is used is later than a second at no time, so that older marks say nothing. */
const keptMilliseconds = 60_000
const answerWithinMilliseconds = 250
const startWithinMilliseconds = 1_000
/** After a connection is made, marks may be missing: of a Redis that was started anew, or of commits that were not noted. */
const distrustMilliseconds = 3_000

const time = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
const scripts = {
  announceCommit: {
    numberOfKeys: 1,
    lua: `${time}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
  },
  noteCommit: {
    numberOfKeys: 2,
    lua: `if ARGV[2] ~= '' then
  local noted = redis.call('GET', KEYS[2])
  if not noted or noted < ARGV[2] then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
end
if ARGV[1] ~= '' then redis.call('ZREM', KEYS[1], ARGV[1]) end`,
  },
  requiredPosition: {
    numberOfKeys: 3,
    lua: `${time}if ARGV[1] == '' and redis.call('ZCOUNT', KEYS[1], now, '+inf') > 0 then return false end
local own = redis.call('GET', KEYS[2]) or ''
local all = redis.call('GET', KEYS[3]) or ''
return own > all and own or all`,
  },
}

type Scripts = {
  announceCommit(announced: string, commit: string, milliseconds: number): Promise<unknown>
  noteCommit(announced: string, noted: string, commit: string, position: LogPosition | '', milliseconds: number): Promise<unknown>
  requiredPosition(announced: string, own: string, all: string, isPrimaryAway: string): Promise<string | null>
}

const announcedKey = (storeId: string) => `announced:${storeId}`
const notedKey = (storeId = 'any') => `noted:${storeId}`

/**
 * Opens the marks of a database. While Redis does not answer, only the primary answers for any store.
 *
 * @param database a name that other databases of the same Redis lack.
 * @param report called once for each outage.
 */
export async function marksInRedis(url: string, database: string, report: (error: unknown) => void): Promise<CommitMarks> {
  const redis = new Redis(url, {
    commandTimeout: answerWithinMilliseconds,
    connectTimeout: 2_000,
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    keyPrefix: `tandem:commits:${database}:`,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  }) as Redis & Scripts
  for (const [name, script] of Object.entries(scripts)) redis.defineCommand(name, script)
  let isDown = false
  let trustedFrom = Number.POSITIVE_INFINITY
  const distrust = () => {
    trustedFrom = performance.now() + distrustMilliseconds
  }
  const noteDown = (error: unknown) => {
    const { message, code } = error as { message: string; code?: string }
    // The error itself contains the address, and with it the password.
    if (!isDown) report(new Error(message || code))
    isDown = true
  }
  redis.on('error', noteDown)
  redis.on('ready', () => {
    isDown = false
    distrust()
  })
  redis.on('close', () => {
    trustedFrom = Number.POSITIVE_INFINITY
  })
  await once(redis, 'ready', { signal: AbortSignal.timeout(startWithinMilliseconds) }).catch(noteDown)

  return {
    async announce(storeId) {
      const commit = randomUUID()
      try {
        await redis.announceCommit(announcedKey(storeId), commit, announcedMilliseconds)
        return commit
      } catch (error) {
        noteDown(error)
        return undefined
      }
    },
    async note(storeId, position, commit) {
      try {
        await redis.noteCommit(announcedKey(storeId ?? 'any'), notedKey(storeId), commit ?? '', position ?? '', keptMilliseconds)
      } catch (error) {
        noteDown(error)
      }
    },
    async required(storeId, isPrimaryAway) {
      if (performance.now() < trustedFrom) return undefined
      try {
        const position = await redis.requiredPosition(
          announcedKey(storeId),
          notedKey(storeId),
          notedKey(),
          isPrimaryAway ? 'away' : '',
        )
        return position === null ? undefined : position || anyPosition
      } catch (error) {
        noteDown(error)
        distrust()
        return undefined
      }
    },
    close: () => redis.disconnect(),
  }
}
