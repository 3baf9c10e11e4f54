/** Shipments are sent, whole or in part; what is in them and their orders follow. */
import { describe, expect, inject, it } from 'vitest'
import { formatTime } from '../../../src/values/time.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addFulfillment, addOrder, addParcel, addShipment, orderNow, type Parcel } from './parcels.ts'

const store = await openStore()
const { db } = store
const at = formatTime(today)
const posted = {
  carrier: 'Parcel Post',
  tracking_number: '1Z999',
  tracking_url: 'https://carrier.example/track/1Z999',
  label_cost: 395,
}
const eventsOf = async (customerId: number) =>
  (await db.event.findMany({ where: { customerId }, orderBy: { id: 'asc' } })).map(({ type, changes }) => ({ type, changes }))

describe.each(surfaces)('Over %s', (surface) => {
  const ship = (input: Record<string, unknown>, options = {}) => ask(store, surface, 'shipShipment', input, options)

  it('a shipment is sent whole, and its order is fulfilled and closed', async () => {
    const { id, orderId, fulfillmentIds, customer } = await addParcel(db, [2, 1])
    const { status, record } = await ship({ id, ...posted })
    expect(status).toBe(200)
    const { label_cost: _, ...shown } = posted
    expect(record).toMatchObject({ id, status: 'shipped', shipped_at: at, delivered_at: null, returned_at: null, ...shown })
    expect(record.fulfillments).toMatchObject(fulfillmentIds.map((each) => ({ id: each, status: 'fulfilled' })))
    expect(record.labels).toMatchObject([{ carrier: 'Parcel Post', tracking_number: '1Z999', cost: 395, created_at: at }])
    expect(await orderNow(db, orderId)).toEqual({ status: 'closed', fulfillmentStatus: 'fulfilled', totalLabelCost: 395n })
    const { shipAddress } = await db.shipment.findUniqueOrThrow({ where: ofStore(id), include: { shipAddress: true } })
    expect(shipAddress.frozenKey).not.toBeNull()
    expect(await eventsOf(customer.id)).toEqual([
      {
        type: 'shipment.shipped',
        changes: {
          status: { from: 'unshipped', to: 'shipped' },
          shippedAt: { from: null, to: at },
          carrier: { from: null, to: 'Parcel Post' },
          trackingNumber: { from: null, to: '1Z999' },
          trackingUrl: { from: null, to: posted.tracking_url },
          labelCost: { from: null, to: 395 },
        },
      },
      {
        type: 'order.fulfilled',
        changes: { fulfillmentStatus: { from: 'unfulfilled', to: 'fulfilled' }, totalLabelCost: { from: null, to: 395 } },
      },
      { type: 'order.closed', changes: { status: { from: 'open', to: 'closed' } } },
    ])
    expect(await logOf(store, 'order', orderId)).toMatchObject([{ operation: 'shipShipment', refusedBy: null }])
  })

  it('a shipment that is refused has a log entry with its order', async () => {
    const { id, orderId } = await addParcel(db)
    await ship({ id })
    await ship({ id })
    expect(await logOf(store, 'order', orderId)).toMatchObject([{ refusedBy: null }, { refusedBy: 'WRONG_STATUS' }])
  })

  it('a shipment needs neither a carrier nor a label', async () => {
    const { id, orderId } = await addParcel(db)
    const { record } = await ship({ id })
    expect(record).toMatchObject({ status: 'shipped', carrier: null, tracking_number: null, tracking_url: null, labels: [] })
    expect(await orderNow(db, orderId)).toMatchObject({ status: 'closed', totalLabelCost: null })
  })

  it('an order is partial while one of its shipments is open, and stays open', async () => {
    const { id, orderId, customer, product } = await addParcel(db)
    const other = await addShipment(db, customer)
    await addFulfillment(db, { storeId: 1, orderId, shipmentId: other, instanceId: product.instanceId })
    await ship({ id, ...posted })
    expect(await orderNow(db, orderId)).toEqual({ status: 'open', fulfillmentStatus: 'partial', totalLabelCost: 395n })
    await ship({ id: other, ...posted, label_cost: 5 })
    expect(await orderNow(db, orderId)).toEqual({ status: 'closed', fulfillmentStatus: 'fulfilled', totalLabelCost: 400n })
  })

  it('an order that is not paid stays open', async () => {
    const { id, orderId } = await addParcel(db)
    await db.order.update({ where: ofStore(orderId), data: { financialStatus: 'unpaid' } })
    await ship({ id })
    expect(await orderNow(db, orderId)).toMatchObject({ status: 'open', fulfillmentStatus: 'fulfilled' })
  })

  it('a part is sent, and the rest waits in a new shipment to the same address', async () => {
    const { id, orderId, fulfillmentIds, customer } = await addParcel(db, [3, 2, 1])
    const [split, whole, left] = fulfillmentIds as [number, number, number]
    const { record } = await ship({ id, ...posted, fulfillments: [{ id: split, quantity: 2 }, { id: whole }] })
    expect(record.fulfillments).toHaveLength(2)
    expect(record.fulfillments).toMatchObject([
      { id: split, quantity: 2, shipping: 67, tax: 5, status: 'fulfilled' },
      { id: whole, quantity: 2, shipping: 100, tax: 7, status: 'fulfilled' },
    ])
    expect(await orderNow(db, orderId)).toMatchObject({ status: 'open', fulfillmentStatus: 'partial' })
    const where = { customerId: customer.id, status: 'unshipped' as const }
    const rest = await db.shipment.findFirstOrThrow({ where, include: { fulfillments: { orderBy: { id: 'asc' } } } })
    expect(rest).toMatchObject({ shipAddressId: BigInt(customer.addressId), createdAt: new Date(at), shippedAt: null })
    expect(rest.fulfillments).toMatchObject([
      { id: BigInt(left), quantity: 1, status: 'open', shipping: 100n, tax: 7n },
      { orderId: BigInt(orderId), quantity: 1, status: 'open', shipping: 33n, tax: 2n, cycleNumber: 1 },
    ])
    const [shipped, parted] = await eventsOf(customer.id)
    expect(shipped?.changes).toMatchObject({
      fulfillments: { from: null, to: { [split]: 2, [whole]: 2 } },
      restShipmentId: { from: null, to: Number(rest.id) },
    })
    expect(parted).toEqual({ type: 'shipment.split', changes: { leftBy: { from: null, to: id } } })
    await ship({ id: Number(rest.id) })
    expect(await orderNow(db, orderId)).toMatchObject({ status: 'closed', fulfillmentStatus: 'fulfilled' })
  })

  it('all that is named, with its whole quantity, is the whole', async () => {
    const { id, fulfillmentIds, customer } = await addParcel(db, [3])
    await ship({ id, fulfillments: [{ id: fulfillmentIds[0], quantity: 3 }] })
    expect(await db.shipment.count({ where: { customerId: customer.id } })).toBe(1)
  })

  it('what a label cost is spread over the orders of its parcel by their pieces, the earlier order first', async () => {
    const { id, orderId, customer, product } = await addParcel(db, [1])
    const second = await addOrder(db, customer)
    const third = await addOrder(db, customer, { totalLabelCost: 10 })
    for (const order of [third, second])
      await addFulfillment(db, { storeId: 1, orderId: order, shipmentId: id, instanceId: product.instanceId })
    await ship({ id, ...posted, label_cost: 101 })
    const costs = await Promise.all([orderId, second, third].map(async (order) => (await orderNow(db, order)).totalLabelCost))
    expect(costs).toEqual([34n, 34n, 43n])
  })

  it('a dry run shows the shipment as it would be, and leaves it as it is', async () => {
    const { id, orderId, fulfillmentIds, customer } = await addParcel(db, [2])
    const { record } = await ship({ id, fulfillments: [{ id: fulfillmentIds[0], quantity: 1 }] }, { isDryRun: true })
    expect(record).toMatchObject({ status: 'shipped', fulfillments: [{ quantity: 1, status: 'fulfilled' }] })
    expect(await db.shipment.findMany({ where: { customerId: customer.id } })).toMatchObject([{ status: 'unshipped' }])
    expect(await orderNow(db, orderId)).toMatchObject({ fulfillmentStatus: 'unfulfilled' })
  })

  it('the same request by key is answered once more', async () => {
    const { id } = await addParcel(db)
    const key = `ship-${surface}-${id}`
    expect(await ship({ id }, { key })).toMatchObject({ status: 200, replayed: false })
    expect(await ship({ id }, { key })).toMatchObject({ status: 200, replayed: true, record: { status: 'shipped' } })
  })

  it.each([
    ['an empty list', () => [], 'fulfillments must name one; the open fulfillments of shipment {id} are {one}, {two}.'],
    [
      'a fulfillment of another shipment',
      () => [{ id: 1 }],
      'fulfillments[0].id names none of them; the open fulfillments of shipment {id} are {one}, {two}.',
    ],
    [
      'a quantity above what is there',
      ([one]: number[]) => [{ id: one, quantity: 4 }],
      'fulfillments[0].quantity must be from 1 to 3, the quantity of fulfillment {one}.',
    ],
    [
      'a quantity of nothing',
      ([one]: number[]) => [{ id: one, quantity: 0 }],
      'fulfillments[0].quantity must be from 1 to 3, the quantity of fulfillment {one}.',
    ],
    [
      'a fulfillment twice',
      ([one]: number[]) => [
        { id: one, quantity: 1 },
        { id: one, quantity: 1 },
      ],
      'fulfillments[1].id names fulfillment {one} a second time.',
    ],
  ])('%s is refused', async (_what, fulfillments, message) => {
    const { id, fulfillmentIds, orderId } = await addParcel(db, [3, 2])
    const refused = await ship({ id, fulfillments: fulfillments(fulfillmentIds) })
    const [one, two] = fulfillmentIds
    const said = message.replace('{id}', String(id)).replace('{one}', String(one)).replace('{two}', String(two))
    expect(refused).toMatchObject({ status: 400, message: said })
    expect(await orderNow(db, orderId)).toMatchObject({ fulfillmentStatus: 'unfulfilled' })
  })

  it('a label without a carrier, a page that is none and a negative cost are refused', async () => {
    const { id } = await addParcel(db)
    const { message } = await ship({ id, label_cost: 1 })
    expect(message).toBe('carrier must be given with label_cost: a label names its carrier.')
    const page = 'tracking_url must be a whole url, such as https://carrier.example/track/1Z999.'
    expect((await ship({ id, tracking_url: 'track/1Z999' })).message).toBe(page)
    expect((await ship({ id, carrier: ' ' })).message).toBe('carrier must not be empty.')
    expect((await ship({ id, ...posted, label_cost: -1 })).message).toBe('label_cost must be a number of at least 0.')
  })

  it('of two that are sent at once one is, and the other says when it was', async () => {
    const { id, orderId } = await addParcel(db)
    const answers = await Promise.all([ship({ id, ...posted }), ship({ id, ...posted })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.message).toBe(
      `Shipment ${id} was shipped at ${at}: it cannot be shipped.`,
    )
    expect(await db.label.count({ where: { shipmentId: id } })).toBe(1)
    expect(await orderNow(db, orderId)).toMatchObject({ totalLabelCost: 395n })
  })

  it.skipIf('dataDir' in inject('template'))('two parcels of one order that are sent at once fulfil it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, orderId, customer, product } = await addParcel(db)
      const other = await addShipment(db, customer)
      await addFulfillment(db, { storeId: 1, orderId, shipmentId: other, instanceId: product.instanceId })
      await Promise.all([ship({ id }), ship({ id: other })])
      expect(await orderNow(db, orderId)).toMatchObject({ status: 'closed', fulfillmentStatus: 'fulfilled' })
    }
  })
})

it('A customer sees the tracking of a shipment, and no cost of its label', async () => {
  const { id, customer } = await addParcel(db)
  await ask(store, 'REST', 'shipShipment', { id, ...posted })
  const { status, body } = await store.rest(`GET /v1/store/api/shipments/${id}/`, await store.customerToken(BigInt(customer.id)))
  expect(status).toBe(200)
  expect(body).toMatchObject({ carrier: 'Parcel Post', tracking_number: '1Z999', tracking_url: posted.tracking_url })
  expect(body.labels).toMatchObject([{ carrier: 'Parcel Post', cost: null }])
  expect(body.fulfillments[0].order.total_label_cost).toBeNull()
})

it('Sending takes as many statements for one delivery as for twenty, three more for a part', async () => {
  const one = await addParcel(db, [1])
  const many = await addParcel(db, Array<number>(20).fill(2))
  const part = await addParcel(db, [2])
  const ship = ({ id }: Parcel, more = {}) =>
    store.statements(() => ask(store, 'REST', 'shipShipment', { id, ...posted, ...more }))
  expect(await ship(one)).toHaveLength(10)
  expect(await ship(many)).toHaveLength(10)
  expect(await ship(part, { fulfillments: [{ id: part.fulfillmentIds[0], quantity: 1 }] })).toHaveLength(13)
})
