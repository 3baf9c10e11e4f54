/** A coupon counts charges, and the checkout is the first: what is left of it waits on the subscriptions that begin. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, type Product } from '../../writes/rows.ts'
import { json, mutate } from '../writing.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

let number = 0
type CouponSpec = { discountType?: 'percent' | 'amount'; discountValue?: number; numRenewals?: number; products?: Product[] }
async function addCoupon({ products = [], ...spec }: CouponSpec): Promise<{ id: number; code: string }> {
  const code = `ATCHECKOUT${++number}`
  const columns = { discountType: 'percent', discountValue: 10, numRenewals: 3, ...spec } as const
  const data: Prisma.CouponUncheckedCreateInput = { storeId: 1n, code, name: code, createdAt: today, ...columns }
  const { id } = await db.coupon.create({ data })
  await db.couponProduct.createMany({ data: products.map((product) => ({ storeId: 1n, couponId: id, productId: product.id })) })
  return { id: Number(id), code }
}

const monthly = (price = 1_000) => addProduct(db, { terms: [{ cycles: 1, price }] })
const lineOf = ({ instanceId, terms: [term] }: Product) => ({
  product_instance: { id: instanceId },
  ...(term && { term: { id: term.id } }),
})

/** Does what is due at a time, as a worker does. */
async function work(at: string): Promise<void> {
  const clock = clockOf(() => new Date(at))
  const report = (error: unknown) => expect(error).toBeUndefined()
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
}

/** The coupons that wait on each subscription of an order, as REST lists them. */
async function waiting(orderId: number) {
  const lines = await db.orderProduct.findMany({ where: { orderId, subscriptionId: { not: null } }, orderBy: { id: 'asc' } })
  const lists = lines.map(async ({ subscriptionId }) => {
    const { body } = await store.rest(`/v1/subscriptions/${subscriptionId}/coupons/`)
    return body.results.map((each: Record<string, unknown>) => [each.coupon_id, each.code_used, each.num_renewals])
  })
  return Promise.all(lists)
}

const subscriptionOf = async (orderId: number) =>
  Number((await db.orderProduct.findFirstOrThrow({ where: { orderId, subscriptionId: { not: null } } })).subscriptionId)

describe.each(surfaces)('%s', (surface) => {
  const buy = async (products: Product[], codes: string[], more: object = {}) => {
    const customer = await addCustomer(db)
    const input = { customer: { id: customer.id }, products: products.map(lineOf), coupons: codes, ...more }
    return { customer, ...(await ask(store, surface, 'createOrder', input)) }
  }

  it('lowers as many charges as the coupon says, the checkout included', async () => {
    const { id, code } = await addCoupon({ numRenewals: 3 })
    const { record } = await buy([await monthly()], [code])
    expect(await waiting(record.id)).toEqual([[[id, code, 2]]])
    const subscription = await subscriptionOf(record.id)
    for (const at of ['2026-04-15T12:00:00Z', '2026-05-15T12:00:00Z', '2026-06-15T12:00:00Z']) await work(at)
    const orders = await db.order.findMany({
      where: { products: { some: { subscriptionId: subscription } } },
      orderBy: { id: 'asc' },
    })
    expect(orders.map(({ total }) => Number(total))).toEqual([900, 900, 900, 1_000])
    expect(await waiting(record.id)).toEqual([[]])
  })

  it.each([1, 0])('waits on nothing where num_renewals is %i: the checkout was its only charge', async (numRenewals) => {
    const { code } = await addCoupon({ numRenewals })
    const { record } = await buy([await monthly()], [code])
    expect(record.total).toBe(900)
    expect(await waiting(record.id)).toEqual([[]])
  })

  it('waits as a percentage on each subscription it applies to, as an amount on the first of them alone', async () => {
    const [tea, soap, salt, cup] = [await monthly(), await monthly(), await monthly(), await addProduct(db, { price: 400 })]
    const percent = await addCoupon({ products: [soap, salt, cup] })
    const amount = await addCoupon({ discountType: 'amount', discountValue: 50, numRenewals: 2, products: [salt, soap] })
    const { record } = await buy([tea, cup, soap, salt], [amount.code, percent.code])
    expect(await waiting(record.id)).toEqual([
      [],
      [
        [amount.id, amount.code, 1],
        [percent.id, percent.code, 2],
      ],
      [[percent.id, percent.code, 2]],
    ])
  })

  it('waits on nothing that is bought once', async () => {
    const cup = await addProduct(db, { price: 400 })
    const { code } = await addCoupon({ products: [cup] })
    const { record } = await buy([cup, await monthly()], [code])
    expect(await waiting(record.id)).toEqual([[]])
  })

  it('waits on nothing after a decline, and on no gift', async () => {
    const { id, code } = await addCoupon({})
    const count = () => db.subscriptionCoupon.count({ where: { couponId: id } })
    gateway.mood = 'declines'
    expect((await buy([await monthly()], [code])).status).toBe(402)
    gateway.mood = 'captures'
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const { record } = await buy([product], [code], { order_gift_info: { gift_message: 'For you' } })
    expect(record.is_gift).toBe(true)
    expect(await count()).toBe(0)
  })

  it('waits after a checkout that costs nothing', async () => {
    const { id, code } = await addCoupon({ discountValue: 100, numRenewals: 2 })
    const { record } = await buy([await monthly()], [code])
    expect([record.total, gateway.asked.length]).toEqual([0, 0])
    expect(await waiting(record.id)).toEqual([[[id, code, 1]]])
  })

  it('leaves nothing after a dry run', async () => {
    const { id, code } = await addCoupon({})
    const input = { customer: { id: (await addCustomer(db)).id }, products: [lineOf(await monthly())], coupons: [code] }
    await ask(store, surface, 'createOrder', input, { isDryRun: true })
    expect(await db.subscriptionCoupon.count({ where: { couponId: id } })).toBe(0)
  })

  it('is told of by an event for each, and by the log of the order', async () => {
    const { id, code } = await addCoupon({ numRenewals: 4 })
    const { record, customer } = await buy([await monthly(), await monthly()], [code])
    const rows = await db.subscriptionCoupon.findMany({ where: { couponId: id }, orderBy: { id: 'asc' } })
    const events = await db.event.findMany({ where: { orderId: record.id }, orderBy: { id: 'asc' } })
    const common = { orderId: BigInt(record.id), customerId: BigInt(customer.id), operation: 'createOrder' }
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.created', 'payment.captured', 'subscription.created', 'subscription.created'],
      ...['subscription_coupon.added', 'subscription_coupon.added'],
    ])
    expect(events.slice(-2)).toMatchObject(
      rows.map((row) => ({
        ...common,
        recordType: 'subscription_coupon',
        recordId: row.id,
        subscriptionId: row.subscriptionId,
        changes: { coupon: { from: null, to: { id: Number(row.id), couponId: id, codeUsed: code } } },
      })),
    )
    const [entry] = await logOf(store, 'order', record.id)
    const added = rows.map((row) => [
      row.id,
      { subscriptionId: Number(row.subscriptionId), couponId: id, codeUsed: code, numRenewals: 3 },
    ])
    expect(entry?.changes.coupons).toEqual({ from: null, to: Object.fromEntries(added) })
  })

  it('is shown by what is to come', async () => {
    const { id, code } = await addCoupon({ numRenewals: 3 })
    const { record } = await buy([await monthly()], [code])
    const query = `{ subscription(id: ${await subscriptionOf(record.id)}) { upcoming(first: 3) { charge discounts { couponId codeUsed amount } } } }`
    const discounts = [{ couponId: String(id), codeUsed: code, amount: 100 }]
    expect((await store.graphql(query)).data.subscription.upcoming).toEqual([
      { charge: 900, discounts },
      { charge: 900, discounts },
      { charge: 1_000, discounts: [] },
    ])
  })

  it('can be taken off as long as it waits, and is not put on twice', async () => {
    const { id, code } = await addCoupon({})
    const { record } = await buy([await monthly()], [code])
    const subscriptionId = await subscriptionOf(record.id)
    const again = await store.rest(`POST /v1/subscriptions/${subscriptionId}/coupons/`, store.merchant, json({ coupon_id: id }))
    expect([again.status, again.body]).toEqual([400, { errors: ['Subscription already has the coupon.'] }])
    const { userErrors } = await mutate(store, 'removeSubscriptionCoupon', { subscriptionId, couponId: id })
    expect([userErrors, await waiting(record.id)]).toEqual([[], [[]]])
  })

  it('is counted by a reactivation that is charged at once like by a renewal', async () => {
    const { id, code } = await addCoupon({ numRenewals: 3 })
    const { record } = await buy([await monthly()], [code])
    const subscription = await subscriptionOf(record.id)
    await db.subscription.updateMany({
      where: { id: subscription },
      data: {
        status: 'expired',
        autorenew: false,
        startDate: new Date('2026-01-14T12:00:00Z'),
        endDate: new Date('2026-03-14T12:00:00Z'),
      },
    })
    expect((await ask(store, surface, 'reactivateSubscription', { id: subscription })).status).toBe(200)
    expect(gateway.asked.map(({ amount }) => Number(amount))).toEqual([900, 900])
    expect(await waiting(record.id)).toEqual([[[id, code, 1]]])
  })
})
