/** Cancelling orders while nothing of them is sent: deliveries, money, stock and subscriptions follow, each once. */
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/auth/secret.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, onHand, type Product, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { addFulfillment } from '../shipments/parcels.ts'

const store = await openStore()
const { db } = store

const orderOf = (id: number) =>
  db.order.findUniqueOrThrow({
    where: ofStore(id),
    include: {
      transactions: { orderBy: { id: 'asc' } },
      fulfillments: { orderBy: { id: 'asc' }, include: { shipment: true } },
      customer: true,
      refunds: true,
    },
  })
const subscriptionOf = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id), include: { coupons: true } })

describe.each(surfaces)('%s', (surface) => {
  const cancel = (id: number, input: object = {}, options = {}) => ask(store, surface, 'cancelOrder', { id, ...input }, options)

  /** A paid order of products, each so many. */
  async function order(products: [product: Product, quantity?: number][], token = 'tok_succeed') {
    const customer = await addCustomer(db, { token })
    const lines = products.map(([{ instanceId, terms }, quantity = 1]) => ({
      ...{ product_instance: { id: instanceId }, quantity },
      ...(terms[0] && { term: { id: terms[0].id } }),
    }))
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products: lines })
    const subscriptions = await db.subscription.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    return { id: record.id as number, customer, lines: record.products, subscriptions: subscriptions.map(({ id }) => Number(id)) }
  }

  it('cancels every delivery, refunds what was paid, and restocks the pieces', async () => {
    const product = await addProduct(db, { price: 1000, shipping: 150, stock: 9 })
    const { id } = await order([[product, 2]])
    expect(await onHand(db, product)).toBe(7)
    const { status, record } = await cancel(id, { reason: 'Ordered by mistake.' })
    expect(status).toBe(200)
    expect(record).toMatchObject({
      ...{ id, status: 'closed', financial_status: 'refunded', fulfillment_status: 'unfulfilled', total: 2300 },
      ...{ refunded_amount: 2300, card_refunded_amount: 2300, cancelled_at: '2026-03-15T12:00:00Z' },
      cancel_reason: 'Ordered by mistake.',
    })
    const { customer, transactions, fulfillments, refunds } = await orderOf(id)
    expect(fulfillments).toMatchObject([{ status: 'cancelled', restocked: 2, shipment: { status: 'cancelled' } }])
    expect(transactions).toMatchObject([
      { result: 'captured', kind: 'payment', total: 2300n },
      { result: 'refunded', kind: 'refund', total: 2300n },
    ])
    expect(refunds).toMatchObject([{ status: 'done', amount: 2300n, reason: 'Ordered by mistake.', restock: false }])
    expect(customer).toMatchObject({ totalRevenue: 0n, credit: 0n, numOrders: 1 })
    expect(await onHand(db, product)).toBe(9)
  })

  it('takes as many statements for forty deliveries as for two, each of which looks at them once', async () => {
    const statements = async (cycles: number) => {
      const { id } = await order([[await addProduct(db, { terms: [{ cycles, price: 1000 }], stock: 50 })]])
      return store.statements(async () => expect((await cancel(id, { subscriptions: 'cancel' })).status).toBe(200))
    }
    const [few, many] = [await statements(2), await statements(40)]
    expect(many.length).toBe(few.length)
    const restocking = many.filter((sql) => sql.includes('coming AS MATERIALIZED'))
    expect(restocking).not.toEqual([])
    // A CTE that is not materialized is computed again for each delivery that is joined with it.
    for (const sql of restocking) expect(sql).toContain('missing AS MATERIALIZED')
  })

  it('stays as it is when it is cancelled already', async () => {
    const product = await addProduct(db, { stock: 9 })
    const { id } = await order([[product, 2]])
    const first = await cancel(id, { refund: false, reason: 'One.' })
    let again: Awaited<ReturnType<typeof cancel>> | undefined
    expect(await tablesChangedBy(db, async () => (again = await cancel(id, { reason: 'Two.' })))).toEqual([])
    expect(again).toEqual(first)
    expect(first.record).toMatchObject({ financial_status: 'paid', status: 'closed', refunded_amount: 0, cancel_reason: 'One.' })
    // The rest can still be refunded, and is put on hand no second time.
    expect(await ask(store, surface, 'refundOrder', { id, restock: true })).toMatchObject({ record: { amount: 2000 } })
    expect(await onHand(db, product)).toBe(9)
    expect(await orderOf(id)).toMatchObject({ status: 'closed', financialStatus: 'refunded' })
  })

  it('refunds what is left, and puts no piece on hand a second time', async () => {
    const product = await addProduct(db, { price: 500, stock: 10 })
    const { id, lines } = await order([[product, 5]])
    await ask(store, surface, 'refundOrder', { id, lines: [{ id: lines[0].id, quantity: 2 }], restock: true })
    await ask(store, surface, 'refundOrder', { id, amount: 300 })
    expect(await onHand(db, product)).toBe(7)
    expect((await cancel(id)).record).toMatchObject({ refunded_amount: 2500, financial_status: 'refunded' })
    expect(await onHand(db, product)).toBe(10)
    expect((await orderOf(id)).customer.totalRevenue).toBe(0n)
  })

  it('leaves the stock as it is where that is asked for, and where it is not tracked', async () => {
    const [tracked, untracked] = [await addProduct(db, { stock: 9 }), await addProduct(db)]
    const [kept, put] = [await order([[tracked, 2]]), await order([[untracked, 2]])]
    await cancel(kept.id, { restock: false })
    await cancel(put.id)
    expect([await onHand(db, tracked), await onHand(db, untracked)]).toEqual([7, 0])
  })

  it('puts the first delivery of a prepaid subscription on hand alone, since later ones have taken nothing', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }], stock: 10 })
    const { id } = await order([[product, 2]])
    expect(await onHand(db, product)).toBe(8)
    await cancel(id)
    const { fulfillments } = await orderOf(id)
    expect(fulfillments.map(({ status, shipment }) => [status, shipment.status])).toEqual(
      Array.from({ length: 3 }, () => ['cancelled', 'cancelled']),
    )
    expect(await onHand(db, product)).toBe(10)
  })

  it('ends the subscriptions that it began now, unless they are kept', async () => {
    const product = () => addProduct(db, { terms: [{ cycles: 1, price: 2000 }] })
    const [ended, kept] = [await order([[await product()], [await product()]]), await order([[await product()]])]
    await cancel(ended.id)
    for (const id of ended.subscriptions)
      expect(await subscriptionOf(id)).toMatchObject({
        ...{ status: 'cancelled', autorenew: false, endDate: today, cancelledAt: today, revenue: 0n },
      })
    const before = await subscriptionOf(kept.subscriptions[0] ?? 0)
    await cancel(kept.id, { subscriptions: 'keep' })
    const { status, endDate, autorenew } = await subscriptionOf(kept.subscriptions[0] ?? 0)
    expect({ status, endDate, autorenew }).toEqual({ status: 'active', endDate: before.endDate, autorenew: true })
  })

  it('of a renewal keeps the subscription and its end date, unless it is cancelled too', async () => {
    for (const subscriptions of [undefined, 'cancel']) {
      const { id, customer } = await addMonthly(db, { ...pastDue(2), price: 2400 })
      await ask(store, surface, 'renewSubscription', { id })
      const { endDate } = await subscriptionOf(id)
      const { id: orderId } = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
      expect((await cancel(Number(orderId), { subscriptions })).record).toMatchObject({ financial_status: 'refunded' })
      const ended = { status: 'cancelled', autorenew: false, endDate: today, cancelledAt: today, revenue: 0n }
      expect(await subscriptionOf(id)).toMatchObject(subscriptions ? ended : { status: 'active', endDate, revenue: 0n })
    }
  })

  it('ends a subscription that is paused, and resumes its other deliveries', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 2000 }] })
    const [one, other] = [await order([[product]]), await order([[product]])]
    const [id] = one.subscriptions as [number]
    await db.fulfillment.updateMany({ where: { orderId: other.id }, data: { subscriptionId: id } })
    expect((await ask(store, surface, 'pauseSubscription', { id })).status).toBe(200)
    expect((await orderOf(other.id)).fulfillments).toMatchObject([{ onHold: true }, { onHold: true }])
    expect((await cancel(one.id)).status).toBe(200)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'cancelled', endDate: today, pausedAt: null })
    expect((await orderOf(one.id)).fulfillments).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }])
    expect((await orderOf(other.id)).fulfillments).toMatchObject([
      { status: 'open', onHold: false },
      { status: 'open', onHold: false },
    ])
  })

  it('of a renewal that was declined is closed unpaid, and gives coupons and credit back: the next try makes a new order', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', credit: 300, price: 2400 })
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'TENTH' } })
    await db.subscriptionCoupon.create({
      data: { storeId: 1, subscriptionId: id, couponId, codeUsed: 'TENTH', numRenewals: 2 },
    })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    const { unpaidOrderId } = await subscriptionOf(id)
    expect(await subscriptionOf(id)).toMatchObject({ credit: 0n, coupons: [{ unpaidOrderId }] })
    expect((await cancel(Number(unpaidOrderId))).record).toMatchObject({
      ...{ status: 'closed', financial_status: 'unpaid', refunded_amount: 0, cancelled_at: '2026-03-15T12:00:00Z' },
    })
    const kept = { status: 'past_due', unpaidOrderId: null, credit: 300n, coupons: [{ unpaidOrderId: null, numRenewals: 2 }] }
    expect(await subscriptionOf(id)).toMatchObject(kept)
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
    expect((await ask(store, surface, 'renewSubscription', { id })).record).toMatchObject({ status: 'active' })
    const orders = await db.order.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(orders).toMatchObject([
      { id: unpaidOrderId, financialStatus: 'unpaid' },
      { financialStatus: 'paid', creditApplied: 300n },
    ])
  })

  it('of a renewal that was declined ends the subscription where that is asked for', async () => {
    const { id } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline' })
    await ask(store, surface, 'renewSubscription', { id })
    const { unpaidOrderId } = await subscriptionOf(id)
    expect((await cancel(Number(unpaidOrderId), { subscriptions: 'cancel' })).status).toBe(200)
    expect(await subscriptionOf(id)).toMatchObject({ status: 'cancelled', unpaidOrderId: null, nextTryAt: null, pastDueAt: null })
    const events = await db.event.findMany({ where: { orderId: unpaidOrderId, type: 'order.closed' } })
    expect(events).toHaveLength(1)
  })

  it('that was declined itself is closed unpaid', async () => {
    const { id: customerId } = await addCustomer(db, { token: 'tok_decline' })
    const product = await addProduct(db, { stock: 3 })
    await ask(store, surface, 'createOrder', {
      customer: { id: customerId },
      products: [{ product_instance: { id: product.instanceId } }],
    })
    const { id } = await db.order.findFirstOrThrow({ where: { customerId } })
    expect((await cancel(Number(id))).record).toMatchObject({ status: 'closed', financial_status: 'unpaid' })
    expect(await onHand(db, product)).toBe(3)
  })

  it('leaves a parcel that holds deliveries of other orders too, without its own', async () => {
    const product = await addProduct(db, { stock: 9 })
    const [one, other] = [await order([[product]]), await order([[product]])]
    const [delivery] = (await orderOf(one.id)).fulfillments
    const at = { storeId: 1, orderId: other.id, shipmentId: Number(delivery?.shipmentId), instanceId: product.instanceId }
    await addFulfillment(db, at)
    await cancel(one.id)
    expect((await orderOf(one.id)).fulfillments).toMatchObject([{ status: 'cancelled', shipment: { status: 'unshipped' } }])
    expect((await orderOf(other.id)).fulfillments).toMatchObject([{ status: 'open' }, { status: 'open' }])
    expect((await ask(store, surface, 'shipShipment', { id: at.shipmentId })).status).toBe(200)
    expect((await orderOf(one.id)).fulfillments).toMatchObject([{ status: 'cancelled' }])
  })

  it('is refused once something was sent, and when it is closed, with what can be done instead', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 2000 }], stock: 9 })
    const { id } = await order([[product]])
    const refused = async (message: string) => {
      let answer: object = {}
      expect(await tablesChangedBy(db, async () => (answer = await cancel(id)))).toEqual([])
      expect(answer).toMatchObject({ status: 400, message })
    }
    const [first, second] = (await orderOf(id)).fulfillments.map(({ shipmentId }) => Number(shipmentId))
    await ask(store, surface, 'shipShipment', { id: first })
    await refused(
      `Order ${id} was sent in part: it is no longer cancelled; cancel its unsent shipments, and refund what is in them.`,
    )
    await ask(store, surface, 'shipShipment', { id: second })
    await refused(`Order ${id} was sent: it is no longer cancelled; refund it, or return its shipments.`)
    const called = await order([[await addProduct(db)]])
    await ask(store, surface, 'cancelShipment', { id: Number((await orderOf(called.id)).fulfillments[0]?.shipmentId) })
    expect(await cancel(called.id)).toMatchObject({
      message: `Order ${called.id} is closed, and nothing of it is to be sent: it is no longer cancelled; refund what is left of it.`,
    })
  })

  it('is refused for an order that is missing or of another store, and for a reason that is too long', async () => {
    const others = await db.order.findFirstOrThrow({ where: { storeId: 2n } })
    for (const missing of [999_999, Number(others.id) + 5_000]) expect((await cancel(missing)).status).toBe(404)
    const { id } = await order([[await addProduct(db)]])
    expect((await cancel(id, {}, { as: store.otherMerchant })).status).toBe(404)
    expect(await cancel(id, { reason: 'x'.repeat(10_001) })).toMatchObject({
      message: 'reason must have at most 10000 characters.',
    })
  })

  it('that is only tried shows what would be refunded, and asks no gateway', async () => {
    const { id } = await order(
      [[await addProduct(db, { price: 700, stock: 3, terms: [{ cycles: 1, price: 700 }] })]],
      'tok_refund_decline',
    )
    let answer: Awaited<ReturnType<typeof cancel>> | undefined
    expect(await tablesChangedBy(db, async () => (answer = await cancel(id, {}, { isDryRun: true })))).toEqual([])
    expect(answer?.record).toMatchObject({ status: 'closed', refunded_amount: 700, card_refunded_amount: 700 })
  })

  it('is in the log of its order and of its subscription, and emits what happened', async () => {
    const { id, subscriptions } = await order([[await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })]])
    await cancel(id)
    expect((await logOf(store, 'order', id)).slice(-2)).toMatchObject([
      {
        operation: 'cancelOrder',
        changes: { cancelledAt: { from: null, to: '2026-03-15T12:00:00Z' }, fulfillments: { from: null } },
      },
      {
        operation: 'cancelOrder',
        changes: { refundedAmount: { from: 0, to: 700 }, status: { from: 'open', to: 'closed' } },
      },
    ])
    expect((await logOf(store, 'subscription', subscriptions[0] ?? 0)).at(-1)).toMatchObject({
      operation: 'endSubscriptionOfOrder',
      changes: { status: { from: 'active', to: 'cancelled' } },
    })
    const events = await db.event.findMany({
      where: { requestId: (await db.event.findFirstOrThrow({ where: { orderId: id, type: 'order.cancelled' } })).requestId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ type, recordType }) => [type, recordType])).toEqual([
      ['order.cancelled', 'order'],
      ['shipment.cancelled', 'shipment'],
      ['refund.created', 'refund'],
      ['subscription.cancelled', 'subscription'],
      ['refund.done', 'refund'],
      ['order.refunded', 'order'],
      ['order.closed', 'order'],
    ])
  })

  it('takes write_refunds as well where it refunds', async () => {
    const clientId = `tk_orders_${surface}`
    const secretHash = hashSecret(clientId, 's')
    await db.merchantKey.create({ data: { storeId: 1n, clientId, secretHash, scopes: ['write_orders'], createdAt: today } })
    const key = `Bearer ${clientId}.s`
    const { id } = await order([[await addProduct(db)]])
    expect((await cancel(id, {}, { as: key })).status).toBe(403)
    expect((await cancel(id, { refund: false }, { as: key })).status).toBe(200)
  })

  it('of a subscription with other prepaid orders ends it all the same, and its unpaid order with it', async () => {
    const made = await addMonthly(db, { ...pastDue(5), token: 'tok_decline' })
    await ask(store, surface, 'renewSubscription', { id: made.id })
    const { unpaidOrderId } = await subscriptionOf(made.id)
    const began = await order([[await addProduct(db)]])
    await db.orderProduct.updateMany({ where: { orderId: began.id }, data: { subscriptionId: made.id } })
    expect((await cancel(began.id)).status).toBe(200)
    expect(await subscriptionOf(made.id)).toMatchObject({ status: 'cancelled', unpaidOrderId: null })
    expect(await orderOf(Number(unpaidOrderId))).toMatchObject({ status: 'closed', financialStatus: 'unpaid', cancelledAt: null })
  })

  it('is refused while a payment of a subscription that it would end is under way', async () => {
    const { id, subscriptions } = await order([[await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })]])
    await db.subscription.update({ where: ofStore(subscriptions[0] ?? 0), data: { paymentUnderWay: true } })
    expect(await cancel(id)).toMatchObject({ status: 400, message: 'A payment for this subscription is under way.' })
    await db.subscription.update({ where: ofStore(subscriptions[0] ?? 0), data: { paymentUnderWay: false } })
    expect((await cancel(id)).status).toBe(200)
  })
})

it('A subscription of a past time is left ended when its order is cancelled', async () => {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
  const id = await addSubscription(db, { customer, product, status: 'expired', autorenew: false })
  const { record } = await ask(store, 'REST', 'createOrder', {
    ...{ customer: { id: customer.id }, products: [{ product_instance: { id: (await addProduct(db)).instanceId } }] },
  })
  await db.orderProduct.updateMany({ where: { orderId: record.id }, data: { subscriptionId: id } })
  await db.subscription.update({ where: ofStore(id), data: { endDate: new Date('2026-03-01T00:00:00Z') } })
  const { updatedAt: _, changedIn: __, revenue: ___, ...before } = await subscriptionOf(id)
  await ask(store, 'REST', 'cancelOrder', { id: record.id })
  expect(await subscriptionOf(id)).toMatchObject(before)
})
