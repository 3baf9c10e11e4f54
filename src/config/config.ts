/** Reads the environment once and answers a validated `Config`; no other file reads it. */
import * as v from 'valibot'
import type { Rate } from '../budget/bucket.ts'
import { distance } from '../values/nearest.ts'
import { defaultLimits, defaultSlowMilliseconds, type Limits } from './limits.ts'
import { isLoopback } from './loopback.ts'

const whole = (from: number, to: number, sentence: string) =>
  v.pipe(v.string(), v.transform(Number), v.integer(sentence), v.minValue(from, sentence), v.maxValue(to, sentence))
const count = (from: number, to: number, unset: number) =>
  v.optional(whole(from, to, `must be a whole number from ${from} to ${to}`), `${unset}`)
const text = v.pipe(v.string(), v.minLength(1))
const url = (protocols: string[], sentence: string, isGood: (url: URL) => boolean = () => true) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => {
      const url = URL.parse(text)
      return url !== null && protocols.includes(url.protocol) && isGood(url)
    }, sentence),
  )
/** `shop.example`, `*.shop.example`, `192.0.2.1` or `[2001:db8::1]`. */
const hostEntry = /^((\*\.)?[\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])$/
const hostSentence = 'must be hosts without ports, separated by commas, such as shop.example,*.shop.example'
const onOrOff = (unset: 'on' | 'off') => v.optional(v.picklist(['on', 'off'], 'must be on or off'), unset)

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const environment = v.object({
  PORT: v.optional(whole(0, 65_535, 'must be a port number'), '4000'),
  HOST: v.optional(text),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'], 'must look like postgresql://user@host:5432/name')),
  DATA_DIR: v.optional(text, '.data'),
  MIN_FREE_MIB: count(0, 1_000_000, 64),
  LOG_DAYS_DONE: count(1, 36_500, 730),
  LOG_DAYS_REFUSED: count(1, 36_500, 90),
  EVENT_DAYS: count(1, 36_500, 90),
  WEBHOOK_DAYS: count(1, 36_500, 30),
  WEBHOOK_ALLOW_PRIVATE: onOrOff('off'),
  IDEMPOTENCY_HOURS: count(1, 8_760, defaultLimits.keyHours),
  WORKER: onOrOff('on'),
  REDIS_URL: v.optional(url(['redis:', 'rediss:'], 'must look like redis://host:6379', ({ hostname }) => hostname !== '')),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  LOG_FORMAT: v.optional(v.picklist(['json', 'text'], 'must be json or text')),
  SLOW_MILLISECONDS: count(0, 600_000, defaultSlowMilliseconds),
  METRICS_PORT: v.optional(whole(0, 65_535, 'must be a port number')),
  METRICS_HOST: v.optional(text, '127.0.0.1'),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters, none of them a blank')),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url(['http:', 'https:'], 'must look like http://collector:4318')),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(url(['http:', 'https:'], 'must look like http://collector:4318/v1/traces')),
  OTEL_SDK_DISABLED: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.picklist(['true', 'false'], 'must be true or false')),
    'false',
  ),
  OTEL_TRACES_SAMPLER: v.optional(v.picklist(samplers, `must be one of ${samplers.join(', ')}`), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.check((ratio) => ratio >= 0 && ratio <= 1, 'must be a number from 0 to 1'),
    ),
    '1',
  ),
  PAGE_BASE: v.optional(
    v.pipe(
      v.picklist(['0', '1'], 'must be 0 or 1'),
      v.transform((text) => (text === '1' ? 1 : 0)),
    ),
    '0',
  ),
  TRUST_PROXY: count(0, 10, 0),
  DRAIN_SECONDS: v.optional(whole(0, 600, 'must be a whole number from 0 to 600')),
  RATE_LIMIT: onOrOff('on'),
  BUDGET_BURST: count(100, 100_000_000, 10_000),
  BUDGET_PER_SECOND: count(1, 100_000_000, 1_000),
  INTROSPECTION: onOrOff('on'),
  PERSISTED_OPERATIONS: v.optional(text),
  ALLOWED_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .toLowerCase()
          .split(',')
          .map((each) => each.trim()),
      ),
      v.check((hosts) => hosts.every((each) => hostEntry.test(each)), hostSentence),
    ),
  ),
  MAX_BODY_BYTES: count(1_024, 100_000_000, defaultLimits.bodyBytes),
  MAX_BULK: count(1_024, 100_000_000, defaultLimits.bulkBytes),
  // An answer must be read within 120 seconds (`http/server/listener.ts`).
  MAX_SECONDS: count(1, 110, defaultLimits.seconds),
  MAX_CHARACTERS: count(1_000, 10_000_000, defaultLimits.characters),
  MAX_TOKENS: count(100, 100_000, defaultLimits.tokens),
  MAX_DEPTH: count(1, 100, defaultLimits.depth),
  MAX_ALIASES: count(0, 10_000, defaultLimits.aliases),
  MAX_DIRECTIVES: count(0, 10_000, defaultLimits.directives),
  MAX_FIELDS: count(10, 100_000, defaultLimits.fields),
  MAX_COST: count(100, 100_000_000, defaultLimits.cost),
  MAX_ANSWER: count(100_000, 400_000_000, defaultLimits.answer),
})

/** Days that the entries of writes that were done, and of those that were refused, are kept. */
export type LogDays = { done: number; refused: number }

/** Where the data is: a directory of our own, on whose disk so many bytes must be free for writes, or a PostgreSQL server. */
export type DatabaseConfig = { kind: 'embedded'; dataDir: string; minFreeBytes?: number } | { kind: 'postgres'; url: string }

/** The address of their own that metrics are shown at, and the token that is asked for there and on the server's own port. */
export type MetricsConfig = { address: { host: string; port: number } | undefined; token: string | undefined }

/** The address that traces are sent to, with its path; which traces are sent, by OpenTelemetry's name of the sampler; the share of some samplers. */
export type TracesConfig = { url: string; sampler: (typeof samplers)[number]; ratio: number }

export type Config = {
  port: number
  host: string
  /** The hosts that are served beside the machine's own and those of stores; every host where it listens beyond this machine. */
  allowedHosts: readonly string[] | undefined
  /** Sentences for the log about settings that have no effect here. */
  warnings: readonly string[]
  database: DatabaseConfig
  /** How long the write log is kept. */
  logDays: LogDays
  /** How many days events are kept. */
  eventDays: number
  /** How many days the deliveries of webhooks are kept. */
  webhookDays: number
  /** Whether webhooks may have addresses of private networks, and plain http, for development. */
  allowsPrivateWebhooks: boolean
  /** Whether this process also runs due work, such as renewals; else `tandem work` does. */
  works: boolean
  redisUrl: string | undefined
  logLevel: string
  /** Lines of the log as JSON, or as text for people, where it is set. */
  logFormat: 'json' | 'text' | undefined
  /** A request that takes longer has a line of its own in the log; 0: none has. */
  slowMilliseconds: number
  /** The access to metrics: at an address of their own, or with the token. */
  metrics: MetricsConfig
  /** Where traces are sent, and which; undefined where they are off. */
  traces: TracesConfig | undefined
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
  /** For how many seconds it takes requests while it says at /readyz that it is about to end. */
  drainSeconds: number | undefined
}

/** A setting that cannot be used; its message is one line for the terminal. */
export class ConfigError extends Error {}

/** A setting as it may be shown: addresses may have passwords anywhere, and a token is one. */
const shown = (name: string, value: string): string => (/_(?:URL|TOKEN|ENDPOINT)$/.test(name) ? '…' : value)

const settings = Object.keys(environment.entries)

/**
 * The setting whose name a variable nearly has. For a short name only two swapped letters count (PROT): too many other words
 * are as near to it. A setting that is set as well was not meant.
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

/** The listening address, if it is another one of 127.0.0.0/8 than those that are always served. */
const ownAddress = (host: string): string[] => (host.startsWith('127.') && host !== '127.0.0.1' ? [host] : [])

const unrestricted =
  'ALLOWED_HOSTS has no effect: it adds to the hosts of an embedded database on a loopback address; here every Host is served.'

/**
 * Reads and checks the settings.
 *
 * @throws ConfigError naming each bad setting and the values that it takes.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // A variable that is set but empty means the same as one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(environment, given, { abortPipeEarly: true })
  const faults = (parsed.issues ?? []).map((issue) => {
    const name = v.getDotPath(issue) ?? ''
    return `${name}=${shown(name, given[name] ?? '')}: ${issue.message}`
  })
  const misspelt = Object.keys(given).flatMap((name) => {
    const meant = meantBy(name, given)
    return meant ? [`Unknown setting ${name}; did you mean ${meant}?`] : []
  })
  const sentences = [...(faults.length > 0 ? [`Bad setting ${faults.join('; ')}`] : []), ...misspelt]
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences.join('; '))
  const { DATABASE_URL: url, ...rest } = parsed.output
  const embedded = { kind: 'embedded', dataDir: rest.DATA_DIR, minFreeBytes: rest.MIN_FREE_MIB * 1_048_576 } as const
  const database: DatabaseConfig = url ? { kind: 'postgres', url } : embedded
  const host = rest.HOST ?? (url ? '0.0.0.0' : '127.0.0.1')
  const isRestricted = !url && isLoopback(host)
  return {
    port: rest.PORT,
    host,
    allowedHosts: isRestricted ? [...ownAddress(host), ...(rest.ALLOWED_HOSTS ?? [])] : undefined,
    warnings: rest.ALLOWED_HOSTS && !isRestricted ? [unrestricted] : [],
    database,
    logDays: { done: rest.LOG_DAYS_DONE, refused: rest.LOG_DAYS_REFUSED },
    eventDays: rest.EVENT_DAYS,
    webhookDays: rest.WEBHOOK_DAYS,
    allowsPrivateWebhooks: rest.WEBHOOK_ALLOW_PRIVATE === 'on',
    works: rest.WORKER === 'on',
    redisUrl: rest.REDIS_URL,
    logLevel: rest.LOG_LEVEL,
    logFormat: rest.LOG_FORMAT,
    slowMilliseconds: rest.SLOW_MILLISECONDS,
    metrics: {
      address: rest.METRICS_PORT === undefined ? undefined : { host: rest.METRICS_HOST, port: rest.METRICS_PORT },
      token: rest.METRICS_TOKEN,
    },
    traces: tracesOf(rest),
    pageBase: rest.PAGE_BASE,
    rate: rest.RATE_LIMIT === 'on' ? { burst: rest.BUDGET_BURST, perSecond: rest.BUDGET_PER_SECOND } : undefined,
    showsSchema: rest.INTROSPECTION === 'on',
    persistedOperations: rest.PERSISTED_OPERATIONS,
    limits: {
      bodyBytes: rest.MAX_BODY_BYTES,
      bulkBytes: rest.MAX_BULK,
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
    drainSeconds: rest.DRAIN_SECONDS,
  }
}

/** An address of traces alone is taken as it is; that of all signals has a path of its own for traces. */
function tracesOf(given: v.InferOutput<typeof environment>): TracesConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: shared, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_SDK_DISABLED: isDisabled } = given
  const url = own ?? (shared && `${shared.replace(/\/$/, '')}/v1/traces`)
  if (url === undefined || isDisabled === 'true') return undefined
  return { url, sampler: given.OTEL_TRACES_SAMPLER, ratio: given.OTEL_TRACES_SAMPLER_ARG }
}

/** The directory of an embedded database, also where DATABASE_URL names another. */
export const readDataDir = (env: Record<string, string | undefined> = process.env): string => env.DATA_DIR || '.data'

/** The environment of this process, with more in it, for a program that it starts. */
export const environmentWith = (more: Record<string, string>): Record<string, string | undefined> => ({ ...process.env, ...more })

/** The key that `tandem listen` asks with, client id and secret; undefined where there is none. */
export const readListenKey = (env: Record<string, string | undefined> = process.env): string | undefined =>
  env.TANDEM_KEY?.trim() || undefined
