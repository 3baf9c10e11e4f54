/** One budget for each credential over both surfaces: what is over it is refused before it reaches the database. */
import { describe, expect, it, vi } from 'vitest'
import type { Rate } from '../../src/budget/bucket.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { openStore, type Store } from '../store.ts'
import { today } from '../template.ts'

const clock = { time: today.getTime() }
const now = () => new Date(clock.time)
const rate: Rate = { burst: 100, perSecond: 10 }
const store = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, now) }, now })

/** Lets so much time pass that every bucket is full again. */
const refill = () => {
  clock.time += (rate.burst / rate.perSecond) * 1000
}

/** A list of so many rows costs a point for each and one for itself. */
const points = (count: number) => `{ orders(first: ${count - 1}) { nodes { id } } }`

async function ask(query: string, as: string | undefined = store.merchant, address?: string) {
  const response = await store.fetch(
    '/graphql',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(as && { Authorization: as }) },
      body: JSON.stringify({ query }),
    },
    address,
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const state = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))

const remaining = (headers: Headers) => Number(headers.get('ratelimit-remaining'))

describe('A budget', () => {
  it('is told with every answer, on both surfaces, and in extensions.cost', async () => {
    refill()
    const { headers, body } = await ask(points(30))
    expect(state(headers)).toEqual([100, 70, 3])
    expect(body.extensions).toEqual({ cost: { requested: 30, burst: 100, perSecond: 10, remaining: 70 } })
    const unknown = await store.rest('/v1/shoes/')
    expect(unknown.status).toBe(404)
    expect(state(unknown.headers)).toEqual([100, 69, 4])
    expect(unknown.headers.get('retry-after')).toBe(null)
  })

  it.each([
    ['a document that does not parse', () => ask('{')],
    ['a document that does not fit the schema', () => ask('{ shoes }')],
    ['a document beyond a limit', () => ask(`{ ${'a { '.repeat(13)} ${'} '.repeat(13)} }`)],
    ['a bad body', () => store.rest('PUT /v1/subscriptions/1/', store.merchant, { body: '{' })],
    ['OPTIONS', () => store.rest('OPTIONS /v1/orders/', store.merchant)],
    ['a value', () => ask('{ __typename }')],
  ])('pays one point for what runs nothing, such as %s', async (_what, send) => {
    refill()
    expect(remaining((await send()).headers)).toBe(99)
  })

  it('is one for both surfaces of a credential, and not shared by two', async () => {
    refill()
    await ask(points(50))
    const { headers } = await store.rest('/v1/inventory/?limit=1')
    expect(remaining(headers)).toBeLessThan(50)
    expect(remaining((await ask('{ __typename }')).headers)).toBe(remaining(headers) - 1)
    for (const other of [store.otherMerchant, store.customer, await store.customerToken(2n), '']) {
      expect(remaining((await ask('{ __typename }', other)).headers)).toBe(99)
    }
  })

  it('refuses what is over it with 429 and when to try again, which then works', async () => {
    for (const [spent, wanted] of [
      [100, 1],
      [95, 6],
      [91, 10],
      [50, 100],
      [81, 20],
    ] as const) {
      refill()
      await ask(points(spent))
      const over = wanted === 1 ? '{ __typename }' : points(wanted)
      const refused = await ask(over)
      const wait = Number(refused.headers.get('retry-after'))
      expect({ status: refused.status, errors: refused.body.errors, wait, state: state(refused.headers) }).toEqual({
        status: 429,
        errors: [
          {
            message: expect.stringContaining(`costs ${wanted} points`),
            extensions: { code: 'RATE_LIMITED' },
          },
        ],
        wait: Math.ceil((spent + wanted - 100) / 10),
        state: [100, 100 - spent, spent / 10].map(Math.ceil),
      })
      clock.time += wait * 1000
      expect((await ask(over)).status, `${wanted} after ${wait} s`).toBe(200)
    }
  })

  it('refuses on REST in its shape', async () => {
    refill()
    await ask(points(100))
    const { status, headers, body } = await store.rest('/v1/orders/')
    expect({ status, body }).toEqual({ status: 429, body: { errors: [expect.stringContaining('the budget has 0 left')] } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('refuses before the database is reached, a read and a write alike', async () => {
    for (const spent of [99, 100]) {
      refill()
      await ask(points(spent))
      const statements = await store.statements(async () => {
        const answers = await Promise.all([
          ask(points(2)),
          ask('mutation { cancelSubscription(input: { id: 1 }) { userErrors { code } } }'),
          store.rest('/v1/orders/'),
          store.rest('PUT /v1/subscriptions/1/cancel/'),
        ])
        expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429])
      })
      expect(statements).toEqual([])
    }
  })

  it('keeps what a refused request would have cost', async () => {
    refill()
    await ask(points(60))
    for (let again = 0; again < 50; again += 1) expect((await ask(points(50))).status).toBe(429)
    expect(remaining((await ask(points(40))).headers)).toBe(0)
  })

  it('is emptied by an operation dearer than the whole of it, which is refused on any that is not full', async () => {
    refill()
    const full = await ask(points(300))
    expect([full.status, remaining(full.headers), full.body.extensions.cost.requested]).toEqual([200, 0, 300])
    clock.time += 9_900
    const refused = await ask(points(300))
    expect([refused.status, remaining(refused.headers), refused.headers.get('retry-after')]).toEqual([429, 99, '1'])
    clock.time += 100
    expect((await ask(points(300))).status).toBe(200)
  })

  it('refills by the clock, and to no more than it holds', async () => {
    refill()
    await ask(points(100))
    clock.time += 1_500
    expect(remaining((await ask('{ __typename }')).headers)).toBe(14)
    refill()
    refill()
    expect(remaining((await ask('{ __typename }')).headers)).toBe(99)
  })

  it('grants exactly as much as it holds to a hundred requests at once', async () => {
    refill()
    await ask(points(90))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? ask('{ __typename }') : store.rest('/v1/shoes/'))),
    )
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
  })
})

describe('Without a credential', () => {
  const shop = (address: string, path = '/v1/store/api/products/?limit=1') => store.fetch(path, {}, address)

  it('each address has a budget', async () => {
    refill()
    await ask(points(100), '', '192.0.2.1')
    const refused = await shop('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await shop('192.0.2.2')).status).toBe(200)
    expect((await ask('{ __typename }', store.merchant, '192.0.2.1')).status).toBe(200)
  })

  it('a name of a host is looked up only for who can pay', async () => {
    refill()
    await ask(points(100), '', '192.0.2.3')
    const looked = vi.spyOn(store.db.store, 'findUnique')
    const statuses = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        store.fetch(`http://shop${index}.example/v1/store/api/products/`, {}, '192.0.2.3').then(({ status }) => status),
      ),
    )
    expect(statuses).toEqual([429, 429, 429, 429, 429])
    expect(looked).not.toHaveBeenCalled()
    looked.mockRestore()
  })

  it('a malformed credential costs its address as much as any request', async () => {
    refill()
    const response = await store.fetch('/v1/orders/', { headers: { Authorization: 'Bearer' } }, '192.0.2.4')
    expect([response.status, remaining(response.headers)]).toEqual([401, 99])
  })
})

describe('Guessing at credentials', async () => {
  const guessRate: Rate = { burst: 10_000, perSecond: 1_000 }
  const guarded = await openStore({ budget: { rate: guessRate, buckets: bucketsInMemory(guessRate, now) }, now })
  const guess = (address: string, number = 0) =>
    guarded.fetch('/v1/orders/', { headers: { Authorization: `Bearer demo.guess${number}` } }, address)

  it('costs the address a thousand points each, then 429 with when to try again', async () => {
    for (let left = 9_000; left >= 0; left -= 1_000) {
      const response = await guess('192.0.2.5', left)
      expect([response.status, remaining(response.headers)]).toEqual([401, left])
    }
    const refused = await guess('192.0.2.5')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await guess('192.0.2.6')).status).toBe(401)
    expect((await rightFrom(guarded, '192.0.2.6')).status).toBe(200)
  })

  it('comes to an end when all come at once, too', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 400 }, (_, number) => guess('192.0.2.99', number).then(({ status }) => status)),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
  })

  it('is not what many requests at once with one right key are', async () => {
    const fresh = await openStore({ budget: { rate: guessRate, buckets: bucketsInMemory(guessRate, now) }, now })
    const statuses = await Promise.all(
      Array.from({ length: 150 }, () => rightFrom(fresh, '192.0.2.10').then(({ status }) => status)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('is then not even looked at for a moment, however right it is', async () => {
    for (let number = 0; number < 11; number += 1) await guess('192.0.2.7', number)
    const refused = await rightFrom(guarded, '192.0.2.7', guarded.otherMerchant)
    expect(refused.status).toBe(429)
  })

  it('does not shut out those of the address whose credentials were found right a moment ago', async () => {
    expect((await rightFrom(guarded, '192.0.2.8')).status).toBe(200)
    for (let number = 0; number < 11; number += 1) await guess('192.0.2.8', number)
    expect((await guess('192.0.2.8')).status).toBe(429)
    expect((await rightFrom(guarded, '192.0.2.8')).status).toBe(200)
  })

  it('says when to try again with every refusal, those that were not looked at included', async () => {
    for (let number = 0; number < 20; number += 1) {
      const response = await guess('192.0.2.9', number)
      expect([response.status, response.headers.get('retry-after')]).toEqual(number < 10 ? [401, null] : [429, '1'])
      // A few points are there again by now, but not enough for a guess.
      if (number > 10) clock.time += 10
    }
  })
})

const rightFrom = ({ fetch, merchant }: Store, address: string, as = merchant) =>
  fetch('/v1/orders/?limit=1', { headers: { Authorization: as } }, address)
