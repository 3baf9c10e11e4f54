/** Parcels that are worked on while a change of their subscription gives what is in them to another order. */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { TestGateway } from '../payments/gateway.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

beforeEach(() => gateway.reset())

/** A paid subscription to one piece, whose delivery is open. */
async function bought() {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { terms: [{ cycles: 1, price: 1000 }], stock: 50 })]
  const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const { shipmentId, subscriptionId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: Number(record.id) } })
  return { customer, orderId: Number(record.id), shipmentId: Number(shipmentId), subscriptionId: Number(subscriptionId) }
}

/** Changes a subscription to two pieces; what is done meanwhile waits for the order of the running term until that is paid. */
async function whileChanged({ customer, subscriptionId }: Awaited<ReturnType<typeof bought>>, act: () => Promise<unknown>) {
  const charged = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  gateway.afterwards = async () => {
    charged.resolve()
    await held.promise
  }
  const change = ask(store, 'REST', 'changeSubscription', { id: subscriptionId, quantity: 2, when: 'now' })
  await charged.promise
  const { acted } = await db.$transaction(async (tx) => {
    // Settling locks the customer at its end.
    await tx.$queryRaw`SELECT FROM customer WHERE store_id = 1 AND id = ${customer.id} FOR NO KEY UPDATE`
    held.resolve()
    await waitForLocks(db, 1)
    const acting = act()
    await waitForLocks(db, 2)
    return { acted: acting }
  })
  return [await change, await acted]
}

const actions = {
  shipShipment: ({ shipmentId: id }: { shipmentId: number }) => ask(store, 'REST', 'shipShipment', { id }),
  cancelShipment: ({ shipmentId: id }: { shipmentId: number }) => ask(store, 'REST', 'cancelShipment', { id }),
} as const

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('A parcel whose delivery a change has given to another order', () => {
  it.each([
    ['shipShipment', 'fulfilled'],
    ['cancelShipment', 'unfulfilled'],
  ] as const)('%s leaves the other order closed and %s', async (name, fulfillmentStatus) => {
    const own = await bought()
    const answers = await whileChanged(own, () => actions[name](own))
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
    const where = { customerId: own.customer.id }
    const [first, second] = await db.order.findMany({ where, orderBy: { id: 'asc' }, include: { fulfillments: true } })
    expect(first).toMatchObject({ id: BigInt(own.orderId), status: 'closed', fulfillmentStatus: 'unfulfilled', fulfillments: [] })
    expect(second).toMatchObject({ status: 'closed', fulfillmentStatus, fulfillments: [{ quantity: 2 }] })
    const events = await db.event.findMany({ where: { orderId: second?.id as bigint } })
    expect(events.map(({ type }) => type)).toContain('order.closed')
  })
})
