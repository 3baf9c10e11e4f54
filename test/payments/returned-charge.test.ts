/** Charges that came too late to be used and whose return fails: asked for again by numbered references, and credited after 72 hours. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import type { Shape } from '../../src/db/shape.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { planOfStored } from '../../src/purchases/payment/payment.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { type DueReturn, returnCharge } from '../../src/purchases/payment/return-charge.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const gateway = new TestGateway()
let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock: Clock = clockOf(now)
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const store = await openStore({ gateway: () => gateway, now, log: silent, isApart: true })
const { db } = store
const books = { db, gateways: gatewaysOf(gateway), clock, report: () => {} }
const hour = 3_600

beforeEach(async () => {
  await db.payment.updateMany({ data: { dueAt: null } })
  gateway.reset()
  seconds = 0
})

/** Lets time pass and looks after payments, as the server does. */
async function passes(more: number): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile(books))).map(({ result }) => result)
}

/** Has a return that is done fail. */
function comesBack(reference: string): void {
  const refund = gateway.refundBooks.get(reference)
  if (!refund) throw new Error(`The gateway knows no ${reference}.`)
  gateway.setRefund(reference, refund, 'failed')
}

/** The numbers of the returns that the gateway was asked for, in turn. */
const asked = () => gateway.refundRequests.map(({ reference }) => Number(reference.match(/^refund_[^_]+(?:_(\d+))?$/)?.[1] ?? 0))

/** A charge of 500 for the last piece, which somebody else has bought when it comes. */
async function late(surface: (typeof surfaces)[number] = 'REST') {
  const { id } = await addCustomer(db)
  const product = await addProduct(db, { price: 500, stock: 1 })
  gateway.meanwhile = async () => {
    gateway.meanwhile = async () => {}
    await passes(61)
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 0 } })
  }
  const products = [{ product_instance: { id: product.instanceId } }]
  const answer = await ask(store, surface, 'createOrder', { customer: { id }, products }, { key: `returned-${id}` })
  expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/is given back/) })
  const payment = async () => db.payment.findFirstOrThrow({ where: { customerId: id } })
  const credit = async () => {
    const { credit: sum } = await db.customer.findUniqueOrThrow({ where: ofStore(id) })
    const entries = await db.creditEntry.findMany({ where: { customerId: id } })
    expect(entries.reduce((total, { amount }) => total + amount, 0n)).toBe(sum)
    return entries.map(({ amount }) => Number(amount))
  }
  const events = async () => (await db.event.findMany({ where: { customerId: id }, orderBy: { id: 'asc' } })).slice(-2)
  const { reference } = await payment()
  return { id, payment, credit, events, reference }
}

/** A payment as a process has read it that then stops. */
async function takenUp(payment: () => Promise<Shape<'Payment'>>, isReturnOver = false): Promise<DueReturn> {
  const row = await payment()
  return {
    ...row,
    plan: planOfStored(row),
    hasTestClock: false,
    currency: 'USD',
    gatewayCustomer: null,
    isReturnOver,
  } as DueReturn
}

describe.each(surfaces)('A return that fails, of an order over %s', (surface) => {
  it('is asked for after 1, 2, 4 … hours by new references, and credited once 72 hours after the first failure', async () => {
    const { id, payment, credit, events, reference } = await late(surface)
    gateway.refundMood = 'failed'
    expect(await passes(0)).toEqual(['failed'])
    expect(asked()).toEqual([0])
    for (const [index, hours] of [1, 2, 4, 8, 16, 32].entries()) {
      expect(await passes(hours * hour - 1)).toEqual([])
      expect(await passes(1)).toEqual(['failed'])
      expect(asked().at(-1)).toBe(index + 1)
      expect(await payment()).toMatchObject({ state: 'refunding', returnNumber: index + 1, returnsFailed: index + 2 })
    }
    expect(asked()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(await passes(9 * hour - 1)).toEqual([])
    expect(await credit()).toEqual([])
    expect(await passes(1)).toEqual(['credited'])
    expect(await payment()).toMatchObject({ state: 'credited', dueAt: null, settledAt: now() })
    expect(await credit()).toEqual([500])
    const [entry] = await db.creditEntry.findMany({ where: { customerId: id } })
    expect(entry).toMatchObject({ returnedPaymentId: (await payment()).id, paymentId: null, createdAt: now() })
    expect(await events()).toMatchObject([
      { type: 'payment.credited', operation: 'creditPayment', requestId: reference, changes: { charged: { from: 500, to: 0 } } },
      { type: 'credit_entry.created', recordId: entry?.id, changes: { amount: { from: null, to: 500 } } },
    ])
    expect(await db.logEntry.findMany({ where: { requestId: reference } })).toMatchObject([
      { operation: 'creditPayment', surface: 'worker', changes: { charged: { from: 500, to: 0 } } },
    ])
    gateway.refundMood = 'done'
    expect(await passes(1_000 * hour)).toEqual([])
    expect(asked()).toHaveLength(7)
    const { data } = await store.graphql(`{ customer(id: ${id}) { credit creditEntries { nodes { amount orderId } } } }`)
    expect(data.customer).toEqual({ credit: 500, creditEntries: { nodes: [{ amount: 500, orderId: null }] } })
  })
})

describe('A return', () => {
  it('that comes back days after it was done is followed by the next, and by credit once that fails for 72 hours', async () => {
    const { payment, credit, reference } = await late()
    expect(await passes(0)).toEqual(['given back'])
    expect(await passes(24 * hour - 1)).toEqual([])
    comesBack(`refund_${reference}`)
    gateway.refundMood = 'failed'
    expect(await passes(1)).toEqual(['return came back', 'failed'])
    expect(await payment()).toMatchObject({ state: 'refunding', settledAt: null, returnsFailed: 2, returnFailedAt: now() })
    expect(asked()).toEqual([0, 1])
    gateway.refundMood = 'done'
    expect(await passes(2 * hour)).toEqual(['given back'])
    expect([asked(), await credit()]).toEqual([[0, 1, 2], []])
    comesBack(`refund_${reference}_2`)
    gateway.refundMood = 'failed'
    expect(await passes(24 * hour)).toEqual(['return came back', 'failed'])
    expect(await passes(72 * hour)).toEqual(['credited'])
    expect([await credit(), (await payment()).dueAt]).toEqual([[500], null])
  })

  it('that is done is looked up after 1, 2, 4 … days, until it can no longer come back', async () => {
    const { payment } = await late()
    await passes(0)
    const days: number[] = []
    for (let day = 1; day <= 40; day += 1) {
      const before = gateway.looks
      await passes(24 * hour)
      if (gateway.looks > before) days.push(day)
    }
    expect(days).toEqual([1, 2, 4, 8, 16])
    expect((await payment()).dueAt).toBeNull()
  })

  it('that succeeds at a later try is given once, and no credit', async () => {
    const { payment, credit, events } = await late()
    gateway.refundMood = 'failed'
    await passes(0)
    await passes(hour)
    gateway.refundMood = 'done'
    expect(await passes(2 * hour)).toEqual(['given back'])
    expect(asked()).toEqual([0, 1, 2])
    expect(await payment()).toMatchObject({ state: 'refunded' })
    expect((await events()).map(({ type }) => type)).toContain('payment.refunded')
    expect(await passes(1_000 * hour)).toEqual([])
    expect([asked(), await credit()]).toEqual([[0, 1, 2], []])
  })

  it.each(['breaks before', 'breaks after'] as const)('without an answer (%s) keeps its number', async (mood) => {
    const { payment, credit } = await late()
    gateway.refundMood = 'failed'
    await passes(0)
    gateway.refundMood = mood
    expect(await passes(hour)).toEqual(['failed'])
    expect(await passes(60)).toEqual(mood === 'breaks after' ? ['given back'] : ['failed'])
    gateway.refundMood = 'done'
    await passes(60)
    expect(new Set(asked())).toEqual(new Set([0, 1]))
    expect(asked()).toHaveLength(mood === 'breaks after' ? 2 : 4)
    expect(await payment()).toMatchObject({ state: 'refunded', returnNumber: 1 })
    expect(await credit()).toEqual([])
  })

  it('that is pending is only looked up, beyond 72 hours too, and credited when it fails then', async () => {
    const { payment, credit } = await late()
    gateway.refundMood = 'failed'
    await passes(0)
    gateway.refundMood = 'pending'
    for (const more of [hour, 60, 80 * hour, 60]) expect(await passes(more)).toEqual([])
    expect(asked()).toEqual([0, 1])
    expect(await payment()).toMatchObject({ state: 'refunding', returnNumber: 1, returnsFailed: 1 })
    gateway.setRefunds('failed')
    expect(await passes(60)).toEqual(['failed', 'credited'])
    expect([asked(), await credit()]).toEqual([[0, 1], [500]])
  })

  it('that is pending and then done is given back', async () => {
    const { credit } = await late()
    gateway.refundMood = 'pending'
    expect(await passes(0)).toEqual([])
    gateway.setRefunds('done')
    expect(await passes(80 * hour)).toEqual(['given back'])
    expect([asked(), await credit()]).toEqual([[0], []])
  })

  it('whose process dies behind the answer is looked up, and its failure counted once', async () => {
    const { payment } = await late()
    gateway.refundMood = 'failed'
    gateway.afterRefund = async () => {
      throw new Error('The process is killed.')
    }
    expect(await passes(0)).toEqual(['failed'])
    expect(await payment()).toMatchObject({ returnNumber: 0, returnsFailed: 0, returnFailedAt: null })
    gateway.afterRefund = async () => {}
    expect(await passes(60)).toEqual(['failed'])
    expect([asked(), (await payment()).returnsFailed]).toEqual([[0], 1])
    expect(await passes(hour)).toEqual(['failed'])
    expect(asked()).toEqual([0, 1])
  })

  it('whose process dies behind the number is asked for by that number', async () => {
    const { payment } = await late()
    gateway.refundMood = 'failed'
    await passes(0)
    await db.payment.updateMany({ where: { id: (await payment()).id }, data: { returnNumber: 1 } })
    gateway.refundMood = 'done'
    expect(await passes(hour)).toEqual(['given back'])
    expect(asked()).toEqual([0, 1])
  })

  it('is not moved on by a process that was stopped since', async () => {
    const { payment, credit } = await late()
    gateway.refundMood = 'failed'
    const first = await takenUp(payment)
    await passes(0)
    const second = await takenUp(payment)
    await passes(hour)
    const before = await payment()
    // The first asks by its own number again, which has failed; the second finds the next number taken.
    await expect(inSight(() => returnCharge(books, first))).rejects.toThrow('could not be given back')
    expect(await inSight(() => returnCharge(books, second))).toBe(undefined)
    expect(await payment()).toEqual(before)
    for (const hours of [2, 4, 8, 16, 32]) await passes(hours * hour)
    const last = await takenUp(payment, true)
    const results = await Promise.all([1, 2].map(() => inSight(() => returnCharge(books, last))))
    expect(results.filter((result) => result === 'credited')).toHaveLength(1)
    expect(await inSight(() => returnCharge(books, last))).toBe(undefined)
    expect(await credit()).toEqual([500])
  })
})
