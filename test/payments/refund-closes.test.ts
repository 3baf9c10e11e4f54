/** An order without open deliveries is closed with its last refund, whatever the gateway says of each, and once. */
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
import { addCustomer, addProduct } from '../writes/rows.ts'
import { type RefundMood, TestGateway } from './gateway.ts'
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

async function passes(): Promise<string[]> {
  seconds += 61
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(
    ({ result }) => result,
  )
}

beforeEach(async () => {
  await mend()
  await db.refund.updateMany({ data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

/** The status of an order, whether a refund of it is under way, and its events of a kind with their times, in seconds. */
async function stateOf(id: number) {
  const { status } = await db.order.findUniqueOrThrow({ where: ofStore(id) })
  const under = await db.refund.count({ where: { orderId: id, status: { in: ['pending', 'unknown'] } } })
  const events = await db.event.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
  const at = (type: string) =>
    events.filter((event) => event.type === type).map(({ createdAt }) => (createdAt.getTime() - today.getTime()) / 1_000)
  return { status, isUnderWay: under > 0, closed: at('order.closed'), last: events.at(-1)?.type }
}

const open = { status: 'open', isUnderWay: true, closed: [] }
const closed = (at: number) => ({ status: 'closed', isUnderWay: false, closed: [at], last: 'order.closed' })

describe.each(surfaces)('%s', (surface) => {
  /** An order with three charges, of 300, 100 and 100, and its refund with restock, which leaves nothing to send. */
  async function order() {
    const { id, line } = await orderThreePieces(store)
    for (const quantity of [4, 5])
      expect((await ask(store, surface, 'editOrder', { id, lines: [{ id: line, quantity }] })).status).toBe(200)
    return { id, refund: () => ask(store, surface, 'refundOrder', { id, restock: true }) }
  }

  it.each<[string, RefundMood[], number]>([
    ['are done', ['done', 'done', 'done'], 201],
    ['are declined behind the first', ['done', 'failed'], 402],
  ])('an order is closed at once where all %s', async (_what, moods, status) => {
    const { id, refund } = await order()
    gateway.beforeRefund = async () => {
      gateway.refundMood = moods[gateway.refundRequests.length - 1] ?? 'done'
    }
    expect(await refund()).toMatchObject({ status })
    expect(await stateOf(id)).toEqual(closed(0))
  })

  it.each<[string, RefundMood[]]>([
    ['the first is paid out', ['pending', 'done', 'done']],
    ['the last is paid out', ['done', 'done', 'pending']],
    ['the second is cleared up', ['done', 'breaks before']],
    ['the second is found', ['pending', 'breaks after']],
  ])('an order is open until %s, and is closed with it', async (_what, moods) => {
    const { id, refund } = await order()
    gateway.beforeRefund = async () => {
      gateway.refundMood = moods[gateway.refundRequests.length - 1] ?? 'done'
    }
    expect(await refund()).toMatchObject({ status: 201 })
    expect(await stateOf(id)).toMatchObject(open)
    gateway.beforeRefund = async () => {}
    gateway.refundMood = 'done'
    gateway.setRefunds('done')
    expect(await passes()).not.toEqual([])
    expect(await stateOf(id)).toEqual(closed(61))
  })

  it('an order is closed behind the last refund also where the process ends behind the first request', async () => {
    const { id, refund } = await order()
    gateway.afterRefund = () => fail('57P01', 'write') as Promise<never>
    expect(await refund()).toMatchObject({ status: 503 })
    await mend()
    gateway.afterRefund = async () => {}
    expect(await stateOf(id)).toMatchObject(open)
    expect(await passes()).toEqual(['refunded', 'refunded', 'refunded'])
    expect(await stateOf(id)).toEqual(closed(61))
  })

  /** An order of a subscription's one piece for 1000, a refund of 100 of it, and the change to three pieces, whose order gets its delivery. */
  async function subscribed() {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1_000 }], stock: 9 })
    const { id: customer } = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: customer }, products })
    const { id } = record
    const line = await db.orderProduct.findFirstOrThrow({ where: { orderId: id } })
    const change = async () => {
      const input = { id: Number(line.subscriptionId), quantity: 3, when: 'now' }
      expect(await ask(store, surface, 'changeSubscription', input)).toMatchObject({ status: 200 })
      expect(await db.fulfillment.count({ where: { orderId: id } })).toBe(0)
    }
    return { id, change, refund: () => ask(store, surface, 'refundOrder', { id, amount: 100 }) }
  }

  it.each<[string, RefundMood, 'done' | 'failed']>([
    ['is paid out', 'pending', 'done'],
    ['fails', 'pending', 'failed'],
    ['is found', 'breaks after', 'done'],
    ['is found to be declined', 'breaks after', 'failed'],
  ])('an order whose delivery a change took meanwhile is open until its refund %s', async (_what, mood, result) => {
    const { id, change, refund } = await subscribed()
    gateway.refundMood = mood
    expect(await refund()).toMatchObject({ status: 201 })
    await change()
    expect(await stateOf(id)).toMatchObject(open)
    gateway.setRefunds(result)
    await passes()
    expect(await stateOf(id)).toEqual(closed(61))
  })

  it.each(['done', 'failed'] as const)(
    'an order whose delivery a change took is opened by a refund, and closed again when it is %s',
    async (result) => {
      const { id, change, refund } = await subscribed()
      expect(await refund()).toMatchObject({ status: 201 })
      await change()
      expect(await stateOf(id)).toMatchObject({ status: 'closed', closed: [0] })
      seconds = 86_400
      gateway.setRefunds('failed')
      expect(await passes()).toEqual(['refund came back'])
      expect(await stateOf(id)).toMatchObject({ status: 'closed', closed: [0] })
      gateway.refundMood = 'pending'
      expect(await refund()).toMatchObject({ status: 201 })
      expect(await stateOf(id)).toMatchObject({ status: 'open', isUnderWay: true })
      gateway.setRefunds(result)
      await passes()
      expect(await stateOf(id)).toMatchObject({ status: 'closed', isUnderWay: false, closed: [0, 86_400 + 122] })
    },
  )

  it.each([0, 500])('a refund of pieces says order.refunded where money is given back: of an order of %d', async (price) => {
    const customer = await addCustomer(db)
    const { instanceId } = await addProduct(db, { price, stock: 5 })
    const products = [{ product_instance: { id: instanceId }, quantity: 2 }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    const { id } = record
    const lines = [{ id: record.products[0].id, quantity: 1 }]
    for (const _piece of [1, 2])
      expect(await ask(store, surface, 'refundOrder', { id, restock: true, lines })).toMatchObject({ status: 201 })
    const events = await db.event.findMany({ where: { orderId: id, operation: 'refundOrder' }, orderBy: { id: 'asc' } })
    const given = price > 0 ? ['order.refunded'] : []
    expect(events.map(({ type }) => type)).toEqual([
      ...['refund.created', 'refund.done', ...given],
      ...['refund.created', 'refund.done', ...given, 'shipment.cancelled', 'order.closed'],
    ])
  })
})
