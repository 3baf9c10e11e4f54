/** Refunded goods stay at home: restocked pieces of lines bought once that were not sent leave their deliveries. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addInstance, addProduct, onHand, type Product } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock: Clock = clockOf(now)
const store = await openStore({ gateway: () => gateway, now, isApart: true })
const { db } = store

/** Lets time pass and looks after refunds, as the server does. */
async function passes(more = 61): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(
    ({ result }) => result,
  )
}

beforeEach(async () => {
  await db.refund.updateMany({ data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

describe.each(surfaces)('%s', (surface) => {
  /** A paid order of products, each so many. */
  async function order(...products: [product: Product, quantity: number][]) {
    const customer = await addCustomer(db)
    const { record } = await ask(store, 'REST', 'createOrder', {
      customer: { id: customer.id },
      products: products.map(([{ instanceId, terms }, quantity]) => ({
        ...{ product_instance: { id: instanceId }, quantity },
        ...(terms[0] && { term: { id: terms[0].id } }),
      })),
    })
    const id: number = record.id
    const lines: number[] = record.products.map((line: { id: number }) => line.id)
    const refund = (quantity?: number, line = 0, input: object = {}) =>
      ask(store, surface, 'refundOrder', { id, restock: true, lines: [{ id: lines[line], quantity }], ...input })
    const deliveries = async () =>
      (
        await db.fulfillment.findMany({ where: { storeId: 1, orderId: id }, include: { shipment: true }, orderBy: { id: 'asc' } })
      ).map((row) => ({ ...row, id: String(row.id), shipmentId: Number(row.shipmentId) }))
    /** The status and the pieces of each delivery, and the status of its parcel. */
    const toSend = async () =>
      (await deliveries()).map(({ status, quantity, taken, shipment }) => [status, quantity, taken, shipment.status])
    const ship = async (pieces?: number) => {
      const found = (await deliveries()).find(({ status }) => status === 'open')
      const part = pieces !== undefined && { fulfillments: [{ id: found?.id, quantity: pieces }] }
      expect(await ask(store, surface, 'shipShipment', { id: found?.shipmentId, ...part })).toMatchObject({ status: 200 })
    }
    const state = async () => {
      const { status, fulfillmentStatus, financialStatus } = await db.order.findUniqueOrThrow({ where: ofStore(id) })
      return [status, fulfillmentStatus, financialStatus]
    }
    const events = async () =>
      (await db.event.findMany({ where: { storeId: 1, orderId: id, operation: 'refundOrder' }, orderBy: { id: 'asc' } })).map(
        ({ type }) => type,
      )
    return { id, customer, lines, refund, deliveries, toSend, ship, state, events }
  }

  it('a refund of all takes the parcel away and closes the order', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { refund, toSend, state, events } = await order([product, 2])
    expect((await refund(2)).record.lines).toMatchObject([{ quantity: 2, restocked: 2, still_to_ship: 0, withdrawn: 2 }])
    expect(await toSend()).toEqual([['cancelled', 2, 0, 'cancelled']])
    expect(await state()).toEqual(['closed', 'unfulfilled', 'refunded'])
    expect(await onHand(db, product)).toBe(10)
    expect(await events()).toEqual(['refund.created', 'refund.done', 'order.refunded', 'shipment.cancelled', 'order.closed'])
  })

  it('a refund of a part leaves the others, which are sent without being taken again', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { refund, toSend, ship, state } = await order([product, 3])
    await refund(1)
    expect(await toSend()).toEqual([['open', 2, 2, 'unshipped']])
    await ship()
    expect(await onHand(db, product)).toBe(8)
    expect(await state()).toEqual(['closed', 'fulfilled', 'partially_refunded'])
  })

  it('a refund counts first as of pieces that were sent, which are not back', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { refund, toSend, ship, state, events } = await order([product, 3])
    await ship(1)
    await refund(1)
    expect(await toSend()).toEqual([
      ['fulfilled', 1, 1, 'shipped'],
      ['open', 2, 2, 'unshipped'],
    ])
    await refund(1)
    expect((await toSend())[1]).toEqual(['open', 1, 1, 'unshipped'])
    await refund(1)
    expect((await toSend())[1]).toEqual(['cancelled', 1, 0, 'cancelled'])
    expect(await state()).toEqual(['closed', 'fulfilled', 'refunded'])
    expect(await onHand(db, product)).toBe(10)
    expect((await events()).slice(-5)).toEqual([
      ...['refund.done', 'order.refunded', 'shipment.cancelled', 'order.fulfilled', 'order.closed'],
    ])
  })

  it('a refund counts first as of pieces whose parcel was cancelled', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { deliveries, refund, toSend, ship } = await order([product, 3])
    await ship(1)
    const { shipmentId } = (await deliveries())[1] ?? {}
    await ask(store, surface, 'cancelShipment', { id: shipmentId })
    await refund(3)
    expect((await toSend()).map(([status, quantity]) => [status, quantity])).toEqual([
      ['fulfilled', 1],
      ['cancelled', 2],
    ])
    expect(await onHand(db, product)).toBe(10)
  })

  it('a refund without restock leaves the deliveries, and says how many pieces are shipped all the same', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { refund, toSend, ship } = await order([product, 3])
    await ship(1)
    const plain = { restock: false }
    expect((await refund(2, 0, plain)).record.lines).toMatchObject([{ still_to_ship: 1, withdrawn: 0 }])
    expect((await refund(1, 0, plain)).record.lines).toMatchObject([{ still_to_ship: 1, withdrawn: 0 }])
    expect((await toSend())[1]).toEqual(['open', 2, 2, 'unshipped'])
  })

  it('pieces whose stock is not tracked leave their deliveries too', async () => {
    const { refund, toSend } = await order([await addProduct(db), 3])
    expect((await refund(1)).record.lines).toMatchObject([{ restocked: 0, withdrawn: 1 }])
    expect(await toSend()).toEqual([['open', 2, 0, 'unshipped']])
    await refund(2)
    expect(await toSend()).toEqual([['cancelled', 2, 0, 'cancelled']])
  })

  it('deliveries of subscriptions stay, and say so', async () => {
    const product = await addProduct(db, { stock: 10, terms: [{ cycles: 3, price: 900 }] })
    const { refund, toSend, ship } = await order([product, 2])
    await ship()
    expect((await refund(2)).record.lines).toMatchObject([{ restocked: 2, still_to_ship: 4, withdrawn: 0 }])
    expect((await toSend()).map(([status, quantity]) => [status, quantity])).toEqual([
      ['fulfilled', 2],
      ['open', 2],
      ['open', 2],
    ])
  })

  it('the lines of one instance are taken together, and other instances stay', async () => {
    const [product, other] = [await addProduct(db, { stock: 10 }), await addProduct(db, { stock: 10 })]
    const { lines, refund, toSend, state } = await order([product, 1], [product, 2], [other, 1])
    const both = lines.slice(0, 2).map((id) => ({ id }))
    expect((await refund(undefined, 0, { lines: both })).record.lines).toMatchObject([{ withdrawn: 1 }, { withdrawn: 2 }])
    expect((await toSend()).map(([status, quantity]) => [status, quantity])).toEqual([
      ['cancelled', 1],
      ['cancelled', 2],
      ['open', 1],
    ])
    expect((await state())[0]).toBe('open')
  })

  it('a parcel with deliveries of another order is sent with these', async () => {
    const product = await addProduct(db, { stock: 10 })
    const [own, other] = [await order([product, 1]), await order([product, 1])]
    const [{ shipmentId } = { shipmentId: 0 }] = await other.deliveries()
    await db.fulfillment.updateMany({ where: { storeId: 1, orderId: own.id }, data: { shipmentId } })
    await own.refund(1)
    expect(await own.toSend()).toEqual([['cancelled', 1, 0, 'unshipped']])
    await other.ship()
    expect(await onHand(db, product)).toBe(9)
  })

  it('pieces leave when the gateway has taken the refund, and stay where it declines', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { refund, toSend, state } = await order([product, 2])
    gateway.refundMood = 'failed'
    expect((await refund(2)).status).toBe(402)
    expect(await toSend()).toEqual([['open', 2, 2, 'unshipped']])
    gateway.refundMood = 'pending'
    expect((await refund(2)).record).toMatchObject({ status: 'pending', lines: [{ withdrawn: 2 }] })
    expect(await toSend()).toEqual([['cancelled', 2, 0, 'cancelled']])
    expect(await state()).toEqual(['open', 'unfulfilled', 'paid'])
    gateway.setRefunds('done')
    await passes()
    expect(await state()).toEqual(['closed', 'unfulfilled', 'refunded'])
  })

  it('a refund that is reversed sends nothing again, and says so', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { id, refund, toSend } = await order([product, 3])
    await refund(2)
    gateway.setRefunds('failed')
    expect(await passes(86_401)).toEqual(['refund came back'])
    expect(await toSend()).toEqual([['open', 1, 1, 'unshipped']])
    const { changes } = await db.event.findFirstOrThrow({ where: { storeId: 1, orderId: id, type: 'refund.reversed' } })
    expect(changes).toMatchObject({ lines: { to: [{ quantity: 2, withdrawn: 2 }] } })
    // The same two pieces are refunded again: the third is still sent.
    gateway.refundMood = 'done'
    expect((await refund(2)).record.lines).toMatchObject([{ withdrawn: 0, restocked: 0 }])
    expect(await toSend()).toEqual([['open', 1, 1, 'unshipped']])
    expect(await onHand(db, product)).toBe(9)
  })

  it('a refund and the sending of its parcel at once leave the goods in one place', async () => {
    for (let round = 0; round < 5; round += 1) {
      const product = await addProduct(db, { stock: 10 })
      const { deliveries, refund, toSend, state } = await order([product, 2])
      const [{ shipmentId } = { shipmentId: 0 }] = await deliveries()
      const [refunded, sent] = await Promise.all([refund(2), ask(store, surface, 'shipShipment', { id: shipmentId })])
      expect(refunded.status).toBe(201)
      const [delivery, fulfillment] = sent.status === 200 ? ['fulfilled', 'fulfilled'] : ['cancelled', 'unfulfilled']
      expect((await toSend()).map(([status]) => status)).toEqual([delivery])
      expect(await state()).toEqual(['closed', fulfillment, 'refunded'])
      expect(await onHand(db, product)).toBe(10)
    }
  })

  it('refunds and cancellations of orders that share a parcel do not wait for each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const product = await addProduct(db, { stock: 10 })
      const [own, other] = [await order([product, 2]), await order([product, 2])]
      const [{ shipmentId } = { shipmentId: 0 }] = await other.deliveries()
      await db.fulfillment.updateMany({ where: { storeId: 1, orderId: own.id }, data: { shipmentId } })
      const cancelling = ask(store, surface, 'cancelOrder', { id: other.id })
      const [refunded, cancelled] = await Promise.all([own.refund(2), cancelling])
      expect([refunded.status, cancelled.status]).toEqual([201, 200])
      expect((await own.toSend())[0]).toEqual(['cancelled', 2, 0, 'cancelled'])
      expect(await onHand(db, product)).toBe(10)
    }
  })

  it('is refused while a change of a subscription of the order is paid', async () => {
    const monthly = await addProduct(db, { stock: 10, terms: [{ cycles: 1, price: 900 }] })
    const dearer = await addInstance(db, monthly, { terms: [{ id: monthly.terms[0]?.id ?? 0, price: 1900 }], stock: 10 })
    const { id, refund, toSend } = await order([await addProduct(db, { stock: 10 }), 1], [monthly, 1])
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1, orderProducts: { some: { orderId: id } } },
    })
    let answer: object = {}
    gateway.meanwhile = async () => {
      answer = await refund(1)
    }
    const input = { id: Number(subscriptionId), when: 'now', product_instance_id: dearer }
    expect(await ask(store, surface, 'changeSubscription', input)).toMatchObject({ status: 200 })
    expect(answer).toMatchObject({
      status: 400,
      message: `Order ${id} is of a subscription whose change is being paid: it can be refunded once that is settled.`,
    })
    expect((await toSend())[0]).toEqual(['open', 1, 1, 'unshipped'])
    gateway.meanwhile = async () => {}
    expect((await refund(1)).status).toBe(201)
  })
})
