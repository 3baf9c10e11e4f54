/** Orders that are edited at a gateway that waits, breaks and answers late, and beside other writes: the difference moves once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, onHand } from '../writes/rows.ts'
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

/** Lets time pass and looks after payments and refunds, as the server does. */
async function passes(more = 61): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(
    ({ result }) => result,
  )
}

beforeEach(async () => {
  await db.refund.updateMany({ data: { dueAt: null } })
  await db.payment.updateMany({ where: { dueAt: { not: null } }, data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

const byId = { orderBy: { id: 'asc' } } as const

let number = 0
const newKey = () => `edit-${++number}`

describe.each(surfaces)('%s', (surface) => {
  /** An order of 3 pieces for 100 each, of which 10 were on hand. */
  async function order() {
    const { id, line, customer, product } = await orderThreePieces(store)
    const edit = (quantity: number, key = '') =>
      ask(store, surface, 'editOrder', { id, lines: [{ id: line, quantity }] }, key ? { key } : {})
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: id } })
    return { id, customer, product, shipmentId: Number(shipmentId), edit }
  }

  /** An order, its money in its own words and in those of the gateway, and its pieces. */
  async function stateOf({ id, customer }: { id: number; customer: { id: number } }) {
    const row = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: { products: byId, fulfillments: byId, refunds: byId, transactions: byId },
    })
    const payments = await db.payment.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    const { totalRevenue } = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
    const taken = payments.map(({ reference, amount }) => {
      const isCaptured = gateway.books.get(reference)?.result === 'captured'
      return isCaptured && !gateway.refundBooks.has(`refund_${reference}`) ? Number(amount) : 0
    })
    const given = row.refunds.map(({ reference }) => gateway.refundBooks.get(reference))
    const back = given.map((each) => (each && each.result !== 'failed' ? Number(each.amount) : 0))
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    return {
      ...{ total: Number(row.total), revenue: Number(totalRevenue), kept: sum(taken) - sum(back) },
      quantities: [...row.products, ...row.fulfillments].map(({ quantity }) => quantity),
      transactions: row.transactions.map(({ result, total }) => [result, Number(total)]),
    }
  }

  const before = { total: 300, revenue: 300, kept: 300, quantities: [3, 3], transactions: [['captured', 300]] }
  const dearer = {
    ...{ total: 500, revenue: 500, kept: 500, quantities: [5, 5] },
    transactions: [300, 200].map((total) => ['captured', total]),
  }

  it('stay as they are until the gateway has answered, and no other money of them moves meanwhile', async () => {
    const own = await order()
    gateway.meanwhile = async () => {
      expect(await stateOf(own)).toMatchObject(before)
      expect(await onHand(db, own.product)).toBe(5)
      const under = (what: string) => `Order ${own.id} has an edit under way: it can be ${what} once that is paid.`
      const { id } = own
      expect(await ask(store, surface, 'refundOrder', { id })).toMatchObject({ status: 400, message: under('refunded') })
      expect(await ask(store, surface, 'cancelOrder', { id })).toMatchObject({ status: 400, message: under('cancelled') })
      expect(await own.edit(4)).toMatchObject({
        message: `Order ${id} has another edit under way: it can be edited once that is paid.`,
      })
    }
    expect((await own.edit(5)).status).toBe(200)
    expect(await stateOf(own)).toEqual(dearer)
    expect(await onHand(db, own.product)).toBe(5)
  })

  it('are edited once where the answer is lost, whoever looks first', async () => {
    const own = await order()
    const key = newKey()
    gateway.mood = 'breaks after'
    expect((await own.edit(5, key)).status).toBe(503)
    expect(await stateOf(own)).toMatchObject({ total: 300, quantities: [3, 3] })
    gateway.mood = 'captures'
    expect(await passes()).toEqual(['captured'])
    expect(await passes(3_600)).toEqual([])
    expect(await own.edit(5, key)).toMatchObject({ status: 200, replayed: true, record: { total: 500 } })
    expect(await stateOf(own)).toEqual(dearer)
    expect(await onHand(db, own.product)).toBe(5)
  })

  it('are charged once where the request was lost and is repeated with its key', async () => {
    const own = await order()
    const key = newKey()
    gateway.mood = 'breaks before'
    expect((await own.edit(5, key)).status).toBe(503)
    gateway.mood = 'captures'
    expect(await passes()).toEqual(['given up'])
    expect(await onHand(db, own.product)).toBe(7)
    expect((await own.edit(5, key)).status).toBe(200)
    expect(new Set(gateway.asked.slice(1).map(({ reference }) => reference)).size).toBe(1)
    expect(await stateOf(own)).toEqual(dearer)
    expect(await onHand(db, own.product)).toBe(5)
  })

  it('that were declined where the answer is lost stay as they are, with the failed attempt', async () => {
    const own = await order()
    gateway.mood = 'breaks after declining'
    expect((await own.edit(5, newKey())).status).toBe(503)
    expect(await passes()).toEqual(['declined'])
    expect(await stateOf(own)).toEqual({ ...before, transactions: [...before.transactions, ['failed', 200]] })
    expect(await onHand(db, own.product)).toBe(7)
  })

  it('that are sent while they are charged keep what was sent, and the charge is given back', async () => {
    const own = await order()
    gateway.afterwards = async () => {
      expect((await ask(store, surface, 'shipShipment', { id: own.shipmentId })).status).toBe(200)
    }
    expect(await own.edit(5)).toMatchObject({
      status: 400,
      message: 'The payment is given back. The order has changed since the payment was asked for.',
    })
    gateway.afterwards = async () => {}
    expect(await passes()).toEqual(['given back'])
    expect(await stateOf(own)).toEqual(before)
    expect(await onHand(db, own.product)).toBe(7)
  })

  it('that changed before a charge came late are left alone, and it is given back', async () => {
    const own = await order()
    gateway.mood = 'breaks before'
    await own.edit(5, newKey())
    gateway.mood = 'captures'
    await passes()
    expect((await own.edit(4)).status).toBe(200)
    const { reference } = await db.payment.findFirstOrThrow({ where: { customerId: own.customer.id, state: 'given_up' } })
    gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
    expect([...(await passes(3_600)), ...(await passes())]).toEqual(['to be given back', 'given back'])
    expect(await stateOf(own)).toMatchObject({ total: 400, kept: 400, revenue: 400, quantities: [4, 4] })
    expect(await onHand(db, own.product)).toBe(6)
  })

  it.each<[string, { price: number; refundMood: 'done' | 'failed'; status: number; pieces: number; kept: number }]>([
    ['of a free line that it removes', { price: 0, refundMood: 'done', status: 201, pieces: 2, kept: 0 }],
    ['of a free line that it lowers', { price: 0, refundMood: 'done', status: 201, pieces: 3, kept: 1 }],
    ['of a paid line that it removes, which fails', { price: 100, refundMood: 'failed', status: 402, pieces: 2, kept: 0 }],
  ])('whose charge comes late, behind a refund %s, are left alone, and it is given back', async (_what, given) => {
    const customer = await addCustomer(db)
    const [kept, other] = [await addProduct(db, { price: 1_000 }), await addProduct(db, { price: given.price })]
    const products = [kept, other].map(({ instanceId }, place) => ({
      product_instance: { id: instanceId },
      quantity: 1 + 2 * place,
    }))
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const { id } = record
    const lineOf = (product: typeof kept) =>
      record.products.find((line: { product_id: number }) => line.product_id === product.id).id
    const lines = [{ id: lineOf(kept), quantity: 5 }, ...(given.kept > 0 ? [{ id: lineOf(other), quantity: given.kept }] : [])]
    gateway.mood = 'breaks before'
    expect((await ask(store, surface, 'editOrder', { id, lines }, { key: newKey() })).status).toBe(503)
    expect(await passes()).toEqual(['given up'])
    gateway.mood = 'captures'
    gateway.refundMood = given.refundMood
    const refunded = { id, lines: [{ id: lineOf(other), quantity: given.pieces }] }
    expect((await ask(store, surface, 'refundOrder', refunded)).status).toBe(given.status)
    gateway.refundMood = 'done'
    const { reference } = await db.payment.findFirstOrThrow({ where: { customerId: customer.id, state: 'given_up' } })
    gateway.books.set(reference, { result: 'captured', gatewayReference: `test_${reference}` })
    expect([...(await passes(3_600)), ...(await passes())]).toEqual(['to be given back', 'given back'])
    const total = 1_000 + 3 * given.price
    expect(await stateOf({ id, customer })).toMatchObject({ total, kept: total, revenue: total, quantities: [1, 3, 1, 3] })
  })

  it('whose charge comes late, behind a refund that was there before, are edited', async () => {
    const own = await order()
    expect((await ask(store, surface, 'refundOrder', { id: own.id, amount: 100 })).status).toBe(201)
    gateway.mood = 'breaks after'
    expect((await own.edit(5, newKey())).status).toBe(503)
    gateway.mood = 'captures'
    expect(await passes()).toEqual(['captured'])
    expect(await stateOf(own)).toMatchObject({ quantities: [5, 5] })
  })

  it('that are edited twice at once are edited one after the other, or once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await order()
      const answers = await Promise.all([own.edit(5), own.edit(4), own.edit(2)])
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      for (const { status } of answers) expect([200, 400]).toContain(status)
      await passes()
      const { total, kept, revenue, quantities } = await stateOf(own)
      expect([200, 400, 500]).toContain(total)
      expect({ kept, revenue, quantities }).toEqual({ kept: total, revenue: total, quantities: [total / 100, total / 100] })
      expect(await onHand(db, own.product)).toBe(10 - total / 100)
    }
  })

  it('that are edited and cancelled at once keep nothing once both are done', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await order()
      const [cancelling] = await Promise.all([ask(store, surface, 'cancelOrder', { id: own.id }), own.edit(5)])
      if (cancelling.status !== 200) expect((await ask(store, surface, 'cancelOrder', { id: own.id })).status).toBe(200)
      await passes()
      expect(await stateOf(own)).toMatchObject({ kept: 0, revenue: 0 })
      expect(await onHand(db, own.product)).toBe(10)
    }
  })

  it('stay edited where what they give back is declined, which counts as paid from then on', async () => {
    const own = await order()
    gateway.refundMood = 'failed'
    const declined = 'The order is edited, but its refund was declined. The account is closed.'
    expect(await own.edit(1)).toMatchObject({ status: 402, message: declined })
    expect(await stateOf(own)).toMatchObject({ total: 100, kept: 300, revenue: 300, quantities: [1, 1] })
    expect(await onHand(db, own.product)).toBe(9)
    gateway.refundMood = 'done'
    expect((await own.edit(2)).record).toMatchObject({ total: 200, edit_difference: -100 })
    expect(await stateOf(own)).toMatchObject({ total: 200, kept: 200, revenue: 200 })
    expect((await ask(store, surface, 'refundOrder', { id: own.id })).record).toMatchObject({ amount: 200 })
  })

  it('take no more from the revenue of a subscription than its line brought, where what an edit gave back was declined', async () => {
    const customer = await addCustomer(db)
    const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
    const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id }, quantity: 3 }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const [id, line] = [record.id as number, record.products[0].id as number]
    const revenue = async () => (await db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })).revenue
    const edit = (quantity: number) => ask(store, surface, 'editOrder', { id, lines: [{ id: line, quantity }] })
    expect(await revenue()).toBe(300n)
    gateway.refundMood = 'failed'
    expect((await edit(1)).status).toBe(402)
    expect(await revenue()).toBe(100n)
    gateway.refundMood = 'done'
    expect((await ask(store, surface, 'refundOrder', { id, amount: 250, to: 'credit' })).record).toMatchObject({ card_amount: 0 })
    expect((await edit(2)).record).toMatchObject({ edit_difference: 50, card_refunded_amount: 0 })
    expect(await revenue()).toBe(200n)
    expect((await ask(store, surface, 'cancelOrder', { id, subscriptions: 'keep' })).record).toMatchObject({
      card_refunded_amount: 100,
    })
    expect(await revenue()).toBe(100n)
  })

  it('are not edited while what an edit gives back is under way', async () => {
    const own = await order()
    gateway.refundMood = 'pending'
    expect((await own.edit(1)).status).toBe(200)
    const message = `Order ${own.id} has a refund under way: it can be edited once that is settled.`
    expect(await own.edit(2)).toMatchObject({ status: 400, message })
    gateway.setRefunds('done')
    expect(await passes()).toEqual(['refunded'])
    expect((await own.edit(2)).status).toBe(200)
    expect(await stateOf(own)).toMatchObject({ total: 200, kept: 200, revenue: 200 })
  })
})
