/** A renewal is asked for under the same reference by a database and its copies, and no two charges have one reference. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { dropUnasked, planOfStored } from '../../src/purchases/payment/payment.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, ago, pastDue } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
const original = await openStore({ isApart: true, gateway: () => gateway })
const copy = await openStore({ isApart: true, gateway: () => gateway })
const both = [original, copy] as const

beforeEach(() => gateway.reset())

const references = () => gateway.asked.map(({ reference }) => reference)

/** Adds the same row to both, as if one had been copied with it. */
async function added(spec: Parameters<typeof addMonthly>[1]): Promise<number> {
  const [one, other] = [await addMonthly(original.db, spec), await addMonthly(copy.db, spec)]
  expect(other.id).toBe(one.id)
  return one.id
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each(surfaces)('%s', (surface) => {
  const other = surfaces[1 - surfaces.indexOf(surface)] ?? surface

  it('charges a renewal once that is asked for by a database and then by its copy', async () => {
    const id = await added(pastDue(3))
    expect(await ask(original, surface, 'renewSubscription', { id })).toMatchObject({ record: { status: 'active' } })
    expect(await ask(copy, other, 'renewSubscription', { id })).toMatchObject({ record: { status: 'active' } })
    expect(references()).toEqual([expect.stringMatching(uuid), references()[0]])
    expect(gateway.books.size).toBe(1)
  })

  it('counts the attempts on, declined ones too, and the copy comes by the same references', async () => {
    const id = await added(pastDue(3))
    for (const store of both) {
      gateway.mood = 'declines'
      for (const _ of [1, 2]) expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
      gateway.mood = 'captures'
      expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
    }
    expect(references().slice(3)).toEqual(references().slice(0, 3))
    expect(gateway.books.size).toBe(3)
  })

  it('never charges twice under one reference, though the end date goes back and the subscription is reactivated', async () => {
    const id = await added(pastDue(3))
    const { db } = original
    const { endDate } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    for (let round = 1; round <= 3; round += 1) {
      expect((await ask(original, surface, 'renewSubscription', { id })).status).toBe(200)
      expect((await ask(original, surface, 'updateSubscription', { id, autorenew: false })).status).toBe(200)
      expect((await ask(original, surface, 'updateSubscription', { id, end_date: endDate.toISOString() })).status).toBe(200)
      expect((await ask(original, surface, 'cancelSubscription', { id })).status).toBe(200)
      expect((await ask(original, surface, 'reactivateSubscription', { id })).status).toBe(200)
      await db.subscription.update({
        where: ofStore(id),
        data: { status: 'past_due', endDate, lastFailedRenewal: ago(60), pastDueAt: ago(60) },
      })
    }
    expect(gateway.asked).toHaveLength(6)
    expect(gateway.books.size).toBe(6)
    const payments = await db.payment.findMany({ where: { subscriptionId: BigInt(id) }, orderBy: { id: 'asc' } })
    expect(payments.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('has a random one for an order, which is another purchase on a copy', async () => {
    for (const { db } of both) await addProduct(db, { price: 500 })
    for (const store of both) {
      const customer = await addCustomer(store.db)
      const { instanceId } = await addProduct(store.db, { price: 500 })
      const products = [{ product_instance: { id: instanceId } }]
      expect((await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })).status).toBe(201)
    }
    expect(new Set(references()).size).toBe(2)
  })
})

describe('the worker', () => {
  it('asks under the same references as a copy, and as renewals by hand', async () => {
    const clock = clockOf(() => today)
    for (const { db } of both) await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    const id = await added({ status: 'active', endDate: ago(60) })
    for (const { db } of both)
      await advanceDue({ db, clock, gateways: gatewaysOf(gateway), report: (error) => expect.unreachable(String(error)) })
    expect(references()).toHaveLength(2)
    expect(gateway.books.size).toBe(1)
    for (const { db } of both)
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active', revenue: 2400n })
  })
})

describe('a payment whose gateway was never asked', () => {
  it('leaves its reference to the next one, which is what a copy asks under where nothing was held up', async () => {
    const id = await added(pastDue(3))
    const { db } = original
    gateway.mood = 'breaks before'
    await ask(original, 'REST', 'renewSubscription', { id })
    // As it stands before its process claims it.
    const payment = await db.payment.findFirstOrThrow({ where: { subscriptionId: BigInt(id) } })
    await db.payment.update({ where: ofStore(payment.id), data: { state: 'recorded', askedAt: null } })
    await inTransaction(db, (tx) =>
      dropUnasked(
        tx,
        clockOf(() => today),
        { id: payment.id, plan: planOfStored(payment) },
      ),
    )
    gateway.reset()
    for (const store of both) expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(200)
    expect(references()).toEqual([payment.reference, payment.reference])
    expect(gateway.books.size).toBe(1)
  })
})

describe('payments of before', () => {
  it('keep the references that they have, and go on under them', async () => {
    const id = await added(pastDue(3))
    const { db } = original
    gateway.mood = 'breaks after'
    expect((await ask(original, 'REST', 'renewSubscription', { id })).status).toBe(503)
    const payment = await db.payment.findFirstOrThrow({ where: { subscriptionId: BigInt(id) } })
    gateway.reset()
    const before = crypto.randomUUID()
    await db.payment.update({ where: ofStore(payment.id), data: { reference: before, attempt: null, state: 'given_up' } })
    await db.subscription.update({ where: ofStore(id), data: { paymentUnderWay: false } })
    expect((await ask(original, 'GraphQL', 'renewSubscription', { id })).status).toBe(200)
    expect(references()).toEqual([before])
  })
})

describe('another store', () => {
  it('has other references for a subscription of the same id', async () => {
    const { db } = original
    const one = await addMonthly(db, pastDue(3))
    const customer = await addCustomer(db, { storeId: 2 })
    const product = await addProduct(db, { storeId: 2, terms: [{ cycles: 1, price: 2400 }] })
    const id = await addSubscription(db, { customer, product, ...pastDue(3) })
    await db.$executeRaw`UPDATE subscription SET id = ${one.id} WHERE store_id = 2 AND id = ${id}`
    await ask(original, 'REST', 'renewSubscription', { id: one.id })
    await ask(original, 'REST', 'renewSubscription', { id: one.id }, { as: original.otherMerchant })
    expect(new Set(references()).size).toBe(2)
  })
})
