/** The times that go by a store's test clock and those that go by real time, and the rules of moving it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetOldEntries, forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, pastDue } from '../writes/rows.ts'
import { openClockStore } from './clock-store.ts'

const { store, db, clock, time, advance, shownClock, moveTo, read } = await openClockStore()

const inMinute = /^The customer already has an order from the past minute; the next may be placed at /

describe('advanceClock', () => {
  const refused = async (to: string, as?: string) => (await advance(to, as)).refusals.map(({ code, message }) => [code, message])

  it.each(['2026-03-15T12:00:00Z', '2026-03-14', '2020-01-01T00:00:00+02:00'])(
    'does not move a clock backwards: %s',
    async (to) => {
      const message = 'to must lie after 2026-03-15T12:00:00Z, where the clock stands: no clock is moved backwards.'
      expect(await refused(to)).toEqual([['BAD_INPUT', message]])
      const rest = await store.rest('PUT /v1/clock/', store.merchant, { body: JSON.stringify({ to }) })
      expect([rest.status, rest.body]).toEqual([400, { errors: [message] }])
    },
  )

  it('moves no clock of a real store, none on its way, and none by more than ten years', async () => {
    expect(await refused('2027-01-01', store.otherMerchant)).toEqual([
      ['WRONG_STATUS', 'The store keeps real time; only a store that was made with a test clock can have it moved.'],
    ])
    expect(await refused('2036-03-15T12:00:01Z')).toEqual([
      ['BAD_INPUT', 'to must not lie after 2036-03-15T12:00:00Z: a clock is moved by 10 years at most.'],
    ])
    await advance('2027-01-01')
    expect(await refused('2028-01-01')).toEqual([
      ['WRONG_STATUS', 'The clock is on its way to 2027-01-01T00:00:00Z; wait until it is there before it is moved again.'],
    ])
  })

  it('moves no clock beyond what can be written of what is bought then', async () => {
    await db.store.update({ where: { id: 1n }, data: { clockNow: new Date('2195-01-01T00:00:00Z') } })
    expect(await refused('2200-01-01')).toEqual([
      ['BAD_INPUT', 'to must not lie after 2199-12-31T23:59:59Z: no clock is moved beyond that.'],
    ])
    expect(await refused('2199-12-31T23:59:59Z')).toEqual([])
  })

  it('takes the scope admin', async () => {
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["write_subscriptions", "read_log"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const { refusals } = await advance('2027-01-01', `Bearer ${merchantKey.clientId}.${secret}`)
    expect(refusals).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect((await advance('2027-01-01', store.customer)).refusals).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  it('is shown to merchants alone', async () => {
    expect(await shownClock(store.customer)).toBe(null)
    expect((await store.rest('GET /v1/clock/', store.customer)).status).toBe(403)
  })

  it('is shown on REST as it is when it is moved, in a real store too', async () => {
    const clockOf = async (as: string) => (await store.rest('GET /v1/clock/', as)).body
    const real = { is_test: false, now: '2026-03-15T12:00:00Z', target: null, is_moving: false }
    expect(await clockOf(store.otherMerchant)).toEqual({ type: 'store', clock: real })
    expect(await clockOf(store.merchant)).toEqual({ type: 'store', clock: { ...real, is_test: true } })
    const moved = await store.rest('PUT /v1/clock/', store.merchant, { body: JSON.stringify({ to: '2026-04-01' }) })
    const clock = { is_test: true, now: '2026-03-15T12:00:00Z', target: '2026-04-01T00:00:00Z', is_moving: true }
    expect([moved.status, moved.body]).toEqual([200, { type: 'store', clock }])
    expect(await clockOf(store.merchant)).toEqual(moved.body)
  })

  it('is held to by the database: no real store has one, and none goes backwards', async () => {
    const update = (id: bigint, data: object) => db.store.update({ where: { id }, data })
    await expect(update(2n, { clockNow: today })).rejects.toThrow('store_clock_now_check')
    await expect(update(1n, { clockTarget: today })).rejects.toThrow('store_clock_target_check')
  })
})

describe('In a store whose clock was moved', () => {
  const later = '2026-09-01T10:00:00Z'
  beforeEach(() => moveTo(later))

  it.each(surfaces)('what is ordered is of its time, and what may be done goes by it: %s', async (surface) => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 100 }] })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { status, record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    expect([status, record.placed_at]).toEqual([201, later])
    const where = { storeId: 1n, customerId: customer.id }
    expect(await db.subscription.findMany({ where })).toMatchObject([
      { startDate: new Date(later), endDate: new Date('2026-11-01T10:00:00Z') },
    ])
    expect(await db.shipment.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
      { createdAt: new Date(later), adjustedOrderedAt: new Date(later) },
      { createdAt: new Date(later), adjustedOrderedAt: new Date('2026-10-01T10:00:00Z') },
    ])
    const failed = await addMonthly(db, { ...pastDue(4), lastFailedRenewal: new Date('2026-08-20T10:00:00Z') })
    const { data } = await store.graphql(`{ subscription(id: ${failed.id}) { actions { name allowed } } }`)
    expect(data.subscription.actions).toContainEqual({ name: 'renew', allowed: true })
    expect(await ask(store, surface, 'renewSubscription', { id: failed.id })).toMatchObject({ status: 200 })
    const cancelled = await ask(store, surface, 'cancelSubscription', { id: failed.id })
    expect(cancelled).toMatchObject({ status: 200 })
    expect(await read(failed.id)).toMatchObject({ cancelledAt: new Date(later) })
  })

  it('the minute between two orders is a minute of the store', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500 })
    const order = () =>
      ask(store, 'REST', 'createOrder', {
        customer: { id: customer.id },
        products: [{ product_instance: { id: product.instanceId } }],
      })
    expect(await order()).toMatchObject({ status: 201 })
    time.real = new Date(today.getTime() + 60_000)
    expect(await order()).toMatchObject({ status: 400, message: expect.stringMatching(inMinute) })
    await moveTo('2026-10-01')
    expect(await order()).toMatchObject({ status: 201, record: { placed_at: '2026-10-01T00:00:00Z' } })
    const message = 'The customer already has an order from the past minute; the next may be placed at 2026-10-01T00:01:00Z.'
    expect(await order()).toMatchObject({ status: 400, message })
    // A mark of before the clock was set lies ahead of it, and is none.
    await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: new Date('2031-01-01') } })
    expect(await order()).toMatchObject({ status: 201 })
  })

  it('keys of repeats are kept for a day of real time', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2028-03-20T09:00:00Z') })
    const note = (key: string) => ask(store, 'REST', 'updateSubscription', { id, note: 'x' }, { key })
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: false })
    await moveTo('2027-09-01')
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: true })
    time.real = new Date(today.getTime() + 86_400_000 + 1_000)
    expect(await note('clock-key')).toMatchObject({ status: 200, replayed: false })
  })

  it('tokens and keys live in real time', async () => {
    const { data } = await store.graphql(
      `mutation { createCustomerToken(input: { customerId: ${store.customerId}, lifetimeSeconds: 60 }) { expiresAt token }
        createMerchantKey(input: { name: "x", scopes: ["admin"] }) { merchantKey { id createdAt } } }`,
    )
    expect(data.createCustomerToken.expiresAt).toBe('2026-03-15T12:01:00Z')
    expect(data.createMerchantKey.merchantKey.createdAt).toBe('2026-03-15T12:00:00Z')
    const asked = () => store.graphql('{ me { id } }', {}, `Bearer ${data.createCustomerToken.token}`)
    expect((await asked()).errors).toEqual([])
    time.real = new Date(today.getTime() + 61_000)
    expect((await asked()).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('a write costs one statement more than in another', async () => {
    const cancel = (id: number, storeId: number) => async () => {
      const as = storeId === 1 ? store.merchant : store.otherMerchant
      const { data } = await store.graphql(
        `mutation { cancelSubscription(input: { id: ${id} }) { subscription { id } userErrors { message } } }`,
        {},
        as,
      )
      expect(data.cancelSubscription.userErrors).toEqual([])
    }
    const counts: number[] = []
    for (const storeId of [1, 2]) {
      const customer = await addCustomer(db, { storeId })
      const product = await addProduct(db, { storeId, terms: [{ cycles: 1, price: 900 }] })
      const id = await addSubscription(db, { customer, product, endDate: new Date('2027-03-20T09:00:00Z') })
      counts.push((await store.statements(cancel(id, storeId))).length)
    }
    expect(counts[0]).toBe((counts[1] ?? 0) + 1)
  })
})

describe.each(surfaces)('What lies in the past over %s', (surface) => {
  it.each([
    ['2027-08-31', '2027-09-01T00:00:00Z'],
    ['2020-02-10', '2020-03-01T00:00:00Z'],
  ])('does so by the clock of the store: %s at %s', async (date, clockNow) => {
    const times = { startDate: new Date('2020-01-20T09:00:00Z'), endDate: new Date('2028-03-20T09:00:00Z') }
    const { id } = await addMonthly(db, times)
    await db.store.update({ where: { id: 1n }, data: { clockNow: new Date(clockNow) } })
    expect(await ask(store, surface, 'updateSubscription', { id, end_date: date })).toMatchObject({
      status: 400,
      message: `end_date must not lie in the past, before ${clockNow}: the subscription would be charged at once.`,
    })
    expect(await ask(store, surface, 'updateSubscription', { id, end_date: clockNow })).toMatchObject({ status: 200 })
  })
})

describe('The log of a store whose clock stands still', () => {
  it('is kept for as long as it is by that clock', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2028-03-20T09:00:00Z') })
    const note = async (text: string) =>
      expect(await ask(store, 'REST', 'updateSubscription', { id, note: text })).toMatchObject({ status: 200 })
    const kept = async () => {
      await inSight(() => forgetOldEntries(db, clock, { done: 730, refused: 90 }))
      return db.logEntry.count({ where: { storeId: 1n, subscriptionId: BigInt(id) } })
    }
    await db.store.update({ where: { id: 1n }, data: { clockNow: new Date('2020-01-01T00:00:00Z') } })
    await note('long ago')
    expect(await kept()).toBe(1)
    await moveTo('2021-12-30')
    await note('later')
    expect(await kept()).toBe(2)
    await moveTo('2022-01-01')
    expect(await kept()).toBe(1)
  })
})

describe('The events of a store whose clock stands still', () => {
  it('are kept for as long as it is by that clock', async () => {
    const { id } = await addMonthly(db, { endDate: new Date('2199-03-20T09:00:00Z') })
    const note = async (text: string) =>
      expect(await ask(store, 'REST', 'updateSubscription', { id, note: text })).toMatchObject({ status: 200 })
    const kept = async () => {
      await inSight(() => numberEvents({ db }))
      await inSight(() => forgetOldEvents(db, clock, 90))
      return db.event.count({ where: { storeId: 1n, subscriptionId: BigInt(id) } })
    }
    // Events that a webhook has not come to are kept.
    await db.webhook.deleteMany()
    await db.event.deleteMany({ where: { storeId: 1n } })
    await db.eventCounter.deleteMany({ where: { storeId: 1n } })
    await db.store.update({ where: { id: 1n }, data: { clockNow: new Date('2020-01-01T00:00:00Z') } })
    await note('long ago')
    expect(await kept()).toBe(1)
    await moveTo('2020-03-30')
    await note('later')
    expect(await kept()).toBe(2)
    await moveTo('2020-04-01')
    expect(await kept()).toBe(1)
    // Nor longer, where it is ahead of real time.
    await moveTo('2029-01-01')
    await note('far ahead')
    await moveTo('2029-05-01')
    expect(await kept()).toBe(0)
  })
})
