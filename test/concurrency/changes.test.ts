/** Parcels that are worked on while a change of their subscription gives what is in them to another order. */
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { TestGateway } from '../payments/gateway.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addAddress, addCustomer, addInstance, addProduct } from '../writes/rows.ts'
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

/** A monthly subscription that was bought with two pieces of something else, and changed: a parcel has deliveries of two orders. */
async function sharing() {
  const customer = await addCustomer(db)
  const terms = [
    { cycles: 1, price: 1000 },
    { cycles: 12, price: 9000 },
    { cycles: 2, price: 500 },
  ]
  const product = await addProduct(db, { terms, stock: 50 })
  const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 2000 }], stock: 50 })
  const once = await addProduct(db, { price: 300, stock: 50 })
  const products = [
    { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } },
    { product_instance: { id: once.instanceId }, quantity: 2 },
  ]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const orderId = Number(record.id)
  const of = await db.fulfillment.findFirstOrThrow({ where: { orderId, subscriptionId: { not: null } } })
  const [id, shipmentId] = [Number(of.subscriptionId), of.shipmentId]
  const change = (body: object) => ask(store, 'REST', 'changeSubscription', { id, ...body, when: 'now' })
  expect((await change({ product_instance_id: other })).status).toBe(200)
  const { id: lineId } = await db.orderProduct.findFirstOrThrow({ where: { orderId, subscriptionId: null } })
  return { customer, product, once, orderId, id, shipmentId, change, lineId: Number(lineId) }
}

type Sharing = Awaited<ReturnType<typeof sharing>>

/** Acts of the other order by which its delivery leaves the parcel; each locks the stock of its pieces at its end. */
const leaving: Record<string, (own: Sharing) => Promise<unknown>> = {
  cancelOrder: ({ orderId: id }) => ask(store, 'REST', 'cancelOrder', { id, subscriptions: 'keep', refund: false }),
  refundOrder: ({ orderId: id, lineId }) =>
    ask(store, 'REST', 'refundOrder', { id, lines: [{ id: lineId, quantity: 2 }], restock: true }),
  'editOrder that splits it off': async ({ customer, orderId, lineId }) => {
    const address_id = await addAddress(db, customer)
    await db.address.update({ where: ofStore(address_id), data: { street: '2 Other Lane' } })
    const lines = await db.orderProduct.findMany({ where: { orderId } })
    return ask(store, 'REST', 'editOrder', {
      id: orderId,
      address_id,
      lines: lines.map((line) => ({ id: Number(line.id), quantity: Number(line.id) === lineId ? 1 : line.quantity })),
    })
  },
}

/** Changes that cancel the open delivery, as another term begins: the place of that term. */
const changing = { 'a change that is charged': 1, 'a change that is free': 2 } as const

describe.skipIf(isEmbedded)('A parcel that two orders share', () => {
  it.each(Object.keys(leaving).flatMap((act) => Object.entries(changing).map(([name, place]) => [act, name, place] as const)))(
    'is cancelled when the last delivery leaves it: %s, and %s',
    async (act, _name, place) => {
      const own = await sharing()
      const { product, change } = own
      const inside = await db.fulfillment.findMany({ where: { shipmentId: own.shipmentId } })
      expect(new Set(inside.map(({ orderId }) => orderId)).size).toBe(2)
      const both = await db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT FROM product_inventory WHERE product_instance_id = ${own.once.instanceId} FOR NO KEY UPDATE`
        const acting = leaving[act]?.(own)
        await waitForLocks(db, 1)
        const changes = change({ product_instance_id: product.instanceId, term_id: product.terms[place]?.id })
        await waitForLocks(db, 2)
        return [acting, changes]
      })
      expect(await Promise.all(both)).toMatchObject([{ status: expect.toBeOneOf([200, 201]) }, { status: 200 }])
      const left = await db.fulfillment.count({ where: { shipmentId: own.shipmentId, status: 'open' } })
      const { status } = await db.shipment.findFirstOrThrow({ where: { id: own.shipmentId } })
      expect([left, status]).toEqual([0, 'cancelled'])
    },
  )
})
