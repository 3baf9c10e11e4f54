/** Reads the environment once and answers a validated `Config`; no other file reads it. */
import { z } from 'zod'

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0)
  .max(65535, 'must be a port number')

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const proxyCount = 'must be the number of proxies in front, 0 to 10'

const environment = z.object({
  PORT: port.default(4000),
  HOST: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user@host:5432/name' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' }).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  PAGE_BASE: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' }))
    .default(0),
  RATE_LIMIT: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  TRUST_PROXY: z.coerce.number({ error: proxyCount }).int(proxyCount).min(0, proxyCount).max(10, proxyCount).default(0),
})

/** Where the data is: a directory of our own (embedded), or a PostgreSQL server. */
export type DatabaseConfig = { kind: 'embedded'; dataDir: string } | { kind: 'postgres'; url: string }

export type Config = {
  port: number
  host: string
  database: DatabaseConfig
  redisUrl: string | undefined
  logLevel: string
  /** Number of the first page on REST, 0 or 1. */
  pageBase: 0 | 1
  rateLimit: boolean
  /** How many proxies in front of the server append to X-Forwarded-For. */
  trustProxy: number
}

/** A setting that cannot be used; its message is one line for the terminal. */
export class ConfigError extends Error {}

/**
 * Reads and checks the settings.
 *
 * @throws ConfigError naming each bad setting and what it should be.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // A variable that is set but empty means the same as one that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.')
      return `${name}=${given[name] ?? ''}: ${issue.message}`
    })
    throw new ConfigError(`Bad setting ${faults.join('; ')}`)
  }
  const { DATABASE_URL: url, ...rest } = parsed.data
  const database: DatabaseConfig = url ? { kind: 'postgres', url } : { kind: 'embedded', dataDir: rest.DATA_DIR }
  return {
    port: rest.PORT,
    host: rest.HOST ?? (url ? '0.0.0.0' : '127.0.0.1'),
    database,
    redisUrl: rest.REDIS_URL,
    logLevel: rest.LOG_LEVEL,
    pageBase: rest.PAGE_BASE,
    rateLimit: rest.RATE_LIMIT === 'on',
    trustProxy: rest.TRUST_PROXY,
  }
}
