/** Editing orders while nothing of them is sent: lines, address, money, stock and deliveries follow, to the cent. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addProduct, onHand, type Product } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { addFulfillment } from '../shipments/parcels.ts'

const store = await openStore()
const { db } = store

const orderOf = (id: number) =>
  db.order.findUniqueOrThrow({
    where: ofStore(id),
    include: {
      products: { orderBy: { id: 'asc' } },
      transactions: { orderBy: { id: 'asc' } },
      fulfillments: { orderBy: { id: 'asc' }, include: { shipment: true } },
      refunds: { include: { lines: true } },
      address: true,
      customer: true,
    },
  })

/** Expects that the lines of an order add up to it, and that it was paid what it comes to. */
async function expectSums(id: number): Promise<void> {
  const { products, transactions, customer, ...order } = await orderOf(id)
  const total = (name: 'total' | 'discount' | 'shipping' | 'tax' | 'charged') =>
    products.reduce((sum, line) => sum + Number(line[name]), 0)
  for (const line of products) {
    expect(line.total).toBe(line.price * BigInt(line.quantity))
    expect(line.charged).toBe(line.total - line.discount + line.shipping + line.tax)
  }
  expect(order).toMatchObject({
    ...{ subTotal: BigInt(total('total')), totalDiscount: BigInt(total('discount')), totalTax: BigInt(total('tax')) },
    ...{ totalShipping: BigInt(total('shipping')), total: BigInt(total('charged')) },
    totalPrice: BigInt(total('total') - total('discount')),
  })
  const sign = { captured: 1, refunded: -1, failed: 0, authorized: 0 }
  const kept = transactions.reduce((sum, { result, total }) => sum + sign[result] * Number(total), 0)
  expect(kept).toBe(Number(order.total))
  expect(Number(customer.totalRevenue)).toBe(kept)
}

describe.each(surfaces)('%s', (surface) => {
  const edit = (id: number, input: object = {}, options = {}) => ask(store, surface, 'editOrder', { id, ...input }, options)
  const added = ({ instanceId }: Product, quantity?: number) => ({
    product_instance: { id: instanceId },
    ...(quantity !== undefined && { quantity }),
  })

  /** A paid order of products, each so many. */
  async function order(
    products: [product: Product, quantity?: number][],
    { token = 'tok_succeed', coupons = [] as string[] } = {},
  ) {
    const customer = await addCustomer(db, { token })
    const lines = products.map(([product, quantity = 1]) => ({
      ...added(product, quantity),
      ...(product.terms[0] && { term: { id: product.terms[0].id } }),
    }))
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products: lines, coupons })
    return { id: record.id as number, customer, lines: record.products.map(({ id }: { id: number }) => id) as number[] }
  }

  it('charges what a dearer order costs more, with a transaction of its own', async () => {
    const [mug, box] = [
      await addProduct(db, { price: 1000, shipping: 150, stock: 9 }),
      await addProduct(db, { price: 700, stock: 5 }),
    ]
    const { id, lines } = await order([[mug, 2]])
    const { status, record } = await edit(id, {
      lines: [{ id: lines[0], quantity: 3 }, added(box, 2)],
      reason: 'Two boxes more.',
    })
    expect(status).toBe(200)
    expect(record).toMatchObject({
      ...{ sub_total: 4400, total_shipping: 450, total: 4850, status: 'open', financial_status: 'paid', refunded_amount: 0 },
      ...{ edited_at: '2026-03-15T12:00:00Z', edit_reason: 'Two boxes more.', edit_difference: 2550 },
      products: [
        { id: lines[0], price: 1000, quantity: 3, total: 3000, shipping: 450, charged: 3450 },
        { name: box.name, price: 700, quantity: 2, total: 1400, shipping: 0, charged: 1400 },
      ],
    })
    const { transactions, fulfillments } = await orderOf(id)
    expect(transactions).toMatchObject([
      { result: 'captured', total: 2300n },
      { result: 'captured', total: 2550n, kind: 'payment' },
    ])
    expect(fulfillments).toMatchObject([
      { status: 'open', quantity: 3, instanceId: BigInt(mug.instanceId) },
      { status: 'open', quantity: 2, instanceId: BigInt(box.instanceId), shipmentId: fulfillments[0]?.shipmentId },
    ])
    expect([await onHand(db, mug), await onHand(db, box)]).toEqual([6, 3])
    await expectSums(id)
  })

  it('gives back what a cheaper order costs less, to the card first and the rest as credit', async () => {
    const [mug, box] = [await addProduct(db, { price: 1000, stock: 9 }), await addProduct(db, { price: 700, stock: 5 })]
    const { id, lines } = await order([
      [mug, 2],
      [box, 1],
    ])
    const { record } = await edit(id, { lines: [{ id: lines[0], quantity: 1 }] })
    expect(record).toMatchObject({
      ...{ total: 1000, financial_status: 'partially_refunded', refunded_amount: 1700, card_refunded_amount: 1700 },
      ...{ edit_difference: -1700, status: 'open', products: [{ id: lines[0], quantity: 1 }] },
    })
    const { fulfillments, refunds } = await orderOf(id)
    expect(fulfillments).toMatchObject([
      { status: 'open', quantity: 1 },
      { status: 'cancelled', quantity: 1, shipment: { status: 'unshipped' } },
    ])
    expect(refunds).toMatchObject([{ status: 'done', amount: 1700n, lines: [] }])
    expect([await onHand(db, mug), await onHand(db, box)]).toEqual([8, 5])
    await expectSums(id)
    const { body } = await store.rest(`GET /v1/orders/${id}?with=refundable`)
    expect(body.refundable).toMatchObject({ amount: 1000, card_amount: 1000, lines: [{ quantity: 1, amount: 1000 }] })
    expect((await ask(store, surface, 'refundOrder', { id })).record).toMatchObject({ amount: 1000, card_amount: 1000 })
    expect(await orderOf(id)).toMatchObject({
      financialStatus: 'refunded',
      refundedAmount: 2700n,
      customer: { totalRevenue: 0n },
    })
  })

  it('moves no money where the sum stays the same', async () => {
    const [mug, cup] = [await addProduct(db, { price: 1000, stock: 9 }), await addProduct(db, { price: 500, stock: 9 })]
    const { id } = await order([[mug, 1]])
    const { record } = await edit(id, { lines: [added(cup, 2)] })
    expect(record).toMatchObject({ total: 1000, edit_difference: 0, products: [{ name: cup.name, quantity: 2 }] })
    expect((await orderOf(id)).transactions).toHaveLength(1)
    expect([await onHand(db, mug), await onHand(db, cup)]).toEqual([9, 7])
    await expectSums(id)
  })

  it('keeps the price of kept lines and takes that of today for new ones', async () => {
    const mug = await addProduct(db, { price: 1000 })
    const { id, lines } = await order([[mug, 1]])
    await db.productInstance.update({ where: ofStore(mug.instanceId), data: { price: 1200 } })
    const { record } = await edit(id, { lines: [{ id: lines[0], quantity: 2 }, added(mug)] })
    expect(record.products.map(({ price, quantity }: { price: number; quantity: number }) => [price, quantity])).toEqual([
      [1000, 2],
      [1200, 1],
    ])
    await expectSums(id)
  })

  it('keeps the discount of a kept line by its pieces, and gives new ones none', async () => {
    const mug = await addProduct(db, { price: 3490 })
    const { id, lines } = await order([[mug, 1]], { coupons: ['TENTH'] })
    const { record } = await edit(id, { lines: [{ id: lines[0], quantity: 3 }, added(await addProduct(db, { price: 100 }))] })
    expect(record.products).toMatchObject([
      { total: 10470, discount: 1047, charged: 9423 },
      { total: 100, discount: 0, charged: 100 },
    ])
    await expectSums(id)
  })

  it('changes every cycle of a subscription, the revenue of it, and nothing else of it', async () => {
    const tea = await addProduct(db, { terms: [{ cycles: 3, price: 6000 }], stock: 20 })
    const { id, customer, lines } = await order([[tea, 1]])
    const find = () => db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
    const { revenue: _, updatedAt: __, changedIn: ___, ...before } = await find()
    await edit(id, { lines: [{ id: lines[0], quantity: 3 }] })
    expect((await orderOf(id)).fulfillments.map(({ quantity, cycleNumber }) => [cycleNumber, quantity])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(await onHand(db, tea)).toBe(17)
    expect(await find()).toMatchObject({ ...before, revenue: 18000n })
    await edit(id, { lines: [{ id: lines[0], quantity: 2 }] })
    expect(await find()).toMatchObject({ ...before, revenue: 12000n })
    expect(await onHand(db, tea)).toBe(18)
    await expectSums(id)
  })

  it('sends the order to another address, with what is not sent of it', async () => {
    const mug = await addProduct(db, { stock: 9 })
    const { id, customer } = await order([[mug, 1]])
    const other = await addAddress(db, customer)
    await db.address.update({ where: ofStore(other), data: { street: '2 Other Lane' } })
    const { record } = await edit(id, { address_id: other })
    expect(record).toMatchObject({ edit_difference: 0, total: 1000 })
    const { address, fulfillments } = await orderOf(id)
    expect(address).toMatchObject({ street: '2 Other Lane', frozenKey: expect.any(String) })
    expect(fulfillments).toMatchObject([{ shipment: { shipAddressId: BigInt(other), status: 'unshipped' } }])
    expect(await tablesChangedBy(db, () => edit(id, { address_id: other }))).toEqual([])
    expect((await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).totalRevenue).toBe(1000n)
  })

  it('leaves a parcel to the deliveries of other orders in it, and goes to the address in one of its own', async () => {
    const product = await addProduct(db, { stock: 9 })
    const [one, two] = [await order([[product]]), await order([[product]])]
    const [delivery] = (await orderOf(one.id)).fulfillments
    const shipmentId = Number(delivery?.shipmentId)
    await addFulfillment(db, { storeId: 1, orderId: two.id, shipmentId, instanceId: product.instanceId })
    const other = await addAddress(db, one.customer)
    await db.address.update({ where: ofStore(other), data: { street: '3 Other Lane' } })
    await edit(one.id, { address_id: other })
    const [moved] = (await orderOf(one.id)).fulfillments
    expect(moved?.shipmentId).not.toBe(BigInt(shipmentId))
    expect(moved?.shipment).toMatchObject({ shipAddressId: BigInt(other), status: 'unshipped' })
    const { shipAddressId } = await db.shipment.findUniqueOrThrow({ where: ofStore(shipmentId) })
    expect(shipAddressId).toBe(BigInt(one.customer.addressId))
  })

  it('charges what was given back before, and refunds each of several charges', async () => {
    const mug = await addProduct(db, { price: 100 })
    const { id, lines } = await order([[mug, 3]])
    for (const quantity of [1, 4, 2]) {
      expect((await edit(id, { lines: [{ id: lines[0], quantity }] })).status).toBe(200)
      await expectSums(id)
    }
    const { transactions, refundedAmount } = await orderOf(id)
    expect(transactions.map(({ result, total }) => [result, Number(total)])).toEqual([
      ['captured', 300],
      ['refunded', 200],
      ['captured', 300],
      ['refunded', 200],
    ])
    expect(refundedAmount).toBe(400n)
    expect((await ask(store, surface, 'cancelOrder', { id })).record).toMatchObject({ refunded_amount: 600, status: 'closed' })
    expect((await orderOf(id)).customer.totalRevenue).toBe(0n)
  })

  it('leaves what was refunded by hand refunded, and no line with less', async () => {
    const mug = await addProduct(db, { price: 100, stock: 9 })
    const { id, lines } = await order([[mug, 3]])
    await ask(store, surface, 'refundOrder', { id, amount: 150 })
    expect(await edit(id, { lines: [{ id: lines[0], quantity: 1 }] })).toMatchObject({
      status: 400,
      message: `lines[0].quantity must be at least 2, with what was refunded of line ${lines[0]}, not 1.`,
    })
    expect((await edit(id, { lines: [{ id: lines[0], quantity: 2 }] })).record).toMatchObject({ edit_difference: -100 })
    expect(await orderOf(id)).toMatchObject({ total: 200n, refundedAmount: 250n })
    expect((await ask(store, surface, 'refundOrder', { id })).record).toMatchObject({ amount: 50 })
    const pieces = await order([[mug, 3]])
    await ask(store, surface, 'refundOrder', { id: pieces.id, lines: [{ id: pieces.lines[0], quantity: 1 }] })
    expect(await edit(pieces.id, { lines: [{ id: pieces.lines[0], quantity: 2 }] })).toMatchObject({
      message: `lines[0].quantity must be at least 3, with what was refunded of line ${pieces.lines[0]}, not 2.`,
    })
    expect(await edit(pieces.id, { lines: [added(mug)] })).toMatchObject({
      message: `lines must name line ${pieces.lines[0]}, which a refund is of: refund the rest of it instead.`,
    })
  })

  it('that is declined leaves the order as it was, with the failed attempt', async () => {
    const [mug, box] = [await addProduct(db, { price: 1000, stock: 9 }), await addProduct(db, { price: 700, stock: 5 })]
    const { id, customer, lines } = await order([[mug, 2]])
    const { transactions: _, customer: __, updatedAt: ___, changedIn: ____, ...before } = await orderOf(id)
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_decline' } })
    const answer = await edit(id, { lines: [{ id: lines[0], quantity: 1 }, added(box, 5)] })
    expect(answer).toMatchObject({ status: 402, message: 'The payment was declined. The card was declined.' })
    const { transactions, customer: after, updatedAt: _____, changedIn: ______, ...now } = await orderOf(id)
    expect(now).toEqual(before)
    expect(transactions).toMatchObject([{ result: 'captured' }, { result: 'failed', total: 2500n }])
    expect(after.totalRevenue).toBe(2000n)
    expect([await onHand(db, mug), await onHand(db, box)]).toEqual([7, 5])
  })

  it('that is only tried says the difference, and charges nobody', async () => {
    const mug = await addProduct(db, { price: 1000, stock: 9 })
    const { id, lines } = await order([[mug, 2]])
    for (const [quantity, difference, refunded] of [
      [5, 3000, 0],
      [1, -1000, 1000],
    ] as const) {
      let answer: Awaited<ReturnType<typeof edit>> | undefined
      const input = { lines: [{ id: lines[0], quantity }] }
      expect(await tablesChangedBy(db, async () => (answer = await edit(id, input, { isDryRun: true })))).toEqual([])
      expect(answer?.record).toMatchObject({ edit_difference: difference, total: 2000 + difference, refunded_amount: refunded })
    }
  })

  it('locks the parcels that its deliveries name, and reads no others', async () => {
    const { id, lines } = await order([[await addProduct(db, { price: 1000 }), 2]])
    const input = { lines: [{ id: lines[0], quantity: 1 }] }
    const statements = await store.statements(async () => expect((await edit(id, input)).status).toBe(200))
    const locks = statements.filter((sql) => /FROM "shipment" WHERE .* FOR NO KEY UPDATE/s.test(sql))
    expect(locks).not.toEqual([])
    for (const sql of locks) expect(sql).toContain('id = ANY(ARRAY(SELECT shipment_id FROM fulfillment')
  })

  it('is refused where stock does not suffice, and leaves nothing', async () => {
    const [mug, box] = [await addProduct(db, { price: 1000, stock: 3 }), await addProduct(db, { price: 2000, stock: 1 })]
    const { id, lines } = await order([[mug, 2]])
    for (const given of [[{ id: lines[0], quantity: 4 }], [added(box, 2)], [added(box, 1), added(mug, 4)]]) {
      let answer: Awaited<ReturnType<typeof edit>> | undefined
      expect(await tablesChangedBy(db, async () => (answer = await edit(id, { lines: given })))).toEqual([])
      expect(answer).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^There are not \d in stock of product instance/),
      })
    }
    // The pieces that the order holds already need not be there twice.
    expect((await edit(id, { lines: [added(mug, 3)] })).status).toBe(200)
    expect(await onHand(db, mug)).toBe(0)
  })

  it('is refused for wrong lines with what would be right', async () => {
    const mug = await addProduct(db, { price: 1000 })
    const tea = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const { id, customer, lines } = await order([[mug, 2], [tea]])
    const [first, second] = lines
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
    const known = `the lines of the order are ${first}, ${second}.`
    const archived = await addProduct(db)
    await db.product.update({ where: ofStore(archived.id), data: { deleted: true } })
    const all = (one: object) => ({ lines: [one, { id: second }] })
    const cases: [input: object, message: string][] = [
      [{}, 'lines or address_id must be given.'],
      [{ lines: [] }, 'lines must name one: an order of which nothing is wanted is cancelled.'],
      [{ lines: [{ id: 999_999 }] }, `lines[0].id names none of them; ${known}`],
      [all({ id: second }), `lines[1].id names line ${second} a second time.`],
      [all({ id: first, quantity: 0 }), 'lines[0].quantity must be from 1 to 1000, not 0.'],
      [all({ id: first, quantity: -1 }), 'lines[0].quantity must be from 1 to 1000, not -1.'],
      [all({ quantity: 1 }), 'lines[0] takes either id of a line, or product_instance of a new one.'],
      [all({ id: first, ...added(mug) }), 'lines[0] takes either id of a line, or product_instance of a new one.'],
      [all(added(archived)), 'lines[0].product_instance is no longer sold.'],
      [all(added(tea)), 'lines[0].product_instance is bought by subscription: it takes an order of its own.'],
      [
        { lines: [{ id: first }] },
        `lines must name line ${second}, which subscription ${subscriptionId} began or renewed with: it is changed, and not taken off.`,
      ],
    ]
    for (const [input, message] of cases) {
      let answer: object = {}
      expect(await tablesChangedBy(db, async () => (answer = await edit(id, input)))).toEqual([])
      expect(answer).toMatchObject({ status: 400, message })
    }
    await db.product.update({ where: ofStore(mug.id), data: { deleted: true } })
    expect(await edit(id, all({ id: first, quantity: 3 }))).toMatchObject({
      message: `lines[0].quantity must be at most 2: ${mug.name} is no longer sold.`,
    })
    expect((await edit(id, all({ id: first, quantity: 1 }))).status).toBe(200)
  })

  it('is refused for instances, addresses and orders of others like for missing ones', async () => {
    const { id } = await order([[await addProduct(db)]])
    const foreign = await addProduct(db, { storeId: 2 })
    const stranger = await addCustomer(db)
    expect(await edit(id, { lines: [added(foreign)] })).toMatchObject({ status: 404 })
    for (const address of [stranger.addressId, 999_999])
      expect(await edit(id, { address_id: address })).toMatchObject({
        status: 404,
        message: "address_id is none of the customer's.",
      })
    expect((await edit(id, { address_id: stranger.addressId }, { as: store.otherMerchant })).status).toBe(404)
  })

  it('is refused once something was sent, and for orders that are cancelled, closed, refunded or not paid', async () => {
    const mug = await addProduct(db, { stock: 50 })
    const made = async () => (await order([[mug, 2]])).id
    const [sent, cancelled, called, refunded] = [await made(), await made(), await made(), await made()]
    const shipmentOf = async (id: number) => Number((await orderOf(id)).fulfillments[0]?.shipmentId)
    const delivery = (await orderOf(sent)).fulfillments[0]?.id
    await ask(store, surface, 'shipShipment', {
      ...{ id: await shipmentOf(sent), fulfillments: [{ id: String(delivery), quantity: 1 }] },
    })
    await ask(store, surface, 'cancelOrder', { id: cancelled })
    await ask(store, surface, 'cancelShipment', { id: await shipmentOf(called) })
    await ask(store, surface, 'refundOrder', { id: refunded })
    const { id: customerId } = await addCustomer(db, { token: 'tok_decline' })
    await ask(store, surface, 'createOrder', { customer: { id: customerId }, products: [added(mug)] })
    const unpaid = Number((await db.order.findFirstOrThrow({ where: { customerId } })).id)
    const advice = 'it is no longer edited; refund what is not wanted, and order what is missing.'
    for (const [id, why] of [
      [sent, `was sent, at least in part: ${advice}`],
      [cancelled, 'was cancelled: it is no longer edited.'],
      [called, `has nothing that is still to be sent: ${advice}`],
      [refunded, 'was refunded: it is no longer edited; cancel it, and make another.'],
      [unpaid, 'is not paid: it is not edited; cancel it, and make another.'],
    ] as const) {
      let answer: object = {}
      expect(await tablesChangedBy(db, async () => (answer = await edit(id, { lines: [added(mug, 1)] })))).toEqual([])
      expect(answer).toMatchObject({ status: 400, message: `Order ${id} ${why}` })
    }
  })

  it('is in the log of its order, and emits what happened', async () => {
    const mug = await addProduct(db, { price: 1000 })
    const { id, lines } = await order([[mug, 1]])
    await edit(id, { lines: [{ id: lines[0], quantity: 2 }] })
    expect((await logOf(store, 'order', id)).at(-1)).toMatchObject({
      operation: 'editOrder',
      changes: {
        total: { from: 1000, to: 2000 },
        editDifference: { from: null, to: 1000 },
        lines: { from: { [String(lines[0])]: 1 }, to: { [String(lines[0])]: 2 } },
      },
    })
    await edit(id, { lines: [{ id: lines[0], quantity: 1 }] })
    const events = await db.event.findMany({ where: { orderId: id, operation: 'editOrder' }, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.edited', 'payment.captured'],
      ...['order.edited', 'refund.created', 'refund.done', 'order.refunded'],
    ])
  })
})
