/** The credit of a subscription that has ended becomes its customer's once its time is over, and no order waits for its payment. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { claimDue } from '../../../src/worker/due.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, ago, daySeconds, pastDue } from '../../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store

await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })

const work = (at: Date) =>
  inSight(() =>
    advanceDue({ db, clock: clockOf(() => at), gateways: gatewaysOf(gateway), report: (error) => expect(error).toBeUndefined() }),
  )

describe.each(surfaces)('%s', (surface) => {
  /** The credit of the subscription, that of its customer, and its entries. */
  async function creditsOf(id: number) {
    const { credit, customer } = await db.subscription.findUniqueOrThrow({ where: ofStore(id), include: { customer: true } })
    const entries = await db.creditEntry.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(customer.credit)
    return { own: Number(credit), customers: Number(customer.credit), entries: entries.map(({ amount }) => Number(amount)) }
  }
  const moved = (amount: number) => ({ own: 0, customers: amount, entries: [amount] })
  const stays = (amount: number) => ({ own: amount, customers: 0, entries: [] })
  const eventsOf = async (subscriptionId: number) =>
    (await db.event.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })).map(({ type }) => type)

  it('stays while time is left, and is moved by the worker when that is over, in the write that ends it', async () => {
    const { id } = await addMonthly(db, { credit: 800, endDate: ago(-daySeconds) })
    expect((await ask(store, surface, 'cancelSubscription', { id })).record).toMatchObject({ status: 'cancelled', credit: 800 })
    expect(await creditsOf(id)).toEqual(stays(800))
    await work(new Date(today.getTime() + 2 * daySeconds * 1_000))
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'expired' })
    expect(await creditsOf(id)).toEqual(moved(800))
    expect((await eventsOf(id)).slice(-2).sort()).toEqual(['credit_entry.created', 'subscription.expired'])
    const log = await logOf(store, 'subscription', id)
    expect(log.at(-1)).toMatchObject({ operation: 'advanceSubscription', changes: { credit: { from: 800, to: 0 } } })
  })

  it('is moved at once where the time is over: with that of the unpaid order, which is closed', async () => {
    const { id } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', credit: 3000 })
    gateway.reset('declines')
    await db.productTermPrice.updateMany({ where: { product: { subscriptions: { some: { id } } } }, data: { price: 4000 } })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    expect(await creditsOf(id)).toEqual(stays(0))
    const { record } = await ask(store, surface, 'cancelSubscription', { id })
    expect(record).toMatchObject({ status: 'cancelled', credit: 0 })
    expect(await creditsOf(id)).toEqual(moved(3000))
    expect((await ask(store, surface, 'cancelSubscription', { id })).status).toBe(200)
    expect(await creditsOf(id)).toEqual(moved(3000))
    gateway.reset()
  })

  it('is not moved of one that ends with no credit, or by a dry run', async () => {
    const none = await addMonthly(db, pastDue(5))
    expect((await ask(store, surface, 'cancelSubscription', { id: none.id })).status).toBe(200)
    expect((await creditsOf(none.id)).entries).toEqual([])
    const { id } = await addMonthly(db, { ...pastDue(5), credit: 50 })
    const { record } = await ask(store, surface, 'cancelSubscription', { id }, { isDryRun: true })
    expect(record).toMatchObject({ status: 'cancelled', credit: 0 })
    expect(await creditsOf(id)).toEqual(stays(50))
  })

  it('is moved by the cancellation of its order that ends it now, and by an end date in the past', async () => {
    const { id: customerId } = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1000 }] })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: customerId }, products })
    const { subscriptionId } = await db.orderProduct.findFirstOrThrow({ where: { orderId: record.id } })
    const id = Number(subscriptionId)
    await db.subscription.update({ where: ofStore(id), data: { credit: 70 } })
    expect((await ask(store, surface, 'cancelOrder', { id: record.id })).status).toBe(200)
    expect(await creditsOf(id)).toEqual(moved(70))

    const ended = await addMonthly(db, { status: 'cancelled', autorenew: false, cancelledAt: ago(5), credit: 90 })
    await ask(store, surface, 'updateSubscription', { id: ended.id, end_date: ago(60).toISOString() })
    expect(await creditsOf(ended.id)).toEqual(moved(90))
  })

  const cancelledLate = { status: 'cancelled', autorenew: false, endDate: ago(9), cancelledAt: ago(5) } as const
  const expired = { status: 'expired', autorenew: false, endDate: ago(9) } as const

  it('is moved by the write that gives it to one whose time is over, and stays with one that has time left', async () => {
    for (const ended of [cancelledLate, expired]) {
      const { id } = await addMonthly(db, { ...ended, credit: null })
      const given = { id, credit: 120 }
      expect((await ask(store, surface, 'updateSubscription', given, { isDryRun: true })).record).toMatchObject({ credit: 0 })
      expect(await creditsOf(id)).toEqual({ own: 0, customers: 0, entries: [] })
      expect((await ask(store, surface, 'updateSubscription', given)).record).toMatchObject({ status: ended.status, credit: 0 })
      expect(await creditsOf(id)).toEqual(moved(120))
      expect((await eventsOf(id)).sort()).toEqual(['credit_entry.created', 'subscription.updated'])
    }
    const { id } = await addMonthly(db, { ...expired, endDate: ago(-5 * daySeconds) })
    expect((await ask(store, surface, 'updateSubscription', { id, credit: 30 })).record).toMatchObject({ credit: 30 })
    expect(await creditsOf(id)).toEqual(stays(30))
  })

  it('is moved once by the worker where it ended before, whatever workers there are', async () => {
    const rows = [
      await addMonthly(db, { ...cancelledLate, credit: 90 }),
      await addMonthly(db, { ...cancelledLate, cancelledAt: null, credit: 80 }),
      await addMonthly(db, { ...expired, credit: 70 }),
    ]
    await Promise.all([work(today), work(today)])
    for (const [place, { id }] of rows.entries()) expect(await creditsOf(id)).toEqual(moved(90 - 10 * place))
    const [{ id } = { id: 0 }] = rows
    expect((await eventsOf(id)).sort()).toEqual(['credit_entry.created', 'subscription.updated'])
    const log = await logOf(store, 'subscription', id)
    expect(log).toMatchObject([{ operation: 'advanceSubscription', changes: { credit: { from: 90, to: 0 } } }])
    expect(await work(today)).toBe(0)
  })

  it('is moved by the worker once its time is over, not while its order waits, and never below 1', async () => {
    const ahead = await addMonthly(db, { ...expired, endDate: ago(-daySeconds), credit: 60 })
    const none = await addMonthly(db, { ...expired, credit: 0 })
    const waiting = await addMonthly(db, { ...expired, credit: 50 })
    const products = [{ product_instance: { id: (await addProduct(db, { price: 100 })).instanceId } }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: waiting.customer.id }, products })
    await db.subscription.update({ where: ofStore(waiting.id), data: { unpaidOrderId: record.id } })
    expect(await work(today)).toBe(0)
    expect(await creditsOf(ahead.id)).toEqual(stays(60))
    await work(new Date(today.getTime() + 2 * daySeconds * 1_000))
    expect(await creditsOf(ahead.id)).toEqual(moved(60))
    expect(await creditsOf(waiting.id)).toEqual(stays(50))
    expect((await creditsOf(none.id)).entries).toEqual([])
    await db.subscription.update({ where: ofStore(waiting.id), data: { unpaidOrderId: null } })
    await work(new Date(today.getTime() + 2 * daySeconds * 1_000))
    expect(await creditsOf(waiting.id)).toEqual(moved(50))
  })

  it('is moved by another worker where one stopped between its claim and its write, and many in bounded claims', async () => {
    const { id, customer, product } = await addMonthly(db, { ...expired, credit: 7 })
    for (let more = 0; more < 24; more += 1) await addSubscription(db, { customer, product, ...expired, credit: 1 })
    const clock = (seconds: number) => clockOf(() => new Date(today.getTime() + seconds * 1_000))
    expect(await claimDue(db, clock(0), 96)).toHaveLength(20)
    expect(await work(today)).toBe(5)
    expect(await work(today)).toBe(0)
    expect(await work(new Date(today.getTime() + 61_000))).toBe(20)
    const { customers, entries } = await creditsOf(id)
    expect([customers, entries.length]).toEqual([31, 25])
  })

  it('is spent by the next renewal of another subscription of the customer, once', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(5), credit: 400 })
    await Promise.all([1, 2].map(() => ask(store, surface, 'cancelSubscription', { id })))
    expect(await creditsOf(id)).toEqual(moved(400))
    const product = await addProduct(db, { price: 1000 })
    const { record } = await ask(store, surface, 'createOrder', {
      ...{ customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] },
    })
    expect(record).toMatchObject({ credit_applied: 400 })
    expect(await creditsOf(id)).toEqual({ own: 0, customers: 0, entries: [400, -400] })
  })
})
