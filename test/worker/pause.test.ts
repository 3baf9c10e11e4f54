/** Paused subscriptions by the clock: nothing is done for them until their time has come, and then everything in its order. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription } from '../writes/rows.ts'
import { daysOf, openClockStore } from './clock-store.ts'

const { store, db, gateway, faults, moveTo, work, worker, read, ordersOf } = await openClockStore()

const at = (text: string) => new Date(text)
const pause = (id: number, paused_until?: string) => ask(store, 'REST', 'pauseSubscription', { id, paused_until })
const resume = (id: number) => ask(store, 'GraphQL', 'resumeSubscription', { id })
const eventsOf = (id: number) =>
  db.event.findMany({ where: { subscriptionId: BigInt(id), type: { startsWith: 'subscription.' } }, orderBy: { id: 'asc' } })

beforeEach(() => db.subscription.updateMany({ data: { pausedAt: null, pausedUntil: null } }))

describe('The worker', () => {
  it('resumes at the time until which it is paused, and renews at the date that is then due', async () => {
    const { id } = await addMonthly(db, { price: 2400 })
    expect((await pause(id, '2026-04-14T12:00:00Z')).status).toBe(200)
    await moveTo('2026-04-14T11:59:59Z')
    expect(await read(id)).toMatchObject({ status: 'suspended' })
    expect(gateway.asked).toEqual([])
    await moveTo('2026-04-14T12:00:00Z')
    const resumed = { status: 'active', pausedAt: null, pausedUntil: null, endDate: at('2026-04-19T09:00:00Z'), anchorDay: 19 }
    expect(await read(id)).toMatchObject(resumed)
    await moveTo('2026-07-01')
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-04-19', '2026-05-19', '2026-06-19'])
    const told = (await eventsOf(id)).filter(({ type }) => type !== 'subscription.renewal_upcoming')
    expect(told.map(({ type, createdAt }) => [type, createdAt.toISOString().slice(0, 16)])).toEqual([
      ['subscription.paused', '2026-03-15T12:00'],
      ['subscription.resumed', '2026-04-14T12:00'],
      ['subscription.renewed', '2026-04-19T09:00'],
      ['subscription.renewed', '2026-05-19T09:00'],
      ['subscription.renewed', '2026-06-19T09:00'],
    ])
    expect(faults).toEqual([])
  })

  it('does all of it in order when the clock jumps over the end of the pause and several renewals', async () => {
    const first = await addMonthly(db)
    const second = await addMonthly(db, { endDate: at('2026-04-10T09:00:00Z') })
    await pause(first.id, '2026-04-04T12:00:00Z')
    await moveTo('2026-06-01')
    const [one, other] = [await ordersOf(first.id), await ordersOf(second.id)]
    expect(daysOf(one.map(({ placedAt }) => placedAt))).toEqual(['2026-04-09', '2026-05-09'])
    const all = [...one, ...other].sort((left, right) => Number(left.id - right.id)).map(({ placedAt }) => placedAt.getTime())
    expect(all).toEqual([...all].sort((left, right) => left - right))
  })

  it('leaves one that is paused until it is resumed by hand, however long that takes', async () => {
    const { id } = await addMonthly(db)
    await pause(id)
    await moveTo('2027-03-15T12:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'suspended', endDate: at('2026-03-20T09:00:00Z') })
    expect((await resume(id)).record).toMatchObject({ status: 'active', end_date: '2027-03-20T09:00:00Z' })
    await moveTo('2027-03-21')
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2027-03-20'])
  })

  it('keeps to the day that the product is billed on', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], rhythm: { day: 15 } })
    const id = await addSubscription(db, { customer, product, endDate: at('2026-04-15T00:00:00Z') })
    await pause(id, '2026-03-25T12:00:00Z')
    await moveTo('2026-07-01')
    expect(daysOf((await ordersOf(id)).map(({ placedAt }) => placedAt))).toEqual(['2026-04-25', '2026-05-15', '2026-06-15'])
  })

  it('moves the deliveries that wait by the paused days', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }] })
    const id = await addSubscription(db, { customer, product })
    await moveTo('2026-03-21')
    await pause(id, '2026-04-10')
    await moveTo('2026-04-11')
    const [order] = await ordersOf(id)
    const dates = order?.fulfillments.map(({ adjustedFulfillmentDate }) => adjustedFulfillmentDate) ?? []
    expect(daysOf(dates)).toEqual(['2026-04-09', '2026-05-10', '2026-06-09'])
    expect(order?.fulfillments.map(({ onHold }) => onHold)).toEqual([false, false, false])
    expect(await read(id)).toMatchObject({ endDate: at('2026-07-10T09:00:00Z') })
  })

  it('ends a gift as many days later', async () => {
    const { id } = await addMonthly(db, { isGift: true, endDate: at('2026-03-20T09:00:00Z') })
    await pause(id, '2026-03-30T12:00:00Z')
    await moveTo('2026-04-04T08:59:59Z')
    expect(await read(id)).toMatchObject({ status: 'active', endDate: at('2026-04-04T09:00:00Z') })
    await moveTo('2026-04-04T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })

  it('counts the days until the time that was given, however late it comes to it', async () => {
    const { id } = await addMonthly(db)
    await pause(id, '2026-03-18T12:00:00Z')
    const late = clockOf(() => at('2026-03-22T12:00:00Z'))
    while ((await inSight(() => advanceDue({ ...worker, clock: late }))) > 0);
    expect(await read(id)).toMatchObject({ status: 'active', endDate: at('2026-03-23T09:00:00Z') })
  })
})

describe('Two workers and whoever pauses', () => {
  it('resume once, with one event', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => addMonthly(db, { endDate: at('2026-09-20T09:00:00Z') })))
    for (const { id } of made) await pause(id, '2026-03-25T12:00:00Z')
    const late = { ...worker, clock: clockOf(() => at('2026-03-25T12:00:00Z')) }
    await inSight(() => Promise.all([advanceDue(late), advanceDue(late), ...made.map(({ id }) => resume(id))]))
    for (const { id } of made) {
      expect((await eventsOf(id)).filter(({ type }) => type === 'subscription.resumed')).toHaveLength(1)
      expect(await read(id)).toMatchObject({ status: 'active' })
    }
  })

  it('at the moment of a renewal do one after the other: before it the pause prevents the charge, after it what is renewed is paused', async () => {
    const customers = await Promise.all(Array.from({ length: 16 }, () => addCustomer(db)))
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const ids = await Promise.all(customers.map((customer) => addSubscription(db, { customer, product })))
    const due = { ...worker, clock: clockOf(() => at('2026-03-20T09:00:00Z')) }
    const [answers] = await inSight(() => Promise.all([Promise.all(ids.map((id) => pause(id))), advanceDue(due)]))
    await work()
    for (const [place, id] of ids.entries()) {
      const { status, endDate } = await read(id)
      const renewals = (await ordersOf(id)).length
      const isPaused = answers[place]?.status === 200
      expect([status, endDate]).toEqual([
        isPaused ? 'suspended' : 'active',
        at(renewals === 0 ? '2026-03-20T09:00:00Z' : '2026-04-20T09:00:00Z'),
      ])
      expect(renewals).toBeLessThanOrEqual(1)
      if (!isPaused) expect(renewals).toBe(1)
    }
  })
})
