/** One budget for each credential over both surfaces: what is over it is refused before it reaches the database. */
import { describe, expect, inject, it, vi } from 'vitest'
import type { Rate } from '../../src/budget/bucket.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'

const isEmbedded = 'dataDir' in inject('template')

const clock = { time: today.getTime() }
const now = () => new Date(clock.time)
const rate: Rate = { burst: 100, perSecond: 10 }
const buckets = bucketsInMemory(rate, () => now().getTime())
const store = await openStore({ budget: { rate, buckets }, now })

/** Lets so much time pass that every bucket is full again. */
const refill = () => {
  clock.time += (rate.burst / rate.perSecond) * 1000
}

// Texts of one, ten and a hundred points.
const texts = [24_576, 245_760, 2_457_600]
for (const [index, length] of texts.entries())
  await store.db.subscription.update({ where: ofStore(index + 1), data: { note: 'x'.repeat(length) } })

/** Answers that are charged so many points, at least 2: one for the request, and a quarter for each record. */
function points(count: number): string {
  const digits = [...String(count - 2)].reverse().map(Number)
  const notes = texts.map((_, index) => Array.from({ length: digits[index] ?? 0 }, (_, n) => `a${n}: note`).join(' '))
  return `{ ${notes.map((each, index) => `s${index}: subscription(id: ${index + 1}) { id ${each} }`).join(' ')} }`
}

/** Puts down as much as a request can: it asks for more than it turns out to cost. */
const asksForMuch = '{ orders(first: 100, filter: { total: { lt: 0 } }) { nodes { id } } }'

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

/** Spends so many points of the merchant's, whatever is left. */
const spend = (count: number) => buckets.charge('key demo', count)

const state = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))

const remaining = (headers: Headers) => Number(headers.get('ratelimit-remaining'))

describe('A budget', () => {
  it('is told with every answer, on both surfaces, and in extensions.cost', async () => {
    refill()
    const { headers, body } = await ask(points(30))
    expect(state(headers)).toEqual([100, 70, 3])
    expect(headers.get('ratelimit-cost')).toBe('30')
    expect(body.extensions).toEqual({ cost: { requested: 3, charged: 30, burst: 100, perSecond: 10, remaining: 70 } })
    const unknown = await store.rest('/v1/shoes/')
    expect(unknown.status).toBe(404)
    expect(state(unknown.headers)).toEqual([100, 69, 4])
    expect([unknown.headers.get('ratelimit-cost'), unknown.headers.get('retry-after')]).toEqual(['1', null])
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

  it('is not shared by two customers of the same id, each of a store', async () => {
    refill()
    const ofFirst = await store.customerToken(2n, 1n)
    expect(remaining((await ask('{ __typename }', ofFirst)).headers)).toBe(99)
    expect(remaining((await ask('{ __typename }', await store.customerToken(2n, 2n))).headers)).toBe(99)
    expect(remaining((await ask('{ __typename }', ofFirst)).headers)).toBe(98)
  })

  it('refuses with 429 who can put nothing down, and says when to try again, which then works', async () => {
    for (const [spent, asking, deposit, wait] of [
      [96, asksForMuch, 5, 1],
      [98, points(4), 3, 1],
      [100, '{ __typename }', 5, 1],
      // In debt.
      [150, asksForMuch, 5, 6],
      [333, points(4), 5, 24],
      // At most ten times over.
      [4_000, asksForMuch, 5, 101],
    ] as const) {
      refill()
      await spend(spent)
      const left = Math.max(0, 100 - spent)
      const refused = await ask(asking)
      const { status, headers, body } = refused
      expect({ spent, status, errors: body.errors, wait: headers.get('retry-after'), left: remaining(headers) }).toEqual({
        spent,
        status: 429,
        errors: [
          {
            message: `The request puts down ${deposit} points and the budget has ${left} left; try again in ${wait} s.`,
            extensions: { code: 'RATE_LIMITED' },
          },
        ],
        wait: String(wait),
        left,
      })
      clock.time += wait * 1000
      expect((await ask(asking)).status, `${spent} after ${wait} s`).toBe(200)
      clock.time += 1_000_000
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
    for (const spent of [98, 100]) {
      refill()
      await ask(points(spent))
      const statements = await store.statements(async () => {
        const answers = await Promise.all([
          ask(asksForMuch),
          ask('mutation { cancelSubscription(input: { id: 1 }) { userErrors { code } } }'),
          store.rest('/v1/orders/'),
          store.rest('PUT /v1/subscriptions/1/cancel/'),
        ])
        expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429])
      })
      expect(statements).toEqual([])
    }
  })

  it('charges nothing for a refused request', async () => {
    refill()
    await ask(points(96))
    for (let again = 0; again < 50; again += 1) expect((await ask(asksForMuch)).status).toBe(429)
    expect(remaining((await ask(points(4))).headers)).toBe(0)
  })

  it('gives back what was put down and not needed', async () => {
    refill()
    const { headers, body } = await ask(asksForMuch)
    expect([remaining(headers), body.extensions.cost.charged]).toEqual([99, 1])
  })

  it('is overdrawn by what turns out dearer, and nobody waits for a full one', async () => {
    refill()
    await ask(points(90))
    const dear = await ask(points(300))
    expect([dear.status, remaining(dear.headers), dear.headers.get('ratelimit-reset')]).toEqual([200, 0, '39'])
    expect([dear.headers.get('retry-after'), dear.body.extensions.cost.charged]).toEqual([null, 300])
    clock.time += 29_500
    expect([(await ask(points(300))).status, (await ask('{ __typename }')).status]).toEqual([200, 429])
    clock.time += 1_000_000
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

  it('lets at most twenty dear operations begin at once on a full bucket, and the others when those are paid', async () => {
    const large: Rate = { burst: 10_000, perSecond: 1_000 }
    const budget = { rate: large, buckets: bucketsInMemory(large, () => now().getTime()) }
    const { db, fetch, merchant } = await openStore({ budget, now })
    await db.subscription.update({ where: ofStore(3), data: { note: 'x'.repeat(24_576 * 100) } })
    // The pages make much of what is asked for, the texts of what it costs.
    const notes = Array.from({ length: 6 }, (_, n) => `a${n}: note`).join(' ')
    const body = JSON.stringify({
      query: `{ orders(first: 1000, filter: { id: { eq: 1 } }) { nodes { id } } subscription(id: 3) { ${notes} } }`,
    })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: merchant }, body }
    const statuses = await Promise.all(Array.from({ length: 60 }, () => fetch('/graphql', init).then(({ status }) => status)))
    // On a busy machine some of them wait in vain for a connection.
    const begun = statuses.filter((status) => status !== 429).length
    expect(begun).toBeGreaterThan(10)
    expect(begun).toBeLessThanOrEqual(20)
    clock.time += 1_000_000
    expect((await fetch('/graphql', init)).status).toBe(200)
  })
})

describe('The time of the database', async () => {
  // Each statement takes as long.
  let milliseconds = 0
  let elapsed = 0
  const stopwatch = () => (elapsed += milliseconds)
  const large: Rate = { burst: 10_000, perSecond: 1_000 }
  const timed = await openStore({
    budget: { rate: large, buckets: bucketsInMemory(large, () => now().getTime()), stopwatch },
    now,
  })
  const charged = async (query: string) => {
    const headers = { 'Content-Type': 'application/json', Authorization: timed.merchant }
    const response = await timed.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    return ((await response.json()) as { extensions: { cost: { charged: number } } }).extensions.cost.charged
  }

  it('costs nothing where it is what the rows explain, and a point a millisecond beyond', async () => {
    const nothingFound = '{ orders(filter: { note: { ilike: "%a%b%" } }) { nodes { id } } }'
    const rows = '{ orders(first: 1000) { nodes { id total placedAt status note customer { id name } products { id name } } } }'
    milliseconds = 0
    const [empty, full] = [await charged(nothingFound), await charged(rows)]
    expect(empty).toBe(1)
    milliseconds = 2
    expect([await charged(nothingFound), await charged(rows)]).toEqual([empty, full])
    milliseconds = 1_000_000
    expect(await charged(nothingFound)).toBeGreaterThan(900_000)
  })

  it('is paid for by what a dry run shows, as by any read', async () => {
    const charge = () =>
      charged('mutation { cancelSubscription(input: { id: 1 }, dryRun: true) { subscription { id customer { id } } } }')
    // Any earlier debt.
    clock.time += (11 * 1000 * large.burst) / large.perSecond
    milliseconds = 0
    const free = await charge()
    milliseconds = 1_000
    expect(await charge()).toBeGreaterThan(free + 900)
  })

  it.skipIf(isEmbedded)('is paid for as far as it went where a read was cut off', async () => {
    const limits = { ...defaultLimits, seconds: 1 }
    const budget = { rate: large, buckets: bucketsInMemory(large, () => now().getTime()), stopwatch }
    const { db, rest } = await openStore({ budget, limits, now })
    milliseconds = 2_000
    await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "order" IN ACCESS EXCLUSIVE MODE`
      const { status, headers } = await rest('/v1/orders/')
      expect([status, Number(headers.get('ratelimit-cost')) > 1_000]).toEqual([503, true])
    })
  })
})

describe('Without a credential', () => {
  const shop = (address: string, path = '/v1/store/api/products/?limit=1') => store.fetch(path, {}, address)

  it('each address has a budget', async () => {
    refill()
    await buckets.charge('visitors from 192.0.2.1', 100)
    const refused = await shop('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await shop('192.0.2.2')).status).toBe(200)
    expect((await ask('{ __typename }', store.merchant, '192.0.2.1')).status).toBe(200)
  })

  it('a name of a host is looked up only for who can pay', async () => {
    refill()
    await buckets.charge('visitors from 192.0.2.3', 100)
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
  const guarded = await openStore({
    budget: { rate: guessRate, buckets: bucketsInMemory(guessRate, () => now().getTime()) },
    now,
  })
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

  it.each([100, 300])('costs a tenth of a budget of %i: the first wrong one shuts nobody out', async (burst) => {
    const rateOfFew: Rate = { burst, perSecond: 10 }
    const few = await openStore({ budget: { rate: rateOfFew, buckets: bucketsInMemory(rateOfFew, () => now().getTime()) }, now })
    const headers = { Authorization: 'Bearer demo.guess' }
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await few.fetch('/v1/orders/', { headers }, '192.0.2.11')).status)
      if (count === 0) expect((await rightFrom(few, '192.0.2.11')).status).toBe(200)
    }
    // The right one was looked up for a point.
    expect(statuses).toEqual([...Array(9).fill(401), 429, 429])
  })

  it('comes to an end when all come at once, too', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 400 }, (_, number) => guess('192.0.2.99', number).then(({ status }) => status)),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([])
  })

  it('concurrent requests with a valid key pay no guessing penalty', async () => {
    const fresh = await openStore({
      budget: { rate: guessRate, buckets: bucketsInMemory(guessRate, () => now().getTime()) },
      now,
    })
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

describe('Work that is not reading', async () => {
  let elapsed = 0
  // Each look at the stopwatch takes a millisecond.
  const stopwatch = () => (elapsed += 1)
  const rate: Rate = { burst: 10_000, perSecond: 1_000 }
  const open = (isTimed: boolean) =>
    openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => now().getTime()), ...(isTimed && { stopwatch }) }, now })
  const chargedBy = async ({ fetch, merchant }: Awaited<ReturnType<typeof open>>, query: string) => {
    const headers = { 'Content-Type': 'application/json', Authorization: merchant }
    const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    return ((await response.json()) as { extensions: { cost: { charged: number } } }).extensions.cost.charged
  }
  const [timed, untimed] = [await open(true), await open(false)]

  it('is paid by its time where rules compute it', async () => {
    const query = '{ subscriptions(first: 20) { nodes { upcoming { date } } } }'
    expect(await chargedBy(timed, query)).toBeGreaterThanOrEqual((await chargedBy(untimed, query)) + 20)
  })

  it('is paid by the renewals that fall due on the way of a clock', async () => {
    const moved = async (days: number) => {
      const data = { hasTestClock: true, clockNow: now(), clockTarget: null }
      await untimed.db.store.update({ where: { id: 1n }, data })
      const to = new Date(now().getTime() + days * 86_400_000).toISOString()
      return chargedBy(untimed, `mutation { advanceClock(input: { to: "${to}" }) { userErrors { code } } }`)
    }
    const [day, year, twoYears] = [await moved(1), await moved(365), await moved(730)]
    const active = await untimed.db.subscription.count({ where: { storeId: 1n, status: 'active', autorenew: true } })
    expect(year - day).toBeGreaterThan(20 * 4 * active)
    expect((twoYears - day) / (year - day)).toBeGreaterThan(1.7)
    expect((twoYears - day) / (year - day)).toBeLessThan(2.3)
  })
})
