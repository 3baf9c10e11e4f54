/** "A failed payment attempt yields a separate failed transaction, and a later successful attempt adds a captured one": to one order. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import {
  addAddress,
  addCustomer,
  addMethod,
  addMonthly,
  addProduct,
  addSubscription,
  ago,
  chargesOf,
  onHand,
  pastDue,
} from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { expectRefused } from '../writing.ts'

let now = today
const store = await openStore({ now: () => now })
const { db } = store
const demoPastDue = await db.subscription.findMany({ where: { status: 'past_due' }, include: { unpaidOrder: true } })

describe.each(surfaces)('%s', (surface) => {
  const act = (name: 'renew' | 'cancel' | 'reactivate', id: number) => ask(store, surface, `${name}Subscription`, { id })
  const ordersOf = (customerId: number) =>
    db.order.findMany({
      where: { customerId },
      include: { transactions: { orderBy: { id: 'asc' } }, fulfillments: true, products: true },
      orderBy: { id: 'asc' },
    })
  const setCard = (customerId: number, gatewayToken: string) =>
    db.paymentMethod.updateMany({ where: { customerId }, data: { gatewayToken } })
  const placedBy = async (id: number) => (await db.customer.findUniqueOrThrow({ where: ofStore(id) })).numOrders
  const subscriptionOf = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id), include: { coupons: true } })
  /** A subscription whose first try to renew was declined. */
  async function declinedOnce(columns: Parameters<typeof addMonthly>[1] = {}) {
    const made = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', ...columns })
    expect((await act('renew', made.id)).status).toBe(402)
    return made
  }
  const putCoupon = async (subscriptionId: number, code: string, numRenewals: number) => {
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code } })
    const { id } = await db.subscriptionCoupon.create({
      data: { storeId: 1, subscriptionId, couponId, codeUsed: code, numRenewals },
    })
    return { couponId, id }
  }

  it('adds a failed transaction for each try that is declined, and a captured one when it succeeds', async () => {
    const { id, customer } = await declinedOnce()
    const [unpaid] = await ordersOf(customer.id)
    now = new Date(today.getTime() + 3_600_000)
    expect((await act('renew', id)).status).toBe(402)
    await setCard(customer.id, 'tok_succeed')
    const before = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
    expect(before).toMatchObject({ numOrders: 1, totalRevenue: 0n })
    expect((await act('renew', id)).record).toMatchObject({ status: 'active' })
    const paidAt = now
    now = today
    expect(await ordersOf(customer.id)).toMatchObject([
      {
        id: unpaid?.id,
        financialStatus: 'paid',
        status: 'open',
        placedAt: today,
        total: 2400n,
        products: [{ subscriptionId: BigInt(id) }],
        transactions: [
          { result: 'failed', total: 2400n, createdAt: today },
          { result: 'failed', total: 2400n, createdAt: paidAt },
          { result: 'captured', total: 2400n, createdAt: paidAt },
        ],
        fulfillments: [{ subscriptionId: BigInt(id), status: 'open', fulfillmentDate: paidAt }],
      },
    ])
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({
      numOrders: 1,
      totalRevenue: 2400n,
      subscriptionStatus: 'active',
      // No order was placed by the try that paid: the minute counts from the first.
      lastOrderAt: today,
    })
    expect(await subscriptionOf(id)).toMatchObject({ revenue: 2400n, unpaidOrderId: null, lastFailedRenewal: null })
    expect(await chargesOf(db, customer.id)).toEqual([
      { amount: 2400, captured: false },
      { amount: 2400, captured: false },
      { amount: 2400, captured: true },
    ])
    const log = await logOf(store, 'order', Number(unpaid?.id))
    expect(log.map(({ refusedBy, changes }) => [refusedBy, changes])).toMatchObject([
      ['PAYMENT_DECLINED', { order: { from: null } }],
      ['PAYMENT_DECLINED', {}],
      [null, { order: { from: { charged: 0 }, to: { charged: 2400 } } }],
    ])
  })

  it('charges what the first try would have, whatever has changed since', async () => {
    const { id, customer, product } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', credit: 300 })
    const { id: waiting, couponId } = await putCoupon(id, 'TENTH', 2)
    expect((await act('renew', id)).status).toBe(402)
    await db.productTermPrice.updateMany({ where: { productId: product.id }, data: { price: 9_900 } })
    await db.coupon.update({ where: ofStore(couponId), data: { enabled: false } })
    await ask(store, surface, 'updateSubscription', { id, credit: 50 })
    await setCard(customer.id, 'tok_succeed')
    expect((await act('renew', id)).record).toMatchObject({ status: 'active', credit: 50 })
    await db.coupon.update({ where: ofStore(couponId), data: { enabled: true } })
    expect(await ordersOf(customer.id)).toMatchObject([
      { subTotal: 2400n, totalDiscount: 240n, total: 2160n, creditApplied: 300n, products: [{ price: 2400n }] },
    ])
    expect((await chargesOf(db, customer.id)).map(({ amount }) => amount)).toEqual([1860, 1860])
    expect((await subscriptionOf(id)).coupons).toMatchObject([
      { id: waiting, numRenewals: 1, appliedAt: null, unpaidOrderId: null },
    ])
  })

  it('holds the coupons and the credit of the first try for its order', async () => {
    const { id } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', credit: 300 })
    const { couponId } = await putCoupon(id, 'FIVER', 1)
    await act('renew', id)
    expect((await store.rest(`/v1/subscriptions/${id}`)).body.credit).toBe(0)
    expect((await store.rest(`/v1/subscriptions/${id}/coupons/`)).body.results).toEqual([])
    const removal = { subscriptionId: id, couponId: Number(couponId) }
    const rest = [`DELETE /v1/subscriptions/${id}/coupon/${couponId}/`] as [string]
    await expectRefused(store, { rest, graphql: ['removeSubscriptionCoupon', removal] }, 'NOT_FOUND', 'Not found.')
    const body = JSON.stringify({ coupon_id: Number(couponId) })
    const again = await store.rest(`POST /v1/subscriptions/${id}/coupons/`, store.merchant, { body })
    expect(again).toMatchObject({ status: 400, body: { errors: ['Subscription already has the coupon.'] } })
    expect((await act('renew', id)).status).toBe(402)
    expect(await subscriptionOf(id)).toMatchObject({ credit: 0n, coupons: [{ numRenewals: 1, appliedAt: null }] })
  })

  it('charges the way to pay that the customer has now, and sends it where that lives now', async () => {
    const { id, customer } = await declinedOnce()
    const methodId = await addMethod(db, customer, 'tok_succeed', false)
    const addressId = await addAddress(db, customer)
    await db.subscription.update({ where: ofStore(id), data: { paymentMethodId: methodId, addressId } })
    expect((await act('renew', id)).status).toBe(200)
    expect(await ordersOf(customer.id)).toMatchObject([{ paymentMethodId: BigInt(methodId) }])
    expect(await db.shipment.findMany({ where: { customerId: customer.id } })).toMatchObject([
      { shipAddressId: BigInt(addressId) },
    ])
  })

  it('holds no stock: when none is left the try is refused without a transaction', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1600 }], stock: 1 })
    const id = await addSubscription(db, { customer, product, ...pastDue(3) })
    expect((await act('renew', id)).status).toBe(402)
    expect(await onHand(db, product)).toBe(1)
    await setCard(customer.id, 'tok_succeed')
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 0 } })
    const changed = await tablesChangedBy(db, async () => {
      const message = `There are not 1 in stock of product instance ${product.instanceId}: there are 0.`
      expect(await act('renew', id)).toMatchObject({ status: 400, message })
    })
    expect(changed).toEqual([])
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 1 } })
    expect((await act('renew', id)).status).toBe(200)
    expect(await onHand(db, product)).toBe(0)
    expect(await ordersOf(customer.id)).toHaveLength(1)
  })

  it('is refused without a way to pay, and leaves nothing', async () => {
    const { id, customer } = await declinedOnce()
    await db.subscription.update({ where: ofStore(id), data: { paymentMethodId: null } })
    await db.order.updateMany({ where: { customerId: customer.id }, data: { paymentMethodId: null } })
    await db.payment.deleteMany({ where: { customerId: customer.id } })
    await db.paymentMethod.deleteMany({ where: { customerId: customer.id } })
    const changed = await tablesChangedBy(db, async () => {
      expect(await act('renew', id)).toMatchObject({ status: 400, message: 'The subscription has no payment method.' })
    })
    expect(changed).toEqual([])
  })

  it('is closed by cancelling: its credit comes back to the customer, its coupons wait again, and nothing pays it', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', credit: 300 })
    const { couponId } = await putCoupon(id, 'FIVER', 1)
    await act('renew', id)
    // Its time is over: the credit becomes the customer's.
    expect((await act('cancel', id)).record).toMatchObject({ status: 'cancelled', credit: 0 })
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({ credit: 300n })
    const closed = { financialStatus: 'unpaid', status: 'closed', transactions: [{ result: 'failed' }], fulfillments: [] }
    expect(await ordersOf(customer.id)).toMatchObject([closed])
    expect((await store.rest(`/v1/subscriptions/${id}/coupons/`)).body.results).toMatchObject([{ coupon_id: Number(couponId) }])
    expect((await subscriptionOf(id)).unpaidOrderId).toBe(null)
    expect(await placedBy(customer.id)).toBe(0)
    await setCard(customer.id, 'tok_succeed')
    now = new Date(today.getTime() + 60_000)
    expect((await act('reactivate', id)).record).toMatchObject({ status: 'active' })
    now = today
    expect(await ordersOf(customer.id)).toMatchObject([
      closed,
      { financialStatus: 'paid', total: 1900n, creditApplied: 300n, transactions: [{ result: 'captured', total: 1600n }] },
    ])
    expect(await placedBy(customer.id)).toBe(1)
  })

  it('leaves the count of orders once, by cancelling it and then its subscription', async () => {
    const { id, customer } = await declinedOnce()
    const [unpaid] = await ordersOf(customer.id)
    expect(await placedBy(customer.id)).toBe(1)
    expect((await ask(store, surface, 'cancelOrder', { id: Number(unpaid?.id) })).status).toBe(200)
    expect(await placedBy(customer.id)).toBe(0)
    expect((await act('cancel', id)).status).toBe(200)
    expect(await placedBy(customer.id)).toBe(0)
    expect((await ask(store, surface, 'cancelOrder', { id: Number(unpaid?.id) })).status).toBe(200)
    expect(await placedBy(customer.id)).toBe(0)
  })

  it('is closed, and says so, by cancelling the order that its subscription began with', async () => {
    const customer = await addCustomer(db, { token: 'tok_succeed' })
    const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 1600 }] })
    const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id } }]
    const { record: first } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    const { id } = await db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
    await db.subscription.update({ where: ofStore(id), data: { ...pastDue(5), startDate: ago(90 * 86_400) } })
    await setCard(customer.id, 'tok_decline')
    expect((await act('renew', Number(id))).status).toBe(402)
    const unpaid = (await ordersOf(customer.id)).at(-1)
    expect((await ask(store, surface, 'cancelOrder', { id: first.id })).status).toBe(200)
    const closed = await db.event.findMany({ where: { type: 'order.closed', storeId: 1n, orderId: unpaid?.id ?? 0n } })
    expect(closed).toMatchObject([{ subscriptionId: id, recordId: unpaid?.id }])
    expect(await db.event.count({ where: { type: 'order.closed', storeId: 1n, orderId: BigInt(first.id) } })).toBeLessThanOrEqual(
      1,
    )
  })

  it('is counted while a checkout that was declined is open, and not once it is cancelled', async () => {
    const { id: customerId } = await addCustomer(db, { token: 'tok_decline' })
    const { instanceId } = await addProduct(db)
    const input = { customer: { id: customerId }, products: [{ product_instance: { id: instanceId } }] }
    expect((await ask(store, surface, 'createOrder', input)).status).toBe(402)
    expect(await placedBy(customerId)).toBe(1)
    const [unpaid] = await ordersOf(customerId)
    expect((await ask(store, surface, 'cancelOrder', { id: Number(unpaid?.id) })).record).toMatchObject({ status: 'closed' })
    expect(await placedBy(customerId)).toBe(0)
  })

  it('is not what a declined reactivation leaves: that order is closed at once, and takes nothing', async () => {
    const over = { status: 'cancelled', autorenew: false, endDate: ago(60) } as const
    const { id, customer } = await addMonthly(db, { ...over, token: 'tok_decline', credit: 300 })
    const { couponId } = await putCoupon(id, 'FIVER', 1)
    expect((await act('reactivate', id)).status).toBe(402)
    expect(await ordersOf(customer.id)).toMatchObject([{ financialStatus: 'unpaid', status: 'closed' }])
    expect(await subscriptionOf(id)).toMatchObject({
      unpaidOrderId: null,
      credit: 300n,
      coupons: [{ couponId, unpaidOrderId: null }],
    })
  })

  it('is paid by what credit left of it, once', async () => {
    const { id, customer } = await declinedOnce({ credit: 2399 })
    await setCard(customer.id, 'tok_succeed')
    expect((await act('renew', id)).status).toBe(200)
    expect((await chargesOf(db, customer.id)).map(({ amount }) => amount)).toEqual([1, 1])
    expect((await act('renew', id)).status).toBe(400)
    expect(await ordersOf(customer.id)).toHaveLength(1)
  })

  it('takes two statements less for a try that is declined again, and no more for one that succeeds', async () => {
    const { id, customer } = await declinedOnce()
    const cost = async () =>
      (await store.statements(() => act('renew', id))).filter((sql) => !sql.includes('sandbox_charge')).length
    expect(await cost()).toBeLessThanOrEqual(7)
    await setCard(customer.id, 'tok_succeed')
    expect(await cost()).toBeLessThanOrEqual(10)
  })
})

describe('the demo store', () => {
  it('has an order that waits for each subscription that is past due, and the first renewal pays it', async () => {
    expect(demoPastDue.length).toBeGreaterThan(4)
    for (const { unpaidOrder } of demoPastDue) expect(unpaidOrder).toMatchObject({ financialStatus: 'unpaid', isRenewal: true })
    const renewable = demoPastDue.find(({ id, storeId }) => id === 3n && storeId === 1n)
    const { total, id: orderId } = renewable?.unpaidOrder ?? {}
    expect((await store.rest(`PUT /v1/subscriptions/${renewable?.id}/renew/`)).status).toBe(200)
    const { body } = await store.rest(`/v1/orders/${orderId}/?with=transactions`)
    expect(body).toMatchObject({ financial_status: 'paid', total: Number(total) })
    expect(body.transactions.map(({ result }: { result: string }) => result)).toEqual(['failed', 'captured'])
  })
})
