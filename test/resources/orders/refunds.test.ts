/** Refunds of orders: what they give back, where it goes, and what follows from it. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, onHand, type Product, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'

const store = await openStore()
const { db } = store

const orderOf = (id: number) =>
  db.order.findUniqueOrThrow({
    where: ofStore(id),
    include: { transactions: { orderBy: { id: 'asc' } }, products: { orderBy: { id: 'asc' } }, customer: true },
  })

describe.each(surfaces)('%s', (surface) => {
  const refund = (id: number, input: object = {}, options = {}) => ask(store, surface, 'refundOrder', { id, ...input }, options)

  /** A paid order of products, each so many. */
  async function order(products: [product: Product, quantity?: number][], token = 'tok_succeed') {
    const customer = await addCustomer(db, { token })
    const lines = products.map(([{ instanceId, terms }, quantity = 1]) => ({
      ...{ product_instance: { id: instanceId }, quantity },
      ...(terms[0] && { term: { id: terms[0].id } }),
    }))
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products: lines })
    return { id: record.id as number, customer, lines: record.products.map(({ id }: { id: number }) => id) as number[] }
  }

  it('gives the whole back to the card, with a transaction of its own beside the captured one', async () => {
    const { id, customer, lines } = await order([[await addProduct(db, { price: 1000, shipping: 150 }), 2]])
    const { status, record } = await refund(id, { reason: 'Arrived broken.' })
    expect(status).toBe(201)
    expect(record).toMatchObject({
      ...{ order_id: id, status: 'done', amount: 2300, card_amount: 2300, credit_amount: 0, shipping: 300, tax: 0 },
      ...{ reason: 'Arrived broken.', restock: false, failure_reason: null, settled_at: '2026-03-15T12:00:00Z' },
      lines: [{ order_product_id: lines[0], quantity: 2, amount: 2000, shipping: 300, tax: 0, card_amount: 2300, restocked: 0 }],
    })
    const { customer: after, transactions, ...row } = await orderOf(id)
    expect(row).toMatchObject({ financialStatus: 'refunded', refundedAmount: 2300n, cardRefundedAmount: 2300n, total: 2300n })
    expect(transactions).toMatchObject([
      { result: 'captured', kind: 'payment', total: 2300n, refundId: null },
      { result: 'refunded', kind: 'refund', total: 2300n, refundId: BigInt(record.id), reversedAt: null },
    ])
    expect(after).toMatchObject({ totalRevenue: 0n, credit: 0n })
    expect(await db.creditEntry.count({ where: { customerId: customer.id } })).toBe(0)
  })

  it('gives back pieces, shipping and an amount, one after the other, until nothing is left', async () => {
    const { id, lines } = await order([[await addProduct(db, { price: 1000, shipping: 150 }), 3], [await addProduct(db)]])
    expect((await refund(id, { lines: [{ id: lines[0], quantity: 1 }] })).record).toMatchObject({ amount: 1000, shipping: 0 })
    expect(await orderOf(id)).toMatchObject({ financialStatus: 'partially_refunded', refundedAmount: 1000n })
    expect((await refund(id, { shipping: 200 })).record).toMatchObject({ amount: 200, shipping: 200, lines: [{ quantity: 0 }] })
    // 2000 and 1000 of the lines and 250 of the shipping are left.
    expect((await refund(id, { amount: 325 })).record).toMatchObject({
      ...{ amount: 325, shipping: 25 },
      lines: [
        { order_product_id: lines[0], quantity: 0, amount: 200, shipping: 25 },
        { order_product_id: lines[1], quantity: 0, amount: 100, shipping: 0 },
      ],
    })
    expect((await refund(id)).record).toMatchObject({ amount: 2925, shipping: 225 })
    const { transactions, ...row } = await orderOf(id)
    expect(row).toMatchObject({ financialStatus: 'refunded', refundedAmount: 4450n, cardRefundedAmount: 4450n })
    expect(transactions.map(({ total }) => Number(total))).toEqual([4450, 1000, 200, 325, 2925])
    expect(await refund(id)).toMatchObject({ status: 400, message: `Nothing of order ${id} is left to refund.` })
  })

  it('lowers the revenue of the customer, and of each subscription by its part', async () => {
    const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 2000 }] })
    const other = await addProduct(db, { terms: [{ cycles: 1, price: 1000 }] })
    const { id, lines } = await order([[monthly], [other], [await addProduct(db, { price: 500 })]])
    const revenues = async () =>
      (await db.subscription.findMany({ where: { orderProducts: { some: { orderId: id } } }, orderBy: { id: 'asc' } })).map(
        ({ revenue }) => Number(revenue),
      )
    expect(await revenues()).toEqual([2000, 1000])
    await refund(id, { lines: [{ id: lines[0] }] })
    expect(await revenues()).toEqual([0, 1000])
    await refund(id, { amount: 150 })
    expect(await revenues()).toEqual([0, 900])
    expect((await orderOf(id)).customer.totalRevenue).toBe(1350n)
    await refund(id)
    expect(await revenues()).toEqual([0, 0])
    expect((await orderOf(id)).customer.totalRevenue).toBe(0n)
  })

  it('lowers the revenue of a renewed subscription, and changes it in no other way', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(2), price: 2400 })
    await ask(store, surface, 'renewSubscription', { id })
    const before = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    const { id: orderId } = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
    expect((await refund(Number(orderId), { amount: 1000 })).status).toBe(201)
    const { revenue, updatedAt, changedIn, ...others } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(revenue).toBe(1400n)
    expect(others).toEqual({ ...before, revenue: undefined, updatedAt: undefined, changedIn: undefined })
  })

  it('gives credit where that is asked for, and makes no transaction', async () => {
    const { id, customer } = await order([[await addProduct(db, { price: 700 })]])
    const { record } = await refund(id, { to: 'credit', amount: 300, reason: 'For the delay.' })
    expect(record).toMatchObject({ status: 'done', amount: 300, card_amount: 0, credit_amount: 300 })
    const { customer: after, transactions, ...row } = await orderOf(id)
    expect(row).toMatchObject({ financialStatus: 'partially_refunded', refundedAmount: 300n, cardRefundedAmount: 0n })
    expect(transactions).toHaveLength(1)
    expect(after).toMatchObject({ credit: 300n, totalRevenue: 700n })
    expect(await db.creditEntry.findMany({ where: { customerId: customer.id } })).toMatchObject([
      { amount: 300n, reason: 'For the delay.', refundId: BigInt(record.id) },
    ])
  })

  it('gives what was paid by credit or gift card back as credit, after the card has its part', async () => {
    const { id } = await order([[await addProduct(db, { price: 1000 })]])
    await db.order.update({ where: ofStore(id), data: { creditApplied: 300, giftCardDiscount: 100 } })
    await db.transaction.updateMany({ where: { orderId: id }, data: { total: 600 } })
    await db.sandboxCharge.updateMany({ data: { amount: 600 }, where: { amount: 1000 } })
    expect((await refund(id, { amount: 500 })).record).toMatchObject({ card_amount: 500, credit_amount: 0 })
    expect((await refund(id)).record).toMatchObject({ amount: 500, card_amount: 100, credit_amount: 400 })
    const { customer, ...row } = await orderOf(id)
    expect(row).toMatchObject({ financialStatus: 'refunded', refundedAmount: 1000n, cardRefundedAmount: 600n })
    expect(customer).toMatchObject({ credit: 400n, totalRevenue: 400n })
  })

  it('restocks pieces where that is asked for, and stock is tracked', async () => {
    const [tracked, untracked] = [await addProduct(db, { stock: 9 }), await addProduct(db)]
    const { id, lines } = await order([
      [tracked, 4],
      [untracked, 2],
      [tracked, 1],
    ])
    expect(await onHand(db, tracked)).toBe(4)
    await refund(id, { lines: [{ id: lines[0], quantity: 1 }] })
    expect(await onHand(db, tracked)).toBe(4)
    const pieces = [{ id: lines[0], quantity: 2 }, { id: lines[1] }, { id: lines[2] }]
    const { record } = await refund(id, { lines: pieces, restock: true })
    expect(record.lines.map(({ restocked }: { restocked: number }) => restocked)).toEqual([2, 0, 1])
    expect(await onHand(db, tracked)).toBe(7)
  })

  it('is refused for wrong numbers with the right ones, and leaves nothing', async () => {
    const { id, lines } = await order([[await addProduct(db, { price: 1000, shipping: 50 }), 2]])
    const refused = async (input: object, message: string) => {
      let answer: object = {}
      expect(await tablesChangedBy(db, async () => (answer = await refund(id, input)))).toEqual([])
      expect(answer).toMatchObject({ status: 400, message })
    }
    await refused({ amount: 0 }, `amount must be from 1 to 2100, what is left of order ${id}, not 0.`)
    await refused({ amount: -60 }, `amount must be from 1 to 2100, what is left of order ${id}, not -60.`)
    await refused({ amount: 2101 }, `amount must be from 1 to 2100, what is left of order ${id}, not 2101.`)
    await refused(
      { lines: [{ id: lines[0], quantity: 3 }] },
      `lines[0].quantity must be from 1 to 2, what is left of line ${lines[0]}, not 3.`,
    )
    await refused({ lines: [{ id: lines[0] }, { id: lines[0] }] }, `lines[1].id names line ${lines[0]} a second time.`)
    await refused({ reason: 'x'.repeat(10_001) }, 'reason must have at most 10000 characters.')
  })

  it('is refused for an order that is not paid, missing, or of another store', async () => {
    const { id } = await addMonthly(db, { ...pastDue(2), token: 'tok_decline' })
    await ask(store, surface, 'renewSubscription', { id })
    const { id: unpaid } = await db.order.findFirstOrThrow({ where: { products: { some: { subscriptionId: id } } } })
    const message = `Order ${unpaid} is not paid: there is nothing to refund.`
    expect(await refund(Number(unpaid))).toMatchObject({ status: 400, message })
    const others = await db.order.findFirstOrThrow({ where: { storeId: 2n } })
    for (const missing of [999_999, Number(others.id) + 5_000]) expect((await refund(missing)).status).toBe(404)
    const { id: own } = await order([[await addProduct(db)]])
    expect((await refund(own, {}, { as: store.otherMerchant })).status).toBe(404)
  })

  it('of an order from before refunds had lines counts those amounts', async () => {
    const { id } = await db.order.findFirstOrThrow({ where: { storeId: 1n, refundedAmount: 900n } })
    await db.transaction.updateMany({ where: { orderId: id }, data: { refundId: null } })
    await db.refundLine.deleteMany({ where: { refund: { orderId: id } } })
    await db.refund.deleteMany({ where: { orderId: id } })
    const before = await orderOf(Number(id))
    const left = Number(before.total) - 900
    expect(await refund(Number(id), { amount: left + 1 })).toMatchObject({
      message: `amount must be from 1 to ${left}, what is left of order ${id}, not ${left + 1}.`,
    })
    if (surface === 'REST') return
    expect((await refund(Number(id))).record).toMatchObject({ status: 'done', amount: left })
    expect(await orderOf(Number(id))).toMatchObject({ financialStatus: 'refunded', refundedAmount: before.total })
  })

  it('that is only tried shows what it would be, and asks no gateway', async () => {
    const { id, lines } = await order([[await addProduct(db, { price: 1000 }), 3]], 'tok_refund_decline')
    let answer: Awaited<ReturnType<typeof refund>> | undefined
    const input = { lines: [{ id: lines[0], quantity: 2 }] }
    expect(await tablesChangedBy(db, async () => (answer = await refund(id, input, { isDryRun: true })))).toEqual([])
    expect(answer?.record).toMatchObject({ amount: 2000, card_amount: 2000, lines: [{ quantity: 2, amount: 2000 }] })
  })

  it('lowers what can be refunded, as the order shows it on both surfaces', async () => {
    const { id, lines } = await order([[await addProduct(db, { price: 1000, shipping: 50 }), 3], [await addProduct(db)]])
    const [first, second] = lines
    const shown = async () => {
      const query = `query ($id: ID!) { order(id: $id) { refundable {
        amount cardAmount creditAmount shipping lines { orderProductId quantity amount shipping } } } }`
      const { data } = await store.graphql(query, { id: String(id) })
      const { body } = await store.rest(`GET /v1/orders/${id}?with=refundable,refunds`)
      expect(body.refundable.lines.map((line: { order_product_id: number }) => line.order_product_id)).toEqual(lines)
      expect(body.refundable.amount).toBe(data.order.refundable.amount)
      return data.order.refundable
    }
    expect(await shown()).toEqual({
      ...{ amount: 4150, cardAmount: 4150, creditAmount: 0, shipping: 150 },
      lines: [
        { orderProductId: String(first), quantity: 3, amount: 3000, shipping: 150 },
        { orderProductId: String(second), quantity: 1, amount: 1000, shipping: 0 },
      ],
    })
    await refund(id, { lines: [{ id: first, quantity: 2 }], shipping: 100 })
    expect(await shown()).toMatchObject({
      ...{ amount: 2050, shipping: 50 },
      lines: [
        { quantity: 1, amount: 1000, shipping: 50 },
        { quantity: 1, amount: 1000 },
      ],
    })
    await refund(id)
    expect(await shown()).toMatchObject({ amount: 0, cardAmount: 0, shipping: 0, lines: [{ quantity: 0 }, { quantity: 0 }] })
  })

  it('is listed, with its lines and its order, and found by its status and its order', async () => {
    const { id } = await order([[await addProduct(db, { price: 700 })]])
    const { record } = await refund(id, { amount: 300 })
    const { body } = await store.rest(`GET /v1/refunds/?order_id=${id}&status=done&with=order,transactions`)
    expect(body).toMatchObject({
      count: 1,
      results: [
        {
          ...{ id: record.id, type: 'refund', url: `/v1/refunds/${record.id}/`, amount: 300, lines: [{ type: 'refund_line' }] },
          order: { id, refunded_amount: 300, financial_status: 'partially_refunded' },
          transactions: [{ result: 'refunded', result_code: 4, kind: 'refund', refund_id: record.id, total: 300 }],
        },
      ],
    })
    expect((await store.rest(`GET /v1/refunds/${record.id}`)).body).toMatchObject({ id: record.id, order_id: id })
  })

  it('is in the log of its order, and emits what happened', async () => {
    const { id } = await order([[await addProduct(db, { price: 700 })]])
    const { record } = await refund(id, { amount: 300 })
    expect((await logOf(store, 'order', id)).at(-1)).toMatchObject({
      operation: 'refundOrder',
      changes: {
        status: { from: 'pending', to: 'done' },
        refundedAmount: { from: 0, to: 300 },
        financialStatus: { from: 'paid', to: 'partially_refunded' },
      },
    })
    const events = await db.event.findMany({ where: { orderId: id, operation: 'refundOrder' }, orderBy: { id: 'asc' } })
    expect(events.map(({ type, recordId }) => [type, Number(recordId)])).toEqual([
      ['refund.created', record.id],
      ['refund.done', record.id],
      ['order.refunded', id],
    ])
  })

  it('takes at most 8 statements in two transactions, 12 trips, for one line as for five', async () => {
    for (const lines of [1, 5]) {
      const products: [Product, number][] = []
      for (let line = 0; line < lines; line += 1) products.push([await addProduct(db, { stock: 50 }), 2])
      const { id } = await order(products)
      const statements = await store.statements(() => refund(id, { restock: true }))
      expect(statements.filter((sql) => !sql.includes('sandbox_')).length).toBeLessThanOrEqual(8)
    }
  })
})
