/** A checkout turns a cart into an order; one that is declined leaves the cart with its order, which the next one pays. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMethod, addProduct, type Customer, giveCredit, onHand, type Product } from '../../writes/rows.ts'
import { json } from '../writing.ts'

const store = await openStore()
const { db } = store

const lineOf = (product: Product, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })

describe.each(surfaces)('%s', (surface) => {
  const act = (name: 'createCart' | 'updateCart' | 'checkoutCart' | 'createOrder', input: object, options = {}) =>
    ask(store, surface, name, { ...input }, options)
  const cartOf = async (customer: Customer, products: object[], more: object = {}): Promise<number> =>
    (await act('createCart', { customer: { id: String(customer.id) }, products, ...more })).record.id
  const stored = (id: number) =>
    db.cart.findUniqueOrThrow({ where: ofStore(id), include: { order: { include: { products: { orderBy: { id: 'asc' } } } } } })

  it('orders what is in the cart, as createOrder does', async () => {
    const customer = await addCustomer(db)
    const once = await addProduct(db, { price: 1000, shipping: 100, stock: 3 })
    const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 2000 }] })
    const id = await cartOf(customer, [lineOf(once, { quantity: 2 }), lineOf(monthly, { term: { id: monthly.terms[0]?.id } })])
    const { status, record } = await act('checkoutCart', { id })
    expect(status).toBe(200)
    expect(record).toMatchObject({ id, completed: true, order: { status: 'open', financial_status: 'paid', total: 4200 } })
    const { order, orderId, completed, shipPrice } = await stored(id)
    expect({ orderId: Number(orderId), completed, shipPrice }).toEqual({
      orderId: record.order.id,
      completed: true,
      shipPrice: 200n,
    })
    expect(order?.products.map(({ subscriptionId }) => subscriptionId !== null)).toEqual([false, true])
    expect(await onHand(db, once)).toBe(1)
    expect(await store.rest(`GET /v1/carts/${id}/`)).toMatchObject({
      status: 200,
      body: { completed: true, order_id: record.order.id },
    })
  })

  it('leaves a declined cart with its order, which another card pays within the minute', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    await giveCredit(db, customer, 500)
    const product = await addProduct(db, { price: 700, stock: 3 })
    const monthly = await addProduct(db, { terms: [{ cycles: 2, price: 2000 }], shipping: 50 })
    const coupon = await db.coupon.create({
      data: {
        storeId: 1,
        code: `PAID-${Math.random()}`,
        name: 'x',
        discountType: 'percent',
        discountValue: 10n,
        numRenewals: 2,
        createdAt: today,
      },
    })
    const products = [lineOf(product), lineOf(monthly, { term: { id: monthly.terms[0]?.id } })]
    const id = await cartOf(customer, products, { coupons: [coupon.code] })
    const declined = await act('checkoutCart', { id })
    expect([declined.status, declined.message]).toEqual([402, 'The payment was declined. The card was declined.'])
    const before = await stored(id)
    expect(before).toMatchObject({ completed: false, order: { financialStatus: 'unpaid', status: 'open' } })
    expect(await onHand(db, product)).toBe(3)
    const message = `The cart has led to order ${before.orderId} and stays as it is. Check it out to pay that order; to buy something else make another cart.`
    expect((await act('updateCart', { id, products: [] })).message).toBe(message)
    const methodId = await addMethod(db, customer, 'tok_succeed', false)
    const paid = await act('checkoutCart', { id, cust_pay_id: methodId })
    expect(paid).toMatchObject({
      status: 200,
      record: {
        completed: true,
        order: { id: Number(before.orderId), financial_status: 'paid', total: 2530, credit_applied: 500 },
      },
    })
    const { order } = await stored(id)
    expect(order).toMatchObject({ paymentMethodId: BigInt(methodId), addressId: before.order?.addressId })
    const subscriptionId = order?.products[1]?.subscriptionId ?? 0n
    expect(order?.products.map((line) => [line.subscriptionId !== null, line.paidNumber])).toEqual([
      [false, null],
      [true, 1],
    ])
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(subscriptionId) })).toMatchObject({
      status: 'active',
      paidOrders: 1,
    })
    expect(await db.subscriptionCoupon.count({ where: { storeId: 1, subscriptionId } })).toBe(1)
    expect(await db.fulfillment.count({ where: { storeId: 1, orderId: order?.id ?? 0n } })).toBe(3)
    expect(await onHand(db, product)).toBe(2)
    expect(await db.coupon.findUniqueOrThrow({ where: ofStore(coupon.id) })).toMatchObject({ uses: 1 })
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({
      ...{ credit: 0n, numOrders: 1, numSubscriptions: 1, totalRevenue: 2030n },
    })
    const results = await db.transaction.findMany({ where: { storeId: 1, orderId: order?.id ?? 0n }, orderBy: { id: 'asc' } })
    expect(results.map(({ result, total }) => [result, total])).toEqual([
      ['failed', 2030n],
      ['captured', 2030n],
    ])
    const events = await db.event.findMany({ where: { storeId: 1, orderId: order?.id ?? 0n }, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.created', 'payment.failed', 'order.paid', 'payment.captured', 'credit_entry.created'],
      ...['subscription.created', 'subscription_coupon.added'],
    ])
  })

  it('is declined again by another bad card, and pays by credit that came meanwhile', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const id = await cartOf(customer, [lineOf(await addProduct(db, { price: 700 }))])
    for (const _ of [1, 2]) expect((await act('checkoutCart', { id })).status).toBe(402)
    await giveCredit(db, customer, 900)
    const { record } = await act('checkoutCart', { id })
    expect(record).toMatchObject({ completed: true, order: { financial_status: 'paid', total: 700, credit_applied: 700 } })
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({ credit: 200n, numOrders: 1 })
  })

  it('refuses a cart that is paid or empty, and one within a minute of another order', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 700 })
    const refused = async (input: object) => {
      const { status, message } = await act('checkoutCart', input)
      return [status, message]
    }
    const [paid, empty, other] = [
      await cartOf(customer, [lineOf(product)]),
      await cartOf(customer, []),
      await cartOf(customer, [lineOf(product)]),
    ]
    const { record } = await act('checkoutCart', { id: paid })
    expect(await refused({ id: paid })).toEqual([400, `The cart was checked out: it has led to order ${record.order.id}.`])
    expect(await refused({ id: empty })).toEqual([400, 'The cart is empty; put products into it first.'])
    expect((await refused({ id: other }))[1]).toMatch(/^The customer already has an order from the past minute; /)
    expect(await refused({ id: 9_007_199_254_740_991 })).toEqual([404, 'Not found.'])
  })

  it('refuses what createOrder refuses', async () => {
    const bare = await addCustomer(db, { token: null })
    const product = await addProduct(db, { price: 700, stock: 0 })
    const some = await addProduct(db, { price: 700 })
    expect(await act('checkoutCart', { id: await cartOf(bare, [lineOf(some)]) })).toMatchObject({
      ...{ status: 400, message: 'The customer has no payment method.' },
    })
    const sold = await act('checkoutCart', { id: await cartOf(await addCustomer(db), [lineOf(product)]) })
    expect([sold.status, sold.message?.includes('there are 0')]).toEqual([400, true])
  })

  it('does not pay an order that was cancelled', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const id = await cartOf(customer, [lineOf(await addProduct(db, { price: 700 }))])
    await act('checkoutCart', { id })
    const { orderId } = await stored(id)
    await store.rest(`PUT /v1/orders/${orderId}/cancel/`, store.merchant, json({}))
    expect((await act('checkoutCart', { id })).message).toBe(`Order ${orderId} of the cart is closed; make another cart.`)
  })

  it('charges once for one key, and keeps nothing of a dry run', async () => {
    const customer = await addCustomer(db)
    const id = await cartOf(customer, [lineOf(await addProduct(db, { price: 700 }))])
    const tried = await act('checkoutCart', { id }, { isDryRun: true })
    expect(tried).toMatchObject({ status: 200, record: { completed: true, order: { total: 700 } } })
    expect(await stored(id)).toMatchObject({ completed: false, orderId: null })
    const [first, again] = [
      await act('checkoutCart', { id }, { key: `cart-${id}` }),
      await act('checkoutCart', { id }, { key: `cart-${id}` }),
    ]
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(again.record.order.id).toBe(first.record.order.id)
    expect(await db.payment.count({ where: { storeId: 1, customerId: customer.id } })).toBe(1)
  })

  it('has of several checkouts at once one succeed', async () => {
    const customer = await addCustomer(db, { token: 'tok_slow' })
    const id = await cartOf(customer, [lineOf(await addProduct(db, { price: 700 }))])
    const answers = await Promise.all([1, 2, 3].map(() => act('checkoutCart', { id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await db.transaction.count({ where: { storeId: 1, order: { customerId: customer.id } } })).toBe(1)
  })

  it('comes back to the host of the store, or to a site that it allows', async () => {
    const id = await cartOf(await addCustomer(db), [])
    await db.allowedOrigin.upsert({
      where: { storeId_origin: { storeId: 1, origin: 'https://pages.example' } },
      create: { storeId: 1, origin: 'https://pages.example', createdAt: today },
      update: {},
    })
    const { host } = await db.store.findUniqueOrThrow({ where: { id: 1n } })
    const answer = async (return_url: string) => (await act('checkoutCart', { id, return_url })).message
    for (const url of [`https://${host}/thanks`, 'https://pages.example/a?b'])
      expect(await answer(url)).toBe('The cart is empty; put products into it first.')
    for (const url of ['https://elsewhere.example/', '/thanks', `http://${host}.elsewhere.example/`, 'javascript:alert(1)'])
      expect(await answer(url)).toMatch(/^return_url must be an address at /)
  })
})

describe('A customer', () => {
  it('checks out a cart of their own where the store allows it, by their own card alone', async () => {
    await db.store.updateMany({ data: { customersMay: ['checkout'] } })
    const shop = await openStore()
    const [one, other] = [await addCustomer(db), await addCustomer(db)]
    const as = await store.customerToken(BigInt(one.id))
    const body = { products: [lineOf(await addProduct(db, { price: 700 }))] }
    const { body: cart } = await shop.rest('POST /v1/store/api/carts/', as, json(body))
    const path = `PUT /v1/store/api/carts/${cart.id}/checkout/`
    expect(await shop.rest(path, await store.customerToken(BigInt(other.id)), json({}))).toMatchObject({ status: 404 })
    expect(await shop.rest(path, as, json({ cust_pay_id: other.methodId }))).toMatchObject({
      ...{ status: 404, body: { errors: ["cust_pay_id is none of the customer's."] } },
    })
    expect(await shop.rest(path, as, json({}))).toMatchObject({
      ...{
        status: 200,
        body: { id: cart.id, completed: true, action_url: null, order: { financial_status: 'paid', total: 700 } },
      },
    })
  })
})

it('A key needs the scope of orders beside that of carts', async () => {
  const made = await store.graphql(
    'mutation { createMerchantKey(input: { name: "x", scopes: ["write_carts"] }) { merchantKey { clientId } secret } }',
  )
  const { merchantKey, secret } = made.data.createMerchantKey
  const answer = await store.graphql(
    'mutation { checkoutCart(input: { id: 1 }) { userErrors { code } } }',
    {},
    `Bearer ${merchantKey.clientId}.${secret}`,
  )
  expect(answer.errors[0]?.message).toBe('The key lacks the scope write_orders.')
})
