/** Refunds of orders that several charges paid: one act gives back of each of them, whatever the gateway says of one. */
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
import { tablesChangedBy } from '../writes/tables.ts'
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

/** Lets time pass and looks after refunds, as the server does. */
async function passes(more = 61): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock, report: () => {} }))).map(
    ({ result }) => result,
  )
}

/** Has the gateway answer each request to refund in its own way. */
function answers(...moods: RefundMood[]): void {
  gateway.beforeRefund = async () => {
    gateway.refundMood = moods[gateway.refundRequests.length - 1] ?? 'done'
  }
}

beforeEach(async () => {
  await mend()
  await db.refund.updateMany({ data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

let number = 0
const newKey = () => `act-${++number}`
const declined = 'The account is closed.'

describe.each(surfaces)('%s', (surface) => {
  /** An order of 3 pieces for 100 each that is edited to 4 and to 5: charges of 300, 100 and 100. */
  async function order() {
    const { id, line, ...others } = await orderThreePieces(store)
    const edit = (quantity: number) => ask(store, surface, 'editOrder', { id, lines: [{ id: line, quantity }] })
    for (const quantity of [4, 5]) expect((await edit(quantity)).status).toBe(200)
    const refund = (input: object = {}, options = {}) => ask(store, surface, 'refundOrder', { id, ...input }, options)
    const cancel = (options = {}) => ask(store, surface, 'cancelOrder', { id }, options)
    return { ...others, id, line, edit, refund, cancel }
  }

  /** The refunds of an order as they are stored, and its money in its own words and in those of the gateway. */
  async function stateOf(id: number) {
    const { refunds, transactions, customer, ...row } = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: {
        refunds: { orderBy: { id: 'asc' } },
        transactions: { where: { kind: 'refund' }, orderBy: { id: 'asc' } },
        customer: true,
      },
    })
    const given = refunds.map(({ reference }) => gateway.refundBooks.get(reference))
    return {
      refunds: refunds.map(({ status, amount }) => [status, Number(amount)]),
      transactions: transactions.map(({ result, total }) => [result, Number(total)]),
      ...{ refunded: Number(row.refundedAmount), card: Number(row.cardRefundedAmount), credit: Number(customer.credit) },
      given: given.reduce((sum, each) => sum + (each && each.result !== 'failed' ? Number(each.amount) : 0), 0),
    }
  }

  const refundable = async (id: number) =>
    (await store.graphql(`{ order(id: ${id}) { refundable { amount cardAmount creditAmount } } }`)).data.order.refundable

  it('gives the whole back by one refund of each charge, the newest first, with the pieces in the first', async () => {
    const { id, product, refund } = await order()
    const charges = [...gateway.books.values()].map(({ gatewayReference }) => gatewayReference)
    const { status, record } = await refund({ restock: true })
    expect(status).toBe(201)
    expect(record).toMatchObject({ act_id: record.id, amount: 100, lines: [{ quantity: 5, amount: 100, restocked: 5 }] })
    expect(record.refunds).toMatchObject([
      { id: record.id, act_id: record.id, status: 'done', amount: 100, lines: [{ quantity: 5, amount: 100, restocked: 5 }] },
      { act_id: record.id, status: 'done', amount: 100, lines: [{ quantity: 0, amount: 100, restocked: 0 }] },
      { act_id: record.id, status: 'done', amount: 300, lines: [{ quantity: 0, amount: 300, restocked: 0 }] },
    ])
    expect(gateway.refundRequests.map(({ charge, amount }) => [charge, Number(amount)])).toEqual([
      [charges[2], 100],
      [charges[1], 100],
      [charges[0], 300],
    ])
    const all = [100, 100, 300]
    expect(await stateOf(id)).toEqual({
      refunds: all.map((amount) => ['done', amount]),
      transactions: all.map((amount) => ['refunded', amount]),
      ...{ refunded: 500, card: 500, credit: 0, given: 500 },
    })
    expect(await onHand(db, product)).toBe(10)
  })

  it.each<[string, (line: number) => object, number[]]>([
    ['pieces', (line) => ({ lines: [{ id: line, quantity: 3 }] }), [100, 100, 100]],
    ['an amount', () => ({ amount: 150 }), [100, 50]],
    ['what one charge has', () => ({ amount: 100 }), [100]],
  ])('gives %s back of as many charges as it takes', async (_what, input, amounts) => {
    const { id, line, refund } = await order()
    const { record } = await refund(input(line))
    expect(record.refunds.map(({ amount }: { amount: number }) => amount)).toEqual(amounts)
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    expect(await stateOf(id)).toMatchObject({ refunded: sum, given: sum })
    expect(await refundable(id)).toMatchObject({ amount: 500 - sum, cardAmount: 500 - sum })
    expect((await refund()).status).toBe(201)
    expect(await stateOf(id)).toMatchObject({ refunded: 500, given: 500 })
  })

  it('gives credit behind the charges', async () => {
    const { id, refund } = await order()
    await db.order.update({ where: ofStore(id), data: { creditApplied: 60 } })
    const { record } = await refund()
    expect(record.refunds).toMatchObject([
      { card_amount: 100, credit_amount: 0 },
      { card_amount: 100, credit_amount: 0 },
      { card_amount: 300, credit_amount: 60 },
    ])
    expect(await stateOf(id)).toMatchObject({ refunded: 560, card: 500, credit: 60 })
  })

  it('asks no further where one is declined: what was given stands, and a repeat answers the same', async () => {
    const { id, refund } = await order()
    answers('done', 'failed')
    const key = newKey()
    const refused = { status: 402, message: `100 is refunded; the rest was declined. ${declined}` }
    expect(await refund({}, { key })).toMatchObject(refused)
    expect(await refund({}, { key })).toMatchObject({ ...refused, replayed: true })
    expect(await stateOf(id)).toEqual({
      refunds: [
        ['done', 100],
        ['failed', 100],
        ['failed', 300],
      ],
      transactions: [
        ['refunded', 100],
        ['failed', 100],
      ],
      ...{ refunded: 100, card: 100, credit: 0, given: 100 },
    })
    expect(gateway.refundRequests).toHaveLength(2)
    const unasked = await db.refund.findFirstOrThrow({ where: { orderId: id }, orderBy: { id: 'desc' } })
    expect(unasked).toMatchObject({ failureReason: 'The refund before it was declined.', dueAt: null, settledAt: today })
    const events = await db.event.findMany({ where: { orderId: id, type: { startsWith: 'refund.' } }, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual([
      ...Array(3).fill('refund.created'),
      ...['refund.done', 'refund.failed', 'refund.failed'],
    ])
    expect(await refundable(id)).toMatchObject({ amount: 400, cardAmount: 400 })
    gateway.beforeRefund = async () => {}
    gateway.refundMood = 'done'
    expect((await refund()).status).toBe(201)
    expect(await stateOf(id)).toMatchObject({ refunded: 500, given: 500 })
  })

  it.each(['refund', 'cancel'] as const)('is 409 to a repeat by key while the gateway is asked (%s)', async (verb) => {
    for (const mood of ['done', 'failed'] as const) {
      const key = newKey()
      const of = await order()
      const send = () => (verb === 'refund' ? of.refund({}, { key }) : of.cancel({ key }))
      const repeats: Awaited<ReturnType<typeof send>>[] = []
      gateway.refundRequests = []
      answers('done', mood, 'done')
      const { beforeRefund } = gateway
      gateway.beforeRefund = async () => {
        await beforeRefund()
        repeats.push(await inSight(send))
      }
      const first = await send()
      expect(repeats.map(({ status }) => status)).toEqual(mood === 'done' ? [409, 409, 409] : [409, 409])
      const { status, message, record } = first
      expect(status).toBe(mood === 'failed' ? 402 : verb === 'refund' ? 201 : 200)
      expect(await send()).toMatchObject({ status, message, record, replayed: true })
      gateway.beforeRefund = async () => {}
    }
  })

  it('is 402 to a repeat by key where the gateway has declined it after the request broke off', async () => {
    const { id, refund } = await order()
    const key = newKey()
    answers('failed')
    gateway.afterRefund = () => fail('57P01', 'write') as Promise<never>
    expect((await refund({ amount: 100 }, { key })).status).toBe(503)
    await mend()
    gateway.afterRefund = async () => {}
    expect((await refund({ amount: 100 }, { key })).status).toBe(409)
    expect(await passes()).toEqual(['refund declined'])
    const refused = { status: 402, message: `The refund was declined. ${declined}`, replayed: true }
    expect(await refund({ amount: 100 }, { key })).toMatchObject(refused)
    expect(await stateOf(id)).toMatchObject({ refunded: 0, given: 0 })
  })

  it('says nothing of what was given where the first is declined', async () => {
    const { id, product, refund } = await order()
    answers('failed')
    expect(await refund({ restock: true })).toMatchObject({ status: 402, message: `The refund was declined. ${declined}` })
    expect(await stateOf(id)).toMatchObject({ refunded: 0, given: 0, transactions: [['failed', 100]] })
    expect(await onHand(db, product)).toBe(5)
  })

  it.each(['breaks before', 'breaks after'] as const)(
    'asks no further where the connection %s one, which alone is cleared up',
    async (mood) => {
      const { id, refund } = await order()
      answers('done', mood)
      const { status, record } = await refund()
      expect(status).toBe(201)
      expect(record.refunds).toMatchObject([
        { status: 'done' },
        { status: 'unknown' },
        { status: 'failed', failure_reason: 'The refund before it had no answer.' },
      ])
      gateway.beforeRefund = async () => {}
      gateway.refundMood = 'done'
      expect(await passes()).toEqual(['refunded'])
      expect(await passes(3_600)).toEqual([])
      expect(await stateOf(id)).toMatchObject({ refunded: 200, given: 200 })
      expect((await refund()).record.refunds).toMatchObject([{ amount: 300 }])
      expect(await stateOf(id)).toMatchObject({ refunded: 500, given: 500 })
    },
  )

  it('asks on behind one that the gateway pays out later', async () => {
    const { id, refund } = await order()
    answers('pending', 'pending', 'done')
    expect((await refund()).record.refunds.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
      'done',
    ])
    gateway.setRefunds('done')
    expect(await passes()).toEqual(['refunded', 'refunded'])
    expect(await stateOf(id)).toMatchObject({ refunded: 500, given: 500 })
  })

  it.each<[string, RefundMood[], string[], number]>([
    ['given in turn', [], ['refunded', 'refunded', 'refunded'], 500],
    ['left alone behind one that is declined', ['failed'], ['refund declined'], 0],
  ])('whose process ends behind the first request are %s', async (_what, moods, results, given) => {
    const { id, refund } = await order()
    answers(...moods)
    gateway.afterRefund = () => fail('57P01', 'write') as Promise<never>
    const key = newKey()
    expect(await refund({}, { key })).toMatchObject({ status: 503 })
    await mend()
    gateway.afterRefund = async () => {}
    expect(gateway.refundRequests).toHaveLength(1)
    expect((await refund({}, { key })).status).toBe(409)
    expect(await passes()).toEqual(results)
    expect(await refund({}, { key })).toMatchObject({ status: given > 0 ? 201 : 402, replayed: true })
    expect(await passes(3_600)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ refunded: given, given })
    expect(await refundable(id)).toMatchObject({ amount: 500 - given })
  })

  it('that is only tried has the same shape, and asks no gateway', async () => {
    const { refund } = await order()
    let answer: Awaited<ReturnType<typeof refund>> | undefined
    const attempt = async () => {
      answer = await refund({}, { isDryRun: true })
    }
    expect(await tablesChangedBy(db, attempt)).toEqual([])
    expect(answer?.record.refunds).toMatchObject([{ amount: 100 }, { amount: 100 }, { amount: 300 }])
    expect(gateway.refundRequests).toEqual([])
  })

  it('gives credit for a charge that the gateway has given no id, as what is left says', async () => {
    const { id, refund, cancel } = await order()
    const [first] = await db.transaction.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
    await db.transaction.update({ where: ofStore(Number(first?.id)), data: { gatewayReference: null } })
    expect(await refundable(id)).toEqual({ amount: 500, cardAmount: 200, creditAmount: 300 })
    expect((await refund({ amount: 250 })).record.refunds).toMatchObject([
      { card_amount: 100, credit_amount: 0 },
      { card_amount: 100, credit_amount: 50 },
    ])
    expect((await cancel()).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ refunded: 500, card: 200, credit: 300 })
  })

  it('is given when an order is cancelled, which stands where one is declined', async () => {
    const { id, refund, cancel } = await order()
    answers('done', 'failed')
    const key = newKey()
    const refused = { status: 402, message: `The order is cancelled, but its refund was declined after 100. ${declined}` }
    expect(await cancel({ key })).toMatchObject(refused)
    expect(await cancel({ key })).toMatchObject({ ...refused, replayed: true })
    expect(await stateOf(id)).toMatchObject({ refunded: 100, given: 100 })
    expect(await db.order.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'closed' })
    gateway.beforeRefund = async () => {}
    gateway.refundMood = 'done'
    expect((await refund()).status).toBe(201)
    expect(await stateOf(id)).toMatchObject({ refunded: 500, given: 500 })
  })

  it('is given when an order is edited back to one piece', async () => {
    const { id, edit } = await order()
    expect((await edit(1)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({
      refunds: [
        ['done', 100],
        ['done', 100],
        ['done', 200],
      ],
      given: 400,
    })
    expect(await refundable(id)).toMatchObject({ amount: 100, cardAmount: 100 })
  })
})
