/** Orders that are cancelled at a gateway that declines, waits and breaks, and beside other writes: money and pieces are back once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { makeFaulty } from '../access/faulty.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { onHand } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'
import { orderThreePieces } from './three-pieces.ts'

const gateway = new TestGateway()
let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock: Clock = clockOf(now)
const store = await openStore({
  gateway: () => gateway,
  now,
  log: { info: () => {}, warn: () => {}, error: () => {} },
  isApart: true,
})
const { db } = store
const { fail, mend } = await makeFaulty(db)

/** Lets time pass and looks after payments and refunds, as the server does. */
async function passes(more = 61): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(
    ({ result }) => result,
  )
}

beforeEach(async () => {
  await mend()
  await db.refund.updateMany({ data: { dueAt: null } })
  await db.payment.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

let number = 0
const newKey = () => `cancel-${++number}`

describe.each(surfaces)('%s', (surface) => {
  /** An order of 3 pieces for 100 each, of which 10 were on hand. */
  async function order() {
    const { id, customer, product } = await orderThreePieces(store)
    const cancel = (input: object = {}, key = '') => ask(store, surface, 'cancelOrder', { id, ...input }, key ? { key } : {})
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: id } })
    return { id, customer, product, shipmentId: Number(shipmentId), cancel }
  }

  /** An order with its money, in its own words and in those of the gateway. */
  async function stateOf(id: number) {
    const { customer, refunds, transactions, fulfillments, ...row } = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: {
        ...{ customer: true, refunds: { orderBy: { id: 'asc' } }, fulfillments: true },
        transactions: { where: { kind: 'refund' }, orderBy: { id: 'asc' } },
      },
    })
    const given = refunds.map(({ reference }) => gateway.refundBooks.get(reference))
    return {
      ...{ status: row.status, financialStatus: row.financialStatus, isCancelled: row.cancelledAt !== null },
      ...{ refunded: Number(row.refundedAmount), revenue: Number(customer.totalRevenue) },
      deliveries: fulfillments.map((each) => each.status),
      refunds: refunds.map((each) => each.status),
      transactions: transactions.map(({ result, total }) => [result, Number(total)]),
      given: given.reduce((sum, each) => sum + (each && each.result !== 'failed' ? Number(each.amount) : 0), 0),
    }
  }

  const cancelled = {
    ...{ status: 'closed', financialStatus: 'refunded', isCancelled: true, refunded: 300, revenue: 0, given: 300 },
    ...{ deliveries: ['cancelled'], refunds: ['done'], transactions: [['refunded', 300]] },
  }

  it('are cancelled before the gateway is asked, and nothing is sent meanwhile', async () => {
    const { id, product, shipmentId, cancel } = await order()
    gateway.beforeRefund = async () => {
      const meanwhile = { isCancelled: true, status: 'open', refunds: ['pending'], deliveries: ['cancelled'] }
      expect(await stateOf(id)).toMatchObject(meanwhile)
      expect(await ask(store, surface, 'shipShipment', { id: shipmentId })).toMatchObject({
        message: `Shipment ${shipmentId} was cancelled: it cannot be shipped.`,
      })
      expect((await cancel()).status).toBe(200)
    }
    expect((await cancel()).status).toBe(200)
    expect(await stateOf(id)).toEqual(cancelled)
    expect(gateway.refundRequests).toHaveLength(1)
    expect(await onHand(db, product)).toBe(10)
  })

  it('stay cancelled where the refund is declined, which can be given in another way', async () => {
    const { id, product, cancel } = await order()
    gateway.refundMood = 'failed'
    const key = newKey()
    const declined = { status: 402, message: 'The order is cancelled, but its refund was declined. The account is closed.' }
    expect(await cancel({}, key)).toMatchObject(declined)
    expect(await cancel({}, key)).toMatchObject({ ...declined, replayed: true })
    expect(await stateOf(id)).toMatchObject({
      ...{ isCancelled: true, status: 'closed', financialStatus: 'paid', refunded: 0, refunds: ['failed'], given: 0 },
      transactions: [['failed', 300]],
    })
    expect(await onHand(db, product)).toBe(10)
    expect((await cancel()).status).toBe(200)
    expect(gateway.refundRequests).toHaveLength(1)
    expect((await ask(store, surface, 'refundOrder', { id, to: 'credit', restock: true })).status).toBe(201)
    expect(await stateOf(id)).toMatchObject({ refunded: 300, financialStatus: 'refunded', revenue: 300 })
    expect(await onHand(db, product)).toBe(10)
  })

  it('stay open while the refund is pending, and are closed when it is done', async () => {
    const { id, product, cancel } = await order()
    gateway.refundMood = 'pending'
    expect(await cancel()).toMatchObject({ status: 200, record: { status: 'open', refunded_amount: 0 } })
    const nothing = `Nothing of order ${id} is left to refund.`
    expect(await ask(store, surface, 'refundOrder', { id })).toMatchObject({ message: nothing })
    gateway.setRefunds('done')
    expect(await passes()).toEqual(['refunded'])
    expect(await stateOf(id)).toEqual(cancelled)
    expect(await onHand(db, product)).toBe(10)
  })

  it('are closed where they have no delivery at all', async () => {
    const { id, cancel } = await order()
    await db.fulfillment.deleteMany({ where: { orderId: id } })
    gateway.refundMood = 'pending'
    await cancel()
    gateway.setRefunds('done')
    expect(await passes()).toEqual(['refunded'])
    expect(await stateOf(id)).toMatchObject({ status: 'closed', financialStatus: 'refunded' })
  })

  it.each(['breaks before', 'breaks after'] as const)('are refunded once where the connection %s the refund', async (mood) => {
    const { id, product, cancel } = await order()
    gateway.refundMood = mood
    const key = newKey()
    expect(await cancel({}, key)).toMatchObject({ status: 200, record: { status: 'open' } })
    gateway.refundMood = 'done'
    expect(await passes()).toEqual(['refunded'])
    expect(await passes(3_600)).toEqual([])
    expect(await cancel({}, key)).toMatchObject({ status: 200, replayed: true })
    expect(await stateOf(id)).toEqual(cancelled)
    expect(gateway.refundBooks.size).toBe(1)
    expect(await onHand(db, product)).toBe(10)
  })

  it('say that the outcome of the refund is not known when the database fails behind the gateway', async () => {
    const { id, cancel } = await order()
    const key = newKey()
    gateway.afterRefund = () => fail('57P01', 'write') as Promise<never>
    expect((await cancel({}, key)).status).toBe(503)
    await mend()
    expect((await cancel({}, key)).status).toBe(409)
    gateway.afterRefund = async () => {}
    expect(await passes()).toEqual(['refunded'])
    expect(await cancel({}, key)).toMatchObject({ status: 200, replayed: true, record: { status: 'closed' } })
    expect(await stateOf(id)).toEqual(cancelled)
  })

  it('are not cancelled while a refund is under way', async () => {
    const { id, cancel } = await order()
    gateway.refundMood = 'pending'
    await ask(store, surface, 'refundOrder', { id, amount: 50 })
    const message = `Order ${id} has a refund under way: it can be cancelled once that is settled.`
    expect(await cancel()).toMatchObject({ status: 400, message })
    gateway.setRefunds('done')
    await passes()
    gateway.refundMood = 'done'
    expect((await cancel()).status).toBe(200)
    const transactions = [50, 250].map((total) => ['refunded', total])
    expect(await stateOf(id)).toMatchObject({ refunded: 300, given: 300, transactions })
  })

  it('that were paid by several charges are refunded to each of them', async () => {
    const { id, customer, cancel } = await order()
    gateway.books.set('other', { result: 'captured', gatewayReference: 'test_other' })
    const charge = { orderId: id, result: 'captured', total: 120n, gatewayReference: 'test_other', createdAt: today } as const
    await db.transaction.create({ data: { storeId: 1n, ...charge } })
    await db.order.update({ where: ofStore(id), data: { total: 420n, totalPrice: 420n, subTotal: 420n } })
    await db.orderProduct.updateMany({ where: { orderId: id }, data: { price: 140n, total: 420n, charged: 420n } })
    await db.customer.update({ where: ofStore(customer.id), data: { totalRevenue: 420n } })
    const money = { refunded_amount: 420, card_refunded_amount: 420 }
    expect((await cancel()).record).toMatchObject({ status: 'closed', financial_status: 'refunded', ...money })
    expect(await stateOf(id)).toMatchObject({ refunds: ['done', 'done'], given: 420, revenue: 0 })
    expect(gateway.refundRequests.map(({ charge, amount }) => [charge === 'test_other', Number(amount)])).toEqual([
      [true, 120],
      [false, 300],
    ])
  })

  it('that are cancelled and sent at once are either', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, product, shipmentId, cancel } = await order()
      const [cancelling, shipping] = await Promise.all([cancel(), ask(store, surface, 'shipShipment', { id: shipmentId })])
      expect([cancelling.status, shipping.status].sort()).toEqual([200, 400])
      const sent = { status: 'closed', financialStatus: 'paid', isCancelled: false, deliveries: ['fulfilled'], given: 0 }
      expect(await stateOf(id)).toMatchObject(shipping.status === 200 ? sent : cancelled)
      expect(await onHand(db, product)).toBe(shipping.status === 200 ? 7 : 10)
    }
  })

  it('that are cancelled and refunded at once are refunded once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, product, cancel } = await order()
      const refunding = ask(store, surface, 'refundOrder', { id, amount: 180, restock: true })
      const [cancelling] = await Promise.all([cancel(), refunding])
      if (cancelling.status === 400) expect((await cancel()).status).toBe(200)
      expect(await stateOf(id)).toMatchObject({ isCancelled: true, status: 'closed', refunded: 300, given: 300, revenue: 0 })
      expect(await onHand(db, product)).toBe(10)
    }
  })

  it('that are cancelled several times at once are refunded once', async () => {
    const { id, product, cancel } = await order()
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stateOf(id)).toEqual(cancelled)
    expect(await onHand(db, product)).toBe(10)
  })
})
