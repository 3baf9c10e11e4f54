/** The credit of a subscription that has ended becomes its customer's once its time is over, and no order waits for its payment. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, ago, daySeconds, pastDue } from '../../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store

await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })

const work = (at: Date) =>
  inSight(() => advanceDue({ db, clock: clockOf(() => at), gateway, report: (error) => expect(error).toBeUndefined() }))

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
