/** A captured charge whose rows cannot be written, for an error that no rule foresees: it is tried again for 72 hours, and then given back. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { readBacklog } from '../../src/observe/backlog.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, type Customer, onHand, pastDue } from '../writes/rows.ts'
import { expectBalanced } from './balance.ts'
import { TestGateway } from './gateway.ts'
import { orderThreePieces } from './three-pieces.ts'
import { breakWrites, mendWrites } from './unwritten.ts'

const gateway = new TestGateway()
let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock: Clock = clockOf(now)
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const store = await openStore({ gateway: () => gateway, now, log: quiet, isApart: true })
const { db } = store

/** Looks after payments, as the server does once a minute. */
const round = async () =>
  (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(({ result }) => result)

beforeEach(async () => {
  await mendWrites(db)
  await db.payment.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

const paymentOf = ({ id: customerId }: Customer) =>
  db.payment.findFirstOrThrow({ where: { customerId }, orderBy: { id: 'desc' } })

/** Lets time pass until a payment is due. @returns how many minutes passed. */
async function untilDue(customer: Customer): Promise<number> {
  const { dueAt } = await paymentOf(customer)
  const before = seconds
  seconds = Math.max(seconds, Math.ceil(((dueAt?.getTime() ?? 0) - today.getTime()) / 1_000))
  return (seconds - before) / 60
}

let number = 0

/** An order of the only piece in stock. */
async function ordering() {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { price: 500, stock: 1 })]
  const products = [{ product_instance: { id: product.instanceId } }]
  const key = `unwritten-${++number}`
  const purchase = () => ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products }, { key })
  return { customer, purchase, key, left: () => onHand(db, product) }
}

async function subscribed() {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 1000 }], stock: 50 })
  const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const { subscriptionId } = await db.orderProduct.findFirstOrThrow({ where: { orderId: Number(record.id) } })
  gateway.reset()
  return { customer, product, id: Number(subscriptionId) }
}

type Unwritten = { customer: Customer; purchase: () => ReturnType<typeof ask>; left?: () => Promise<number> }

const purchases: Record<string, () => Promise<Unwritten>> = {
  'an order': ordering,
  async 'a renewal'() {
    const { id, customer } = await addMonthly(db, pastDue(4))
    return { customer, purchase: () => ask(store, 'REST', 'renewSubscription', { id }) }
  },
  async 'an immediate change'() {
    const { id, customer, product } = await subscribed()
    const purchase = () => ask(store, 'REST', 'changeSubscription', { id, quantity: 3, when: 'now' })
    return { customer, purchase, left: () => onHand(db, product) }
  },
  async 'an edit'() {
    const { id, line, customer, product } = await orderThreePieces(store)
    gateway.reset()
    const purchase = () => ask(store, 'REST', 'editOrder', { id, lines: [{ id: line, quantity: 5 }] })
    return { customer, purchase, left: () => onHand(db, product) }
  },
}

/** The minutes between two tries, until 72 hours have passed since the first failure. */
const pauses = [1, 2, 4, 8, 16, 32, ...Array(71).fill(60)]

describe('A captured charge that cannot be written', () => {
  it('is tried again after 1, 2, 4 … minutes, at most an hour, until 72 hours have passed', async () => {
    const { customer, purchase } = await ordering()
    await breakWrites(db)
    expect((await purchase()).status).toBe(503)
    await untilDue(customer)
    expect(await round()).toEqual(['failed'])
    const passed: number[] = []
    let results: string[] = []
    while (passed.length < 100 && !results.includes('to be given back')) {
      passed.push(await untilDue(customer))
      results = await round()
    }
    expect(passed).toEqual(pauses)
  })
})

describe.each(Object.entries(purchases))('A captured charge of %s that cannot be written', (_name, given) => {
  it('is given back 72 hours after the first failure, and nothing is held for it any more', async () => {
    const { customer, purchase, left } = await given()
    const before = await left?.()
    await breakWrites(db)
    expect((await purchase()).status).toBe(503)
    await untilDue(customer)
    expect(await round()).toEqual(['failed'])
    expect(await readBacklog(db, clock)).toMatchObject({ paymentsUnknown: 0, paymentsUnwritten: 1 })
    seconds += 72 * 3_600 - 1
    expect(await round()).toEqual(['failed'])
    await untilDue(customer)
    expect(await round()).toEqual(['to be given back', 'given back'])
    const { reference, subscriptionId } = await paymentOf(customer)
    const logged = await db.logEntry.findMany({ where: { requestId: reference, operation: 'reconcilePayment' } })
    expect(logged).toMatchObject([{ surface: 'worker', refusedBy: 'WRONG_STATUS' }])
    expect(gateway.refunds.get(reference)).toBe(1)
    expect(await readBacklog(db, clock)).toMatchObject({ paymentsUnknown: 0, paymentsUnwritten: 0 })
    expect(await left?.()).toBe(before)
    if (!subscriptionId) return
    const where = ofStore(Number(subscriptionId))
    expect(await db.subscription.findUniqueOrThrow({ where })).toMatchObject({ paymentUnderWay: false })
  })

  it('is written once where that is mended meanwhile', async () => {
    const { customer, purchase } = await given()
    await breakWrites(db)
    expect((await purchase()).status).toBe(503)
    for (let tries = 0; tries < 5; tries += 1) {
      await untilDue(customer)
      expect(await round()).toEqual(['failed'])
    }
    await mendWrites(db)
    await untilDue(customer)
    expect(await round()).toEqual(['captured'])
    expect(await readBacklog(db, clock)).toMatchObject({ paymentsUnknown: 0, paymentsUnwritten: 0 })
    expect([gateway.asked.length, gateway.refunds.size]).toEqual([1, 0])
    seconds += 100 * 3_600
    expect(await round()).toEqual([])
  })
})

describe('A captured charge of an order that was given up, and cannot be written', () => {
  it('is given back after 72 hours, which its key says', async () => {
    const { customer, purchase, left, key } = await ordering()
    gateway.reset('breaks before')
    expect((await purchase()).status).toBe(503)
    await untilDue(customer)
    expect(await round()).toEqual(['given up'])
    await breakWrites(db)
    const { reference } = await paymentOf(customer)
    gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
    await untilDue(customer)
    expect(await round()).toEqual(['failed'])
    seconds += 72 * 3_600
    expect(await round()).toEqual(['to be given back', 'given back'])
    const taken = (of: string, amount: number) => ({ captured: amount, refunded: gateway.refunds.has(of) ? amount : 0 })
    expect(await expectBalanced(db, customer.id, taken)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    expect(await left()).toBe(1)
    const kept = await db.idempotencyKey.findFirstOrThrow({ where: { key } })
    expect(JSON.stringify(kept.outcome)).toContain('The payment is given back. What it pays for could not be made.')
  })
})
