/** Immediate changes of a subscription: its open deliveries, and the difference that is charged or becomes credit. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { addCustomer, addInstance, addMonthly, addProduct } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { expectRefused, json, mutate } from '../writing.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

beforeEach(() => gateway.reset())

const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
const change = (input: object) =>
  mutate(
    store,
    'changeSubscription',
    { when: 'now', ...input },
    'subscription { id quantity credit productInstanceId termId endDate }',
  )

type Bought = {
  cycles?: number
  price?: number
  quantity?: number
  sent?: number
  stock?: number
  shipping?: number
  coupon?: string
  otherPrice?: number
}

/** A subscription that was bought: three deliveries for 3000, of which one is sent, unless said otherwise. */
async function bought({
  cycles = 3,
  price = 3000,
  quantity = 1,
  sent = 1,
  stock,
  shipping = 0,
  coupon,
  otherPrice = 6000,
}: Bought = {}) {
  const spec = {
    shipping,
    terms: [
      { cycles, price },
      { cycles: 1, price: 1200 },
      { cycles: 12, price: 12_000 },
    ],
  }
  const product = await addProduct(db, { ...spec, ...(stock !== undefined && { stock }) })
  const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: otherPrice }], stock })
  const customer = await addCustomer(db)
  const [term, monthly, yearly] = product.terms.map(({ id }) => id)
  const input = {
    customer: { id: customer.id },
    products: [{ productInstance: { id: product.instanceId }, term: { id: term }, quantity }],
    ...(coupon && { coupons: [coupon] }),
  }
  const { record, userErrors } = await mutate(store, 'createOrder', input, 'order { id subscriptions { id } }')
  expect(userErrors).toEqual([])
  const [orderId, id] = [Number(record.id), Number(record.subscriptions[0].id)]
  const rows = await db.fulfillment.findMany({ where: { orderId }, orderBy: { id: 'asc' } })
  for (const { shipmentId } of rows.slice(0, sent)) {
    const shipped = await mutate(store, 'shipShipment', { id: String(shipmentId) }, 'shipment { id }')
    expect(shipped.userErrors).toEqual([])
  }
  gateway.reset()
  return { id, orderId, product, other, customer, term: term ?? 0, monthly: monthly ?? 0, yearly: yearly ?? 0 }
}

const ordersOf = async (subscriptionId: number) =>
  (
    await db.order.findMany({
      where: { products: { some: { subscriptionId } } },
      orderBy: { id: 'asc' },
      include: { products: true, transactions: { orderBy: { id: 'asc' } } },
    })
  ).map(({ products, transactions, ...order }) => ({ ...order, line: products[0], transactions }))

const deliveriesOf = async (subscriptionId: number) =>
  (await db.fulfillment.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })).map((row) => ({
    ...{ orderId: Number(row.orderId), instanceId: Number(row.instanceId), quantity: row.quantity, status: row.status },
  }))

const refundable = async (orderId: number) =>
  (await store.graphql(`{ order(id: ${orderId}) { refundable { amount cardAmount creditAmount } } }`)).data.order.refundable

const onHandOf = async (productInstanceId: number) =>
  (await db.productInventory.findFirstOrThrow({ where: { productInstanceId } })).quantityOnHand

const typesOf = async (subscriptionId: number) =>
  (await db.event.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })).map(({ type }) => type)

describe('A dearer instance', () => {
  it('has its open deliveries changed for the difference, which is one order with one line', async () => {
    const { id, orderId, other, product } = await bought()
    const before = await read(id)
    const { record, userErrors } = await change({ id, productInstanceId: other })
    expect(userErrors).toEqual([])
    expect(record).toMatchObject({ productInstanceId: String(other), credit: null, quantity: 1 })
    // Two of three deliveries are open: 2000 of 3000 are unused, 4000 of 6000 are new.
    const [, made, ...others] = await ordersOf(id)
    expect(others).toEqual([])
    expect(made).toMatchObject({
      ...{ proratedCharge: 2000n, total: 4000n, creditApplied: 2000n, subTotal: 6000n, totalDiscount: 2000n, isRenewal: false },
      ...{ financialStatus: 'paid', status: 'open', fulfillmentStatus: 'unfulfilled' },
      line: { price: 6000n, quantity: 1, total: 6000n, discount: 2000n, charged: 4000n, productInstanceId: BigInt(other) },
      transactions: [{ result: 'captured', total: 2000n }],
    })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([2000n])
    expect(await deliveriesOf(id)).toEqual([
      { orderId, instanceId: product.instanceId, quantity: 1, status: 'fulfilled' },
      ...[1, 2].map(() => ({ orderId: Number(made?.id), instanceId: other, quantity: 1, status: 'open' })),
    ])
    expect(await db.order.findUniqueOrThrow({ where: ofStore(orderId) })).toMatchObject({
      status: 'closed',
      fulfillmentStatus: 'fulfilled',
    })
    const after = await read(id)
    expect(after).toMatchObject({ endDate: before.endDate, revenue: before.revenue + 2000n, paymentUnderWay: false })
    expect((await db.customer.findUniqueOrThrow({ where: ofStore(after.customerId) })).totalRevenue).toBe(5000n)
  })

  it('counts the unused part as given back: what can be refunded of both orders is what was paid', async () => {
    const { id, orderId, other } = await bought()
    expect(await refundable(orderId)).toEqual({ amount: 3000, cardAmount: 3000, creditAmount: 0 })
    await change({ id, productInstanceId: other })
    expect(await refundable(orderId)).toEqual({ amount: 1000, cardAmount: 1000, creditAmount: 0 })
    const [, made] = await ordersOf(id)
    expect(await refundable(Number(made?.id))).toEqual({ amount: 4000, cardAmount: 2000, creditAmount: 2000 })
    const { userErrors } = await mutate(store, 'refundOrder', { id: orderId, amount: 1001 }, 'refund { id }')
    expect(userErrors).toMatchObject([{ message: `amount must be from 1 to 1000, what is left of order ${orderId}, not 1001.` }])
    expect((await mutate(store, 'refundOrder', { id: orderId }, 'refund { amount }')).record).toEqual({ amount: 1000 })
  })

  it('is worth what was paid for it when it is changed again: back and forth costs nothing and gives nothing', async () => {
    const { id, other, product } = await bought({ sent: 0 })
    await change({ id, productInstanceId: other })
    await change({ id, productInstanceId: product.instanceId })
    expect(await read(id)).toMatchObject({ credit: 3000n })
    await change({ id, productInstanceId: other })
    await change({ id, productInstanceId: product.instanceId })
    const asked = gateway.asked.reduce((sum, { amount }) => sum + amount, 0n)
    expect((await read(id)).credit).toBe(asked)
    const orders = await ordersOf(id)
    const left = await Promise.all(orders.map((order) => refundable(Number(order.id))))
    // The sum of both is what was paid: what can be given back, and what was given as credit.
    expect(left.reduce((sum, { amount }) => sum + amount, 0)).toBe(3000)
  })
})

describe('A cheaper instance', () => {
  it('leaves credit of the subscription, and no order', async () => {
    const { id, orderId, other } = await bought({ otherPrice: 1500 })
    const { record } = await change({ id, productInstanceId: other })
    expect(record).toMatchObject({ credit: 1000, productInstanceId: String(other) })
    expect(await ordersOf(id)).toHaveLength(1)
    expect(gateway.asked).toEqual([])
    expect((await deliveriesOf(id)).map(({ instanceId, orderId: of }) => [instanceId === other, of === orderId])).toEqual([
      ...[
        [false, true],
        [true, true],
        [true, true],
      ],
    ])
    expect(await refundable(orderId)).toMatchObject({ amount: 2000 })
    expect(await typesOf(id)).toContain('subscription.changed')
  })

  it('of the same price changes at once, and refunds stay as they are', async () => {
    const { id, orderId, other } = await bought({ otherPrice: 3000 })
    const { record } = await change({ id, productInstanceId: other })
    expect(record).toMatchObject({ credit: null, productInstanceId: String(other) })
    expect(await ordersOf(id)).toHaveLength(1)
    expect(await refundable(orderId)).toMatchObject({ amount: 3000 })
  })
})

describe('Another quantity', () => {
  it('of more pieces is charged for the open deliveries, of fewer it becomes credit', async () => {
    const { id } = await bought()
    await change({ id, quantity: 3 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([4000n])
    expect((await deliveriesOf(id)).map(({ quantity }) => quantity)).toEqual([1, 3, 3])
    expect((await change({ id, quantity: 2 })).record).toMatchObject({ quantity: 2, credit: 2000 })
    expect((await deliveriesOf(id)).map(({ quantity }) => quantity)).toEqual([1, 2, 2])
  })

  it('counts the pieces of a delivery that was sent in part', async () => {
    const { id, orderId } = await bought({ cycles: 2, quantity: 2, price: 1000, sent: 0 })
    const [first] = await db.fulfillment.findMany({ where: { orderId }, orderBy: { id: 'asc' } })
    const sent = { id: String(first?.shipmentId), fulfillments: [{ id: String(first?.id), quantity: 1 }] }
    expect((await mutate(store, 'shipShipment', sent, 'shipment { id }')).userErrors).toEqual([])
    // 3 of 4 pieces are open, worth 1500 of 2000; with three each 2 + 3 are to come, worth 2500.
    await change({ id, quantity: 3 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([1000n])
    const rows = await deliveriesOf(id)
    expect(rows.map(({ status, quantity }) => `${status} ${quantity}`).sort()).toEqual(['fulfilled 1', 'open 2', 'open 3'])
    // The piece that was sent is in the order before: with four each 3 + 4 are to come.
    await change({ id, quantity: 4 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([1000n, 1000n])
    const parts = (await deliveriesOf(id)).map(({ status, quantity }) => `${status} ${quantity}`)
    expect(parts.sort()).toEqual(['fulfilled 1', 'open 3', 'open 4'])
  })

  it('counts no deliveries of a term before, which were to be sent on the same days and are cancelled', async () => {
    const { id, term, monthly } = await bought({ sent: 0 })
    await change({ id, termId: monthly })
    await change({ id, termId: String(term) })
    await change({ id, quantity: 2 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([1800n, 3000n])
    const open = (await deliveriesOf(id)).filter(({ status }) => status === 'open')
    expect(open.map(({ quantity }) => quantity)).toEqual([2, 2, 2])
  })

  it('has the percentage of the running term, and its shipping', async () => {
    const created = {
      storeId: 1n,
      name: 'x',
      createdAt: new Date(0),
      code: 'CHANGE-15',
      discountType: 'percent',
      discountValue: 15n,
    } as const
    await db.coupon.create({ data: created })
    const { id, orderId } = await bought({ cycles: 1, price: 3490, sent: 0, coupon: 'CHANGE-15', shipping: 500 })
    expect((await db.order.findUniqueOrThrow({ where: ofStore(orderId) })).total).toBe(3466n)
    await change({ id, quantity: 2 })
    // 6980 − 15% = 5933, with 1000 for sending them, less 3466.
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([3467n])
    const [, made] = await ordersOf(id)
    expect(made).toMatchObject({ total: 6933n, totalShipping: 1000n, creditApplied: 3466n, proratedCharge: 3467n })
    expect(await db.orderCoupon.count({ where: { orderId: made?.id ?? 0n } })).toBe(1)
  })

  it('has no percentage of a coupon that another term has ended, also where the old term returns', async () => {
    const made = {
      storeId: 1n,
      name: 'x',
      createdAt: new Date(0),
      code: 'ENDED-15',
      discountType: 'percent',
      discountValue: 15n,
    } as const
    await db.coupon.create({ data: made })
    const { id, product, term, monthly } = await bought({ sent: 0, coupon: 'ENDED-15' })
    expect((await change({ id, termId: String(monthly) })).record).toMatchObject({ credit: 2550 - 1200 })
    await db.productTermPrice.updateMany({ where: { productId: product.id, termId: term }, data: { price: 900n } })
    expect((await change({ id, termId: String(term) })).record).toMatchObject({ credit: 2550 - 900 })
    expect((await change({ id, quantity: 2 })).userErrors).toEqual([])
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([900n])
  })

  it('changes what is to be sent next where all is sent, and costs nothing', async () => {
    const { id } = await bought({ cycles: 1, sent: 1 })
    expect((await change({ id, quantity: 5 })).record).toMatchObject({ quantity: 5, credit: null })
    expect(gateway.asked).toEqual([])
    expect((await deliveriesOf(id)).map(({ quantity }) => quantity)).toEqual([1])
  })
})

describe('Another term', () => {
  it('begins now as a full one at its whole price; what was open is cancelled', async () => {
    const { id, orderId, yearly } = await bought()
    const before = await read(id)
    expect((await change({ id, termId: yearly })).userErrors).toEqual([])
    const [, made] = await ordersOf(id)
    expect(made).toMatchObject({
      total: 12_000n,
      creditApplied: 2000n,
      proratedCharge: 10_000n,
      line: { charged: 12_000n, price: 12_000n },
    })
    const now = made?.placedAt ?? new Date(0)
    const after = await read(id)
    expect(after).toMatchObject({ termId: BigInt(yearly), anchorDay: now.getUTCDate(), skippedDate: null })
    expect(after.endDate.getUTCFullYear()).toBe(now.getUTCFullYear() + 1)
    expect(after.endDate > before.endDate).toBe(true)
    const rows = await deliveriesOf(id)
    expect(rows.filter((row) => row.orderId === orderId).map(({ status }) => status)).toEqual([
      'fulfilled',
      'cancelled',
      'cancelled',
    ])
    expect(rows.filter((row) => row.orderId !== orderId)).toHaveLength(12)
    expect(await db.order.findUniqueOrThrow({ where: ofStore(orderId) })).toMatchObject({
      status: 'closed',
      fulfillmentStatus: 'fulfilled',
    })
    const cancelled = await db.shipment.count({ where: { fulfillments: { some: { orderId } }, status: 'cancelled' } })
    expect(cancelled).toBe(2)
  })

  it('that costs less than what is unused leaves credit, and its deliveries are of the order before', async () => {
    const { id, orderId, monthly } = await bought()
    expect((await change({ id, termId: monthly })).record).toMatchObject({ credit: 800, termId: String(monthly) })
    expect(gateway.asked).toEqual([])
    const rows = await deliveriesOf(id)
    expect(rows.map(({ status }) => status)).toEqual(['fulfilled', 'cancelled', 'cancelled', 'open'])
    expect(rows.every((row) => row.orderId === orderId)).toBe(true)
    expect(await db.order.findUniqueOrThrow({ where: ofStore(orderId) })).toMatchObject({
      status: 'open',
      fulfillmentStatus: 'partial',
    })
    // The new delivery is worth 1200.
    expect((await change({ id, quantity: 2 })).userErrors).toEqual([])
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([1200n])
  })
})

describe('A term that began without an order of its own', () => {
  it('has no percentage of the term before', async () => {
    const created = { storeId: 1n, name: 'x', createdAt: new Date(0), code: 'CHANGE-20', discountValue: 20n } as const
    await db.coupon.create({ data: { ...created, discountType: 'percent' } })
    const { id, monthly } = await bought({ coupon: 'CHANGE-20' })
    // 1600 of 2400 are unused, and 1200 is the price of a month.
    expect((await change({ id, termId: monthly })).record).toMatchObject({ credit: 400 })
    await change({ id, quantity: 2 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([1200n])
  })

  it('calls the deliveries before off: the event of each parcel names their order', async () => {
    const { id, orderId, monthly } = await bought()
    await change({ id, termId: monthly })
    const events = await db.event.findMany({ where: { type: 'shipment.cancelled', orderId } })
    expect(events).toHaveLength(2)
  })
})

describe('Stock', () => {
  it('of a first delivery follows the instance and the quantity, and none of a later one', async () => {
    const { id, product, other } = await bought({ sent: 0, stock: 10 })
    expect(await onHandOf(product.instanceId)).toBe(9)
    await change({ id, quantity: 3 })
    expect(await onHandOf(product.instanceId)).toBe(7)
    await change({ id, productInstanceId: other })
    expect([await onHandOf(product.instanceId), await onHandOf(other)]).toEqual([10, 7])
    await change({ id, quantity: 1 })
    expect(await onHandOf(other)).toBe(9)
    const rows = await db.fulfillment.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } })
    expect(rows.map(({ taken }) => taken)).toEqual([1, 0, 0])
    const sums = await db.$queryRaw<{ sum: number }[]>`
      SELECT sum(quantity)::int AS sum FROM inventory_movement WHERE store_id = 1 AND product_instance_id = ${other}`
    expect(sums).toEqual([{ sum: 9 }])
  })

  it('of another term is taken for its first delivery, and that of the one before is put back', async () => {
    const { id, product, yearly, monthly } = await bought({ sent: 0, stock: 10 })
    await change({ id, termId: yearly, quantity: 2 })
    expect(await onHandOf(product.instanceId)).toBe(8)
    await change({ id, termId: monthly, quantity: 1 })
    expect(await onHandOf(product.instanceId)).toBe(9)
  })

  it('that does not suffice refuses the change, and nothing changes', async () => {
    const { id, other } = await bought({ sent: 0, stock: 2 })
    await db.productInventory.updateMany({ where: { productInstanceId: other }, data: { quantityOnHand: 0 } })
    const message = `There are not 1 in stock of product instance ${other}: there are 0.`
    const body = { product_instance_id: other, when: 'now' }
    await expectRefused(store, { rest: [`PUT /v1/subscriptions/${id}/change/`, json(body)] }, 'OUT_OF_STOCK', message)
  })
})

describe('Stock that a refund has put on hand before', () => {
  it('is taken again for a delivery that is changed, once', async () => {
    const { id, orderId, product, other } = await bought({ cycles: 1, price: 3000, quantity: 3, sent: 0, stock: 10 })
    const { id: line } = await db.orderProduct.findFirstOrThrow({ where: { orderId } })
    const { userErrors } = await mutate(
      store,
      'refundOrder',
      { id: orderId, restock: true, lines: [{ id: String(line), quantity: 1 }] },
      'refund { id }',
    )
    expect([userErrors, await onHandOf(product.instanceId)]).toEqual([[], 8])
    await change({ id, quantity: 2 })
    expect(await onHandOf(product.instanceId)).toBe(8)
    await change({ id, productInstanceId: other })
    expect([await onHandOf(product.instanceId), await onHandOf(other)]).toEqual([10, 8])
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { subscriptionId: id } })
    await mutate(store, 'shipShipment', { id: String(shipmentId) }, 'shipment { id }')
    expect([await onHandOf(product.instanceId), await onHandOf(other)]).toEqual([10, 8])
  })
})

describe('An order whose subscription was changed', () => {
  it('keeps the quantity of its line when it is edited, and may get another line', async () => {
    const { id, orderId } = await bought({ sent: 0, cycles: 1, quantity: 3 })
    await change({ id, quantity: 2 })
    const mug = await addProduct(db, { price: 500 })
    const { id: line } = await db.orderProduct.findFirstOrThrow({ where: { orderId } })
    const message = `lines[0].quantity must stay 3: subscription ${id} was changed since; change the subscription instead.`
    const rest: [string, RequestInit] = [`PUT /v1/orders/${orderId}/edit/`, json({ lines: [{ id: Number(line), quantity: 4 }] })]
    await expectRefused(store, { rest }, 'BAD_INPUT', message)
    const lines = [{ id: String(line) }, { productInstance: { id: mug.instanceId } }]
    const { record, userErrors } = await mutate(store, 'editOrder', { id: orderId, lines }, 'order { total editDifference }')
    expect([userErrors, record]).toEqual([[], { total: 9500, editDifference: 500 }])
    expect((await deliveriesOf(id)).map(({ quantity }) => quantity)).toEqual([2])
    // 3000 became credit.
    expect(await refundable(orderId)).toMatchObject({ amount: 6500 })
  })
})

describe('A declined difference', () => {
  it('is 402 and changes nothing; the attempt is a failed transaction of the order that paid for the term', async () => {
    const { id, orderId, other } = await bought({ sent: 0, stock: 5 })
    const [before, deliveries] = [await read(id), await deliveriesOf(id)]
    gateway.mood = 'declines'
    const body = { product_instance_id: other, when: 'now' }
    const answer = await store.rest(`PUT /v1/subscriptions/${id}/change/`, store.merchant, json(body))
    expect(answer).toMatchObject({ status: 402, body: { errors: ['The payment was declined. No funds.'] } })
    const { changedIn: _, updatedAt: __, ...after } = await read(id)
    expect(before).toMatchObject(after)
    expect(await deliveriesOf(id)).toEqual(deliveries)
    const orders = await ordersOf(id)
    expect(orders).toHaveLength(1)
    expect(orders[0]?.transactions.map(({ result, total }) => [result, total])).toEqual([
      ['captured', 3000n],
      ['failed', 3000n],
    ])
    expect(await refundable(orderId)).toMatchObject({ amount: 3000 })
    expect(await onHandOf(other)).toBe(5)
    expect((await typesOf(id)).slice(-1)).toEqual(['payment.failed'])
    gateway.mood = 'captures'
    expect((await change({ id, productInstanceId: other })).userErrors).toEqual([])
  })
})

describe('A declined difference of one whose running term no order paid for', () => {
  it('is 402 and leaves an order with the attempt, unpaid and closed', async () => {
    const { id } = await addMonthly(db, { price: 900 })
    const { productId, ...before } = await read(id)
    const type = await db.subscriptionType.findFirstOrThrow({ where: { productId } })
    const term = { storeId: 1n, subscriptionTypeId: type.id, name: 'A year', enabled: true, gift: false, numCycles: 12 }
    const { id: yearly } = await db.subscriptionTypeTerm.create({ data: term })
    await db.productTermPrice.create({ data: { storeId: 1n, productId, termId: yearly, price: 9000n, gift: false } })
    gateway.mood = 'declines'
    const body = { term_id: Number(yearly), when: 'now' }
    const answer = await store.rest(`PUT /v1/subscriptions/${id}/change/`, store.merchant, json(body))
    expect(answer).toMatchObject({ status: 402, body: { errors: ['The payment was declined. No funds.'] } })
    expect(await ordersOf(id)).toMatchObject([
      { financialStatus: 'unpaid', status: 'closed', transactions: [{ result: 'failed', total: 9000n }] },
    ])
    expect(await read(id)).toMatchObject({ termId: before.termId, endDate: before.endDate, paymentUnderWay: false })
    const { numOrders } = await db.customer.findUniqueOrThrow({ where: ofStore(before.customerId) })
    // It closed unpaid.
    expect(numOrders).toBe(0)
    gateway.mood = 'captures'
    expect((await change({ id, termId: String(yearly) })).userErrors).toEqual([])
    expect((await ordersOf(id)).map(({ financialStatus }) => financialStatus)).toEqual(['unpaid', 'paid'])
  })
})

describe('A change to what it is', () => {
  it('changes nothing, and no event tells of it', async () => {
    const { id, product, term } = await bought()
    const before = await db.event.count()
    const input = { id, quantity: 1, termId: String(term), productInstanceId: product.instanceId }
    expect((await change(input)).userErrors).toEqual([])
    expect(await db.event.count()).toBe(before)
  })
})

describe('A price that was agreed', () => {
  it('holds from the next renewal on: the difference is at the price of the day', async () => {
    const { id } = await bought()
    await change({ id, fixedPrice: 10, quantity: 2 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([2000n])
    expect(await read(id)).toMatchObject({ fixedPrice: 10n })
  })

  it('that the running term was paid at is the price of more pieces, too', async () => {
    const { id, product } = await bought()
    await db.subscription.update({ where: ofStore(id), data: { fixedPrice: 3000n } })
    await db.productTermPrice.updateMany({ where: { productId: product.id }, data: { price: 9000n } })
    await change({ id, quantity: 2 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([2000n])
  })
})

describe('A refund before a change', () => {
  it('lowers what is unused', async () => {
    const { id, orderId, other } = await bought()
    await mutate(store, 'refundOrder', { id: orderId, amount: 2500 }, 'refund { id }')
    await change({ id, productInstanceId: other })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([3500n])
    expect(await refundable(orderId)).toMatchObject({ amount: 0 })
  })
})

describe('A customer', () => {
  it('swaps immediately where the store lets its customers, is told the difference before, and renews at the new price', async () => {
    const { id, other, customer } = await bought({ cycles: 1, price: 1000, otherPrice: 1700, sent: 0 })
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_product'] } })
    const as = await store.customerToken(BigInt(customer.id))
    const { headers, ...sent } = json({ when: 'now', product_instance_id: other })
    const swap = (more: object) =>
      store.rest(`PUT /v1/store/api/subscriptions/${id}/change/`, as, { ...sent, headers: { ...headers, ...more } })
    expect(await swap({ 'X-Dry-Run': 'true' })).toMatchObject({ status: 200, body: { change_difference: 700 } })
    expect(gateway.asked).toEqual([])
    expect(await swap({})).toMatchObject({ status: 200, body: { change_difference: 700 } })
    const { endDate } = await read(id)
    const clock = clockOf(() => endDate)
    await inSight(() =>
      advanceDue({ db, clock, gateways: gatewaysOf(gateway), report: (error) => expect(error).toBeUndefined() }),
    )
    const orders = await ordersOf(id)
    expect(orders.map(({ total, proratedCharge, isRenewal }) => [total, proratedCharge, isRenewal])).toEqual([
      [1000n, null, false],
      [1700n, 700n, false],
      [1700n, null, true],
    ])
    await db.store.update({ where: { id: 1n }, data: { customersMay: [] } })
  })
})

describe('The difference', () => {
  it('is shown by the subscription over both surfaces: charged, given as credit, or none, and a dry run says it before', async () => {
    const { id, other } = await bought()
    const ask = async (body: object, isDryRun = false) => {
      const { headers, ...sent } = json({ when: 'now', ...body })
      const init = { ...sent, headers: { ...(headers as Record<string, string>), ...(isDryRun && { 'X-Dry-Run': 'true' }) } }
      const answer = await store.rest(`PUT /v1/subscriptions/${id}/change/`, store.merchant, init)
      expect(answer.status).toBe(200)
      return answer.body.change_difference
    }
    const shown = async () =>
      (await store.graphql(`{ subscription(id: ${id}) { changeDifference } }`)).data.subscription.changeDifference
    expect(await shown()).toBeNull()
    for (const [body, difference] of [
      [{ product_instance_id: other }, 2000],
      [{ quantity: 3 }, 8000],
      [{ quantity: 1 }, -8000],
      [{ fixed_price: 5 }, 0],
    ] as const) {
      const before = await shown()
      expect(await ask(body, true)).toBe(difference)
      expect(await shown()).toBe(before)
      gateway.asked = []
      expect(await ask(body)).toBe(difference)
      expect(await shown()).toBe(difference)
      expect(gateway.asked.map(({ amount }) => Number(amount))).toEqual(difference > 0 ? [difference] : [])
      // Repeating it changes nothing.
      expect(await ask(body)).toBe(difference)
    }
    expect(await read(id)).toMatchObject({ credit: 8000n })
  })

  it('of one of two lines that a coupon lowered is that of its own line', async () => {
    const created = {
      storeId: 1n,
      name: 'x',
      createdAt: new Date(0),
      code: 'CHANGE-10',
      discountType: 'percent',
      discountValue: 10n,
    } as const
    await db.coupon.create({ data: created })
    const [six, four] = [
      await addProduct(db, { terms: [{ cycles: 1, price: 600 }] }),
      await addProduct(db, { terms: [{ cycles: 1, price: 400 }] }),
    ]
    const customer = await addCustomer(db)
    const products = [six, four].map(({ instanceId, terms }) => ({
      productInstance: { id: instanceId },
      term: { id: terms[0]?.id },
    }))
    const input = { customer: { id: customer.id }, products, coupons: ['CHANGE-10'] }
    const { record } = await mutate(store, 'createOrder', input, 'order { id total products { charged subscriptionId } }')
    expect([record.total, record.products.map(({ charged }: { charged: number }) => charged)]).toEqual([900, [540, 360]])
    gateway.reset()
    await change({ id: record.products[0].subscriptionId, quantity: 2 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([540n])
    // Of the other line 360 is left.
    expect(await refundable(Number(record.id))).toMatchObject({ amount: 360 })
    await change({ id: record.products[1].subscriptionId, quantity: 3 })
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([540n, 720n])
    expect(await refundable(Number(record.id))).toMatchObject({ amount: 0 })
  })
})

describe('A dry run', () => {
  it('shows the order, the difference and the credit, and leaves nothing', async () => {
    const { id, other } = await bought()
    const query = (
      input: string,
    ) => `mutation { changeSubscription(dryRun: true, input: { id: ${id}, when: now, ${input} }) { dryRun
      subscription { credit orders(last: 1) { nodes { id total creditApplied proratedCharge } } } userErrors { message } } }`
    let shown: unknown[] = []
    const changed = await tablesChangedBy(db, async () => {
      shown = [await store.graphql(query(`productInstanceId: ${other}`)), await store.graphql(query('termId: "x"'))]
    })
    expect(changed).toEqual([])
    const [dearer] = shown as { data: { changeSubscription: { subscription: unknown } } }[]
    expect(dearer?.data.changeSubscription.subscription).toEqual({
      credit: null,
      orders: { nodes: [{ id: '0', total: 4000, creditApplied: 2000, proratedCharge: 2000 }] },
    })
    expect(gateway.asked).toEqual([])
    expect((await change({ id, productInstanceId: other })).userErrors).toEqual([])
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([2000n])
  })
})

describe('An immediate change is refused', () => {
  it('where the renewal is due, or a payment is under way', async () => {
    const { id } = await bought()
    const rest: [string, RequestInit] = [`PUT /v1/subscriptions/${id}/change/`, json({ quantity: 2, when: 'now' })]
    await db.subscription.update({
      where: ofStore(id),
      data: { startDate: new Date('2026-02-15T11:00:00Z'), endDate: new Date('2026-03-15T11:00:00Z') },
    })
    const over = 'The time that is paid for is over; change the subscription once its renewal is paid.'
    await expectRefused(store, { rest }, 'WRONG_STATUS', over)
    await db.subscription.update({ where: ofStore(id), data: { autorenew: false } })
    const expiring = 'The time that is paid for is over; reactivate the subscription once it is expired.'
    await expectRefused(store, { rest }, 'WRONG_STATUS', expiring)
    await db.subscription.update({
      where: ofStore(id),
      data: { endDate: new Date('2026-06-15T11:00:00Z'), paymentUnderWay: true },
    })
    await expectRefused(store, { rest }, 'WRONG_STATUS', 'A payment for this subscription is under way.')
  })
})

describe('A scheduled change', () => {
  it('gets the fields that an immediate change is given', async () => {
    const { id, other, product } = await bought({ otherPrice: 3000 })
    await mutate(store, 'changeSubscription', { id, productInstanceId: other, quantity: 2 })
    await change({ id, quantity: 4 })
    expect(await read(id)).toMatchObject({ quantity: 4, scheduledQuantity: 4, scheduledProductInstanceId: BigInt(other) })
    await change({ id, productInstanceId: other })
    expect(await read(id)).toMatchObject({ productInstanceId: BigInt(other), scheduledTermId: null })
    expect(product.instanceId).not.toBe(other)
  })

  it('keeps its term where another instance is given, and its instance where another term is', async () => {
    const { id, other, product, monthly, yearly } = await bought({ otherPrice: 3000 })
    await mutate(store, 'changeSubscription', { id, termId: yearly })
    await change({ id, productInstanceId: other })
    expect(await read(id)).toMatchObject({ scheduledTermId: BigInt(yearly), scheduledProductInstanceId: BigInt(other) })
    await mutate(store, 'cancelScheduledChange', { id })
    await mutate(store, 'changeSubscription', { id, productInstanceId: product.instanceId })
    await change({ id, termId: monthly })
    const scheduled = { scheduledTermId: BigInt(monthly), scheduledProductInstanceId: BigInt(product.instanceId) }
    expect(await read(id)).toMatchObject(scheduled)
  })

  it('to another product is on the new instance and term where one is given', async () => {
    const { id, other, term } = await bought({ otherPrice: 3000 })
    const next = await addProduct(db, { terms: [{ cycles: 1, price: 500 }] })
    const plan = { productInstanceId: next.instanceId, termId: next.terms[0]?.id, quantity: 2 }
    await mutate(store, 'changeSubscription', { id, ...plan })
    await change({ id, productInstanceId: other })
    const scheduled = { scheduledTermId: BigInt(term), scheduledProductInstanceId: BigInt(other), scheduledQuantity: 2 }
    expect(await read(id)).toMatchObject(scheduled)
  })
})
