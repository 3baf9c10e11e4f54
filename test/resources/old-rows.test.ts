/** Rows from before a CHECK that break it: every write of one says what to mend, nothing is charged, and workers go on. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { workRound } from '../../src/worker/round.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { beforeCheck } from '../support/old-rows.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, addSubscription, onHand } from '../writes/rows.ts'
import { json } from './writing.ts'

const gateway = new TestGateway()
let now = today
const store = await openStore({ gateway: () => gateway, isApart: true, now: () => now })
const { db } = store
const clock = clockOf(() => now)

beforeEach(async () => {
  gateway.reset()
  now = today
  await db.$executeRaw`UPDATE customer SET country = 'US' WHERE store_id > 0 AND country <> 'US'`
  await db.$executeRaw`UPDATE subscription SET status = 'suspended', past_due_reason = NULL WHERE end_date >= start_date`
})

const of = (id: number) => `WHERE store_id = 1 AND id = ${id}`
const countryBroken = (id: number) =>
  beforeCheck(db, 'customer_country_check', `UPDATE customer SET country = 'Utopia' ${of(id)}`)
const countryMended = (id: number) => db.customer.update({ where: ofStore(id), data: { country: 'US' } })
const ofCountry = 'country of the customer must be two capital letters, as in ISO 3166.'

describe.each(surfaces)('Over %s', (surface) => {
  it('a subscription that ended before it began can be changed once its end date is right', async () => {
    const { id } = await addMonthly(db, { status: 'cancelled', autorenew: false })
    await beforeCheck(
      db,
      'subscription_end_date_check',
      `UPDATE subscription SET end_date = start_date - interval '1 day' ${of(id)}`,
    )
    const message = 'end_date of the subscription must not be before start_date.'
    const write = (input: object) => ask(store, surface, 'updateSubscription', { id, ...input })
    expect(await write({ note: 'x' })).toMatchObject({ status: 400, message })
    expect(await ask(store, surface, 'updateSubscription', { id, note: 'x' }, { isDryRun: true })).toMatchObject({ message })
    expect(await write({ note: 'x', end_date: '2026-06-01T00:00:00Z' })).toMatchObject({ status: 200, record: { note: 'x' } })
    expect(await write({ note: 'y' })).toMatchObject({ status: 200 })
  })

  it('a product with an unknown way of shipping can be changed once that is right', async () => {
    const product = await addProduct(db)
    const [{ product_id: id }] = (await db.$queryRawUnsafe(
      `SELECT product_id FROM product_instance ${of(product.instanceId)}`,
    )) as [{ product_id: bigint }]
    await beforeCheck(db, 'product_ship_option_check', `UPDATE product SET ship_option = 'pigeon' ${of(Number(id))}`)
    const write = async (input: { name: string; ship_option?: string }) => {
      if (surface === 'REST') {
        const { status, body } = await store.rest(`PUT /v1/products/${id}/`, store.merchant, json(input))
        return [status, body.errors?.[0] ?? body.name]
      }
      const { ship_option: shipOption, ...others } = input
      const { data } = await store.graphql(
        'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { name } userErrors { code field message } } }',
        { input: { id: Number(id), ...others, ...(shipOption && { shipOption }) } },
      )
      const { product, userErrors } = data.updateProduct
      return [product ? 200 : 400, product?.name ?? userErrors[0].message.replace('shipOption', 'ship_option')]
    }
    expect(await write({ name: 'A' })).toEqual([400, 'ship_option of the product must be flat, weight or free.'])
    expect(await write({ name: 'B', ship_option: 'free' })).toEqual([200, 'B'])
  })

  it('an order is refused before it is charged where its customer breaks a CHECK', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { stock: 3 })
    const products = [{ product_instance: { id: product.instanceId } }]
    await countryBroken(customer.id)
    expect(await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })).toMatchObject({
      status: 400,
      message: ofCountry,
    })
    await countryMended(customer.id)
    expect(await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })).toMatchObject({ status: 201 })
    expect(gateway.asked).toHaveLength(1)
  })

  it('an order is refused before it is charged where a price or a coupon is below 0', async () => {
    const customer = await addCustomer(db)
    const [product, other] = [await addProduct(db), await addProduct(db, { price: 5000 })]
    await beforeCheck(db, 'product_instance_price_check', `UPDATE product_instance SET price = -1 ${of(product.instanceId)}`)
    const lines = (...made: { instanceId: number }[]) => made.map(({ instanceId }) => ({ product_instance: { id: instanceId } }))
    const order = (products: object[], more = {}) =>
      ask(store, surface, 'createOrder', { customer: { id: customer.id }, products, ...more })
    expect(await order(lines(product, other))).toMatchObject({ status: 400, message: 'price of the order must be at least 0.' })
    await beforeCheck(
      db,
      'coupon_discount_value_check',
      `UPDATE coupon SET discount_type = 'amount', discount_value = -9 ${of(1)}`,
    )
    expect(await order(lines(other), { coupons: ['TENTH'] })).toMatchObject({
      status: 400,
      message: 'total_discount of the order must be at least 0.',
    })
    expect(gateway.asked).toEqual([])
  })

  it('the first subscription to a product that breaks a CHECK is refused before it is charged', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
    await beforeCheck(
      db,
      'product_gift_shipping_check',
      `UPDATE product SET gift_shipping = -5 FROM product_instance i WHERE i.store_id = 1 AND i.id = ${product.instanceId}
        AND product.store_id = 1 AND product.id = i.product_id`,
    )
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    expect(await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })).toMatchObject({
      status: 400,
      message: 'gift_shipping of the product must be at least 0.',
    })
    expect(gateway.asked).toEqual([])
  })

  it('what was charged is given back where a row breaks a CHECK by then', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { stock: 3 })
    gateway.afterwards = () => countryBroken(customer.id)
    const products = [{ product_instance: { id: product.instanceId } }]
    const answer = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    expect(answer).toMatchObject({ status: 400, message: `The payment is given back. ${ofCountry}` })
    expect(await onHand(db, product)).toBe(3)
    const [payment] = await db.payment.findMany({ where: { customerId: customer.id, storeId: 1n } })
    expect(payment).toMatchObject({ state: 'refunding', orderId: null })
    await inSight(() => reconcile({ db, clock, gateways: gatewaysOf(gateway) }))
    expect([...gateway.refunds]).toEqual([[payment?.reference, 1]])
    expect(await db.payment.findUniqueOrThrow({ where: ofStore(payment?.id ?? 0n) })).toMatchObject({ state: 'refunded' })
  })
})

describe('The worker', () => {
  const endDate = today
  const faults: unknown[] = []
  const worker = { db, clock, gateways: gatewaysOf(gateway), report: (error: unknown) => void faults.push(error) }
  const work = async () => {
    let done = 0
    for (let round = 0; round < 5; round += 1) done += await inSight(() => advanceDue(worker))
    return done
  }
  const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
  beforeEach(() => void faults.splice(0))

  it('leaves one alone for an hour whose customer breaks a CHECK, says so once, and renews all others', async () => {
    const broken = await addMonthly(db, { endDate })
    const good = await addMonthly(db, { endDate })
    await countryBroken(broken.customer.id)
    expect(await work()).toBe(2)
    expect(gateway.asked).toHaveLength(1)
    expect(await read(good.id)).toMatchObject({ status: 'active', endDate: new Date('2026-04-20T12:00:00Z') })
    expect(await read(broken.id)).toMatchObject({ status: 'active', endDate, paymentUnderWay: false })
    expect(faults.map(String)).toEqual([`Error: Subscription ${broken.id} of store 1 is tried again in an hour: ${ofCountry}`])

    await countryMended(broken.customer.id)
    now = new Date(today.getTime() + 3_601_000)
    expect(await work()).toBe(1)
    expect(await read(broken.id)).toMatchObject({ status: 'active', endDate: new Date('2026-04-20T12:00:00Z') })
  })

  it('leaves one alone for an hour whose price is below 0: no money was asked for, so nothing was declined', async () => {
    const broken = await addMonthly(db, { endDate })
    const [{ term_id: termId }] = (await db.$queryRawUnsafe(`SELECT term_id FROM subscription ${of(broken.id)}`)) as [
      { term_id: bigint },
    ]
    await beforeCheck(
      db,
      'product_term_price_price_check',
      `UPDATE product_term_price SET price = -1 WHERE store_id = 1 AND term_id = ${termId}`,
    )
    expect(await work()).toBe(1)
    expect(gateway.asked).toEqual([])
    expect(await read(broken.id)).toMatchObject({ status: 'active', endDate, pastDueReason: null, failedRenewals: 0 })
    expect(faults.map(String)).toEqual([
      `Error: Subscription ${broken.id} of store 1 is tried again in an hour: price of the order must be at least 0.`,
    ])
    await db.productTermPrice.updateMany({ where: { storeId: 1n, termId }, data: { price: 100n } })
    now = new Date(today.getTime() + 3_601_000)
    expect(await work()).toBe(1)
    expect(await read(broken.id)).toMatchObject({ status: 'active', endDate: new Date('2026-04-20T12:00:00Z') })
  })

  it('leaves one alone that breaks a CHECK itself, and renews all others', async () => {
    const broken = await addMonthly(db, { endDate })
    const good = await addMonthly(db, { endDate })
    await beforeCheck(db, 'subscription_credit_check', `UPDATE subscription SET credit = -1 ${of(broken.id)}`)
    expect(await work()).toBe(1)
    expect(await read(good.id)).toMatchObject({ endDate: new Date('2026-04-20T12:00:00Z') })
    expect(await read(broken.id)).toMatchObject({ endDate, claimedUntil: null })
    expect(faults).toEqual([])
    await db.subscription.update({ where: ofStore(broken.id), data: { credit: 0n } })
    expect(await work()).toBe(1)
  })

  it('moves a test clock past both', async () => {
    const made = { name: 'Test', host: 'test', hasTestClock: true, clockNow: today, createdAt: today }
    const { id: storeId } = await db.store.create({ data: made })
    const product = await addProduct(db, { storeId: Number(storeId), terms: [{ cycles: 1, price: 100 }] })
    const ids: number[] = []
    for (const more of [{}, {}, { credit: 5n }]) {
      const customer = await addCustomer(db, { storeId: Number(storeId) })
      ids.push(await addSubscription(db, { customer, product, endDate: new Date('2026-03-20T00:00:00Z'), ...more }))
    }
    await beforeCheck(db, 'subscription_credit_check', `UPDATE subscription SET credit = -1 WHERE id = ${ids[2]}`)
    await beforeCheck(
      db,
      'customer_country_check',
      `UPDATE customer SET country = '' FROM subscription s WHERE s.id = ${ids[0]} AND customer.id = s.customer_id AND customer.store_id = s.store_id`,
    )
    await db.store.update({ where: { id: storeId }, data: { clockTarget: new Date('2026-05-01T00:00:00Z') } })
    for (let round = 0; round < 20; round += 1) await inSight(() => workRound(worker))
    expect(await db.store.findUniqueOrThrow({ where: { id: storeId } })).toMatchObject({
      clockNow: new Date('2026-05-01T00:00:00Z'),
      clockTarget: null,
    })
    const ends = await db.subscription.findMany({ where: { storeId }, orderBy: { id: 'asc' } })
    expect(ends.map(({ endDate }) => endDate.toISOString().slice(5, 10))).toEqual(['03-20', '05-20', '03-20'])
  })
})
