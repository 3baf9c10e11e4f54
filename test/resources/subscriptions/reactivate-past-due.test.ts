/** A merchant's reactivation of what is past due for more than 30 days: cancelled and reactivated in one, or left exactly as it was. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addMonthly, ago, chargesOf, daySeconds, giveCredit, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'

const store = await openStore()
const { db } = store

describe.each(surfaces)('%s', (surface) => {
  const reactivate = (id: number, isDryRun = false) => ask(store, surface, 'reactivateSubscription', { id }, { isDryRun })
  const setCard = (customerId: number, gatewayToken: string) =>
    db.paymentMethod.updateMany({ where: { customerId }, data: { gatewayToken } })

  /** Past due for 31 days; its unpaid order of 1900 holds a coupon of 500, 300 of its credit and 200 of its customer's, who has 100 more since. */
  async function pastDueForLong() {
    const made = await addMonthly(db, { ...pastDue(1), token: 'tok_decline', credit: 300 })
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'FIVER' } })
    const waiting = { storeId: 1, subscriptionId: made.id, couponId, codeUsed: 'FIVER', numRenewals: 1 }
    await db.subscriptionCoupon.create({ data: waiting })
    await giveCredit(db, made.customer, 200)
    expect((await ask(store, surface, 'renewSubscription', { id: made.id })).status).toBe(402)
    await giveCredit(db, made.customer, 100)
    const lastFailedRenewal = ago(31 * daySeconds)
    await db.subscription.update({ where: ofStore(made.id), data: { lastFailedRenewal, pastDueAt: lastFailedRenewal } })
    const unpaid = await db.order.findFirstOrThrow({ where: { customerId: made.customer.id } })
    expect(unpaid).toMatchObject({ total: 1900n, creditApplied: 500n, status: 'open' })
    return { ...made, unpaid }
  }

  /** All that a declined try leaves as it was. */
  async function stateOf({ id, customer, unpaid }: Awaited<ReturnType<typeof pastDueForLong>>) {
    const {
      updatedAt: _,
      changedIn: __,
      ...subscription
    } = await db.subscription.findUniqueOrThrow({
      where: ofStore(id),
      include: { coupons: true },
    })
    const order = await db.order.findUniqueOrThrow({ where: ofStore(unpaid.id), include: { transactions: true, coupons: true } })
    const { credit } = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
    return { subscription, order, credit }
  }

  const eventsAbout = async (id: number, after: number): Promise<string[]> => {
    const rows = await db.$queryRaw<{ type: string }[]>`
      SELECT type FROM event WHERE store_id = 1 AND (subscription_id = ${id} OR record_type = 'credit_entry') AND id > ${after} ORDER BY id`
    return rows.map(({ type }) => type)
  }
  const lastEvent = async (): Promise<number> => {
    const [row] = await db.$queryRaw<{ id: bigint }[]>`SELECT max(id) AS id FROM event WHERE store_id = 1`
    return Number(row?.id)
  }

  it('that is declined leaves all as it was, but for a failed transaction on an order that is closed', async () => {
    const made = await pastDueForLong()
    const before = await stateOf(made)
    const mark = await lastEvent()
    expect(await reactivate(made.id)).toMatchObject({ status: 402 })
    expect(await stateOf(made)).toEqual(before)
    const orders = await db.order.findMany({
      where: { customerId: made.customer.id, id: { not: made.unpaid.id } },
      include: { transactions: true, fulfillments: true },
    })
    expect(orders).toMatchObject([
      { financialStatus: 'unpaid', status: 'closed', transactions: [{ result: 'failed', total: 1300n }], fulfillments: [] },
    ])
    expect(await eventsAbout(made.id, mark)).toEqual(['order.created', 'payment.failed'])
    expect((await reactivate(made.id)).status).toBe(402)
    expect(await stateOf(made)).toEqual(before)
  })

  it('that is paid spends what the unpaid order held, and closes it', async () => {
    const made = await pastDueForLong()
    await setCard(made.customer.id, 'tok_succeed')
    const mark = await lastEvent()
    expect(await reactivate(made.id)).toMatchObject({ status: 200, record: { status: 'active', credit: 0 } })
    expect(await stateOf(made)).toMatchObject({
      subscription: { unpaidOrderId: null, revenue: 1300n, coupons: [{ numRenewals: 0, unpaidOrderId: null }] },
      order: { status: 'closed', financialStatus: 'unpaid', transactions: [{ result: 'failed' }] },
      credit: 0n,
    })
    const paid = await db.order.findFirstOrThrow({ where: { customerId: made.customer.id, financialStatus: 'paid' } })
    expect(paid).toMatchObject({ total: 1900n, creditApplied: 600n, isRenewal: true })
    expect((await chargesOf(db, made.customer.id)).filter(({ captured }) => captured)).toEqual([{ amount: 1300, captured: true }])
    const entries = await db.creditEntry.findMany({ where: { customerId: made.customer.id }, orderBy: { id: 'asc' } })
    expect(entries.map(({ amount, orderId }) => [Number(amount), orderId])).toEqual([
      ...[
        [200, null],
        [-200, made.unpaid.id],
        [100, null],
      ],
      ...[
        [-100, paid.id],
        [200, made.unpaid.id],
        [-200, paid.id],
      ],
    ])
    expect((await eventsAbout(made.id, mark)).sort()).toEqual([
      ...['credit_entry.created', 'credit_entry.created', 'credit_entry.created'],
      ...['order.closed', 'order.created', 'payment.captured', 'subscription.reactivated'],
    ])
    expect((await db.customer.findUniqueOrThrow({ where: ofStore(made.customer.id) })).numOrders).toBe(1)
    // The order of before is given back nothing, and the new one all that it used.
    const cancelled = await ask(store, surface, 'cancelOrder', { id: Number(paid.id) })
    expect(cancelled).toMatchObject({ status: 200, record: { refunded_amount: 1900, card_refunded_amount: 1300 } })
    expect((await stateOf(made)).credit).toBe(600n)
  })

  it('that is paid by what the unpaid order held takes nothing else', async () => {
    const made = await pastDueForLong()
    await db.productTermPrice.updateMany({ where: { productId: made.product.id }, data: { price: 950 } })
    expect(await reactivate(made.id)).toMatchObject({ status: 200, record: { credit: 0 } })
    expect((await stateOf(made)).credit).toBe(150n)
    expect((await chargesOf(db, made.customer.id)).filter(({ captured }) => captured)).toEqual([])
  })

  it('is shown by a dry run, which changes nothing', async () => {
    const made = await pastDueForLong()
    await setCard(made.customer.id, 'tok_succeed')
    const before = await stateOf(made)
    const changed = await tablesChangedBy(db, async () => {
      expect(await reactivate(made.id, true)).toMatchObject({
        status: 200,
        record: { status: 'active', end_date: '2026-04-15T12:00:00Z', credit: 0 },
      })
    })
    expect(changed).toEqual([])
    expect(await stateOf(made)).toEqual(before)
  })

  it('drops the change that was scheduled, as cancelling does, and keeps it where it is declined', async () => {
    const made = await addMonthly(db, { ...pastDue(40), token: 'tok_decline' })
    const { productInstanceId, termId } = await db.subscription.findUniqueOrThrow({ where: ofStore(made.id) })
    const scheduled = { scheduledTermId: termId, scheduledProductInstanceId: productInstanceId, scheduledQuantity: 3 }
    await db.subscription.update({ where: ofStore(made.id), data: scheduled })
    expect((await reactivate(made.id)).status).toBe(402)
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(made.id) })).toMatchObject({
      status: 'past_due',
      ...scheduled,
    })
    await setCard(made.customer.id, 'tok_succeed')
    const mark = await lastEvent()
    expect((await reactivate(made.id)).status).toBe(200)
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(made.id) })).toMatchObject({
      ...{ status: 'active', quantity: 1, scheduledTermId: null, scheduledQuantity: null },
    })
    expect(await eventsAbout(made.id, mark)).not.toContain('subscription.changed')
  })

  it('is charged nothing while time is left, and closes the unpaid order', async () => {
    const made = await pastDueForLong()
    await db.subscription.update({ where: ofStore(made.id), data: { endDate: ago(-60) } })
    expect(await reactivate(made.id)).toMatchObject({ status: 200, record: { status: 'active', credit: 300 } })
    expect(await stateOf(made)).toMatchObject({ order: { status: 'closed' }, credit: 300n })
  })
})
