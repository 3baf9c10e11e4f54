/** Limits of coupons: uses, customers, days, products and a smallest price; each holds when a coupon is used, never at renewals. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

let number = 0
/** Makes a coupon over REST; answers its id and code. */
async function addCoupon(limits: object = {}): Promise<{ id: number; code: string }> {
  const given = { code: `LIMITED${++number}`, discount_type: 'percent', discount_value: 10, ...limits }
  const { status, body } = await store.rest('POST /v1/coupons/', store.merchant, json(given))
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}
const usesOf = async ({ id }: { id: number }) => (await store.rest(`/v1/coupons/${id}/`)).body.uses

const sold = await addProduct(db, { price: 1_000, shipping: 300, stock: 1_000 })
const orderOf = (customerId: number, code: string, quantity = 1) => ({
  customer: { id: customerId },
  products: [{ product_instance: { id: sold.instanceId }, quantity }],
  coupons: [code],
})
const unable = { status: 400, message: expect.stringMatching(/^Unable to add coupon\./) }

/** A customer who ordered long enough ago. */
const free = ({ id }: { id: number }) =>
  db.customer.updateMany({ where: { id }, data: { lastOrderAt: new Date('2026-01-01T00:00:00Z') } })

describe.each(surfaces)('%s', (surface) => {
  it('counts each order with a coupon, and refuses one more than it may be used', async () => {
    const coupon = await addCoupon({ max_uses: 2 })
    for (let use = 0; use < 2; use += 1)
      expect(await ask(store, surface, 'createOrder', orderOf((await addCustomer(db)).id, coupon.code))).toMatchObject({
        status: 201,
      })
    const refused = await ask(store, surface, 'createOrder', orderOf((await addCustomer(db)).id, coupon.code))
    expect(refused).toMatchObject(unable)
    if (surface === 'GraphQL') expect(refused.code).toBe('COUPON_LIMIT_REACHED')
    expect(await usesOf(coupon)).toBe(2)
  })

  it('counts the uses of each customer', async () => {
    const coupon = await addCoupon({ max_uses_per_customer: 1 })
    const [one, other] = [await addCustomer(db), await addCustomer(db)]
    expect(await ask(store, surface, 'createOrder', orderOf(one.id, coupon.code))).toMatchObject({ status: 201 })
    await free(one)
    expect(await ask(store, surface, 'createOrder', orderOf(one.id, coupon.code))).toMatchObject(unable)
    expect(await ask(store, surface, 'createOrder', orderOf(other.id, coupon.code))).toMatchObject({ status: 201 })
    expect(await usesOf(coupon)).toBe(2)
  })

  it('gives a use back when the payment is declined, and by a dry run', async () => {
    const coupon = await addCoupon({ max_uses: 1, max_uses_per_customer: 1 })
    const broke = await addCustomer(db, { token: 'tok_decline' })
    gateway.mood = 'declines'
    expect(await ask(store, surface, 'createOrder', orderOf(broke.id, coupon.code))).toMatchObject({ status: 402 })
    gateway.reset()
    expect(await usesOf(coupon)).toBe(0)
    const { id } = await addCustomer(db)
    expect(await ask(store, surface, 'createOrder', orderOf(id, coupon.code), { isDryRun: true })).toMatchObject({ status: 201 })
    expect(await usesOf(coupon)).toBe(0)
    expect(await ask(store, surface, 'createOrder', orderOf(id, coupon.code))).toMatchObject({ status: 201 })
    expect(await db.couponUse.findMany({ where: { couponId: coupon.id }, orderBy: { customerId: 'asc' } })).toMatchObject([
      { customerId: BigInt(broke.id), uses: 0 },
      { customerId: BigInt(id), uses: 1 },
    ])
  })

  it('takes a coupon between its days only', async () => {
    // The store's clock stands at 2026-03-20.
    const { id } = await addCustomer(db)
    for (const days of [{ starts_at: '2099-01-01' }, { ends_at: '2026-01-01T00:00:00Z' }])
      expect(await ask(store, surface, 'createOrder', orderOf(id, (await addCoupon(days)).code))).toMatchObject(unable)
    const { code } = await addCoupon({ starts_at: '2020-01-01', ends_at: '2099-01-01' })
    expect(await ask(store, surface, 'createOrder', orderOf(id, code))).toMatchObject({ status: 201 })
  })

  it('takes a coupon from its smallest price on, of the products that it applies to', async () => {
    const other = await addProduct(db, { price: 5_000 })
    const { code } = await addCoupon({ min_sub_total: 2_000, product_ids: [sold.id] })
    const { id } = await addCustomer(db)
    const order = orderOf(id, code)
    const beside = { ...order, products: [...order.products, { product_instance: { id: other.instanceId } }] }
    expect(await ask(store, surface, 'createOrder', beside)).toMatchObject(unable)
    expect(await ask(store, surface, 'createOrder', orderOf(id, code, 2))).toMatchObject({ status: 201 })
    const stored = await db.order.findFirstOrThrow({ where: { customerId: id } })
    expect(stored).toMatchObject({ subTotal: 2_000n, totalDiscount: 200n, totalShipping: 600n, total: 2_400n })
  })

  it('takes the shipping off, for the products that it applies to', async () => {
    const other = await addProduct(db, { price: 500, shipping: 70 })
    const { code } = await addCoupon({ discount_type: 'free_shipping', discount_value: 0, product_ids: [sold.id] })
    const { id } = await addCustomer(db)
    const order = orderOf(id, code)
    const answer = await ask(store, surface, 'createOrder', {
      ...order,
      products: [...order.products, { product_instance: { id: other.instanceId } }],
    })
    expect(answer.status).toBe(201)
    const stored = await db.order.findFirstOrThrow({ where: { customerId: id } })
    expect(stored).toMatchObject({ subTotal: 1_500n, totalDiscount: 0n, totalShipping: 70n, grossShipping: 370n, total: 1_570n })
  })
})

describe('A coupon put on a subscription', () => {
  const path = (id: number) => `/v1/subscriptions/${id}/coupons/`
  const add = (id: number, coupon: { id: number }) =>
    store.rest(`POST ${path(id)}`, store.merchant, json({ coupon_id: coupon.id }))
  const asked = (subscriptionId: number, couponId: number) => ({
    rest: [`POST ${path(subscriptionId)}`, json({ coupon_id: couponId })] as [string, RequestInit],
    graphql: ['addSubscriptionCoupon', { subscriptionId, couponId }] as [string, object],
  })

  /** Does what is due at a time, as a worker does. */
  async function work(at: string): Promise<void> {
    const clock = clockOf(() => new Date(at))
    const report = (error: unknown) => expect(error).toBeUndefined()
    while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
  }

  it('counts as a use, which removing it gives back', async () => {
    const coupon = await addCoupon({ max_uses: 1 })
    const [one, other] = [await addMonthly(db), await addMonthly(db)]
    expect((await add(one.id, coupon)).status).toBe(201)
    await expectRefused(
      store,
      asked(other.id, coupon.id),
      'COUPON_LIMIT_REACHED',
      'Unable to add coupon.',
      'The coupon was used as often as it may be.',
    )
    await expectRefused(store, asked(one.id, coupon.id), 'COUPON_ALREADY_ADDED', 'Subscription already has the coupon.')
    expect((await store.rest(`DELETE /v1/subscriptions/${one.id}/coupon/${coupon.id}/`)).status).toBe(204)
    expect(await usesOf(coupon)).toBe(0)
    expect((await add(other.id, coupon)).status).toBe(201)
  })

  it('keeps its use once it has lowered a charge', async () => {
    const coupon = await addCoupon({ max_uses: 1, num_renewals: 3 })
    const { id } = await addMonthly(db, { endDate: new Date('2026-04-01T09:00:00Z') })
    await add(id, coupon)
    await work('2026-04-01T10:00:00Z')
    expect((await store.rest(path(id))).body.results).toMatchObject([{ num_renewals: 2 }])
    expect((await store.rest(`DELETE /v1/subscriptions/${id}/coupon/${coupon.id}/`)).status).toBe(204)
    expect(await usesOf(coupon)).toBe(1)
  })

  it('that waits after a checkout is no second use, and gives none back', async () => {
    const coupon = await addCoupon({ num_renewals: 2 })
    const { id: customerId } = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1_000 }] })
    const line = { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }
    await ask(store, 'REST', 'createOrder', { customer: { id: customerId }, products: [line], coupons: [coupon.code] })
    const { id } = await db.subscription.findFirstOrThrow({ where: { customerId } })
    expect(await usesOf(coupon)).toBe(1)
    expect((await store.rest(`DELETE /v1/subscriptions/${id}/coupon/${coupon.id}/`)).status).toBe(204)
    expect(await usesOf(coupon)).toBe(1)
  })

  it('lowers every renewal for ever, and is not counted down', async () => {
    const coupon = await addCoupon({ forever: true, max_uses: 1, ends_at: '2026-04-02' })
    expect(coupon).toMatchObject({ forever: true, num_renewals: 0 })
    const { id } = await addMonthly(db, {
      price: 1_000,
      startDate: new Date('2026-01-01T09:00:00Z'),
      endDate: new Date('2026-04-01T09:00:00Z'),
    })
    expect((await add(id, coupon)).body).toMatchObject({ forever: true, num_renewals: 0 })
    const upcoming = `{ subscription(id: ${id}) { upcoming(first: 3) { totalDiscount } } }`
    expect((await store.graphql(upcoming)).data.subscription.upcoming).toEqual(Array(3).fill({ totalDiscount: 100 }))
    for (const month of ['04', '05', '06']) await work(`2026-${month}-01T10:00:00Z`)
    const lines = { where: { products: { some: { subscriptionId: id } } }, orderBy: { id: 'asc' } } as const
    expect((await db.order.findMany(lines)).map(({ total }) => total)).toEqual([900n, 900n, 900n])
    expect((await store.rest(path(id))).body.results).toMatchObject([{ num_renewals: 0, forever: true }])
  })

  it('of a checkout stays on its subscription for ever', async () => {
    const coupon = await addCoupon({ forever: true })
    const { id: customerId } = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1_000 }] })
    const line = { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }
    await ask(store, 'GraphQL', 'createOrder', { customer: { id: customerId }, products: [line], coupons: [coupon.code] })
    expect(await db.subscriptionCoupon.findMany({ where: { couponId: coupon.id } })).toMatchObject([
      { forever: true, numRenewals: 0 },
    ])
  })

  it('must be worth its smallest price at the next renewal', async () => {
    const coupon = await addCoupon({ min_sub_total: 2_000 })
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1_000 }] })
    const [one, two] = [
      await addSubscription(db, { customer, product }),
      await addSubscription(db, { customer, product, quantity: 2 }),
    ]
    const because = `The coupon ${coupon.code} takes a price of at least 2000; what it applies to costs 1000.`
    await expectRefused(store, asked(one, coupon.id), 'COUPON_NOT_APPLICABLE', 'Unable to add coupon.', because)
    expect((await add(two, coupon)).status).toBe(201)
  })

  it('lowers no renewal once it is disabled, and all that follow when it is enabled again', async () => {
    const coupon = await addCoupon({ num_renewals: 9 })
    const { id } = await addMonthly(db, { price: 1_000 })
    await add(id, coupon)
    const upcoming = async () =>
      (await store.graphql(`{ subscription(id: ${id}) { upcoming { totalDiscount } } }`)).data.subscription.upcoming
    await mutate(store, 'disableCoupon', { id: coupon.id })
    expect(await upcoming()).toEqual([{ totalDiscount: 0 }])
    await mutate(store, 'enableCoupon', { id: coupon.id })
    expect(await upcoming()).toEqual([{ totalDiscount: 100 }])
  })
})

describe('The limits', () => {
  const creation = (part: object) => {
    const body = { code: 'REFUSED', discount_type: 'percent', discount_value: 10, ...part }
    const inGraphql = Object.entries(body).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    ])
    return {
      rest: ['POST /v1/coupons/', json(body)] as [string, RequestInit],
      graphql: ['createCoupon', Object.fromEntries(inGraphql)] as [string, object],
    }
  }

  it.each([
    [{ max_uses: 0 }, 'max_uses must be a number of at least 1.'],
    [{ max_uses_per_customer: -1 }, 'max_uses_per_customer must be a number of at least 1.'],
    [{ min_sub_total: -1 }, 'min_sub_total must be a number of at least 0.'],
    [{ starts_at: '2026-05-01', ends_at: '2026-05-01' }, 'ends_at must be later than starts_at.'],
    [{ discount_value: 0 }, 'discount_value must be a number of at least 1.'],
    [{ discount_type: 'free_shipping' }, 'discount_value must be 0: the coupon takes off the shipping.'],
    [{ product_ids: Array(101).fill(1) }, 'product_ids must have at most 100 ids.'],
  ])('are checked: %j', (part, message) => expectRefused(store, creation(part), 'BAD_INPUT', message))

  it('name products of the store alone', async () => {
    const theirs = (await addProduct(db, { storeId: 2 })).id
    for (const id of [theirs, 9_007_199_254_740_991])
      await expectRefused(
        store,
        creation({ product_ids: [1, id] }),
        'NOT_FOUND',
        `There is no product ${id}: product_ids must name one.`,
      )
  })

  it('may be changed, the products as one list, and the change is told once', async () => {
    const { id } = await addCoupon({ product_ids: [2, 1, 2] })
    const products = async () => {
      const { body } = await store.rest(`/v1/coupons/${id}/?with=products`)
      return body.products.map((product: { id: number }) => product.id)
    }
    expect(await products()).toEqual([1, 2])
    const known = await db.event.count()
    await mutate(store, 'updateCoupon', { id, productIds: ['2', '3'], maxUses: 5, endsAt: '2030-01-01T00:00:00Z' })
    const told = await db.event.findMany({ orderBy: { id: 'asc' }, skip: known })
    expect(told).toMatchObject([
      { type: 'coupon.updated', changes: { productIds: { from: [1, 2], to: [2, 3] }, maxUses: { from: null, to: 5 } } },
    ])
    expect(await products()).toEqual([2, 3])
    await store.rest(`PUT /v1/coupons/${id}/`, store.merchant, json({ product_ids: [3, 2], max_uses: 5 }))
    expect(await db.event.count()).toBe(known + 1)
    await store.rest(
      `PUT /v1/coupons/${id}/`,
      store.merchant,
      json({ product_ids: [], max_uses: null, forever: true, num_renewals: 7 }),
    )
    expect([await products(), (await store.rest(`/v1/coupons/${id}/`)).body]).toMatchObject([
      [],
      { max_uses: null, num_renewals: 0 },
    ])
  })
})
