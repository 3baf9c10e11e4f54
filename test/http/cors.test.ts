/** Other sites in the browser: a store's allowed origins read its answers and no other store's; strangers read nothing. */
import { beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { type App, createApp } from '../../src/start/app.ts'
import { mutate } from '../resources/writing.ts'
import { type As, openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'

const first = 'https://larch.example'
const second = 'https://harbour.example'
const unknown = 'https://evil.example'

let now = today
// One store is asked at an address that is no store's, the other at the second store's own.
const store = await openStore({ now: () => now })
const atSecond = await openStore({ isApart: true })

const allow = (at: Store, origin: string, as: As) => mutate(at, 'addAllowedOrigin', { origin }, 'allowedOrigin { id origin }', as)

beforeAll(async () => {
  for (const { db } of [store, atSecond]) await db.store.update({ where: { id: 1n }, data: { host: 'larch.example' } })
  await atSecond.db.store.update({ where: { id: 2n }, data: { host: '127.0.0.1' } })
  for (const at of [store, atSecond]) {
    await allow(at, first, at.merchant)
    await allow(at, second, at.otherMerchant)
  }
})

const preflight = (at: Store, path: string, origin: string, headers: Record<string, string> = {}) =>
  at.fetch(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
      ...headers,
    },
  })

/** The CORS headers of an answer. */
const corsOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const allowedFor = (headers: { headers: Headers }) => headers.headers.get('access-control-allow-origin')

const asked = { data: { __typename: 'Query' } }
const ask = (at: Store, origin: string, as: As) =>
  at.fetch('/graphql', {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json', ...(as && { Authorization: as }) },
    body: '{"query":"{ __typename }"}',
  })

describe('A preflight', () => {
  const paths = ['/graphql', '/graphql/', '/v1/subscriptions/', '/v1/store/api/products/', '/v1/nothing/here']

  test.each(paths)('at %s is answered without a credential, for an allowed origin', async (path) => {
    const response = await preflight(store, path, first)
    expect(response.status).toBe(204)
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': first,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Dry-Run, X-Request-Id',
      'access-control-max-age': '600',
    })
    expect(response.headers.get('vary')).toBe('Access-Control-Request-Method, Access-Control-Request-Headers, Origin')
  })

  const own = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Dry-Run, X-Request-Id'
  const many = Array.from({ length: 200 }, (_, at) => `x-${at}`)

  test.each([
    ['baggage,sentry-trace', 'baggage, sentry-trace'],
    [
      'apollo-require-preflight, authorization, cache-control,traceparent,x-requested-with',
      'apollo-require-preflight, cache-control, traceparent, x-requested-with',
    ],
    ['X-Own,x-own,CONTENT-TYPE', 'x-own'],
    // Text that is no name of a header is left out.
    ['*', ''],
    ['x-a b,x-\u00e9,"x",x:1,,x-b;q=1,<script>,x-good', 'x-good'],
    [`${'x'.repeat(101)},${'y'.repeat(100)}`, 'y'.repeat(100)],
    [many.join(','), many.slice(0, 50).join(', ')],
    ['', ''],
  ])('that asks for the headers %j is granted them beside ours', async (requested, granted) => {
    for (const path of ['/graphql', '/v1/orders/']) {
      const response = await preflight(store, path, first, { 'Access-Control-Request-Headers': requested })
      expect(response.headers.get('access-control-allow-headers')).toBe([own, granted].filter(Boolean).join(', '))
      const refused = await preflight(store, path, unknown, { 'Access-Control-Request-Headers': requested })
      expect(corsOf(refused)).toEqual({})
      expect(refused.headers.get('vary')).toContain('Access-Control-Request-Headers')
    }
  })

  test.each(paths)('at %s is an OPTIONS like any other for everybody else', async (path) => {
    const plain = await store.fetch(path, { method: 'OPTIONS' })
    for (const origin of [unknown, 'null', `${first}.evil.example`, first.toUpperCase(), `${first}:8443`, `${first}/`, '*']) {
      const response = await preflight(store, path, origin)
      expect(response.status).toBe(plain.status)
      expect(response.headers.get('allow')).toBe(plain.headers.get('allow'))
      expect(corsOf(response)).toEqual({})
      expect(response.headers.get('vary')).toContain('Origin')
    }
  })

  test('is allowed by any store where the address is none of theirs, and by the store alone at its own', async () => {
    expect(allowedFor(await preflight(store, '/graphql', second))).toBe(second)
    expect(allowedFor(await preflight(atSecond, '/graphql', second))).toBe(second)
    expect(allowedFor(await preflight(atSecond, '/graphql', first))).toBeNull()
  })

  test('answers preflights at GraphQL and REST paths alone', async () => {
    const response = await preflight(store, '/healthz', first)
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-methods')).toBeNull()
  })
})

describe('An answer', () => {
  test('may be read by the origins of the store the credential opens', async () => {
    for (const [origin, as] of [
      [first, store.merchant],
      [first, store.customer],
      [second, store.otherMerchant],
    ] as const) {
      const response = await ask(store, origin, as)
      expect(await response.json()).toMatchObject(asked)
      expect(corsOf(response)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers':
          'ETag, Link, X-Dry-Run, X-Operation, X-Request-Id, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Cost, Retry-After',
      })
    }
  })

  test('may be read by no origin of another store, at any address', async () => {
    expect(corsOf(await ask(store, second, store.customer))).toEqual({})
    for (const at of [store, atSecond]) {
      expect(corsOf(await ask(at, second, at.merchant))).toEqual({})
      expect(corsOf(await ask(at, first, at.otherMerchant))).toEqual({})
      const headers = { Origin: second }
      for (const path of ['/v1/subscriptions/', '/v1/subscriptions/1', '/v1/subscriptions/9007199254740991', '/v1/nothing/']) {
        expect(corsOf(await at.rest(path, at.merchant, { headers }))).toEqual({})
      }
    }
  })

  test('refuses to share answers with an origin that is not allowed', async () => {
    for (const origin of [unknown, 'null', '*', first.toUpperCase(), `${first}, ${second}`]) {
      expect(corsOf(await ask(store, origin, store.merchant))).toEqual({})
    }
    expect(corsOf(await store.rest('/v1/subscriptions/'))).toEqual({})
    expect(corsOf(await ask(store, 'http://127.0.0.1', store.merchant))).toEqual({})
  })

  test('of the storefront is the store it shows', async () => {
    const products = (at: Store, origin: string) => at.rest('/v1/store/api/products/', undefined, { headers: { Origin: origin } })
    expect(allowedFor(await products(store, first))).toBe(first)
    expect(allowedFor(await products(store, second))).toBeNull()
    expect(allowedFor(await products(atSecond, second))).toBe(second)
    expect(allowedFor(await products(atSecond, first))).toBeNull()
  })

  test('that refuses the credential may be read as a preflight may', async () => {
    const refused = (at: Store, origin: string) =>
      at.rest('/v1/subscriptions/', 'Bearer demo.wrong', { headers: { Origin: origin } })
    const response = await refused(store, first)
    expect({ status: response.status, allowed: allowedFor(response) }).toEqual({ status: 401, allowed: first })
    expect(allowedFor(await refused(store, second))).toBe(second)
    expect(allowedFor(await refused(store, unknown))).toBeNull()
    expect(allowedFor(await refused(atSecond, second))).toBe(second)
    expect(allowedFor(await refused(atSecond, first))).toBeNull()
  })

  test('says to caches that it goes by the origin, whoever asks', async () => {
    for (const origin of [undefined, first, unknown, 'http://127.0.0.1']) {
      for (const path of ['/v1/subscriptions/', '/v1/store/api/products/', '/graphql?query=%7B__typename%7D']) {
        const response = await store.fetch(path, {
          headers: { ...(origin && { Origin: origin }), Authorization: store.merchant },
        })
        expect(response.headers.get('vary')).toMatch(/(^|, )Origin(,|$)/)
      }
    }
  })

  test('that is a page may be read by no other site', async () => {
    const response = await store.fetch('/graphql', { headers: { Origin: first, Accept: 'text/html' } })
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(corsOf(response)).toEqual({})
  })

  test('never allows credentials or every site', async () => {
    for (const response of [await preflight(store, '/graphql', first), await ask(store, first, store.merchant)]) {
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(allowedFor(response)).not.toBe('*')
    }
  })
})

describe('The lists', () => {
  test('are read once, however many origins ask, and not at all for a request without one', async () => {
    const statementsOf = (work: () => Promise<unknown>) => store.statements(work)
    expect(await statementsOf(() => ask(store, 'http://127.0.0.1', store.merchant))).toEqual([])
    now = new Date(now.getTime() + 60_000)
    expect(await statementsOf(() => store.graphql('{ __typename }'))).toEqual([])
    const flood = Array.from({ length: 200 }, (_, number) => `https://site-${number}.example`)
    const read = await statementsOf(() => Promise.all(flood.map((origin) => preflight(store, '/graphql', origin))))
    expect(read).toHaveLength(1)
    expect(await statementsOf(() => Promise.all(flood.map((origin) => ask(store, origin, store.merchant))))).toEqual([])
  })

  test('take up a change at once where it was made, and within seconds elsewhere', async () => {
    const origin = 'https://new.example'
    const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) }
    const elsewhere: Store = {
      ...store,
      ...served(createApp({ db: store.db, clock: clockOf(() => now), log, pageBase: 0, isEmbedded: true })),
    }
    const allowedAt = (at: Store) =>
      Promise.all([preflight(at, '/graphql', origin), ask(at, origin, store.merchant)]).then((both) => both.map(allowedFor))
    const [yes, no] = [
      [origin, origin],
      [null, null],
    ]
    expect([await allowedAt(store), await allowedAt(elsewhere)]).toEqual([no, no])
    const { record } = await allow(store, origin, store.merchant)
    expect([await allowedAt(store), await allowedAt(elsewhere)]).toEqual([yes, no])
    now = new Date(now.getTime() + 2_000)
    expect(await allowedAt(elsewhere)).toEqual(yes)
    await mutate(store, 'removeAllowedOrigin', { id: record.id })
    expect([await allowedAt(store), await allowedAt(elsewhere)]).toEqual([no, yes])
    now = new Date(now.getTime() + 2_000)
    expect(await allowedAt(elsewhere)).toEqual(no)
  })
})

const served = (app: App): Pick<Store, 'app' | 'fetch'> => ({
  app,
  fetch: (path, init) => app.fetch(new Request(`http://127.0.0.1${path}`, init)),
})

describe('A page of the developer’s own machine', () => {
  const ports = ['http://localhost:3000', 'http://localhost', 'http://127.0.0.1:5173', 'http://[::1]:65535']
  const others = [
    ...[
      'https://localhost:3000',
      'http://localhost.evil.example',
      'http://evil.localhost:3000',
      'http://localhost:3000.evil.example',
    ],
    ...[
      'http://localhost:999999',
      'http://localhost:',
      'http://localhost:*',
      'http://127.0.0.2:3000',
      'http://localhost@evil.example:1',
    ],
  ]
  const asking = async (at: Store, origin: string, host: string) => {
    const init = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } }
    const answers = [
      await at.fetch(`http://${host}/graphql`, init),
      await at.fetch(`http://${host}/v1/store/api/products/?limit=1`, { headers: { Origin: origin } }),
    ]
    return answers.map(allowedFor)
  }

  test('reads what the embedded store says to it, at any port, without a word of the merchant', async () => {
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      for (const origin of ports) expect(await asking(store, origin, host)).toEqual([origin, origin])
      for (const origin of others) expect(await asking(store, origin, host)).toEqual([null, null])
    }
  })

  test('reads nothing at another name, which may be somebody else’s page by DNS rebinding, nor with a cookie', async () => {
    for (const host of ['evil.example:4000', 'larch.example', '192.168.1.5:4000', 'localhost.evil.example'])
      for (const origin of ports) expect(await asking(store, origin, host)).toEqual([null, null])
    const response = await store.fetch('http://localhost:4000/graphql', {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('reads what another server says once a store allows any port, and that name alone', async () => {
    const server = await openStore({ isEmbedded: false, isApart: true })
    await server.db.store.update({ where: { id: 1n }, data: { host: 'larch.example' } })
    expect(await asking(server, 'http://localhost:3000', 'larch.example')).toEqual([null, null])
    const { record } = await allow(server, 'http://localhost:*', server.merchant)
    expect(record.origin).toBe('http://localhost:*')
    for (const origin of ['http://localhost:3000', 'http://localhost', 'http://localhost:8080'])
      expect(await asking(server, origin, 'larch.example')).toEqual([origin, origin])
    for (const origin of [...others, 'http://127.0.0.1:3000'])
      expect(await asking(server, origin, 'larch.example')).toEqual([null, null])
    expect(allowedFor(await ask(server, 'http://localhost:3000', server.merchant))).toBe('http://localhost:3000')
    expect(allowedFor(await ask(server, 'http://localhost:3000', server.otherMerchant))).toBeNull()
  })
})

describe('A refused preflight', () => {
  test('is one line in the log, with what the client wrote cut', async () => {
    const told: object[] = []
    const log = {
      info: (fields: object, message: string) => void (message.startsWith('preflight') && told.push({ ...fields, message })),
      warn() {},
      error: (fields: object) => console.error(fields),
    }
    const at = await openStore({ log, isApart: true })
    await at.db.store.update({ where: { id: 2n }, data: { host: 'second.example' } })
    const preflightOf = (origin: string, path: string, method: string) =>
      at.fetch(`http://second.example${path}`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': method },
      })
    await preflightOf('https://shop.example', '/v1/orders/?secret=1', 'PUT')
    const message = 'preflight refused: the store does not allow this origin'
    expect(told).toEqual([{ origin: 'https://shop.example', method: 'PUT', path: '/v1/orders/', store: '2', message }])
    await preflightOf(`https://${'x'.repeat(5_000)}`, `/v1/${'y'.repeat(5_000)}`, 'Z'.repeat(5_000))
    expect(JSON.stringify(told[1]).length).toBeLessThan(1_000)
    await allow(at, 'https://shop.example', at.otherMerchant)
    await preflightOf('https://shop.example', '/v1/orders/', 'PUT')
    await at.fetch('/v1/orders/', { method: 'OPTIONS' })
    expect(told).toHaveLength(2)
  })
})
