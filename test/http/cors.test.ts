/** Other sites in the browser: a store's allowed origins read its answers and no other store's; strangers read nothing. */
import { beforeAll, describe, expect, test } from 'vitest'
import { mutate } from '../resources/writing.ts'
import { type As, openStore, type Store } from '../store.ts'
import { today } from '../template.ts'

const first = 'https://larch.example'
const second = 'https://harbour.example'
const unknown = 'https://evil.example'

let now = today
// One store is asked at an address that is no store's, the other at the second store's own.
const store = await openStore({ now: () => now })
const atSecond = await openStore()

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
  const paths = ['/graphql', '/v1/subscriptions/', '/v1/store/api/products/', '/v1/nothing/here']

  test.each(paths)('at %s is answered without a credential, for an allowed origin', async (path) => {
    const response = await preflight(store, path, first)
    expect(response.status).toBe(204)
    expect(corsOf(response)).toEqual({
      'access-control-allow-origin': first,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
      'access-control-max-age': '600',
    })
    expect(response.headers.get('vary')).toBe('Origin')
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

  test('stands for both surfaces only', async () => {
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
          'ETag, Link, X-Request-Id, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Cost, Retry-After',
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

  test('may be read by nobody else', async () => {
    for (const origin of [unknown, 'null', '*', first.toUpperCase(), `${first}, ${second}`]) {
      expect(corsOf(await ask(store, origin, store.merchant))).toEqual({})
    }
    expect(corsOf(await store.rest('/v1/subscriptions/'))).toEqual({})
    expect(corsOf(await ask(store, 'http://localhost', store.merchant))).toEqual({})
  })

  test('of the shop window is the store it shows', async () => {
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
    for (const origin of [undefined, first, unknown, 'http://localhost']) {
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
    expect(await statementsOf(() => ask(store, 'http://localhost', store.merchant))).toEqual([])
    now = new Date(now.getTime() + 60_000)
    expect(await statementsOf(() => store.graphql('{ __typename }'))).toEqual([])
    const flood = Array.from({ length: 200 }, (_, number) => `https://site-${number}.example`)
    const read = await statementsOf(() => Promise.all(flood.map((origin) => preflight(store, '/graphql', origin))))
    expect(read).toHaveLength(1)
    expect(await statementsOf(() => Promise.all(flood.map((origin) => ask(store, origin, store.merchant))))).toEqual([])
  })

  test('take up a change within half a minute', async () => {
    const origin = 'https://new.example'
    const isAllowed = async () => allowedFor(await ask(store, origin, store.merchant)) === origin
    expect(await isAllowed()).toBe(false)
    const { record } = await allow(store, origin, store.merchant)
    now = new Date(now.getTime() + 30_000)
    expect(await isAllowed()).toBe(true)
    await mutate(store, 'removeAllowedOrigin', { id: record.id })
    now = new Date(now.getTime() + 30_000)
    expect(await isAllowed()).toBe(false)
  })
})
