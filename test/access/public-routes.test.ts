/** Requests without a credential are counted by address, in one budget with all others; health and readiness are not. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Rate } from '../../src/budget/bucket.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const clock = { time: today.getTime() }
const now = () => new Date(clock.time)
// The defaults of an instance.
const rate = readConfig({}).rate as Rate
const buckets = bucketsInMemory(rate, () => now().getTime())
const store = await openStore({ budget: { rate, buckets }, now })
const origin = 'https://larch.example'
await store.db.allowedOrigin.create({ data: { storeId: 1n, origin, createdAt: today } })

const browser = { headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, deflate, br, zstd' } }
const preflight = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' } }

let address = ''
beforeEach(() => {
  address = `192.0.2.${Number(address.split('.')[3] ?? 0) + 1}`
})

const ask = (path: string, init?: RequestInit) => store.fetch(path, init, address)
const remaining = ({ headers }: Response) => Number(headers.get('ratelimit-remaining'))

/** Leaves nothing in the bucket of the address. */
async function empty(): Promise<void> {
  const name = `visitors from ${address}`
  const { remaining } = await buckets.charge(name, 0)
  await buckets.charge(name, remaining)
}

/** The addresses of everything that GraphiQL's page loads. */
async function assets(): Promise<string[]> {
  const page = await (await ask('/graphql', { headers: { Accept: 'text/html' } })).text()
  return [...new Set(page.match(/\/graphql\/assets\/[\w.-]+/g))]
}

const places: [what: string, path: string, init?: RequestInit][] = [
  ['the root', '/'],
  ['the schema', '/schema.graphql'],
  ['what there is on REST', '/v1/'],
  ["GraphiQL's page", '/graphql', browser],
  ['an unknown path', '/nowhere'],
  ['an unknown asset', '/graphql/assets/nothing.js'],
  ['another method', '/schema.graphql', { method: 'POST', body: 'x' }],
  ['another method where health is asked', '/healthz', { method: 'POST', body: 'x' }],
  ['an unknown path of REST', '/v1/nowhere/'],
  ['OPTIONS', '/v1/orders/', { method: 'OPTIONS' }],
  ['a preflight', '/v1/orders/', preflight],
  ['a preflight of GraphQL', '/graphql', preflight],
]

describe.each(places)('%s', (_what, path, init) => {
  it('takes points from the address', async () => {
    const first = await ask(path, init)
    expect(first.status).toBeLessThan(500)
    expect(remaining(first)).toBeGreaterThanOrEqual(rate.burst - 30)
    expect(remaining(first)).toBeLessThan(rate.burst)
    expect(remaining(await ask(path, init))).toBe(rate.burst - 2 * (rate.burst - remaining(first)))
  })

  it('is 429 with when to try again where the address has none left', async () => {
    await empty()
    const refused = await ask(path, init)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const { errors } = (await refused.json()) as { errors: unknown[] }
    expect(JSON.stringify(errors)).toContain('the budget has 0 left; try again in 1 s.')
    clock.time += 1_000
    expect((await ask(path, init)).status).not.toBe(429)
  })
})

describe.each(['/healthz', '/readyz'])('%s', (path) => {
  it('is answered whatever the address has left, and takes nothing', async () => {
    await empty()
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(path, { method })
      expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null])
    }
  })
})

describe('GraphiQL', () => {
  it('opens for a hundred browsers at one address at once', async () => {
    const paths = await assets()
    expect(paths.length).toBeGreaterThan(5)
    for (let time = 0; time < 100; time += 1) {
      const page = await ask('/graphql', browser)
      const parts = await Promise.all(paths.map((path) => ask(path, browser)))
      expect([page, ...parts].map(({ status }) => status)).toEqual([page, ...parts].map(() => 200))
      for (const part of parts) await part.body?.cancel()
    }
  })

  it('pays for a part by its size, and more when it has to be decompressed', async () => {
    const [style = ''] = (await assets()).filter((path) => path.endsWith('.css'))
    // Answers that every cache may store have no headers of the budget.
    const left = async () => remaining(await ask('/nowhere'))
    const before = await left()
    await ask(style, browser)
    const between = await left()
    await ask(style)
    const [compressed, plain] = [before - between, between - (await left())]
    expect(compressed).toBeGreaterThan(1)
    expect(plain).toBeGreaterThan(compressed * 3)
  })

  it('refuses a part that cannot be paid for', async () => {
    const [script = ''] = (await assets()).filter((path) => path.endsWith('.js'))
    await empty()
    expect((await ask(script, browser)).status).toBe(429)
  })
})

describe('A key', () => {
  it('is not refused for what strangers at its address have asked', async () => {
    await empty()
    const { status } = await ask('/v1/orders/?limit=1', { headers: { Authorization: store.merchant } })
    expect(status).toBe(200)
  })
})
