/** Rows are locked in one order: orders, parcels, deliveries, subscriptions, a payment that may be given up, customers, and then stock. */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { TestGateway } from '../payments/gateway.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addAddress, addCustomer, addInstance, addProduct } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

beforeEach(() => gateway.reset())

/** A paid subscription whose delivery is open, and another address of its customer. */
async function bought() {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { terms: [{ cycles: 1, price: 1000 }], stock: 50 })]
  const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 2000 }], stock: 50 })
  const addressId = await addAddress(db, customer)
  const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const { subscriptionId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: Number(record.id) } })
  return { customer, product, other, orderId: Number(record.id), id: Number(subscriptionId), addressId }
}

type Bought = Awaited<ReturnType<typeof bought>>
type Write = (own: Bought) => ReturnType<typeof ask>

const pause: Write = ({ id }) => ask(store, 'REST', 'pauseSubscription', { id })

const writes: Record<string, { write: Write; before?: Write }> = {
  pauseSubscription: { write: pause },
  resumeSubscription: { write: ({ id }) => ask(store, 'REST', 'resumeSubscription', { id }), before: pause },
  updateSubscription: { write: ({ id, addressId }) => ask(store, 'REST', 'updateSubscription', { id, address_id: addressId }) },
  changeSubscription: { write: ({ id }) => ask(store, 'REST', 'changeSubscription', { id, quantity: 2, when: 'now' }) },
}

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('A write that waits for the order of a delivery', () => {
  it.each(Object.entries(writes))('%s does not hold the subscription meanwhile', async (_name, { write, before }) => {
    const own = await bought()
    await before?.(own)
    const { answer } = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "order" WHERE store_id = 1 AND id = ${own.orderId} FOR NO KEY UPDATE`
      const waiting = write(own)
      await waitForLocks(db, 1)
      // A refund or a cancellation of the order locks it next; it fails where the lock is not free.
      await tx.$queryRaw`SELECT FROM subscription WHERE store_id = 1 AND id = ${own.id} FOR NO KEY UPDATE NOWAIT`
      return { answer: waiting }
    })
    expect((await answer).status).toBe(200)
  })
})

const changed: Write = ({ id, other }) =>
  ask(store, 'REST', 'changeSubscription', { id, product_instance_id: other, when: 'now' })

/** Lets a purchase be given up, and then be captured all the same. @returns a step that settles it. */
async function capturedLate(purchase: () => ReturnType<typeof ask>): Promise<() => Promise<string[]>> {
  const passes = async (seconds: number) =>
    (
      await reconcile({ db, gateways: gatewaysOf(gateway), clock: clockOf(() => new Date(today.getTime() + seconds * 1_000)) })
    ).map(({ result }) => result)
  gateway.reset('breaks before')
  expect((await purchase()).status).toBe(503)
  expect(await passes(61)).toEqual(['given up'])
  const { reference } = gateway.asked[0] ?? { reference: '' }
  gateway.reset()
  gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
  return () => passes(7_200)
}

describe.skipIf(isEmbedded)('A result that waits for the customer', () => {
  const buy: Write = ({ customer, product }) =>
    ask(store, 'REST', 'createOrder', {
      customer: { id: customer.id },
      products: [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }],
    })
  const settles: Record<string, (own: Bought) => Promise<() => Promise<unknown>>> = {
    'of a change': async (own) => async () => expect((await changed(own)).status).toBe(200),
    'of a change, late': async (own) => capturedLate(() => changed(own)),
    'of an order, late': async (own) => capturedLate(() => buy(own)),
  }
  it.each(Object.entries(settles))('%s does not hold the stock meanwhile', async (_name, prepare) => {
    const own = await bought()
    await db.customer.updateMany({ where: { id: own.customer.id }, data: { lastOrderAt: null } })
    const settle = await prepare(own)
    const { answer } = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM customer WHERE store_id = 1 AND id = ${own.customer.id} FOR NO KEY UPDATE`
      const waiting = settle()
      await waitForLocks(db, 1)
      // An order of the customer locks it next.
      await tx.$queryRaw`SELECT FROM product_inventory WHERE product_instance_id = ${own.product.instanceId} FOR NO KEY UPDATE NOWAIT`
      return { answer: waiting }
    })
    await answer
  })
})

describe.skipIf(isEmbedded)('A late result that waits for its subscription', () => {
  const renew: Write = async ({ id }) => {
    const [startDate, endDate] = [40, 10].map((days) => new Date(today.getTime() - days * 86_400_000)) as [Date, Date]
    await db.subscription.updateMany({ where: { id }, data: { status: 'expired', autorenew: false, startDate, endDate } })
    return ask(store, 'REST', 'reactivateSubscription', { id })
  }
  it.each([
    ['of a change', changed],
    ['of a reactivation', renew],
  ] as const)('%s does not hold the payment meanwhile', async (_name, write) => {
    const own = await bought()
    const settle = await capturedLate(() => write(own))
    const { answer } = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM subscription WHERE store_id = 1 AND id = ${own.id} FOR NO KEY UPDATE`
      const waiting = settle()
      await waitForLocks(db, 1)
      // A write of the subscription, which resumes or withdraws the payment, locks it next.
      await tx.$queryRaw`SELECT FROM payment WHERE subscription_id = ${own.id} AND state = 'given_up' FOR NO KEY UPDATE NOWAIT`
      return { answer: waiting }
    })
    expect(await answer).toEqual(['captured'])
  })
})
