/** Refunds at a gateway that declines, waits, breaks and changes its mind: nobody is refunded twice, and nothing stays unknown. */
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
import { daySeconds, onHand } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
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
const newKey = () => `refund-${++number}`

describe.each(surfaces)('%s', (surface) => {
  /** An order of 3 pieces for 100 each, and its customer. */
  async function order() {
    const ordered = await orderThreePieces(store)
    const refund = (input: object = {}, key = '') =>
      ask(store, surface, 'refundOrder', { id: ordered.id, ...input }, key ? { key } : {})
    return { ...ordered, refund }
  }

  /** The money of an order, in its own words and in those of the gateway. */
  async function moneyOf(id: number) {
    const { refundedAmount, cardRefundedAmount, financialStatus, customer } = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: { customer: true },
    })
    const refunds = await db.refund.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
    const transactions = await db.transaction.findMany({ where: { orderId: id, kind: 'refund' }, orderBy: { id: 'asc' } })
    const given = refunds.map(({ reference }) => gateway.refundBooks.get(reference))
    return {
      ...{ refunded: Number(refundedAmount), card: Number(cardRefundedAmount), financialStatus },
      revenue: Number(customer.totalRevenue),
      statuses: refunds.map(({ status }) => status),
      transactions: transactions.map(({ result, total }) => [result, Number(total)]),
      given: given.reduce((sum, each) => sum + (each && each.result !== 'failed' ? Number(each.amount) : 0), 0),
    }
  }

  const unanswered = (id: number) =>
    `Order ${id} has a refund that the payment gateway has not answered: it can be refunded once that is settled.`
  const untouched = { refunded: 0, card: 0, financialStatus: 'paid', revenue: 300, given: 0 }
  const allBack = { refunded: 300, card: 300, financialStatus: 'refunded', revenue: 0, given: 300 }

  it('reserves the amount before the gateway is asked, and asks once for the charge of the order', async () => {
    const { id, refund } = await order()
    const [charge] = [...gateway.books.values()]
    gateway.beforeRefund = async () => {
      expect(await moneyOf(id)).toMatchObject({ ...untouched, statuses: ['pending'], transactions: [] })
      expect(await refund({ amount: 1 })).toMatchObject({ status: 400, message: unanswered(id) })
    }
    expect(await refund({ amount: 100 })).toMatchObject({ status: 201, record: { status: 'done' } })
    const { reference } = await db.refund.findFirstOrThrow({ where: { orderId: id } })
    expect(gateway.refundRequests).toEqual([
      {
        ...{ storeId: 1n, recordedAt: today },
        ...{ reference, charge: charge?.gatewayReference, amount: 100n, currency: 'USD' },
        notAfter: new Date(today.getTime() + daySeconds * 1_000),
        signal: expect.any(AbortSignal),
      },
    ])
  })

  it('that is declined leaves a failed transaction, and the amount free', async () => {
    const { id, product, refund } = await order()
    gateway.refundMood = 'failed'
    const key = newKey()
    const declined = { status: 402, message: 'The refund was declined. The account is closed.' }
    expect(await refund({ restock: true }, key)).toMatchObject(declined)
    expect(await refund({ restock: true }, key)).toMatchObject({ ...declined, replayed: true })
    expect(await moneyOf(id)).toMatchObject({ ...untouched, statuses: ['failed'], transactions: [['failed', 300]] })
    expect(await onHand(db, product)).toBe(7)
    gateway.refundMood = 'done'
    expect((await refund({ restock: true })).status).toBe(201)
    expect(await moneyOf(id)).toMatchObject({
      ...allBack,
      transactions: [
        ['failed', 300],
        ['refunded', 300],
      ],
    })
    expect(await onHand(db, product)).toBe(10)
  })

  it('that is pending keeps its amount reserved, and is asked about until it is done', async () => {
    const { id, product, refund } = await order()
    gateway.refundMood = 'pending'
    expect(await refund({ restock: true })).toMatchObject({ status: 201, record: { status: 'pending', settled_at: null } })
    expect(await moneyOf(id)).toMatchObject({ ...untouched, given: 300, statuses: ['pending'], transactions: [] })
    expect(await onHand(db, product)).toBe(10)
    expect(await refund({ amount: 1 })).toMatchObject({ status: 400, message: `Nothing of order ${id} is left to refund.` })
    expect(await passes()).toEqual([])
    gateway.setRefunds('done')
    expect(await passes(3_600)).toEqual(['refunded'])
    expect(await moneyOf(id)).toMatchObject({ ...allBack, statuses: ['done'], transactions: [['refunded', 300]] })
    expect(await onHand(db, product)).toBe(10)
    expect(gateway.refundRequests).toHaveLength(1)
  })

  it('that is under way keeps its order open, or opens it again, and closes it afterwards', async () => {
    const statusOf = async (id: number) => (await db.order.findUniqueOrThrow({ where: ofStore(id) })).status
    const send = async (id: number) => {
      const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: id } })
      expect((await ask(store, surface, 'shipShipment', { id: Number(shipmentId) })).status).toBe(200)
    }
    gateway.refundMood = 'pending'
    const [sentBefore, sentAfter, notSent] = [await order(), await order(), await order()]
    await send(sentBefore.id)
    expect(await statusOf(sentBefore.id)).toBe('closed')
    for (const { refund } of [sentBefore, sentAfter, notSent]) expect((await refund({ amount: 50 })).status).toBe(201)
    await send(sentAfter.id)
    const statuses = async () => Promise.all([sentBefore, sentAfter, notSent].map(({ id }) => statusOf(id)))
    expect(await statuses()).toEqual(['open', 'open', 'open'])
    gateway.setRefunds('done')
    expect(await passes()).toEqual(['refunded', 'refunded', 'refunded'])
    expect(await statuses()).toEqual(['closed', 'closed', 'open'])
    const types = await db.event.findMany({ where: { orderId: sentBefore.id, recordType: 'order' }, orderBy: { id: 'asc' } })
    expect(types.map(({ type }) => type)).toEqual([
      ...['order.created', 'order.fulfilled', 'order.closed'],
      ...['order.updated', 'order.refunded', 'order.closed'],
    ])
  })

  it('that is pending and then declined frees the amount', async () => {
    const { id, refund } = await order()
    gateway.refundMood = 'pending'
    await refund()
    gateway.setRefunds('failed')
    expect(await passes()).toEqual(['refund declined'])
    expect(await moneyOf(id)).toMatchObject({ ...untouched, statuses: ['failed'], transactions: [['failed', 300]] })
  })

  it.each(['breaks before', 'breaks after'] as const)('is unknown when the connection %s it, and cleared up', async (mood) => {
    const { id, product, refund } = await order()
    gateway.refundMood = mood
    const key = newKey()
    const input = { restock: true, amount: 300 }
    expect(await refund(input, key)).toMatchObject({ status: 201, record: { status: 'unknown' } })
    expect(await moneyOf(id)).toMatchObject({ refunded: 0, statuses: ['unknown'], transactions: [] })
    gateway.refundMood = 'done'
    expect(await passes()).toEqual(['refunded'])
    expect(await passes(3_600)).toEqual([])
    expect((await refund(input, key)).replayed).toBe(true)
    expect(await moneyOf(id)).toMatchObject({ ...allBack, statuses: ['done'], transactions: [['refunded', 300]] })
    expect(gateway.refundBooks.size).toBe(1)
    expect(await onHand(db, product)).toBe(7)
  })

  it('without an answer blocks another one, until the gateway has taken it', async () => {
    const { id, refund } = await order()
    gateway.refundMood = 'breaks before'
    const key = newKey()
    expect(await refund({ amount: 60 }, key)).toMatchObject({ status: 201, record: { status: 'unknown' } })
    for (const isDryRun of [false, true]) {
      const input = { id, amount: 60 }
      const refused = { status: 400, message: unanswered(id) }
      expect(await ask(store, surface, 'refundOrder', input, { isDryRun })).toMatchObject(refused)
    }
    expect(await refund({ amount: 60 }, key)).toMatchObject({ status: 201, replayed: true })
    gateway.refundMood = 'pending'
    expect(await passes()).toEqual(['refund pending'])
    expect(await refund({ amount: 40 })).toMatchObject({ status: 201, record: { status: 'pending' } })
    gateway.setRefunds('done')
    await passes(3_600)
    expect(await moneyOf(id)).toMatchObject({ refunded: 100, card: 100, given: 100 })
  })

  it('is asked for again under its reference while the gateway does not know it', async () => {
    const { id, refund } = await order()
    gateway.refundMood = 'breaks before'
    await refund()
    for (const _time of [1, 2, 3]) expect(await passes(3_600)).toEqual(['failed'])
    gateway.refundMood = 'done'
    expect(await passes(3_600)).toEqual(['refunded'])
    expect(new Set(gateway.refundRequests.map(({ reference }) => reference)).size).toBe(1)
    expect(await moneyOf(id)).toMatchObject(allBack)
  })

  it('that fails days later keeps its transaction, adds a failed one, and takes the amounts back', async () => {
    const { id, customer, product, line, refund } = await order()
    const { record } = await refund({ lines: [{ id: line, quantity: 2 }], restock: true })
    expect(await onHand(db, product)).toBe(9)
    expect(await passes(daySeconds + 1)).toEqual([])
    gateway.setRefunds('failed')
    expect(await passes(2 * daySeconds)).toEqual(['refund came back'])
    expect(await passes(60 * daySeconds)).toEqual([])
    expect(await moneyOf(id)).toMatchObject({
      ...{ ...untouched, statuses: ['failed'] },
      transactions: [
        ['refunded', 200],
        ['failed', 200],
      ],
    })
    const reversed = await db.transaction.findMany({ where: { orderId: id, reversedAt: { not: null } } })
    expect(reversed).toMatchObject([{ result: 'refunded', total: 200n }])
    const events = await db.event.findMany({ where: { orderId: id, operation: 'reconcileRefund' }, orderBy: { id: 'asc' } })
    expect(events.map(({ type, recordId }) => [type, Number(recordId)])).toEqual([
      ['refund.reversed', record.id],
      ['order.updated', id],
    ])
    // The pieces are back already, and are not put on hand a second time.
    expect(await onHand(db, product)).toBe(9)
    await refund({ lines: [{ id: line, quantity: 3 }], restock: true })
    expect(await onHand(db, product)).toBe(10)
    expect(await db.creditEntry.count({ where: { customerId: customer.id } })).toBe(0)
  })

  it('of card and credit that fails days later takes both back', async () => {
    const { id, customer, refund } = await order()
    await db.order.update({ where: ofStore(id), data: { giftCardDiscount: 50 } })
    await db.transaction.updateMany({ where: { orderId: id }, data: { total: 250 } })
    await refund()
    const creditOf = async () => Number((await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).credit)
    expect(await creditOf()).toBe(50)
    gateway.setRefunds('failed')
    expect(await passes(daySeconds + 1)).toEqual(['refund came back'])
    expect(await creditOf()).toBe(0)
    const entries = await db.creditEntry.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(entries.map(({ amount }) => Number(amount))).toEqual([50, -50])
    expect(await moneyOf(id)).toMatchObject({ refunded: 0, card: 0, financialStatus: 'paid' })
  })

  it('is no longer asked about when it cannot come back any more', async () => {
    const { id, refund } = await order()
    await refund()
    const asked: number[] = []
    for (let day = 1; day <= 90; day += 1) {
      const before = gateway.looks
      await passes(daySeconds + 1)
      if (gateway.looks > before) asked.push(day)
    }
    expect(asked).toEqual([1, 2, 4, 8, 16])
    expect(await db.refund.findMany({ where: { orderId: id } })).toMatchObject([{ dueAt: null, status: 'done' }])
  })

  it('that is done is asked about again within an hour where the gateway did not answer', async () => {
    const { id, refund } = await order()
    await refund()
    gateway.setRefunds('failed')
    const { findRefund } = gateway
    gateway.findRefund = () => Promise.reject(new Error('connect ECONNREFUSED'))
    expect(await passes(daySeconds + 1)).toEqual(['failed'])
    gateway.findRefund = findRefund
    expect(await passes(3_600)).toEqual(['refund came back'])
    expect(await moneyOf(id)).toMatchObject({ refunded: 0, financialStatus: 'paid' })
  })

  it('of 60 of 100 asked for twice at once is given once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, refund } = await order()
      const answers = await Promise.all([180, 180].map((amount) => refund({ amount })))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
      expect(await moneyOf(id)).toMatchObject({ refunded: 180, given: 180, transactions: [['refunded', 180]] })
    }
  })

  it('with a key that is sent twice at once is given once', async () => {
    const { id, refund } = await order()
    const key = newKey()
    const answers = await Promise.all([1, 2, 3].map(() => refund({ amount: 60 }, key)))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(await refund({ amount: 60 }, key)).toMatchObject({ status: 201, replayed: true })
    expect(await moneyOf(id)).toMatchObject({ refunded: 60, given: 60 })
  })

  it.each<[code: string, what: string]>([
    ['57P01', 'is shut down'],
    ['08006', 'loses the connection'],
    ['40001', 'has conflicts without end'],
    ['22012', 'meets a fault of ours'],
  ])('says that its outcome is not known when the database says %s, %s, behind the gateway', async (code) => {
    const { id, refund } = await order()
    const key = newKey()
    gateway.afterRefund = () => fail(code, 'write') as Promise<never>
    expect(await refund({}, key)).toMatchObject({
      status: 503,
      message:
        'The refund was recorded, and its outcome cannot be shown. It will be cleared up within minutes; do not ask for it again without the same Idempotency-Key.',
    })
    await mend()
    expect(await refund({}, key)).toMatchObject({ status: 409 })
    expect(await passes()).toEqual(['refunded'])
    expect(await refund({}, key)).toMatchObject({ status: 201, replayed: true, record: { status: 'done' } })
    expect(await moneyOf(id)).toMatchObject({ ...allBack, statuses: ['done'], transactions: [['refunded', 300]] })
    expect(gateway.refundBooks.size).toBe(1)
  })

  it('that another process has settled meanwhile answers what came of it', async () => {
    for (const result of ['done', 'failed'] as const) {
      const { id, refund } = await order()
      gateway.refundMood = result
      gateway.afterRefund = async () => void (await passes())
      expect((await refund()).status).toBe(result === 'done' ? 201 : 402)
      gateway.afterRefund = async () => {}
      expect(await moneyOf(id)).toMatchObject({
        statuses: [result],
        transactions: [[result === 'done' ? 'refunded' : 'failed', 300]],
      })
    }
  })

  it('asks no gateway when it is only tried, or goes to credit', async () => {
    const { refund } = await order()
    expect(await tablesChangedBy(db, async () => (await refund({}, '')) && undefined)).not.toEqual([])
    const other = await order()
    gateway.refundRequests = []
    expect((await other.refund({ to: 'credit' })).status).toBe(201)
    expect(gateway.refundRequests).toEqual([])
  })

  it('is refused before the gateway is asked where a row breaks a CHECK', async () => {
    const { customer, refund } = await order()
    await db.$executeRaw`ALTER TABLE customer DROP CONSTRAINT customer_country_check`
    await db.customer.update({ where: ofStore(customer.id), data: { country: 'xx' } })
    await db.$executeRaw`ALTER TABLE customer ADD CONSTRAINT customer_country_check CHECK (country ~ '^[A-Z]{2}$') NOT VALID`
    gateway.refundRequests = []
    expect((await refund()).status).toBe(400)
    expect(gateway.refundRequests).toEqual([])
  })
})
