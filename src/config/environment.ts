/** The settings of the environment: the values that each takes, and the one that it has unless given. */
import * as v from 'valibot'
import { readSealingKey } from '../values/sealed.ts'
import { defaultLimits, defaultSlowMilliseconds } from './limits.ts'

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

const sealingKey = v.pipe(
  v.string(),
  v.check((text) => readSealingKey(text) !== undefined, 'must be 32 bytes in base64, as openssl rand -base64 32 prints them'),
)

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const environment = v.object({
  PORT: v.optional(whole(0, 65_535, 'must be a port number'), '4000'),
  HOST: v.optional(text),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'], 'must look like postgresql://user@host:5432/name')),
  DATABASE_REPLICA_URLS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((each) => each.trim())),
      v.array(
        url(
          ['postgres:', 'postgresql:'],
          'must be addresses such as postgresql://user@replica-1:5432/name, with commas between them',
        ),
      ),
      v.maxLength(16, 'must be at most 16 addresses'),
    ),
  ),
  DATA_DIR: v.optional(text, '.data'),
  MIN_FREE_MIB: count(0, 1_000_000, 64),
  LOG_DAYS_DONE: count(1, 36_500, 730),
  LOG_DAYS_REFUSED: count(1, 36_500, 90),
  EVENT_DAYS: count(1, 36_500, 90),
  WEBHOOK_DAYS: count(1, 36_500, 30),
  WEBHOOK_ALLOW_PRIVATE: onOrOff('off'),
  IDEMPOTENCY_HOURS: count(1, 8_760, defaultLimits.keyHours),
  SECRETS_KEY: v.optional(sealingKey),
  SECRETS_KEY_PREVIOUS: v.optional(sealingKey),
  MAIL_URL: v.optional(
    url(['smtp:', 'smtps:'], 'must look like smtps://user:password@relay.example', ({ hostname }) => hostname !== ''),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^[^\s@<>,;:"]+@[\w-]+(\.[\w-]+)+$/, 'must be an address such as shop@mail.example')),
  ),
  MAIL_DOMAINS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z\d-]+(\.[a-z\d-]+)+(,[a-z\d-]+(\.[a-z\d-]+)+)*$/, 'must be domains such as shop.example,other.example'),
      v.transform((text) => text.split(',')),
    ),
  ),
  MAIL_DAYS: count(1, 36_500, 90),
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
  DESK_HOST: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a host of its own, without a port, such as desk.example'),
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
