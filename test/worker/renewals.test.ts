/** The steps of subscriptions by themselves: renewed at their end date, tried again, given up, ended. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { addDays } from '../../src/values/calendar.ts'
import { claimDue } from '../../src/worker/due.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, type Customer, onHand } from '../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store
const faults: unknown[] = []
let now = new Date('2026-03-20T09:00:00Z')

/** Works until nothing is due any more. */
async function work(at: Date | string): Promise<number> {
  now = new Date(at)
  const clock = clockOf(() => now)
  let done = 0
  for (;;) {
    const count = await inSight(() =>
      advanceDue({ db, clock, gateways: gatewaysOf(gateway), report: (error) => void faults.push(error) }),
    )
    done += count
    if (count === 0) return done
  }
}

beforeEach(() => {
  gateway.reset()
  faults.length = 0
  // Rows of the demo store and of earlier tests are left out.
  return db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
const ordersOf = (subscriptionId: number) =>
  db.order.findMany({
    where: { products: { some: { subscriptionId } } },
    orderBy: { id: 'asc' },
    include: { transactions: { orderBy: { id: 'asc' } }, fulfillments: true },
  })
const due = { endDate: new Date('2026-03-20T09:00:00Z'), anchorDay: 31 }

describe('A renewal', () => {
  it('is made at the end date and not before, with its order, its charge and its deliveries', async () => {
    const { id } = await addMonthly(db, { ...due, price: 2400 })
    expect(await work('2026-03-20T08:59:59Z')).toBe(0)
    expect(await work('2026-03-20T09:00:00Z')).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'active', endDate: new Date('2026-04-30T09:00:00Z'), paymentUnderWay: false })
    const [order, ...others] = await ordersOf(id)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      isRenewal: true,
      financialStatus: 'paid',
      total: 2400n,
      transactions: [{ result: 'captured', total: 2400n }],
      fulfillments: [{ fulfillmentDate: now, status: 'open' }],
    })
    expect(gateway.asked).toHaveLength(1)
    expect(await work('2026-03-20T09:00:00Z')).toBe(0)
    await work('2026-04-30T09:00:00Z')
    expect(await read(id)).toMatchObject({ endDate: new Date('2026-05-31T09:00:00Z') })
    expect(faults).toEqual([])
  })

  it('is in the log as the worker’s, and nothing is where nothing was due', async () => {
    const { id } = await addMonthly(db, due)
    await work('2026-03-20T09:00:00Z')
    await work('2026-03-20T09:00:01Z')
    const entries = await db.logEntry.findMany({ where: { subscriptionId: id } })
    expect(entries).toMatchObject([{ actor: 'worker', surface: 'worker', operation: 'advanceSubscription', refusedBy: null }])
  })

  it('is made again at once when the end date is set back to the same moment', async () => {
    const { id } = await addMonthly(db, due)
    await work(due.endDate)
    await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, {
      body: JSON.stringify({ end_date: '2026-03-20T09:00:00Z' }),
    })
    expect(await work(due.endDate)).toBe(1)
    expect(await ordersOf(id)).toHaveLength(2)
  })

  it('is charged in the currency of its store, also by hand while a credential still remembers another', async () => {
    const { id } = await addMonthly(db, { status: 'past_due', lastFailedRenewal: new Date('2026-03-15T09:00:00Z'), ...due })
    await store.rest('/v1/subscriptions/')
    await db.store.update({ where: { id: 1n }, data: { currency: 'EUR' } })
    const { status } = await store.rest(`PUT /v1/subscriptions/${id}/renew/`)
    await db.store.update({ where: { id: 1n }, data: { currency: 'USD' } })
    expect([status, gateway.asked.map(({ currency }) => currency)]).toEqual([200, ['EUR']])
  })

  it('uses credit first', async () => {
    const { id } = await addMonthly(db, { ...due, price: 2400, credit: 3000n })
    await work('2026-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ credit: 600n, status: 'active' })
    expect(gateway.asked).toEqual([])
  })

  it('that is skipped is left out', async () => {
    const { id } = await addMonthly(db, { ...due, skippedDate: new Date('2026-02-20T09:00:00Z') })
    expect(await work('2026-02-20T09:00:00Z')).toBe(0)
    await work('2026-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ skippedDate: null, endDate: new Date('2026-04-30T09:00:00Z') })
  })

  it('a renewal due over 30 days ago becomes past due uncharged', async () => {
    const { id } = await addMonthly(db, due)
    await work('2026-04-30T09:00:01Z')
    expect(await read(id)).toMatchObject({ status: 'past_due', failedRenewals: 0, nextTryAt: new Date('2026-05-30T09:00:01Z') })
    await work('2026-05-30T09:00:01Z')
    expect(await read(id)).toMatchObject({ status: 'past_due', nextTryAt: null })
    expect(await ordersOf(id)).toEqual([])
    expect(gateway.asked).toEqual([])
  })

  it('that no card can pay is tried again as one that was declined, and leaves no order', async () => {
    const { id } = await addMonthly(db, { ...due, token: null, paymentMethodId: null })
    await work('2026-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'past_due', failedRenewals: 1, nextTryAt: new Date('2026-03-21T09:00:00Z') })
    expect(await ordersOf(id)).toEqual([])
  })

  it('of what is out of stock is tried again too', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], stock: 0 })
    const id = await addSubscription(db, { customer, product, ...due })
    await work('2026-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'past_due', failedRenewals: 1 })
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 3 } })
    await work('2026-03-21T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'active', failedRenewals: 0, nextTryAt: null })
    expect(await onHand(db, product)).toBe(2)
  })

  it('of which the gateway says nothing is never lost and never charged twice', async () => {
    const { id } = await addMonthly(db, due)
    gateway.reset('breaks after')
    await work('2026-03-20T09:00:00Z')
    expect(faults).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'active', paymentUnderWay: true })
    expect(await work('2026-03-20T09:05:00Z')).toBe(0)
    expect(gateway.asked).toHaveLength(1)
  })
})

describe('A renewal that is declined', () => {
  it('is tried again on days 1, 3, 5, 7 and 14, each time on the same order, and then given up after thirty', async () => {
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    const days = [0, 1, 3, 5, 7, 14]
    for (const [failed, day] of days.entries()) {
      const at = addDays(due.endDate, day)
      if (day > 0) expect(await work(new Date(at.getTime() - 1_000))).toBe(0)
      expect(await work(at)).toBe(1)
      expect(await read(id)).toMatchObject({
        status: 'past_due',
        failedRenewals: failed + 1,
        pastDueAt: due.endDate,
        lastFailedRenewal: at,
      })
    }
    const [order, ...others] = await ordersOf(id)
    expect(others).toEqual([])
    expect(order).toMatchObject({ financialStatus: 'unpaid', status: 'open', fulfillments: [] })
    expect(order?.transactions.map(({ result }) => result)).toEqual(Array(6).fill('failed'))
    expect(await work(addDays(due.endDate, 29))).toBe(0)
    expect(await work(addDays(due.endDate, 30))).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'past_due', nextTryAt: null })
    expect(await work(addDays(due.endDate, 400))).toBe(0)
  })

  it('is paid by the try that succeeds, on its order, and renewals go on from its date', async () => {
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    await work('2026-03-20T09:00:00Z')
    gateway.mood = 'captures'
    await work('2026-03-21T09:00:00Z')
    expect(await read(id)).toMatchObject({
      status: 'active',
      endDate: new Date('2026-04-30T09:00:00Z'),
      failedRenewals: 0,
      pastDueAt: null,
      nextTryAt: null,
      lastFailedRenewal: null,
    })
    const [order, ...others] = await ordersOf(id)
    expect(others).toEqual([])
    expect(order?.transactions.map(({ result }) => result)).toEqual(['failed', 'captured'])
    expect(order).toMatchObject({ financialStatus: 'paid' })
  })

  it('is cancelled after thirty days where the store has chosen so, and its order is closed', async () => {
    await db.store.update({ where: { id: 1n }, data: { cancelsPastDue: true, retryDays: [2] } })
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    await work('2026-03-20T09:00:00Z')
    expect(await work('2026-03-21T09:00:00Z')).toBe(0)
    expect(await work('2026-03-22T09:00:00Z')).toBe(1)
    expect(await work(addDays(due.endDate, 30))).toBe(1)
    expect(await work(new Date(addDays(due.endDate, 30).getTime() + 300_000))).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'cancelled', autorenew: false, unpaidOrderId: null })
    expect(await ordersOf(id)).toMatchObject([{ status: 'closed', financialStatus: 'unpaid' }])
    await db.store.update({ where: { id: 1n }, data: { cancelsPastDue: false, retryDays: [1, 3, 5, 7, 14] } })
  })
})

describe('A renewal that failed', () => {
  const failed = async (columns: object) => {
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    await work('2026-03-20T09:00:00Z')
    gateway.reset()
    const { status, body } = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, { body: JSON.stringify(columns) })
    expect([status, body.errors]).toEqual([200, undefined])
    return id
  }

  it('is not tried again once renewal is turned off: the subscription is over, and its order closed', async () => {
    const id = await failed({ autorenew: false })
    await work('2026-03-21T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired', autorenew: false, unpaidOrderId: null })
    expect(await ordersOf(id)).toMatchObject([{ status: 'closed', financialStatus: 'unpaid' }])
    expect(gateway.asked).toEqual([])
  })

  it('waits for the end of the time that was given since', async () => {
    const id = await failed({ end_date: '2026-04-05T09:00:00Z' })
    await work('2026-03-21T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'past_due', nextTryAt: new Date('2026-04-05T09:00:00Z') })
    expect(gateway.asked).toEqual([])
    await work('2026-04-05T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  it('is charged after time that was given beyond the thirty days too', async () => {
    const id = await failed({ end_date: '2026-05-20T09:00:00Z' })
    await work('2026-03-21T09:00:00Z')
    await work('2026-05-20T09:00:00Z')
    expect(gateway.asked).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'active', endDate: new Date('2026-06-20T09:00:00Z') })
  })
})

describe('At its end date', () => {
  it.each([
    ['one that does not renew by itself', { autorenew: false }],
    ['a gift', { isGift: true }],
    ['a cancelled one', { status: 'cancelled', autorenew: false }],
  ] as const)('%s expires', async (_what, columns) => {
    const { id } = await addMonthly(db, { ...due, ...columns })
    await work('2026-03-20T08:59:59Z')
    expect((await read(id)).status).not.toBe('expired')
    await work('2026-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired', autorenew: false, endDate: due.endDate })
    expect(gateway.asked).toEqual([])
  })

  it.each([
    ['one that does not renew by itself', { autorenew: false }],
    ['a gift', { isGift: true }],
    ['a cancelled one', { status: 'cancelled', autorenew: false }],
  ] as const)('%s expires however late somebody looks', async (_what, columns) => {
    const { id } = await addMonthly(db, { ...due, ...columns })
    await work('2027-03-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })
})

describe('Many workers', () => {
  it('renew each once, though they look at the same moment', async () => {
    const ids: number[] = []
    for (let number = 1; number <= 3; number += 1) ids.push((await addMonthly(db, due)).id)
    now = due.endDate
    const clock = clockOf(() => now)
    const worker = { db, clock, gateways: gatewaysOf(gateway), report: (error: unknown) => void faults.push(error) }
    const counts = await inSight(() => Promise.all([1, 2, 3, 4].map(() => advanceDue(worker))))
    expect(counts.reduce((sum, count) => sum + count)).toBe(3)
    for (const id of ids) expect(await ordersOf(id)).toHaveLength(1)
    expect(faults).toEqual([])
  })

  it('take a few of each store at a time, so that none waits for another with many', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    for (let number = 1; number <= 60; number += 1) await addSubscription(db, { customer, product, ...due })
    const neighbour = await addCustomer(db, { storeId: 2 })
    const other = await addProduct(db, { storeId: 2, terms: [{ cycles: 1, price: 900 }] })
    const small = await addSubscription(db, { customer: neighbour, product: other, ...due })
    const clock = clockOf(() => due.endDate)
    const claimed = await inSight(() => claimDue(db, clock, 96))
    expect(claimed.filter(({ storeId }) => storeId === 1n)).toHaveLength(20)
    expect(claimed.filter(({ storeId }) => storeId === 2n).map(({ id }) => Number(id))).toEqual([small])
  })

  it('take those of one time by their ids, however many there are and whichever was written last', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const ids: number[] = []
    for (let number = 1; number <= 30; number += 1) ids.push(await addSubscription(db, { customer, product, ...due }))
    for (const id of ids.slice(0, 25).reverse())
      await db.subscription.update({ where: ofStore(id), data: { note: 'written again' } })
    const claimed = await inSight(() =>
      claimDue(
        db,
        clockOf(() => due.endDate),
        96,
      ),
    )
    expect(claimed.map(({ id }) => Number(id)).sort((one, other) => one - other)).toEqual(ids.slice(0, 20))
  })

  const sleepy = 'tok_sleepy'
  const dueOf = async (count: number, customer: Customer) => {
    const product = await addProduct(db, { storeId: customer.storeId, terms: [{ cycles: 1, price: 900 }] })
    const ids: number[] = []
    for (let number = 1; number <= count; number += 1) ids.push(await addSubscription(db, { customer, product, ...due }))
    return ids
  }
  const begin = () => {
    now = due.endDate
    return inSight(() =>
      advanceDue({ db, clock: clockOf(() => now), gateways: gatewaysOf(gateway), report: (error) => void faults.push(error) }),
    )
  }

  it('begin nothing more that they claimed once a gateway has kept them for long, and leave it to others', async () => {
    const real = performance.now.bind(performance)
    let ahead = 0
    const elapsed = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
    try {
      const ids = await dueOf(5, await addCustomer(db))
      gateway.meanwhile = async () => {
        ahead += 20_000
      }
      expect(await begin()).toBe(5)
      expect(gateway.asked).toHaveLength(1)
      const left = { storeId: 1n, id: { in: ids.map(BigInt) }, endDate: due.endDate }
      expect(await db.subscription.count({ where: { ...left, claimedUntil: null } })).toBe(4)
      expect(await begin()).toBe(4)
      expect(gateway.asked).toHaveLength(2)
    } finally {
      elapsed.mockRestore()
    }
  })

  it('begin with each store in turn, so that a gateway that hangs for one keeps none of another waiting', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    gateway.meanwhile = async ({ token }) => (token === sleepy ? answered : undefined)
    for (let number = 1; number <= 20; number += 1) await dueOf(1, await addCustomer(db, { token: sleepy }))
    const others: number[] = []
    for (let number = 1; number <= 10; number += 1) others.push(...(await dueOf(1, await addCustomer(db, { storeId: 2 }))))
    const working = begin()
    try {
      const where = { storeId: 2n, id: { in: others.map(BigInt) }, endDate: { gt: due.endDate } }
      await expect.poll(() => db.subscription.count({ where })).toBe(10)
    } finally {
      answer()
      await working
    }
  })
})
