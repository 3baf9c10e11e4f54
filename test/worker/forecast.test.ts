/** Forecasts equal the charges when nothing changes meanwhile: subscriptions are forecast, then renewed by the worker. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { addDays } from '../../src/values/calendar.ts'
import { formatTime } from '../../src/values/time.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, giveCredit } from '../writes/rows.ts'

const gateway = new TestGateway()
const begin = new Date('2026-03-01T12:00:00Z')
let now = begin
const store = await openStore({ gateway: () => gateway, now: () => now })
const { db } = store

beforeEach(() => {
  gateway.reset()
  now = begin
  // Rows of the demo store and of earlier tests are left out.
  return db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

const shown = `date lines { productId productInstanceId name sku price quantity } discounts { couponId amount }
  subTotal totalDiscount totalShipping totalTax total creditApplied charge currency`

type Upcoming = { date: string; lines: object[]; discounts: { amount: number }[]; totalDiscount: number; charge: number }

async function upcomingOf(id: number, first = 12): Promise<Upcoming[]> {
  const { data, errors } = await store.graphql(`{ subscription(id: ${id}) { upcoming(first: ${first}) { ${shown} } } }`)
  expect(errors).toEqual([])
  return data.subscription.upcoming
}

type Forecast = { from: string; to: string; count: number; amount: number }

async function forecastOf(from: string, to: string, by = 'month'): Promise<Forecast[]> {
  const { data, errors } = await store.graphql(
    `query ($from: Date!, $to: Date!, $by: ForecastPeriod!) { renewalForecast(from: $from, to: $to, by: $by) { from to count amount } }`,
    { from, to, by },
  )
  expect(errors).toEqual([])
  return data.renewalForecast
}

/** Works until nothing is due any more, at some time. */
async function work(at: Date): Promise<void> {
  now = at
  const fail = (error: unknown) => {
    throw error
  }
  while ((await inSight(() => advanceDue({ db, clock: clockOf(() => at), gateways: gatewaysOf(gateway), report: fail }))) > 0);
}

/** Lets the worker do what falls due until a time, each at its own time. */
async function liveUntil(end: Date): Promise<void> {
  for (;;) {
    const rows = await db.subscription.findMany({
      where: { status: { in: ['active', 'past_due'] }, autorenew: true, endDate: { gte: addDays(now, -30) } },
    })
    const due = rows.map(({ status, endDate, nextTryAt }) => (status === 'past_due' ? nextTryAt : endDate))
    const times = due.filter((time) => time !== null).map((time) => Math.max(time.getTime(), now.getTime()))
    const next = Math.min(...times)
    if (!(next <= end.getTime())) return
    await work(new Date(next))
  }
}

/** The orders of a subscription as a forecast shows them. */
async function chargedOf(subscriptionId: number) {
  const orders = await db.order.findMany({
    where: { isRenewal: true, financialStatus: 'paid', products: { some: { subscriptionId } } },
    orderBy: { id: 'asc' },
    include: { products: true, transactions: { where: { result: 'captured' } } },
  })
  return orders.map(({ products, transactions: [paid], ...order }) => ({
    date: formatTime(paid?.createdAt ?? order.placedAt),
    lines: products.map(({ productId, productInstanceId, name, sku, price, quantity }) => ({
      productId: String(productId),
      productInstanceId: String(productInstanceId),
      ...{ name, sku, price: Number(price), quantity },
    })),
    subTotal: Number(order.subTotal),
    totalDiscount: Number(order.totalDiscount),
    totalShipping: Number(order.totalShipping),
    totalTax: Number(order.totalTax),
    total: Number(order.total),
    creditApplied: Number(order.creditApplied),
    charge: Number(paid?.total),
    currency: 'USD',
  }))
}

async function addCoupon(
  subscriptionId: number,
  spec: { value: bigint; numRenewals: number; isPercent?: boolean; enabled?: boolean },
) {
  const { value, numRenewals, isPercent = false, enabled = true } = spec
  const code = `C${subscriptionId}-${value}-${numRenewals}`
  const coupon = await db.coupon.create({
    data: {
      storeId: 1,
      code,
      name: code,
      enabled,
      discountType: isPercent ? 'percent' : 'amount',
      discountValue: value,
      createdAt: begin,
    },
  })
  const on = { storeId: 1, subscriptionId, couponId: coupon.id, codeUsed: code, numRenewals }
  await db.subscriptionCoupon.create({ data: on })
  return Number(coupon.id)
}

const end31 = { startDate: new Date('2026-01-31T09:00:00Z'), endDate: new Date('2026-03-31T09:00:00Z') }

async function prepaid() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 3, price: 5_400 }], shipping: 250 })
  return addSubscription(db, { customer, product, ...end31, quantity: 2 })
}

async function weekly() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], rhythm: { weeks: 2 } })
  return addSubscription(db, { customer, product })
}

async function billedOnThe15th() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], rhythm: { day: 15 } })
  return addSubscription(db, { customer, product })
}

async function withCoupons() {
  const { id } = await addMonthly(db, { price: 3_000 })
  await addCoupon(id, { value: 10n, numRenewals: 3, isPercent: true })
  await addCoupon(id, { value: 500n, numRenewals: 1 })
  await addCoupon(id, { value: 700n, numRenewals: 9, enabled: false })
  return id
}

async function declinedBefore() {
  const { id } = await addMonthly(db, { price: 3_000, credit: 700n, endDate: new Date('2026-02-27T09:00:00Z') })
  await addCoupon(id, { value: 10n, numRenewals: 2, isPercent: true })
  gateway.mood = 'declines'
  await work(begin)
  gateway.reset()
  return id
}

async function skipped() {
  const { id } = await addMonthly(db, { endDate: new Date('2026-03-10T09:00:00Z') })
  const { data } = await store.graphql(`mutation { skipSubscription(input: { id: ${id} }) { userErrors { code } } }`)
  expect(data.skipSubscription.userErrors).toEqual([])
  return id
}

async function givenMoreTime() {
  const id = await declinedBefore()
  await db.subscription.update({
    where: { storeId_id: { storeId: 1n, id } },
    data: { endDate: new Date('2026-03-08T09:00:00Z') },
  })
  return id
}

/** One whose own credit is spent before that of its customer, which another subscription spends too: the day before it. */
async function sharingCredit() {
  const { id, customer, product } = await addMonthly(db, { price: 2_400, credit: 1_000n })
  await addSubscription(db, { customer, product, endDate: new Date('2026-03-19T09:00:00Z') })
  await addSubscription(db, { customer, product })
  await giveCredit(db, customer, 9_999)
  return id
}

/** One that is declined, whose order holds the credit of its customer. */
async function declinedWithCredit() {
  const { id, customer } = await addMonthly(db, { price: 3_000, endDate: new Date('2026-02-27T09:00:00Z') })
  await giveCredit(db, customer, 700)
  gateway.mood = 'declines'
  await work(begin)
  gateway.reset()
  await giveCredit(db, customer, 4_000)
  return id
}

const kinds: [what: string, make: () => Promise<number>][] = [
  ['a monthly one', async () => (await addMonthly(db)).id],
  ['one of the 31st', async () => (await addMonthly(db, end31)).id],
  ['one of 29 February', async () => (await addMonthly(db, { ...end31, anchorDay: 29 })).id],
  ['one that is billed on a day of its own', billedOnThe15th],
  ['a prepaid one of several, with shipping', prepaid],
  ['one of every other week', weekly],
  ['one with coupons for one renewal and for several, and one that is off', withCoupons],
  ['one with credit for more than a renewal', async () => (await addMonthly(db, { price: 2_400, credit: 6_000n })).id],
  ['one whose customer has credit, which others spend too', sharingCredit],
  ['one whose order of before holds credit of its customer', declinedWithCredit],
  ['one with a skip', skipped],
  ['one that is due already', async () => (await addMonthly(db, { endDate: new Date('2026-02-20T09:00:00Z') })).id],
  ['one whose renewal was declined', declinedBefore],
  ['one whose renewal was declined, that was given more time', givenMoreTime],
]

describe('What is forecast is what is charged', () => {
  it.each(kinds)('charges %s as forecast, twelve times', async (_what, make) => {
    const id = await make()
    const upcoming = await upcomingOf(id)
    expect(upcoming).toHaveLength(12)
    await liveUntil(new Date(upcoming.at(-1)?.date ?? now))
    expect(await chargedOf(id)).toEqual(upcoming.map(({ discounts: _discounts, ...each }) => each))
    for (const { discounts, totalDiscount } of upcoming)
      expect(discounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalDiscount)
  })

  it('also after some were charged: the forecast of then is the rest of the forecast of before', async () => {
    const id = await withCoupons()
    const before = await upcomingOf(id, 12)
    await liveUntil(new Date(before[4]?.date ?? now))
    expect(await upcomingOf(id, 7)).toEqual(before.slice(5))
  })

  it('for the store: by month, week and day, as many and as much as the worker then charges', async () => {
    for (const [, make] of kinds) await make()
    // Subscriptions that do not renew are in no forecast.
    await addMonthly(db, { autorenew: false })
    await addMonthly(db, { isGift: true })
    await addMonthly(db, { status: 'cancelled' })
    await addMonthly(db, { token: null, paymentMethodId: null })
    now = new Date('2026-03-02T00:30:00Z')
    await db.store.update({ where: { id: 1n }, data: { timeZone: 'America/New_York' } })
    const [from, to] = ['2026-03-01', '2026-06-17']
    const lengths = ['month', 'week', 'day'] as const
    const forecasts = await Promise.all(lengths.map((by) => forecastOf(from, to, by)))
    const { id: last } = await db.transaction.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'desc' } })
    await liveUntil(new Date('2026-06-18T04:00:00Z'))
    const paid = await db.transaction.findMany({
      where: { storeId: 1n, result: 'captured', id: { gt: last }, order: { isRenewal: true } },
    })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
    for (const periods of forecasts) {
      const counted = periods.map(({ from, to }) => {
        const inside = paid.filter(({ createdAt }) => day.format(createdAt) >= from && day.format(createdAt) <= to)
        return { from, to, count: inside.length, amount: inside.reduce((sum, { total }) => sum + Number(total), 0) }
      })
      expect(periods).toEqual(counted)
      expect(periods.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(30)
    }
    expect(forecasts[0]?.map(({ from, to }) => [from, to]).slice(0, 2)).toEqual([
      ['2026-03-01', '2026-03-31'],
      ['2026-04-01', '2026-04-30'],
    ])
    expect(forecasts[0]?.at(-1)).toMatchObject({ from: '2026-06-01', to })
    expect(forecasts[1]?.slice(0, 2)).toMatchObject([
      { from, to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-08' },
    ])
    expect(forecasts[2]).toHaveLength(109)
    await db.store.update({ where: { id: 1n }, data: { timeZone: 'UTC' } })
  })
})

describe('Nothing is forecast', () => {
  const none: [what: string, columns: Parameters<typeof addMonthly>[1]][] = [
    ['that does not renew by itself', { autorenew: false }],
    ['that was given', { isGift: true }],
    ['that is cancelled', { status: 'cancelled', autorenew: false }],
    ['that is over', { status: 'expired', autorenew: false }],
    ['that nobody pays', { token: null, paymentMethodId: null }],
    ['that nobody renewed in thirty days', { endDate: addDays(begin, -31) }],
    ['that is past due and no more tried', { status: 'past_due', nextTryAt: null }],
  ]
  it.each(none)('neither forecasts nor charges a subscription that is %s', async (_what, columns) => {
    const { id } = await addMonthly(db, columns)
    expect(await upcomingOf(id)).toEqual([])
    await liveUntil(addDays(begin, 90))
    expect(await chargedOf(id)).toEqual([])
  })
})
