import { describe, expect, it } from 'vitest'
import { checkRenewable, renewalFailed, renewed } from '../../../src/resources/subscriptions/rules.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import {
  addCustomer,
  addMonthly,
  addProduct,
  addSubscription,
  ago,
  chargesOf,
  daySeconds,
  onHand,
  pastDue,
} from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { monthly, row, statuses } from './row.ts'

const store = await openStore()
const { db } = store

const windowSeconds = 30 * daySeconds
const passed = 'The renewal failed more than 30 days ago and can no longer be tried again: reactivate the subscription.'
const wrongStatus = (status: string) =>
  `Only a past due subscription can be renewed; this one is ${status.replace('_', ' ')}${['cancelled', 'expired'].includes(status) ? ': reactivate it' : ''}.`
const others = statuses.filter((status) => status !== 'past_due')

describe('the rule', () => {
  const failed = (seconds: number) => row({ status: 'past_due', lastFailedRenewal: ago(seconds) })

  it('allows a renewal that failed 30 days ago to the second, and refuses one that failed a second earlier', () => {
    expect(() => checkRenewable(failed(windowSeconds), today, false)).not.toThrow()
    expect(() => checkRenewable(failed(windowSeconds + 1), today, false)).toThrow(
      expect.objectContaining({ code: 'RENEWAL_WINDOW_PASSED', message: passed }),
    )
  })

  it.each(others)('refuses one that is %s', (status) => {
    expect(() => checkRenewable(row({ status, lastFailedRenewal: ago(60) }), today, false)).toThrow(
      expect.objectContaining({ code: 'WRONG_STATUS', message: wrongStatus(status) }),
    )
  })

  it('refuses one whose renewal never failed', () => {
    expect(() => checkRenewable(row({ status: 'past_due' }), today, false)).toThrow(
      expect.objectContaining({ code: 'WRONG_STATUS' }),
    )
  })

  it('ends at the first end of a term that lies ahead, on the day it always falls on', () => {
    const late = row({
      status: 'past_due',
      startDate: new Date('2025-10-31T00:00:00Z'),
      endDate: new Date('2026-01-31T00:00:00Z'),
    })
    expect(renewed(late, today, monthly)).toMatchObject({ status: 'active', endDate: new Date('2026-03-31T00:00:00Z') })
    const onTheSecond = row({ status: 'past_due', startDate: ago(0), endDate: new Date('2026-02-15T12:00:00Z') })
    expect(renewed(onTheSecond, today, monthly).endDate).toEqual(new Date('2026-04-15T12:00:00Z'))
  })

  it('counts the window from the latest failure', () => {
    expect(renewalFailed(failed(100), today, {})).toEqual({
      ...{ lastFailedRenewal: today, failedRenewals: 1, pastDueReason: 'declined' },
    })
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (id: number, input: object = {}) => ask(store, surface, 'renewSubscription', { id, ...input })
  const ordersOf = (customerId: number) =>
    db.order.findMany({
      where: { customerId },
      include: { transactions: true, fulfillments: true, products: true },
      orderBy: { id: 'asc' },
    })

  it('charges, and makes it active with a renewal order, a captured transaction and an open fulfillment', async () => {
    const { id, customer, product } = await addMonthly(db, pastDue(12))
    expect(await act(id)).toMatchObject({ status: 200, record: { id, status: 'active', end_date: '2026-04-03T12:00:00Z' } })
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 2400, captured: true }])
    expect(await ordersOf(customer.id)).toMatchObject([
      {
        isRenewal: true,
        financialStatus: 'paid',
        fulfillmentStatus: 'unfulfilled',
        placedAt: today,
        total: 2400n,
        products: [{ subscriptionId: BigInt(id), productInstanceId: BigInt(product.instanceId), quantity: 1, total: 2400n }],
        transactions: [{ result: 'captured', total: 2400n, createdAt: today }],
        fulfillments: [{ subscriptionId: BigInt(id), cycleNumber: 1, totalCycles: 1, status: 'open' }],
      },
    ])
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ lastFailedRenewal: null })
  })

  it('makes a fulfillment and a shipment for each prepaid cycle, none of them in the past', async () => {
    const customer = await addCustomer(db)
    // Billed on a day of the month that is over this month.
    const product = await addProduct(db, { terms: [{ cycles: 3, price: 6900 }], rhythm: { day: 10 } })
    const id = await addSubscription(db, { customer, product, ...pastDue(5), endDate: new Date('2026-03-10T00:00:00Z') })
    expect((await act(id)).record).toMatchObject({ status: 'active', end_date: '2026-06-10T00:00:00Z' })
    const [order] = await ordersOf(customer.id)
    expect(order?.fulfillments.map(({ cycleNumber, totalCycles }) => [cycleNumber, totalCycles])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(new Set(order?.fulfillments.map(({ shipmentId }) => shipmentId)).size).toBe(3)
    for (const { fulfillmentDate } of order?.fulfillments ?? []) {
      expect(fulfillmentDate.getTime()).toBeGreaterThanOrEqual(today.getTime())
    }
  })

  it('takes stock, and refuses when there is none', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1600 }], stock: 1 })
    const [one, other] = [
      await addSubscription(db, { customer, product, ...pastDue(3) }),
      await addSubscription(db, { customer, product, ...pastDue(3) }),
    ]
    expect((await act(one)).status).toBe(200)
    expect(await onHand(db, product)).toBe(0)
    const changed = await tablesChangedBy(db, async () => expect((await act(other)).status).toBe(400))
    expect(changed).toEqual([])
  })

  it('lets credit and coupons lower what is charged, and uses them up', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(3), credit: 300 })
    const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'TENTH' } })
    await db.subscriptionCoupon.create({
      data: { storeId: 1, subscriptionId: id, couponId: coupon.id, codeUsed: 'TENTH', numRenewals: 2 },
    })
    await act(id)
    expect(await ordersOf(customer.id)).toMatchObject([
      { subTotal: 2400n, totalDiscount: 240n, total: 2160n, creditApplied: 300n },
    ])
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 1860, captured: true }])
    const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id), include: { coupons: true } })
    expect(Number(kept.credit ?? 0)).toBe(0)
    expect(kept.coupons).toMatchObject([{ numRenewals: 1, appliedAt: null }])
  })

  it('leaves alone whether it renews by itself from then on', async () => {
    for (const autorenew of [false, true]) {
      const { id } = await addMonthly(db, { ...pastDue(3), autorenew })
      expect((await act(id)).record).toMatchObject({ status: 'active', autorenew })
    }
  })

  it('asks the gateway for nothing when credit pays for it all', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(3), credit: 5000 })
    expect((await act(id)).record).toMatchObject({ status: 'active', credit: 2600 })
    expect(await chargesOf(db, customer.id)).toEqual([])
    expect(await ordersOf(customer.id)).toMatchObject([{ financialStatus: 'paid', total: 2400n, creditApplied: 2400n }])
  })

  it('answers 402 when declined: a failed transaction, still past due, and the window counts from now', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(12), token: 'tok_decline' })
    expect(await act(id)).toMatchObject({ status: 402, message: 'The payment was declined. The card was declined.' })
    const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(kept).toMatchObject({ status: 'past_due', endDate: ago(12 * daySeconds), lastFailedRenewal: today })
    expect(await ordersOf(customer.id)).toMatchObject([
      { isRenewal: true, financialStatus: 'unpaid', transactions: [{ result: 'failed', total: 2400n }], fulfillments: [] },
    ])
    expect(await db.shipment.count({ where: { customerId: customer.id } })).toBe(0)
  })

  it('renews one that failed 30 days ago to the second, and refuses one that failed a second earlier', async () => {
    const { customer, product, id } = await addMonthly(db, { ...pastDue(40), lastFailedRenewal: ago(windowSeconds) })
    const late = await addSubscription(db, { customer, product, ...pastDue(40), lastFailedRenewal: ago(windowSeconds + 1) })
    expect((await act(id)).status).toBe(200)
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(late)).toMatchObject({ status: 400, message: passed })
    })
    expect(changed).toEqual([])
  })

  it.each(others)('refuses one that is %s and charges nothing', async (status) => {
    const { id } = await addMonthly(db, { status })
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(id)).toMatchObject({ status: 400, message: wrongStatus(status) })
    })
    expect(changed).toEqual([])
  })

  it('charges once when it is asked for again', async () => {
    const { id, customer } = await addMonthly(db, pastDue(2))
    await act(id)
    expect(await act(id)).toMatchObject({ status: 400, message: wrongStatus('active') })
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
  })

  it('counts as an order of the past minute', async () => {
    const { id, customer, product } = await addMonthly(db, pastDue(2))
    await act(id)
    const line = { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }
    const answer = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products: [line] })
    expect(answer).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^The customer already has an order from the past minute; /),
    })
  })

  it('takes a log note of 2,000 characters, writes it down, and refuses one of 2,001', async () => {
    const { id } = await addMonthly(db, pastDue(2))
    expect((await act(id, { log_note: 'x'.repeat(2_001) })).message).toBe('log_note must have at most 2000 characters.')
    expect((await act(id, { log_note: 'y'.repeat(2_000) })).status).toBe(200)
    expect((await logOf(store, 'subscription', id)).at(-1)).toMatchObject({
      operation: 'renewSubscription',
      surface: surface.toLowerCase(),
      note: 'y'.repeat(2_000),
      changes: { order: { from: null, to: { total: 2400, charged: 2400 } } },
      refusedBy: null,
    })
  })

  it('takes at most 9 statements, one of them the claim of the payment, however many cycles are prepaid', async () => {
    const customer = await addCustomer(db)
    const costs: number[] = []
    for (const cycles of [1, 12]) {
      const product = await addProduct(db, { terms: [{ cycles, price: 1000 }] })
      const id = await addSubscription(db, { customer, product, ...pastDue(2) })
      const statements = await store.statements(() => act(id))
      expect(statements.filter((sql) => /UPDATE payment SET state = 'asked'/.test(sql))).toHaveLength(1)
      costs.push(statements.filter((sql) => !sql.includes('sandbox_charge')).length)
    }
    expect(costs[0]).toBeLessThanOrEqual(9)
    expect(costs[1]).toBe(costs[0])
  })
})

describe('GraphQL alone', () => {
  it('shows the codes of refusals', async () => {
    const codeOf = async (columns: object) => {
      const { id } = await addMonthly(db, columns)
      return (await ask(store, 'GraphQL', 'renewSubscription', { id })).code
    }
    expect(await codeOf({ status: 'active' })).toBe('WRONG_STATUS')
    expect(await codeOf(pastDue(31))).toBe('RENEWAL_WINDOW_PASSED')
    expect(await codeOf({ ...pastDue(1), token: 'tok_decline' })).toBe('PAYMENT_DECLINED')
    expect(await codeOf({ ...pastDue(1), token: null })).toBe('PAYMENT_METHOD_MISSING')
  })
})
