/** The settings: what they are when nothing is said, what they take, and the one line that says what they should be. */
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { defaultLimits } from '../src/config/limits.ts'

describe('Settings', () => {
  it('are those of a store on this machine when nothing is set, or set to nothing', () => {
    const expected = {
      port: 4000,
      host: '127.0.0.1',
      database: { kind: 'embedded', dataDir: '.data', minFreeBytes: 67_108_864 },
      logDays: { done: 730, refused: 90 },
      redisUrl: undefined,
      logLevel: 'info',
      logFormat: undefined,
      slowMilliseconds: 1_000,
      metrics: { address: undefined, token: undefined },
      traces: undefined,
      pageBase: 0,
      rate: { burst: 10_000, perSecond: 1_000 },
      showsSchema: true,
      persistedOperations: undefined,
      limits: {
        bodyBytes: 524_288,
        bulkBytes: 8_388_608,
        seconds: 10,
        characters: 65_536,
        tokens: 2_000,
        depth: 12,
        aliases: 30,
        directives: 20,
        fields: 300,
        cost: 10_000,
        answer: 33_554_432,
        keyHours: 24,
      },
    }
    expect(readConfig({})).toMatchObject(expected)
    const empty = ['REDIS_URL', 'RATE_LIMIT', 'BUDGET_BURST', 'INTROSPECTION', 'PERSISTED_OPERATIONS', 'MAX_COST']
    expect(readConfig(Object.fromEntries(empty.map((name) => [name, ''])))).toMatchObject(expected)
  })

  it('can be set, each of them', () => {
    const limits = {
      MAX_BODY_BYTES: '2048',
      MAX_BULK: '4096',
      MAX_SECONDS: '5',
      MAX_CHARACTERS: '5000',
      MAX_TOKENS: '200',
      MAX_DEPTH: '3',
      MAX_ALIASES: '0',
      MAX_DIRECTIVES: '1',
      MAX_FIELDS: '20',
      MAX_COST: '101',
      MAX_ANSWER: '200000',
      IDEMPOTENCY_HOURS: '48',
    }
    expect(readConfig(limits).limits).toEqual({
      bodyBytes: 2_048,
      bulkBytes: 4_096,
      seconds: 5,
      characters: 5_000,
      tokens: 200,
      depth: 3,
      aliases: 0,
      directives: 1,
      fields: 20,
      cost: 101,
      answer: 200_000,
      keyHours: 48,
    })
    expect(Object.keys(limits)).toHaveLength(Object.keys(defaultLimits).length)
    expect(readConfig({ BUDGET_BURST: '500', BUDGET_PER_SECOND: '7' }).rate).toEqual({ burst: 500, perSecond: 7 })
    expect(readConfig({ RATE_LIMIT: 'off', BUDGET_BURST: '500' }).rate).toBeUndefined()
    expect(readConfig({ LOG_DAYS_DONE: '365', LOG_DAYS_REFUSED: '7' }).logDays).toEqual({ done: 365, refused: 7 })
    expect(readConfig({ EVENT_DAYS: '7' }).eventDays).toBe(7)
    expect(readConfig({ WEBHOOK_DAYS: '7', MAIL_DAYS: '8' })).toMatchObject({ webhookDays: 7, mailDays: 8, mail: undefined })
    const relay = { MAIL_URL: 'smtps://user:pass@relay.example', MAIL_FROM: 'shop@mail.example' }
    expect(readConfig(relay).mail).toEqual({ url: relay.MAIL_URL, from: relay.MAIL_FROM, domains: [] })
    expect(readConfig({ LOG_FORMAT: 'text', SLOW_MILLISECONDS: '0' })).toMatchObject({ logFormat: 'text', slowMilliseconds: 0 })
    expect([readConfig({}), readConfig({ DRAIN_SECONDS: '30' })].map((each) => each.drainSeconds)).toEqual([undefined, 30])
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ address: { host: '127.0.0.1', port: 9464 }, token: undefined })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1', METRICS_TOKEN: 'a-token-of-sixteen' }).metrics).toEqual({
      address: { host: '10.0.0.1', port: 9464 },
      token: 'a-token-of-sixteen',
    })
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    const traces = { url: 'http://collector:4318/v1/traces', sampler: 'parentbased_always_on', ratio: 1 }
    expect(readConfig(collector).traces).toEqual(traces)
    expect(readConfig({ ...collector, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined()
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other:1/spans' }
    const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(readConfig({ ...collector, ...own, ...sampled }).traces).toEqual({
      url: 'http://other:1/spans',
      sampler: 'traceidratio',
      ratio: 0.25,
    })
    expect([readConfig({}), readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' })].map((each) => each.allowsPrivateWebhooks)).toEqual([
      false,
      true,
    ])
    expect(readConfig({}).allowedHosts).toEqual([])
    expect(readConfig({ ALLOWED_HOSTS: 'Shop.example, *.shop.example,192.0.2.1,[2001:db8::1]' }).allowedHosts).toEqual([
      ...['shop.example', '*.shop.example', '192.0.2.1', '[2001:db8::1]'],
    ])
    expect(readConfig({ HOST: '127.0.0.2', ALLOWED_HOSTS: 'shop.example' })).toMatchObject({
      allowedHosts: ['127.0.0.2', 'shop.example'],
      warnings: [],
    })
    for (const beyond of [{ HOST: '0.0.0.0' }, { DATABASE_URL: 'postgresql://localhost/tandem', HOST: '127.0.0.1' }]) {
      expect(readConfig(beyond)).toMatchObject({ allowedHosts: undefined, warnings: [] })
      expect(readConfig({ ...beyond, ALLOWED_HOSTS: 'shop.example' })).toMatchObject({
        allowedHosts: undefined,
        warnings: [expect.stringMatching(/^ALLOWED_HOSTS has no effect/)],
      })
    }
    for (const hosts of ['https://shop.example', 'shop.example:80', '*', 'a b'])
      expect(() => readConfig({ ALLOWED_HOSTS: hosts })).toThrow(
        `Bad setting ALLOWED_HOSTS=${hosts}: must be hosts without ports, separated by commas, such as shop.example,*.shop.example`,
      )
    expect(readConfig({ INTROSPECTION: 'off' }).showsSchema).toBe(false)
    expect(readConfig({ PERSISTED_OPERATIONS: 'operations.json' }).persistedOperations).toBe('operations.json')
    for (const redisUrl of ['redis://127.0.0.1:6379', 'rediss://user:pass@redis.example:6380/2'])
      expect(readConfig({ REDIS_URL: redisUrl }).redisUrl).toBe(redisUrl)
  })

  it.each([
    ['PORT', '65536', 'must be a port number'],
    ['PAGE_BASE', '2', 'must be 0 or 1'],
    ['LOG_DAYS_DONE', '0', 'must be a whole number from 1 to 36500'],
    ['LOG_DAYS_REFUSED', '1.5', 'must be a whole number from 1 to 36500'],
    ['TRUST_PROXY', '11', 'must be a whole number from 0 to 10'],
    ['DRAIN_SECONDS', '601', 'must be a whole number from 0 to 600'],
    ['RATE_LIMIT', 'yes', 'must be on or off'],
    ['RATE_LIMIT', 'ON', 'must be on or off'],
    ['INTROSPECTION', '0', 'must be on or off'],
    ['BUDGET_BURST', '99', 'must be a whole number from 100 to 100000000'],
    ['BUDGET_BURST', '100000001', 'must be a whole number from 100 to 100000000'],
    ['BUDGET_BURST', 'many', 'must be a whole number from 100 to 100000000'],
    ['BUDGET_PER_SECOND', '0', 'must be a whole number from 1 to 100000000'],
    ['BUDGET_PER_SECOND', '1.5', 'must be a whole number from 1 to 100000000'],
    ['MAX_BODY_BYTES', '1023', 'must be a whole number from 1024 to 100000000'],
    ['MAX_SECONDS', '0', 'must be a whole number from 1 to 110'],
    ['MAX_SECONDS', '111', 'must be a whole number from 1 to 110'],
    ['MAX_TOKENS', '-1', 'must be a whole number from 100 to 100000'],
    ['MAX_DEPTH', '0', 'must be a whole number from 1 to 100'],
    ['MAX_ALIASES', '-1', 'must be a whole number from 0 to 10000'],
    ['MAX_DIRECTIVES', 'NaN', 'must be a whole number from 0 to 10000'],
    ['MAX_FIELDS', '9', 'must be a whole number from 10 to 100000'],
    ['MAX_COST', 'Infinity', 'must be a whole number from 100 to 100000000'],
    ['MAX_COST', ' ', 'must be a whole number from 100 to 100000000'],
    ['LOG_FORMAT', 'pretty', 'must be json or text'],
    ['SLOW_MILLISECONDS', '-1', 'must be a whole number from 0 to 600000'],
    ['METRICS_PORT', '65536', 'must be a port number'],
    ['METRICS_TOKEN', 'short', 'must have 16 to 200 characters, none of them a blank'],
    ['METRICS_TOKEN', 'a token of sixteen', 'must have 16 to 200 characters, none of them a blank'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must look like http://collector:4318'],
    ['OTEL_SDK_DISABLED', 'yes', 'must be true or false'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
    ['REDIS_URL', 'localhost', 'must look like redis://host:6379'],
    ['REDIS_URL', 'http://localhost:6379', 'must look like redis://host:6379'],
    ['REDIS_URL', 'redis://', 'must look like redis://host:6379'],
  ])('%s=%s is refused with what it should be', (name, value, sentence) => {
    const told = /_(URL|TOKEN|ENDPOINT)$/.test(name) ? '…' : value
    expect(() => readConfig({ [name]: value })).toThrow(`Bad setting ${name}=${told}: ${sentence}`)
  })

  it('are refused together, each with its sentence', () => {
    expect(() => readConfig({ MAX_COST: '1', RATE_LIMIT: 'x' })).toThrow(
      'Bad setting RATE_LIMIT=x: must be on or off; MAX_COST=1: must be a whole number from 100 to 100000000',
    )
  })

  it.each([
    ['MAX_DEPHT', 'MAX_DEPTH'],
    ['max_depth', 'MAX_DEPTH'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
    ['DATADIR', 'DATA_DIR'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['INTROSPECTON', 'INTROSPECTION'],
  ])('of a name that is nearly one, such as %s, are refused with the one that was meant', (name, meant) => {
    expect(() => readConfig({ [name]: '3' })).toThrow(`Unknown setting ${name}; did you mean ${meant}?`)
    expect(() => readConfig({ [name]: '3', PAGE_BASE: '2' })).toThrow(/^Bad setting PAGE_BASE=2: .*; Unknown setting /)
  })

  it('are not looked for among the variables of others', () => {
    const others = [
      'PATH',
      'HOME',
      'POST',
      'COST',
      'HOSTS',
      'HOSTNAME',
      'PWD',
      'port',
      'DATABASE',
      'PGDATA',
      'LOG_FILE',
      'PAGE_SIZE',
    ]
    expect(() => readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow()
    // Both were set on purpose.
    expect(() => readConfig({ REDIS_URI: 'x', REDIS_URL: 'redis://127.0.0.1:6379' })).not.toThrow()
  })

  it('are refused without the password that stands in them', () => {
    expect(() => readConfig({ REDIS_URL: 'http://user:pass-of-redis@redis.example' })).toThrow(
      /^Bad setting REDIS_URL=…: must look like/,
    )
    expect(() => readConfig({ DATABASE_URL: 'mysql://tandem:p@ss/word@db.example/x' })).toThrow(
      /^Bad setting DATABASE_URL=…: must/,
    )
  })
})
