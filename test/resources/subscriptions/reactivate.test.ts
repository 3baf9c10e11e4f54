import { describe, expect, it } from 'vitest'
import { begunAnew, isDue, reactivate, type Status } from '../../../src/resources/subscriptions/rules.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addMonthly, ago, chargesOf, daySeconds, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { monthly, row } from './row.ts'

const store = await openStore()
const { db } = store

const refused: Status[] = ['unpaid', 'suspended', 'past_due']
const ways: Record<string, string> = { unpaid: 'cancel it first', suspended: 'resume it', past_due: 'renew it' }
const wrongStatus = (status: string, way = ways[status]) =>
  `Only a cancelled or expired subscription can be reactivated; this one is ${status.replace('_', ' ')}: ${way}.`

describe('the rule', () => {
  it.each(['cancelled', 'expired'] as const)('makes one that is %s active and renews it again', (status) => {
    expect(reactivate(row({ status, autorenew: false, cancelledAt: ago(60), cancelReason: 2 }), today, false)).toMatchObject({
      status: 'active',
      autorenew: true,
      cancelledAt: null,
      cancelReason: null,
    })
  })

  it('changes nothing of one that is active', () => {
    expect(reactivate(row(), today, false)).toEqual({})
  })

  it.each(refused)('refuses one that is %s', (status) => {
    expect(() => reactivate(row({ status }), today, false)).toThrow(
      expect.objectContaining({ code: 'WRONG_STATUS', message: wrongStatus(status) }),
    )
  })

  it('takes one that is past due for more than 30 days, to the second, from merchants alone', () => {
    const failed = (seconds: number) =>
      row({ status: 'past_due', autorenew: true, lastFailedRenewal: ago(30 * daySeconds + seconds) })
    expect(reactivate(failed(1), today, false)).toMatchObject({ status: 'active', lastFailedRenewal: null, pastDueAt: null })
    expect(() => reactivate(failed(0), today, false)).toThrow(expect.objectContaining({ message: wrongStatus('past_due') }))
    const message = wrongStatus('past_due', 'cancel it first')
    expect(() => reactivate(failed(1), today, true)).toThrow(expect.objectContaining({ code: 'WRONG_STATUS', message }))
  })

  it('is due from the second its end is reached', () => {
    expect(isDue(row({ endDate: ago(-1) }), today)).toBe(false)
    expect(isDue(row({ endDate: today }), today)).toBe(true)
  })

  it('begins a term now when it is due, and remembers the day', () => {
    const late = new Date('2026-01-31T10:00:00Z')
    const expired = row({ status: 'expired', endDate: new Date('2025-11-20T09:00:00Z') })
    const change = begunAnew(reactivate(expired, late, false), late, monthly)
    expect(change).toMatchObject({
      status: 'active',
      endDate: new Date('2026-02-28T10:00:00Z'),
      anchorDay: 31,
      skippedDate: null,
    })
  })
})

const cancelled = { status: 'cancelled', autorenew: false, cancelledAt: ago(9 * daySeconds) } as const
const over = { ...cancelled, endDate: ago(2 * daySeconds) }

describe.each(surfaces)('%s', (surface) => {
  it.each([
    ['with time left', cancelled, '2026-03-20T09:00:00Z'],
    ['whose time is over, charging it once,', over, '2026-04-15T12:00:00Z'],
  ])('leaves autorenew of a gift %s off', async (_what, columns, end) => {
    const { id, customer } = await addMonthly(db, { ...columns, isGift: true })
    expect(await act(id)).toMatchObject({ status: 200, record: { status: 'active', autorenew: false, end_date: end } })
    expect(await chargesOf(db, customer.id)).toHaveLength(columns === over ? 1 : 0)
    const { data } = await store.graphql(`{ subscription(id: ${id}) { isGift autorenew upcoming(first: 3) { date } } }`)
    expect(data.subscription).toEqual({ isGift: true, autorenew: false, upcoming: [] })
  })

  const act = (id: number, input: object = {}) => ask(store, surface, 'reactivateSubscription', { id, ...input })

  it.each(['cancelled', 'expired'] as const)(
    'keeps an end date in the future of one that is %s and charges nothing',
    async (status) => {
      const { id, customer } = await addMonthly(db, { ...cancelled, status })
      const changed = await tablesChangedBy(db, async () => {
        const answer = await act(id)
        expect(answer).toMatchObject({
          status: 200,
          record: { status: 'active', autorenew: true, end_date: '2026-03-20T09:00:00Z' },
        })
      })
      // The customer and the product say whether anybody subscribes.
      expect(changed.filter((table) => table !== 'customer' && table !== 'product')).toEqual(['subscription'])
      expect(await chargesOf(db, customer.id)).toEqual([])
    },
  )

  it('cancels and reactivates in one what is past due for more than 30 days: a new term is charged, the old order is closed', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(1), token: 'tok_decline' })
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
    const unpaid = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
    const lastFailedRenewal = ago(31 * daySeconds)
    await db.subscription.update({ where: ofStore(id), data: { lastFailedRenewal, pastDueAt: lastFailedRenewal } })
    expect(await act(id)).toMatchObject({ status: 402 })
    const read = () => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(await read()).toMatchObject({ status: 'past_due', lastFailedRenewal, paymentUnderWay: false })
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
    expect(await act(id)).toMatchObject({ status: 200, record: { status: 'active', end_date: '2026-04-15T12:00:00Z' } })
    expect(await read()).toMatchObject({ lastFailedRenewal: null, pastDueAt: null, pastDueReason: null, unpaidOrderId: null })
    const captured = (await chargesOf(db, customer.id)).filter((each) => each.captured)
    expect(captured).toEqual([{ amount: 2400, captured: true }])
    expect(await db.order.findUniqueOrThrow({ where: ofStore(unpaid.id) })).toMatchObject({
      status: 'closed',
      financialStatus: 'unpaid',
    })
    expect(await act(id)).toMatchObject({ status: 200 })
  })

  it('refuses what is past due for less, and names the way', async () => {
    const { id } = await addMonthly(db, pastDue(29))
    expect(await act(id)).toMatchObject({ status: 400, message: wrongStatus('past_due') })
  })

  it.each(['cancelled', 'expired'] as const)(
    'charges at once when the time paid for is over, for one that is %s',
    async (status) => {
      const { id, customer } = await addMonthly(db, { ...over, status })
      expect(await act(id)).toMatchObject({ status: 200, record: { status: 'active', end_date: '2026-04-15T12:00:00Z' } })
      expect(await chargesOf(db, customer.id)).toEqual([{ amount: 2400, captured: true }])
      const orders = await db.order.findMany({
        where: { customerId: customer.id },
        include: { transactions: true, fulfillments: true, products: true },
      })
      expect(orders).toMatchObject([
        {
          isRenewal: true,
          financialStatus: 'paid',
          total: 2400n,
          transactions: [{ result: 'captured', total: 2400n }],
          fulfillments: [{ subscriptionId: BigInt(id), cycleNumber: 1, status: 'open' }],
          products: [{ subscriptionId: BigInt(id) }],
        },
      ])
    },
  )

  it('charges at the very second of the end, and not a second before', async () => {
    const due = await addMonthly(db, { ...cancelled, endDate: today })
    const paid = await addMonthly(db, { ...cancelled, endDate: ago(-1) })
    await act(due.id)
    await act(paid.id)
    expect(await chargesOf(db, due.customer.id)).toHaveLength(1)
    expect(await chargesOf(db, paid.customer.id)).toEqual([])
  })

  it('keeps the coupons that wait while time is left: they lower the next renewal', async () => {
    const { id, customer } = await addMonthly(db, cancelled)
    const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'FIVER' } })
    const waiting = { storeId: 1, subscriptionId: id, couponId: coupon.id, codeUsed: coupon.code, numRenewals: 1 }
    await db.subscriptionCoupon.create({ data: waiting })
    const { body: before } = await store.rest(`/v1/subscriptions/${id}/coupons/`)
    await act(id)
    expect((await store.rest(`/v1/subscriptions/${id}/coupons/`)).body).toEqual(before)
    expect(await chargesOf(db, customer.id)).toEqual([])
    await db.subscription.update({ where: ofStore(id), data: pastDue(3) })
    await ask(store, surface, 'renewSubscription', { id })
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 1900, captured: true }])
    expect((await store.rest(`/v1/subscriptions/${id}/coupons/`)).body.results).toEqual([])
  })

  it('says so where it is described', async () => {
    const query = '{ __type(name: "Mutation") { fields { name description } } }'
    const { data } = await store.graphql(query)
    const { description } = data.__type.fields.find(({ name }: { name: string }) => name === 'reactivateSubscription')
    expect(description).toContain('while time is left nothing is charged, and its coupons wait for the next renewal')
  })

  it('uses the coupons that wait, once', async () => {
    const { id, customer } = await addMonthly(db, over)
    const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'FIVER' } })
    const waiting = { storeId: 1, subscriptionId: id, couponId: coupon.id, codeUsed: coupon.code, numRenewals: 1 }
    await db.subscriptionCoupon.create({ data: waiting })
    await act(id)
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 1900, captured: true }])
    expect((await store.rest(`/v1/subscriptions/${id}/coupons/`)).body.results).toEqual([])
    expect(await db.subscriptionCoupon.findFirstOrThrow({ where: { subscriptionId: id } })).toMatchObject({ appliedAt: today })
    // A second reactivation pays the full price.
    await db.subscription.update({ where: ofStore(id), data: over })
    await act(id)
    expect((await chargesOf(db, customer.id)).map(({ amount }) => amount).sort()).toEqual([1900, 2400])
  })

  it('changes nothing when it is repeated, and charges nothing', async () => {
    const { id, customer } = await addMonthly(db, over)
    await act(id)
    const changed = await tablesChangedBy(db, async () => expect((await act(id)).status).toBe(200))
    expect(changed).toEqual([])
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
  })

  it('changes nothing of one that is active, though its time is over', async () => {
    const { id } = await addMonthly(db, { endDate: ago(daySeconds) })
    const changed = await tablesChangedBy(db, async () => expect((await act(id)).record.status).toBe('active'))
    expect(changed).toEqual([])
  })

  it('answers 402 when the payment is declined: a failed transaction, and still cancelled', async () => {
    const { id, customer } = await addMonthly(db, { ...over, token: 'tok_decline' })
    expect(await act(id)).toMatchObject({ status: 402, message: 'The payment was declined. The card was declined.' })
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject(over)
    const orders = await db.order.findMany({
      where: { customerId: customer.id },
      include: { transactions: true, fulfillments: true },
    })
    expect(orders).toMatchObject([{ financialStatus: 'unpaid', transactions: [{ result: 'failed' }], fulfillments: [] }])
  })

  it('refuses to charge nobody: 400 when there is no payment method', async () => {
    const { id } = await addMonthly(db, { ...over, token: null })
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(id)).toMatchObject({ status: 400, message: 'The subscription has no payment method.' })
    })
    expect(changed).toEqual([])
  })

  it.each(refused)('refuses one that is %s and changes nothing', async (status) => {
    const { id } = await addMonthly(db, { status })
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(id)).toMatchObject({ status: 400, message: wrongStatus(status) })
    })
    expect(changed).toEqual([])
  })

  it('takes a log note of 2,000 characters, writes it down, and refuses one of 2,001', async () => {
    const { id } = await addMonthly(db, cancelled)
    expect((await act(id, { log_note: 'x'.repeat(2_001) })).status).toBe(400)
    expect((await act(id, { log_note: 'y'.repeat(2_000) })).status).toBe(200)
    const log = await logOf(store, 'subscription', id)
    expect(log.at(-1)).toMatchObject({
      operation: 'reactivateSubscription',
      surface: surface.toLowerCase(),
      note: 'y'.repeat(2_000),
      refusedBy: null,
      changes: { status: { from: 'cancelled', to: 'active' } },
    })
  })

  it('writes down what a reactivation that was charged changed', async () => {
    const { id } = await addMonthly(db, over)
    await act(id, { log_note: 'Back again.' })
    expect(await logOf(store, 'subscription', id)).toMatchObject([
      { note: 'Back again.', changes: { order: { from: null, to: { total: 2400, charged: 2400 } } }, refusedBy: null },
    ])
  })
})

describe('GraphQL alone', () => {
  it('shows the codes of refusals', async () => {
    const codeOf = async (id: number) => (await ask(store, 'GraphQL', 'reactivateSubscription', { id })).code
    expect(await codeOf((await addMonthly(db, { status: 'past_due' })).id)).toBe('WRONG_STATUS')
    expect(await codeOf((await addMonthly(db, { ...over, token: 'tok_decline' })).id)).toBe('PAYMENT_DECLINED')
    expect(await codeOf((await addMonthly(db, { ...over, token: null })).id)).toBe('PAYMENT_METHOD_MISSING')
    expect(await codeOf(999_999_999)).toBe('NOT_FOUND')
  })
})
