/** Reads the environment once and answers a validated `Config`; no other file reads it. */
import * as v from 'valibot'
import type { Rate } from '../budget/bucket.ts'
import { distance } from '../values/nearest.ts'
import { readSealingKey, type SealingKeys } from '../values/sealed.ts'
import { environment, type samplers } from './environment.ts'
import type { Limits } from './limits.ts'
import { isLoopback } from './loopback.ts'

/** Days that the entries of writes that were done, and of those that were refused, are kept. */
export type LogDays = { done: number; refused: number }

/** Where the data is: a directory of our own, on whose disk so many bytes must be free for writes, or a PostgreSQL server. */
export type DatabaseConfig =
  | { kind: 'embedded'; dataDir: string; minFreeBytes?: number }
  | { kind: 'postgres'; url: string; replicas?: ReplicaConfig | undefined }

/** The replicas of a PostgreSQL server that reads may go to, and the Redis in which all processes note what those must have replayed. */
export type ReplicaConfig = { urls: readonly string[]; redisUrl: string }

/** The address of their own that metrics are shown at, and the token that is asked for there and on the server's own port. */
export type MetricsConfig = { address: { host: string; port: number } | undefined; token: string | undefined }

/** The address that traces are sent to, with its path; which traces are sent, by OpenTelemetry's name of the sampler; the share of some samplers. */
export type TracesConfig = { url: string; sampler: (typeof samplers)[number]; ratio: number }

/** A relay of mails, the address that they are from, and the domains of shops that it signs for. */
type MailConfig = { url: string; from: string; domains: readonly string[] }

export type Config = {
  port: number
  host: string
  /** The hosts that are served beside the machine's own and those of stores; every host where it listens beyond this machine. */
  allowedHosts: readonly string[] | undefined
  /** The host that the Desk is served at, over HTTPS; beside an embedded database it is at names of the machine itself instead. */
  deskHost: string | undefined
  /** Where links to the Desk lead: `https://desk.example`; undefined where it is nowhere. */
  deskOrigin: string | undefined
  /** Sentences for the log about settings that have no effect here. */
  warnings: readonly string[]
  database: DatabaseConfig
  /** How long the write log is kept. */
  logDays: LogDays
  /** How many days events are kept. */
  eventDays: number
  /** How many days the deliveries of webhooks are kept. */
  webhookDays: number
  /** The relay that mails to customers are given to, and the address that they are from; undefined where mails are not sent. */
  mail: MailConfig | undefined
  /** How many days mails are kept. */
  mailDays: number
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
const shown = (name: string, value: string): string => (/_(?:URL|TOKEN|ENDPOINT|KEY|KEY_PREVIOUS)$/.test(name) ? '…' : value)

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

const replicasTake = {
  DATABASE_URL: 'the primary',
  REDIS_URL: 'in which all processes note what a replica must have replayed',
}

const deskAtHome = 'DESK_HOST has no effect: beside an embedded database the Desk is at localhost, 127.0.0.1 and [::1].'

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
  const { MAIL_URL: relay, MAIL_FROM: sender } = given
  if ((relay === undefined) !== (sender === undefined))
    misspelt.push(
      relay === undefined ? 'MAIL_FROM takes MAIL_URL, the relay.' : 'MAIL_URL takes MAIL_FROM, the address that mails are from.',
    )
  const { DATABASE_REPLICA_URLS: replicaUrls } = given
  if (replicaUrls !== undefined)
    for (const name of ['DATABASE_URL', 'REDIS_URL'])
      if (given[name] === undefined) misspelt.push(`DATABASE_REPLICA_URLS takes ${name}, ${replicasTake[name as 'REDIS_URL']}.`)
  const sentences = [...(faults.length > 0 ? [`Bad setting ${faults.join('; ')}`] : []), ...misspelt]
  if (!parsed.success || sentences.length > 0) throw new ConfigError(sentences.join('; '))
  const { DATABASE_URL: url, ...rest } = parsed.output
  const embedded = { kind: 'embedded', dataDir: rest.DATA_DIR, minFreeBytes: rest.MIN_FREE_MIB * 1_048_576 } as const
  const replicas = rest.DATABASE_REPLICA_URLS && rest.REDIS_URL && { urls: rest.DATABASE_REPLICA_URLS, redisUrl: rest.REDIS_URL }
  const database: DatabaseConfig = url ? { kind: 'postgres', url, ...(replicas && { replicas }) } : embedded
  const host = rest.HOST ?? (url ? '0.0.0.0' : '127.0.0.1')
  const isRestricted = !url && isLoopback(host)
  return {
    port: rest.PORT,
    host,
    allowedHosts: isRestricted ? [...ownAddress(host), ...(rest.ALLOWED_HOSTS ?? [])] : undefined,
    deskHost: url ? rest.DESK_HOST : undefined,
    deskOrigin: url ? rest.DESK_HOST && `https://${rest.DESK_HOST}` : `http://localhost:${rest.PORT}`,
    warnings: [...(rest.ALLOWED_HOSTS && !isRestricted ? [unrestricted] : []), ...(rest.DESK_HOST && !url ? [deskAtHome] : [])],
    database,
    logDays: { done: rest.LOG_DAYS_DONE, refused: rest.LOG_DAYS_REFUSED },
    eventDays: rest.EVENT_DAYS,
    webhookDays: rest.WEBHOOK_DAYS,
    mail: mailOf(rest),
    mailDays: rest.MAIL_DAYS,
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

/** The relay of mails; without an address that they are from there is none, and `readConfig` refuses one without the other. */
const mailOf = ({
  MAIL_URL: url,
  MAIL_FROM: from,
  MAIL_DOMAINS: domains = [],
}: v.InferOutput<typeof environment>): MailConfig | undefined =>
  url !== undefined && from !== undefined ? { url, from, domains } : undefined

/** The keys that secrets of gateways are sealed with; undefined where SECRETS_KEY is not set. The settings are checked. */
export function readSealingKeys(env: Record<string, string | undefined> = process.env): SealingKeys | undefined {
  const present = readSealingKey(env.SECRETS_KEY ?? '')
  return present && { present, previous: readSealingKey(env.SECRETS_KEY_PREVIOUS ?? '') }
}

/** The directory of an embedded database, also where DATABASE_URL names another. */
export const readDataDir = (env: Record<string, string | undefined> = process.env): string => env.DATA_DIR || '.data'

/** The environment of this process, with more in it, for a program that it starts. */
export const environmentWith = (more: Record<string, string>): Record<string, string | undefined> => ({ ...process.env, ...more })

/** The key that `tandem listen` asks with, client id and secret; undefined where there is none. */
export const readListenKey = (env: Record<string, string | undefined> = process.env): string | undefined =>
  env.TANDEM_KEY?.trim() || undefined
