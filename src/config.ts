/** Reads the environment once and answers a validated `Config`; no other file reads it. */
import { z } from 'zod'
import type { Rate } from './budget/bucket.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { distance } from './values/nearest.ts'

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0)
  .max(65535, 'must be a port number')

const count = (from: number, to: number) => {
  const sentence = `must be a whole number from ${from} to ${to}`
  return z.coerce.number({ error: sentence }).int(sentence).min(from, sentence).max(to, sentence)
}
const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const environment = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user@host:5432/name' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  MIN_FREE_MIB: count(0, 1_000_000).default(64),
  LOG_DAYS_DONE: count(1, 36_500).default(730),
  LOG_DAYS_REFUSED: count(1, 36_500).default(90),
  EVENT_DAYS: count(1, 36_500).default(90),
  WEBHOOK_DAYS: count(1, 36_500).default(30),
  WEBHOOK_ALLOW_PRIVATE: onOrOff.default('off'),
  IDEMPOTENCY_HOURS: count(1, 8_760).default(defaultLimits.keyHours),
  WORKER: onOrOff.default('on'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, hostname: /./, error: 'must look like redis://host:6379' }).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  PAGE_BASE: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' }))
    .default(0),
  TRUST_PROXY: count(0, 10).default(0),
  RATE_LIMIT: onOrOff.default('on'),
  BUDGET_BURST: count(100, 100_000_000).default(10_000),
  BUDGET_PER_SECOND: count(1, 100_000_000).default(1_000),
  INTROSPECTION: onOrOff.default('on'),
  PERSISTED_OPERATIONS: z.string().min(1).optional(),
  MAX_BODY_BYTES: count(1_024, 100_000_000).default(defaultLimits.bodyBytes),
  // An answer must be read within 120 seconds (`http/listener.ts`).
  MAX_SECONDS: count(1, 110).default(defaultLimits.seconds),
  MAX_CHARACTERS: count(1_000, 10_000_000).default(defaultLimits.characters),
  MAX_TOKENS: count(100, 100_000).default(defaultLimits.tokens),
  MAX_DEPTH: count(1, 100).default(defaultLimits.depth),
  MAX_ALIASES: count(0, 10_000).default(defaultLimits.aliases),
  MAX_DIRECTIVES: count(0, 10_000).default(defaultLimits.directives),
  MAX_FIELDS: count(10, 100_000).default(defaultLimits.fields),
  MAX_COST: count(100, 100_000_000).default(defaultLimits.cost),
  MAX_ANSWER: count(100_000, 400_000_000).default(defaultLimits.answer),
})

/** Days that the entries of writes that were done, and of those that were refused, are kept. */
export type LogDays = { done: number; refused: number }

/** Where the data is: a directory of our own, on whose disk so many bytes must be free for writes, or a PostgreSQL server. */
export type DatabaseConfig = { kind: 'embedded'; dataDir: string; minFreeBytes?: number } | { kind: 'postgres'; url: string }

export type Config = {
  port: number
  host: string
  database: DatabaseConfig
  /** How long the write log is kept. */
  logDays: LogDays
  /** How many days events are kept. */
  eventDays: number
  /** How many days the deliveries of webhooks are kept. */
  webhookDays: number
  /** Whether webhooks may have addresses of private networks, and plain http, for development. */
  allowsPrivateWebhooks: boolean
  /** Whether this process also does what is due, such as renewals; else `tandem work` does. */
  works: boolean
  redisUrl: string | undefined
  logLevel: string
  /** Number of the first page on REST, 0 or 1. */
  pageBase: 0 | 1
  /** Points of a bucket; undefined where budgets are off. */
  rate: Rate | undefined
  /** Whether clients may ask for the schema. */
  showsSchema: boolean
  /** File of the documents that alone run over GraphQL. */
  persistedOperations: string | undefined
  limits: Limits
  /** How many proxies in front of the server append to X-Forwarded-For. */
  trustProxy: number
}

/** A setting that cannot be used; its message is one line for the terminal. */
export class ConfigError extends Error {}

/** A setting as it may be shown: addresses may have passwords anywhere. */
const shown = (name: string, value: string): string => (name.endsWith('_URL') ? '…' : value)

const settings = Object.keys(environment.shape)

/**
 * The setting that a variable is nearly the name of. Of a short name only two swapped letters are told (PROT): too many other
 * words are as near to it. One that is set as well was not meant.
 */
function meantBy(name: string, given: object): string | undefined {
  if (settings.includes(name)) return undefined
  return settings.find((setting) => {
    if (setting in given) return false
    const most = setting.length > 8 ? 2 : 1
    const isNear = distance(name.toUpperCase(), setting, most) <= most
    return isNear && (setting.length > 4 || [...name].sort().join() === [...setting].sort().join())
  })
}

/**
 * Reads and checks the settings.
 *
 * @throws ConfigError naming each bad setting and what it should be.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // A variable that is set but empty means the same as one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const faults = (parsed.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.')
    return `${name}=${shown(name, given[name] ?? '')}: ${issue.message}`
  })
  const misspelt = Object.keys(given).flatMap((name) => {
    const meant = meantBy(name, given)
    return meant ? [`Unknown setting ${name}; did you mean ${meant}?`] : []
  })
  const sentences = [...(faults.length > 0 ? [`Bad setting ${faults.join('; ')}`] : []), ...misspelt]
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences.join('; '))
  const { DATABASE_URL: url, ...rest } = parsed.data
  const embedded = { kind: 'embedded', dataDir: rest.DATA_DIR, minFreeBytes: rest.MIN_FREE_MIB * 1_048_576 } as const
  const database: DatabaseConfig = url ? { kind: 'postgres', url } : embedded
  return {
    port: rest.PORT,
    host: rest.HOST ?? (url ? '0.0.0.0' : '127.0.0.1'),
    database,
    logDays: { done: rest.LOG_DAYS_DONE, refused: rest.LOG_DAYS_REFUSED },
    eventDays: rest.EVENT_DAYS,
    webhookDays: rest.WEBHOOK_DAYS,
    allowsPrivateWebhooks: rest.WEBHOOK_ALLOW_PRIVATE === 'on',
    works: rest.WORKER === 'on',
    redisUrl: rest.REDIS_URL,
    logLevel: rest.LOG_LEVEL,
    pageBase: rest.PAGE_BASE,
    rate: rest.RATE_LIMIT === 'on' ? { burst: rest.BUDGET_BURST, perSecond: rest.BUDGET_PER_SECOND } : undefined,
    showsSchema: rest.INTROSPECTION === 'on',
    persistedOperations: rest.PERSISTED_OPERATIONS,
    limits: {
      bodyBytes: rest.MAX_BODY_BYTES,
      seconds: rest.MAX_SECONDS,
      characters: rest.MAX_CHARACTERS,
      tokens: rest.MAX_TOKENS,
      depth: rest.MAX_DEPTH,
      aliases: rest.MAX_ALIASES,
      directives: rest.MAX_DIRECTIVES,
      fields: rest.MAX_FIELDS,
      cost: rest.MAX_COST,
      answer: rest.MAX_ANSWER,
      keyHours: rest.IDEMPOTENCY_HOURS,
    },
    trustProxy: rest.TRUST_PROXY,
  }
}
