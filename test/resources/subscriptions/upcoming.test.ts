/** Renewals to come: who sees them, what may be asked for and what it takes; what they are is held to what is charged by `worker/forecast.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/auth/secret.ts'
import { bucketsInMemory } from '../../../src/budget/memory.ts'
import { defaultLimits } from '../../../src/config/limits.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { addMonthly } from '../../writes/rows.ts'

const store = await openStore()
const hurried = await openStore({ limits: { ...defaultLimits, seconds: 0.01 } })
const { db } = store
const endDate = new Date('2026-03-31T09:00:00Z')
let made: Awaited<ReturnType<typeof addMonthly>>
beforeAll(async () => {
  made = await addMonthly(db, { endDate, anchorDay: 31, price: 2_400 })
})

type Refused = { message: string; extensions: { code: string } }
const told = (errors: readonly Refused[]) => errors.map(({ message, extensions }) => [extensions.code, message])

describe('What is to come of a subscription', () => {
  const dates = ['2026-03-31T09:00:00Z', '2026-04-30T09:00:00Z', '2026-05-31T09:00:00Z'].map((date) => ({ date }))

  it('is one renewal unless more are asked for, by whatever name, by a fragment, a variable, or not at all', async () => {
    const { data, errors } = await store.graphql(
      `query ($first: Int, $no: Boolean = false) { subscription(id: ${made.id}) {
        upcoming { date } none: upcoming(first: null) { date } ...Later left: upcoming @include(if: $no) { date }
      } }
      fragment Later on CustomerSubscription { later: upcoming(first: $first) { ... on UpcomingRenewal { date } } }`,
      { first: 3 },
    )
    expect(errors).toEqual([])
    expect(data.subscription).toEqual({ upcoming: dates.slice(0, 1), none: dates.slice(0, 1), later: dates })
  })

  it('is seen by whoever sees the subscription, and is all that they see of it', async () => {
    const query = `{ subscription(id: ${made.id}) { upcoming { date charge currency } } }`
    const seen = { subscription: { upcoming: [{ date: '2026-03-31T09:00:00Z', charge: 2_400, currency: 'USD' }] } }
    expect((await store.graphql(query)).data).toEqual(seen)
    const own = await store.customerToken(BigInt(made.customer.id))
    expect((await store.graphql(query, {}, own)).data).toEqual(seen)
    for (const other of [store.customer, store.otherMerchant])
      expect((await store.graphql(query, {}, other)).data).toEqual({ subscription: null })
  })

  it.each([0, -1, 13])(
    'is refused with a sentence where %i are asked for, also where there is no subscription to ask',
    async (first) => {
      const sentence = [['BAD_INPUT', `first must be from 1 to 12, not ${first}.`]]
      const asked = [
        store.graphql(`{ subscription(id: ${made.id}) { upcoming(first: ${first}) { date } } }`),
        store.graphql(`{ subscriptions(filter: { id: { eq: 0 } }) { nodes { upcoming(first: ${first}) { date } } } }`),
        store.graphql(`query ($first: Int) { subscription(id: ${made.id}) { upcoming(first: $first) { date } } }`, { first }),
        store.graphql(`query ($first: Int = ${first}) { subscription(id: ${made.id}) { upcoming(first: $first) { date } } }`),
      ]
      for (const { errors } of await Promise.all(asked)) expect(told(errors)).toEqual(sentence)
    },
  )

  it('is one statement with the subscriptions, however many they are', async () => {
    const query = (size: number) => `{ subscriptions(first: ${size}) { nodes { id upcoming(first: 12) { date lines { name }
      discounts { amount } total } } } customers(first: ${size}) { nodes { subscriptions { nodes { upcoming { date } } } } } }`
    for (const size of [2, 50]) {
      const statements = await store.statements(async () => expect((await store.graphql(query(size))).errors).toEqual([]))
      expect(statements).toHaveLength(1)
    }
  })

  it('is shown as it is after a write, and as it would be after a dry run', async () => {
    const skip = (isDryRun: boolean) => `mutation { skipSubscription(input: { id: ${made.id} }, dryRun: ${isDryRun}) {
      subscription { upcoming { date } } userErrors { code } } }`
    const skipped = { skipSubscription: { subscription: { upcoming: dates.slice(1, 2) }, userErrors: [] } }
    expect((await store.graphql(skip(true))).data).toEqual(skipped)
    const { data } = await store.graphql(`{ subscription(id: ${made.id}) { upcoming { date } } }`)
    expect(data.subscription.upcoming).toEqual(dates.slice(0, 1))
    expect((await store.graphql(skip(false))).data).toEqual(skipped)
    await store.graphql(`mutation { unskipSubscription(input: { id: ${made.id} }) { userErrors { code } } }`)
  })
})

describe('The forecast of a store', () => {
  const query = `query ($from: Date!, $to: Date!, $by: ForecastPeriod! = month) {
    renewalForecast(from: $from, to: $to, by: $by) { from to count amount currency } }`
  const days = { from: '2026-03-15', to: '2026-05-31' }

  async function keyWith(...scopes: string[]): Promise<string> {
    const clientId = `forecast_${scopes.join('_')}`
    await db.merchantKey.create({
      data: { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: today },
    })
    return `Bearer ${clientId}.s`
  }

  it('is for merchants whose key reads subscriptions, each of their own store', async () => {
    expect((await store.graphql(query, days, await keyWith('read_subscriptions'))).errors).toEqual([])
    const refused = async (as: string | undefined) => told((await store.graphql(query, days, as)).errors)
    expect(await refused(await keyWith('read_orders'))).toEqual([['FORBIDDEN', 'The key lacks the scope read_subscriptions.']])
    expect(await refused(store.customer)).toEqual([['FORBIDDEN', 'renewalForecast is open to merchants only.']])
    expect((await refused(''))[0]?.[0]).toBe('UNAUTHENTICATED')
    const counted = async (as: string) => {
      const { data } = await store.graphql(query, days, as)
      return (data.renewalForecast as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
    }
    const before = [await counted(store.merchant), await counted(store.otherMerchant)]
    await addMonthly(db, { storeId: 1, endDate })
    expect([await counted(store.merchant), await counted(store.otherMerchant)]).toEqual([(before[0] ?? 0) + 3, before[1]])
  })

  it('is of the next 30 days unless given', async () => {
    const periods = async (given: string) => (await store.graphql(`{ renewalForecast${given} { from to } }`)).data.renewalForecast
    expect(await periods('(by: month)')).toEqual([
      { from: '2026-03-15', to: '2026-03-31' },
      { from: '2026-04-01', to: '2026-04-13' },
    ])
    expect(await periods('(to: "2026-03-16", from: null)')).toEqual([{ from: '2026-03-15', to: '2026-03-16' }])
    expect(await periods('(from: "2026-05-01")')).toEqual([{ from: '2026-05-01', to: '2026-05-30' }])
  })

  it.each<[what: string, given: object, sentence: string]>([
    ['ends before it begins', { to: '2026-03-14' }, 'to must not lie before from, 2026-03-15.'],
    ['lies in the past', { from: '2026-03-14' }, "from must not lie in the past: in the store's time zone today is 2026-03-15."],
    ['lies too far ahead', { to: '2028-03-16' }, 'to must lie at most 2 years ahead, not after 2028-03-15.'],
    [
      'has too many periods',
      { to: '2028-03-15', by: 'day' },
      'From 2026-03-15 to 2028-03-15 are more than 400 periods of a day; ask for fewer days, or for longer periods.',
    ],
    ['has no such day', { to: '2026-02-30' }, 'must be a day, such as 2026-11-20, not 2026-02-30'],
    ['has a time for a day', { to: '2026-05-31T00:00:00Z' }, 'must be a day, such as 2026-11-20, not 2026-05-31T00:00:00Z'],
  ])('is refused where it %s', async (_what, given, sentence) => {
    const asked = { by: 'month', ...days, ...given }
    const literals = `{ renewalForecast(from: "${asked.from}", to: "${asked.to}", by: ${asked.by}) { count } }`
    for (const { errors } of [await store.graphql(query, asked), await store.graphql(literals)]) {
      expect(errors).toHaveLength(1)
      expect(errors[0]?.extensions.code).toBe('BAD_INPUT')
      expect(errors[0]?.message).toContain(sentence)
    }
  })

  it('costs what it takes to compute, beside what it takes to read', async () => {
    let milliseconds = 0
    const step = 100_000
    const rate = { burst: 1_000_000_000, perSecond: 1 }
    const buckets = bucketsInMemory(rate, () => today.getTime())
    // Between any two looks at it, so much passes that nothing else counts.
    const stopwatch = () => {
      milliseconds += step
      return milliseconds
    }
    const paying = await openStore({ budget: { buckets, rate, stopwatch } })
    const ask = async (to: string) => {
      const response = await paying.fetch('/graphql', {
        method: 'POST',
        headers: { authorization: store.merchant, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { ...days, to } }),
      })
      return ((await response.json()) as { extensions: { cost: { requested: number; charged: number } } }).extensions.cost
    }
    await ask('2026-03-31')
    let cost = { requested: 0, charged: 0 }
    const statements = await store.statements(async () => {
      cost = await ask('2026-03-31')
    })
    expect(cost.requested).toBe(1_000)
    expect(Math.round(cost.charged / step)).toBe(statements.length + 1)
  })

  it('counts each subscription once, however many there are, in a few statements for each five hundred, or is refused when its time is over', async () => {
    const sum = async () => {
      const { data, errors } = await store.graphql(query, { ...days, to: '2026-03-31' })
      expect(errors).toEqual([])
      return data.renewalForecast[0] as { count: number; amount: number }
    }
    const before = await sum()
    await db.$executeRaw`
      INSERT INTO subscription SELECT (jsonb_populate_record(NULL::subscription, to_jsonb(model)
        || jsonb_build_object('id', nextval(pg_get_serial_sequence('subscription', 'id'))))).*
      FROM generate_series(1, 1100) JOIN subscription AS model ON model.store_id = 1 AND model.id = ${made.id}`
    let after = before
    const statements = await store.statements(async () => {
      after = await sum()
    })
    expect(after).toMatchObject({ count: before.count + 1_100, amount: before.amount + 1_100 * 2_400 })
    expect(statements.length).toBeLessThan(25)
    const { errors } = await hurried.graphql(query, { ...days, to: '2028-03-01' })
    expect(told(errors)).toEqual([
      ['TIMEOUT', 'The request took longer than 0.01 seconds and was stopped; ask for less at a time.'],
    ])
  })
})
