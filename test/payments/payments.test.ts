/** A charge is never made twice for one request, and one that a crash interrupted is cleared up by asking the gateway. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, type Customer, daySeconds, onHand, pastDue } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
let now = today
const store = await openStore({ gateway: () => gateway, now: () => now })
const { db } = store

const later = (seconds: number) => new Date(today.getTime() + seconds * 1000)
const clearUp = (seconds = 61) =>
  inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock: clockOf(() => later(seconds)) }))
const product = await addProduct(db, { price: 800, stock: 1000 })

beforeEach(async () => {
  // Nothing of the test before is left to clear up.
  await db.payment.deleteMany({ where: { dueAt: { not: null } } })
  gateway.reset()
  now = today
})

describe.each(surfaces)('%s', (surface) => {
  const order = (customer: Customer, options = {}) =>
    ask(
      store,
      surface,
      'createOrder',
      { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId }, quantity: 2 }] },
      options,
    )
  const ordersOf = ({ id }: Customer) => db.order.findMany({ where: { customerId: id }, include: { transactions: true } })
  const paymentsOf = ({ id }: Customer) => db.payment.findMany({ where: { customerId: id } })

  it('records the intent and takes the stock before the gateway is asked, and makes the order after', async () => {
    const customer = await addCustomer(db)
    const before = await onHand(db, product)
    gateway.meanwhile = async ({ reference, amount }) => {
      expect(await db.payment.findUnique({ where: { reference } })).toMatchObject({ state: 'asked', amount, orderId: null })
      expect(await onHand(db, product)).toBe(before - 2)
      expect(await ordersOf(customer)).toEqual([])
    }
    expect((await order(customer)).status).toBe(201)
    const [payment] = await paymentsOf(customer)
    expect(payment).toMatchObject({ state: 'captured', gatewayReference: `test_${payment?.reference}`, amount: 1600n })
  })

  it('links the payment to the order it paid for', async () => {
    const customer = await addCustomer(db)
    const { record } = await order(customer)
    expect(await paymentsOf(customer)).toMatchObject([{ orderId: BigInt(record.id) }])
  })

  it('asks the gateway once for a request, for the whole amount in the currency of the store', async () => {
    const customer = await addCustomer(db, { token: 'tok_of_mine' })
    await order(customer)
    expect(gateway.asked).toEqual([
      {
        ...{ storeId: 1n, gatewayCustomer: null, begin: expect.any(Function) },
        reference: expect.any(String),
        token: 'tok_of_mine',
        amount: 1600n,
        currency: 'USD',
        notAfter: later(daySeconds),
        signal: expect.any(AbortSignal),
      },
    ])
  })

  it('asks the gateway for nothing when a rule refuses', async () => {
    const customer = await addCustomer(db)
    await order(customer)
    await order(customer)
    expect(gateway.asked).toHaveLength(1)
  })

  it('records a declined payment as a failed transaction, returns the stock, and answers 402', async () => {
    const customer = await addCustomer(db)
    const before = await onHand(db, product)
    gateway.reset('declines')
    expect(await order(customer)).toMatchObject({ status: 402, message: 'The payment was declined. No funds.' })
    expect(gateway.asked).toHaveLength(1)
    expect(await ordersOf(customer)).toMatchObject([
      { financialStatus: 'unpaid', transactions: [{ result: 'failed', total: 1600n }] },
    ])
    expect(await paymentsOf(customer)).toMatchObject([{ state: 'declined' }])
    expect(await onHand(db, product)).toBe(before)
  })

  it('settles a charge whose answer was lost: one order, one charge, however often it is cleared up', async () => {
    const customer = await addCustomer(db)
    gateway.reset('breaks after')
    expect(await order(customer)).toMatchObject({ status: 503 })
    expect(await ordersOf(customer)).toEqual([])
    const [payment] = await paymentsOf(customer)
    expect(payment).toMatchObject({ state: 'asked' })

    const [one, other] = await Promise.all([clearUp(), clearUp()])
    expect([...one, ...other]).toEqual([{ reference: payment?.reference, result: 'captured' }])
    expect(await clearUp()).toEqual([])
    expect(await ordersOf(customer)).toMatchObject([
      { financialStatus: 'paid', placedAt: later(61), transactions: [{ result: 'captured', createdAt: later(61) }] },
    ])
    expect(gateway.asked).toHaveLength(1)
    expect(gateway.books.size).toBe(1)
    const entries = await db.logEntry.findMany({ where: { requestId: payment?.reference ?? '' } })
    expect(entries).toMatchObject([{ surface: 'worker', operation: 'reconcilePayment', refusedBy: null }])
  })

  it('leaves payments alone that have been open for less than a minute', async () => {
    const customer = await addCustomer(db)
    gateway.reset('breaks after')
    await order(customer)
    expect(await tablesChangedBy(db, async () => expect(await clearUp(59)).toEqual([]))).toEqual([])
  })

  it('returns the stock of a payment the gateway never heard of', async () => {
    const customer = await addCustomer(db)
    const before = await onHand(db, product)
    gateway.reset('breaks before')
    expect((await order(customer)).status).toBe(503)
    expect(await onHand(db, product)).toBe(before - 2)
    expect(await clearUp()).toMatchObject([{ result: 'given up' }])
    expect(await clearUp()).toEqual([])
    expect(await onHand(db, product)).toBe(before)
    expect(await ordersOf(customer)).toEqual([])
    expect(await paymentsOf(customer)).toMatchObject([{ state: 'given_up' }])
  })

  it('settles a declined payment whose answer was lost', async () => {
    const customer = await addCustomer(db)
    const before = await onHand(db, product)
    gateway.reset('breaks after declining')
    await order(customer)
    expect(await clearUp()).toMatchObject([{ result: 'declined' }])
    expect(await onHand(db, product)).toBe(before)
    expect(await ordersOf(customer)).toMatchObject([{ financialStatus: 'unpaid', transactions: [{ result: 'failed' }] }])
  })

  it('tells a client that asks again with its key what came of it, and charges nobody again', async () => {
    const customer = await addCustomer(db)
    const key = `lost-answer-${surface}`
    gateway.reset('breaks after')
    expect((await order(customer, { key })).status).toBe(503)
    expect(await order(customer, { key })).toMatchObject({ status: 409 })
    await clearUp()
    gateway.mood = 'captures'
    const again = await order(customer, { key })
    expect(again).toMatchObject({ status: 201, replayed: true, record: { customer_id: customer.id, financial_status: 'paid' } })
    expect(gateway.asked).toHaveLength(1)
  })

  it('keeps a key while a payment under it is open, and goes on with that when nothing was charged', async () => {
    const customer = await addCustomer(db)
    const key = `never-charged-${surface}`
    gateway.reset('breaks before')
    await order(customer, { key })
    now = later(3_600)
    expect((await order(customer, { key })).status).toBe(409)
    await clearUp(3_600)
    gateway.mood = 'captures'
    expect(await order(customer, { key })).toMatchObject({ status: 201, replayed: false })
    expect([...gateway.books.keys()]).toEqual([gateway.asked[0]?.reference])
    expect(await paymentsOf(customer)).toHaveLength(1)
  })

  it('does not charge a renewal again while the first charge is not cleared up', async () => {
    const { id, customer } = await addMonthly(db, pastDue(4))
    const renew = () => ask(store, surface, 'renewSubscription', { id })
    gateway.reset('breaks after')
    expect((await renew()).status).toBe(503)
    expect(await renew()).toMatchObject({ status: 400, message: 'A payment for this subscription is under way.' })
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'past_due' })
    expect(await clearUp()).toMatchObject([{ result: 'captured' }])
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active' })
    expect(await ordersOf(customer)).toMatchObject([{ isRenewal: true, financialStatus: 'paid' }])
    expect(gateway.asked).toHaveLength(1)
  })

  it('does not undo a cancellation that was answered while a renewal was being paid for', async () => {
    const { id } = await addMonthly(db, pastDue(4))
    let cancelled = 0
    gateway.meanwhile = async () => {
      cancelled = (await ask(store, surface, 'cancelSubscription', { id })).status
    }
    await ask(store, surface, 'renewSubscription', { id })
    const { status, autorenew } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    // Either it is refused for as long as the payment is under way, or it holds.
    expect({ cancelled, status, autorenew }).toEqual(
      cancelled === 200
        ? { cancelled, status: 'cancelled', autorenew: false }
        : { cancelled: 400, status: 'active', autorenew: true },
    )
  })

  it('does not lose credit that was given while a renewal was being paid for', async () => {
    const { id } = await addMonthly(db, { ...pastDue(4), credit: 100 })
    let updated = 0
    gateway.meanwhile = async () => {
      updated = (await ask(store, surface, 'updateSubscription', { id, credit: 900 })).status
    }
    await ask(store, surface, 'renewSubscription', { id })
    const { credit } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect({ updated, credit: Number(credit) }).toEqual(updated === 200 ? { updated, credit: 800 } : { updated: 400, credit: 0 })
  })

  it('counts the minute after a renewal to the millisecond', async () => {
    const { id, customer } = await addMonthly(db, pastDue(4))
    now = later(0.9)
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
    now = later(60.899)
    expect((await order(customer)).status).toBe(400)
    now = later(60.9)
    expect((await order(customer)).status).toBe(201)
  })
})
