/** A store's test clock on its way: everything falls due in its order, as if time had passed. */
import { describe, expect, it } from 'vitest'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { moveClocks } from '../../src/worker/clocks.ts'
import { claimDue } from '../../src/worker/due.ts'
import { startWork } from '../../src/worker/work.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addMonthly, addProduct, addSubscription } from '../writes/rows.ts'
import { daysOf, openClockStore } from './clock-store.ts'

const { store, db, gateway, time, faults, worker, advance, shownClock, work, moveTo, read, ordersOf } = await openClockStore()

describe('A year', () => {
  it('passes for a subscription of the 31st: twelve orders, each with the times of its day', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-31T09:00:00Z'), anchorDay: 31, price: 2400 })
    await moveTo('2027-03-15T12:00:00Z')
    const orders = await ordersOf(id)
    const days = ['03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map(
      (day) => `2026-${day}`,
    )
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual([...days, '2027-01-31', '2027-02-28'])
    for (const { placedAt, transactions, fulfillments } of orders) {
      expect(placedAt.toISOString()).toContain('T09:00:00')
      expect(transactions).toMatchObject([{ result: 'captured', createdAt: placedAt, total: 2400n }])
      expect(fulfillments).toMatchObject([
        { fulfillmentDate: placedAt, shipment: { createdAt: placedAt, adjustedOrderedAt: placedAt } },
      ])
    }
    expect(await read(id)).toMatchObject({ status: 'active', endDate: new Date('2027-03-31T09:00:00Z'), revenue: 28_800n })
    const log = await db.logEntry.findMany({
      where: { subscriptionId: id, operation: 'advanceSubscription' },
      orderBy: { id: 'asc' },
    })
    expect(log.map(({ createdAt }) => createdAt)).toEqual(orders.map(({ placedAt }) => placedAt))
    expect(faults).toEqual([])
  })

  it('passes for one that is paid for three months at a time, with deliveries to come', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }] })
    const id = await addSubscription(db, { customer, product, endDate: new Date('2026-04-20T09:00:00Z') })
    await moveTo('2027-03-15T12:00:00Z')
    const orders = await ordersOf(id)
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual(['2026-04-20', '2026-07-20', '2026-10-20', '2027-01-20'])
    expect(orders.map(({ fulfillments }) => daysOf(fulfillments.map(({ fulfillmentDate }) => fulfillmentDate)))[0]).toEqual([
      '2026-04-20',
      '2026-05-20',
      '2026-06-20',
    ])
  })

  it('passes for one of the 31st that is prepaid: what a short month puts off falls on its day again, as its renewals do', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }] })
    const id = await addSubscription(db, { customer, product, endDate: new Date('2026-04-30T09:00:00Z'), anchorDay: 31 })
    await moveTo('2026-12-15T12:00:00Z')
    const due = (await ordersOf(id)).flatMap(({ fulfillments }) => fulfillments.map(({ fulfillmentDate }) => fulfillmentDate))
    const days = ['04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
    expect(daysOf(due)).toEqual(days.map((day) => `2026-${day}`))
  })

  it('passes for one whose card fails twice in the middle, and for one whose card never pays again', async () => {
    const twice = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10, token: 'tok_2' })
    const never = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10, token: 'tok_never' })
    await moveTo('2026-07-01')
    const [first, second] = await ordersOf(twice.id)
    expect(first).toMatchObject({ placedAt: new Date('2026-05-10T09:00:00Z'), financialStatus: 'paid' })
    expect(first?.transactions.map(({ result }) => result)).toEqual(['failed', 'failed', 'captured'])
    expect(daysOf(first?.transactions.map(({ createdAt }) => createdAt) ?? [])).toEqual([
      '2026-05-10',
      '2026-05-11',
      '2026-05-13',
    ])
    expect(second).toMatchObject({ placedAt: new Date('2026-06-10T09:00:00Z') })
    const [order, ...others] = await ordersOf(never.id)
    expect(others).toEqual([])
    const days = ['2026-05-10', '2026-05-11', '2026-05-13', '2026-05-15', '2026-05-17', '2026-05-24']
    expect(daysOf(order?.transactions.map(({ createdAt }) => createdAt) ?? [])).toEqual(days)
    expect(await read(never.id)).toMatchObject({
      status: 'past_due',
      pastDueAt: new Date('2026-05-10T09:00:00Z'),
      lastFailedRenewal: new Date('2026-05-24T09:00:00Z'),
      nextTryAt: null,
    })
  })

  it('has everything happen in the order of its time, however many it is', async () => {
    const [{ last }] = await db.$queryRaw<[{ last: bigint }]>`SELECT max(id) AS last FROM transaction WHERE store_id = 1`
    for (let day = 1; day <= 28; day += 3) {
      const endDate = new Date(Date.UTC(2026, 3, 29 - day, day % 24))
      await addMonthly(db, { endDate, anchorDay: 29 - day, token: day % 2 ? 'tok_succeed' : `tok_${day}_1` })
    }
    await moveTo('2026-08-15')
    const made = await db.transaction.findMany({ where: { storeId: 1n, id: { gt: last } }, orderBy: { id: 'asc' } })
    expect(made.length).toBeGreaterThan(40)
    const times = made.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
  })

  it('leaves out a renewal that is skipped, by the clock of the store', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-20T09:00:00Z') })
    await moveTo('2026-04-01')
    const { data } = await store.graphql(
      `mutation { skipSubscription(input: { id: ${id} }) { subscription { skippedDate endDate } userErrors { message } } }`,
    )
    expect(data.skipSubscription.subscription).toEqual({ skippedDate: '2026-04-20T09:00:00Z', endDate: '2026-05-20T09:00:00Z' })
    await moveTo('2026-06-01')
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-03-20', '2026-05-20'])
  })

  it('ends what does not renew, at its end', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-09-20T09:00:00Z'), autorenew: false })
    await moveTo('2026-09-20T08:59:59Z')
    expect(await read(id)).toMatchObject({ status: 'active' })
    await moveTo('2026-09-20T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })
})

describe('A clock on its way', () => {
  it('goes on with another worker when the first has ended', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-03-31T09:00:00Z'), anchorDay: 31 })
    await advance('2029-03-15')
    const isMidway = async () => (await ordersOf(id)).length > 3
    const { end } = inSight(() => startWork(worker))
    await expect.poll(isMidway, { timeout: 10_000 }).toBe(true)
    await end()
    const midway = await shownClock()
    expect(midway).toMatchObject({ isMoving: true, target: '2029-03-15T00:00:00Z' })
    await work()
    expect(await shownClock()).toMatchObject({ isMoving: false, now: '2029-03-15T00:00:00Z' })
    expect(await ordersOf(id)).toHaveLength(36)
    expect(faults).toEqual([])
  })

  it('is moved by several at once as by one', async () => {
    const ids: number[] = []
    for (let day = 16; day <= 27; day += 1)
      ids.push((await addMonthly(db, { endDate: new Date(`2026-03-${day}T09:00:00Z`), anchorDay: day })).id)
    await advance('2026-09-15')
    const ends = [1, 2, 3].map(() => inSight(() => startWork(worker)).end)
    await expect.poll(async () => (await shownClock()).isMoving, { timeout: 20_000 }).toBe(false)
    await Promise.all(ends.map((end) => end()))
    const orders = await db.order.findMany({
      where: { storeId: 1n, isRenewal: true, products: { some: { subscriptionId: { in: ids } } } },
      orderBy: { id: 'asc' },
    })
    const times = orders.map(({ placedAt }) => placedAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    for (const id of ids) {
      const days = daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))
      const [first = ''] = days
      expect(days).toEqual(['03', '04', '05', '06', '07', '08'].map((month) => `2026-${month}-${first.slice(-2)}`))
    }
    expect(faults).toEqual([])
  })

  it('waits for no minute where the gateway knows at once what became of a payment that it left open', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10 })
    gateway.mood = 'charges and breaks'
    await moveTo('2026-07-01')
    const orders = await ordersOf(id)
    expect(daysOf(orders.map(({ placedAt }) => placedAt))).toEqual(['2026-05-10', '2026-06-10'])
    const tried = orders.map(({ transactions }) => daysOf(transactions.map(({ createdAt }) => createdAt)))
    expect(tried).toEqual([['2026-05-10'], ['2026-06-10']])
  })

  it('waits for a payment of which the gateway knows nothing, whose order is then of its time', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2026-05-10T09:00:00Z'), anchorDay: 10 })
    gateway.mood = 'is silent'
    await advance('2026-07-01')
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-05-10T09:00:00Z', isMoving: true })
    gateway.mood = 'answers'
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-05-10T09:00:00Z', isMoving: true })
    time.real = new Date(today.getTime() + 121_000)
    await work()
    expect(await shownClock()).toMatchObject({ now: '2026-07-01T00:00:00Z', isMoving: false })
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-05-10', '2026-06-10'])
    expect(gateway.asked).toHaveLength(3)
  })

  it('moves no other store', async () => {
    const customer = await addCustomer(db, { storeId: 2 })
    const product = await addProduct(db, { storeId: 2, terms: [{ cycles: 1, price: 900 }] })
    const id = await addSubscription(db, { customer, product, endDate: new Date('2026-03-20T09:00:00Z') })
    await moveTo('2027-01-01')
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id, 2) })).toMatchObject({
      endDate: new Date('2026-03-20T09:00:00Z'),
    })
    expect(await shownClock(store.otherMerchant)).toEqual({
      isTest: false,
      now: '2026-03-15T12:00:00Z',
      target: null,
      isMoving: false,
    })
  })

  it('stands still, whatever real time does, and before it was moved runs with it', async () => {
    time.real = new Date('2026-03-15T13:00:00Z')
    expect(await shownClock()).toMatchObject({ now: '2026-03-15T13:00:00Z', isMoving: false })
    await moveTo('2026-03-16')
    time.real = new Date('2026-05-15T13:00:00Z')
    await addMonthly(db, { endDate: new Date('2026-03-20T09:00:00Z') })
    await work()
    expect(gateway.asked).toEqual([])
    expect(await shownClock()).toMatchObject({ now: '2026-03-16T00:00:00Z', isMoving: false })
  })
})

describe('What is due of a store', () => {
  /** Explains a query in a database in which reading a whole table, or sorting it, is never worth while. */
  const planOf = (run: (explaining: Db) => Promise<unknown>) =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`
      await tx.$executeRaw`SET LOCAL enable_sort = off`
      const lines: string[] = []
      const explain = async (text: TemplateStringsArray, ...values: unknown[]) => {
        const plan = await tx.$queryRaw<object[]>`EXPLAIN ${Prisma.sql(text, ...values)}`
        lines.push(...plan.flatMap((line) => Object.values(line).map(String)))
        return []
      }
      await run({ $queryRaw: explain, $executeRaw: explain } as unknown as Db)
      return lines.map((line) => line.trim())
    })

  it.each<[string, RegExp, (explaining: Db) => Promise<unknown>]>([
    ['claimed', /END <= /, (explaining) => claimDue(explaining, databaseClock, 96)],
    ['waited for by a clock', /END IS NOT NULL/, (explaining) => moveClocks(explaining, databaseClock)],
  ])('is found by its index when it is %s', async (_what, bound, run) => {
    const lines = await planOf(run)
    const at = lines.findIndex((line) => line.includes('Index Scan using subscription_due'))
    expect(lines[at + 1]).toMatch(/^Index Cond: .*store_id = store(_\d)?\.id/)
    expect(lines[at + 1]).toMatch(bound)
  })
})
