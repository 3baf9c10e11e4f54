/** Merchants read why a coupon cannot be used, beside the contract's sentence; customers do not, and find no coupon to come by trying codes. */
import { describe, expect, it } from 'vitest'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addMonthly, addProduct, ago } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
import { json, mutate } from './writing.ts'

const rate = { burst: 10_000, perSecond: 1 }
const store = await openStore()
const limited = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
const { db } = store
await db.store.updateMany({ where: { id: 1n }, data: { customersMay: ['add_coupon'] } })

const sold = await addProduct(db, { price: 1_000 })
const other = await addProduct(db, { price: 1_000 })
let count = 0

/** A coupon with some columns. */
async function couponWith(columns: object, productId?: number): Promise<{ id: number; code: string }> {
  count += 1
  const code = `WHY${count}`
  const shared = { storeId: 1n, code, name: code, discountType: 'percent' as const, discountValue: 10n, createdAt: today }
  const { id } = await db.coupon.create({ data: { ...shared, ...columns } })
  if (productId !== undefined)
    await db.couponProduct.create({ data: { storeId: 1n, couponId: id, productId: BigInt(productId) } })
  return { id: Number(id), code }
}

const cases = [
  ['disabled', { enabled: false }, 'COUPON_NOT_APPLICABLE', (code: string) => `The coupon ${code} is disabled.`],
  [
    'not_yet',
    { startsAt: ago(-60) },
    'COUPON_NOT_APPLICABLE',
    (code: string) => `The coupon ${code} is valid from 2026-03-15T12:01:00Z on.`,
  ],
  [
    'over',
    { endsAt: ago(60) },
    'COUPON_NOT_APPLICABLE',
    (code: string) => `The coupon ${code} was valid until 2026-03-15T11:59:00Z.`,
  ],
  [
    'minimum',
    { minSubTotal: 5_000n },
    'COUPON_NOT_APPLICABLE',
    (code: string) => `The coupon ${code} takes a price of at least 5000; what it applies to costs 1000.`,
  ],
  ['other_product', {}, 'COUPON_NOT_APPLICABLE', (code: string) => `The coupon ${code} applies to other products.`],
  ['used_up', { maxUses: 1, uses: 1 }, 'COUPON_LIMIT_REACHED', () => 'The coupon was used as often as it may be.'],
] as const

const secret = ['disabled', 'not_yet']

describe.each(cases)('A coupon that cannot be used: %s', (reason, columns, code, sentence) => {
  const coupon = () => couponWith(columns, reason === 'other_product' ? other.id : undefined)
  const query = (name: string) =>
    `mutation M($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { userErrors { code message reason } } }`

  it('says why for merchants, on both surfaces and on both kinds of write; nothing is written', async () => {
    const made = await coupon()
    const { id } = await addMonthly(db, { price: 1_000 })
    const customer = await addCustomer(db)
    const errors = ['Unable to add coupon.', sentence(made.code)]
    const order = {
      customer: { id: customer.id },
      products: [{ product_instance: { id: sold.instanceId } }],
      coupons: [made.code],
    }
    const changed = await tablesChangedBy(db, async () => {
      expect(
        await store.rest(`POST /v1/subscriptions/${id}/coupons/`, store.merchant, json({ coupon_id: made.id })),
      ).toMatchObject({
        status: 400,
        body: { errors },
      })
      expect(await store.rest('POST /v1/orders/', store.merchant, json(order))).toMatchObject({ status: 400, body: { errors } })
      const added = await store.graphql(query('addSubscriptionCoupon'), { input: { subscriptionId: id, code: made.code } })
      expect(added.data.addSubscriptionCoupon.userErrors).toEqual([{ code, message: 'Unable to add coupon.', reason }])
      const products = [{ productInstance: { id: String(sold.instanceId) } }]
      const input = { customer: { id: String(customer.id) }, products, coupons: [made.code] }
      const ordered = await store.graphql(query('createOrder'), { input })
      expect(ordered.data.createOrder.userErrors).toEqual([{ code, message: 'Unable to add coupon.', reason }])
    })
    expect(changed).toEqual([])
  })

  it('is for customers the fixed sentence, or no coupon at all', async () => {
    const made = await coupon()
    const { id, customer } = await addMonthly(db, { price: 1_000 })
    const as = await store.customerToken(BigInt(customer.id))
    const isSecret = secret.includes(reason)
    const message = isSecret ? 'Coupon not found' : 'Unable to add coupon.'
    const body = json({ code: made.code })
    expect(await store.rest(`POST /v1/store/api/subscriptions/${id}/coupons/`, as, body)).toMatchObject({
      status: isSecret ? 404 : 400,
      body: { errors: [message] },
    })
    const added = await store.graphql(query('addSubscriptionCoupon'), { input: { subscriptionId: id, code: made.code } }, as)
    const expected = { code: isSecret ? 'COUPON_NOT_FOUND' : code, message, reason: null }
    expect(added.data.addSubscriptionCoupon.userErrors).toEqual([expected])
  })
})

it('A repeat by its Idempotency-Key says the reason again', async () => {
  const { id: couponId } = await couponWith({ enabled: false })
  const { id } = await addMonthly(db)
  const init = { ...json({ coupon_id: couponId }), headers: { 'Idempotency-Key': 'why-not' } }
  const ask = () => store.rest(`POST /v1/subscriptions/${id}/coupons/`, store.merchant, init)
  const first = await ask()
  expect(first.body.errors).toHaveLength(2)
  expect((await ask()).body).toEqual(first.body)
})

it('Any other refusal has no reason', async () => {
  const { userErrors } = await mutate(store, 'cancelSubscription', { id: 9_007_199 })
  expect(userErrors).toHaveLength(1)
  const query = 'mutation { cancelSubscription(input: { id: 9007199 }) { userErrors { reason } } }'
  expect((await store.graphql(query)).data.cancelSubscription.userErrors).toEqual([{ reason: null }])
})

it('A wrong code costs a customer as much as a wrong credential', async () => {
  const { id, customer } = await addMonthly(db)
  const as = await limited.customerToken(BigInt(customer.id))
  const guess = (code: string) => limited.rest(`POST /v1/store/api/subscriptions/${id}/coupons/`, as, json({ code }))
  const statuses: number[] = []
  for (let round = 0; round < 14; round += 1) statuses.push((await guess(`GUESS${round}`)).status)
  expect(statuses.slice(0, 8)).toEqual(Array(8).fill(404))
  expect(statuses.slice(-2)).toEqual([429, 429])
})
