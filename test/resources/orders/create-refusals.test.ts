/** Orders that are refused: each with its sentence, and every table as it was. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMethod, addProduct, ago, chargesOf, onHand } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { json } from '../writing.ts'

const store = await openStore()
const { db } = store

const once = await addProduct(db, { price: 1400 })
const scarce = await addProduct(db, { stock: 2 })
const monthly = await addProduct(db, {
  terms: [
    { cycles: 1, price: 100 },
    { cycles: 3, price: 270, enabled: false },
    { cycles: 6, price: 500, gift: true },
  ],
})
const foreignCustomer = await addCustomer(db, { storeId: 2 })
const neighbour = await addCustomer(db)
// Two who shared an address before addresses were one customer's alone.
const twins = 'twins@example.net'
await addCustomer(db, { email: twins })
await addCustomer(db, { email: 'Twins@example.net', emailRepetition: 1 })

const line = (product: { instanceId: number }, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })
const term = (index: number) => ({ term: { id: monthly.terms[index]?.id } })

type Refused = [name: string, input: object, code: string, status: number, message: string | RegExp]

/** The input beside a valid customer and product, and the answer. */
const refusals: Refused[] = [
  ['no such customer', { customer: { id: 999_999_999 } }, 'NOT_FOUND', 404, 'The customer matches none in the store.'],
  [
    "another store's customer",
    { customer: { id: foreignCustomer.id } },
    'NOT_FOUND',
    404,
    'The customer matches none in the store.',
  ],
  [
    "another store's e-mail address",
    { customer: { id: foreignCustomer.email } },
    'NOT_FOUND',
    404,
    'The customer matches none in the store.',
  ],
  [
    'an e-mail address nobody has',
    { customer: { id: 'nobody@example.net' } },
    'NOT_FOUND',
    404,
    'The customer matches none in the store.',
  ],
  [
    'an e-mail address of two',
    { customer: { id: twins } },
    'BAD_INPUT',
    400,
    /twins@example\.net is that of more than one customer/,
  ],
  [
    'an e-mail address of two, in another case',
    { customer: { id: 'TWINS@Example.net' } },
    'BAD_INPUT',
    400,
    /TWINS@Example\.net is that of more than one customer/,
  ],
  ['an unknown coupon', { coupons: ['NOPE'] }, 'COUPON_NOT_FOUND', 404, 'Coupon not found'],
  ['a disabled coupon', { coupons: ['SUMMER'] }, 'COUPON_NOT_APPLICABLE', 400, /^Unable to add coupon\./],
  ['a coupon for something else', { coupons: ['TOES'] }, 'COUPON_NOT_APPLICABLE', 400, /^Unable to add coupon\./],
  ['a coupon twice', { coupons: ['TENTH', 'TENTH'] }, 'BAD_INPUT', 400, 'coupons takes at most 10 codes, each once.'],
  [
    "a neighbour's address",
    { ship_address_id: neighbour.addressId },
    'NOT_FOUND',
    404,
    "ship_address_id is none of the customer's.",
  ],
  ["a neighbour's card", { cust_pay_id: neighbour.methodId }, 'NOT_FOUND', 404, "cust_pay_id is none of the customer's."],
  ["another store's card", { cust_pay_id: foreignCustomer.methodId }, 'NOT_FOUND', 404, "cust_pay_id is none of the customer's."],
]

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })

  it.each(refusals)('refuses %s and leaves everything as it was', async (_name, input, code, status, message) => {
    const customer = await addCustomer(db)
    const changed = await tablesChangedBy(db, async () => {
      const answer = await act({ customer: { id: customer.id }, products: [line(once)], ...input })
      expect(answer.status).toBe(status)
      expect(answer.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
      if (surface === 'GraphQL') expect(answer.code).toBe(code)
    })
    expect(changed).toEqual([])
  })

  it('refuses a customer without a payment method', async () => {
    const customer = await addCustomer(db, { token: null })
    const changed = await tablesChangedBy(db, async () => {
      const answer = await act({ customer: { id: customer.id }, products: [line(once)] })
      expect(answer).toMatchObject({ status: 400, message: 'The customer has no payment method.' })
    })
    expect(changed).toEqual([])
  })

  it('refuses an order 59.999 seconds after another, and takes it after 60', async () => {
    const customer = await addCustomer(db, { lastOrderAt: ago(59.999) })
    const input = { customer: { id: customer.id }, products: [line(once)] }
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(input)).toMatchObject({
        status: 400,
        message: 'The customer already has an order from the past minute; the next may be placed at 2026-03-15T12:00:01Z.',
      })
    })
    expect(changed).toEqual([])
    await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: ago(60) } })
    expect((await act(input)).status).toBe(201)
    expect((await act(input)).status).toBe(400)
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
  })

  it('is refused for any other reason before the minute', async () => {
    const customer = await addCustomer(db, { lastOrderAt: ago(5) })
    const order = (input: object) => act({ customer: { id: customer.id }, ...input })
    expect(await order({ products: [line(scarce, { quantity: 1000 })] })).toMatchObject({
      message: `There are not 1000 in stock of product instance ${scarce.instanceId}: there are 2.`,
    })
    expect(await order({ products: [line(once)], coupons: ['NONE'] })).toMatchObject({ message: 'Coupon not found' })
    expect(await order({ products: [line(once)] })).toMatchObject({ message: expect.stringContaining('past minute') })
  })

  it('may be tried again at once after a refusal that charged nothing', async () => {
    const customer = await addCustomer(db)
    const order = (quantity: number) => act({ customer: { id: customer.id }, products: [line(scarce, { quantity })] })
    expect((await order(1000)).status).toBe(400)
    await db.productInventory.updateMany({ where: { productInstanceId: scarce.instanceId }, data: { quantityOnHand: 2 } })
    expect((await order(1)).status).toBe(201)
    await db.productInventory.updateMany({ where: { productInstanceId: scarce.instanceId }, data: { quantityOnHand: 2 } })
  })

  it('answers 402 to a declined card: a failed transaction, and neither stock taken nor anything begun', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const products = [line(scarce, { quantity: 2 }), line(monthly, term(0))]
    const changed = await tablesChangedBy(db, async () => {
      const answer = await act({ customer: { id: customer.id }, products })
      expect(answer).toMatchObject({ status: 402, message: 'The payment was declined. The card was declined.' })
      if (surface === 'GraphQL') expect(answer.code).toBe('PAYMENT_DECLINED')
    })
    // The stock was taken and put back: its record is as it was, but for the mark that it changed.
    const others = [
      'address',
      'customer',
      'inventory_movement',
      'order',
      'order_product',
      'payment',
      'product_inventory',
      'sandbox_charge',
      'transaction',
    ]
    expect(changed).toEqual(others)
    const [order] = await db.order.findMany({ where: { customerId: customer.id }, include: { transactions: true } })
    expect(order).toMatchObject({ financialStatus: 'unpaid', transactions: [{ result: 'failed' }] })
    expect(await onHand(db, scarce)).toBe(2)
  })

  it('leads to the order that a declined card left unpaid, in a repeat of the request too', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const products = [line(once)]
    const headers = { 'Idempotency-Key': randomUUID() }
    const told: unknown[] = []
    for (const _ of [1, 2]) {
      if (surface === 'REST') {
        const init = { ...json({ customer: { id: customer.id }, products }), headers }
        const { status, headers: answered, body } = await store.rest('POST /v1/orders/', store.merchant, init)
        expect([status, body]).toEqual([402, { errors: ['The payment was declined. The card was declined.'] }])
        told.push(/^<(.*)>; rel="related"$/.exec(answered.get('link') ?? '')?.[1])
      } else {
        const productInstance = products[0]?.product_instance
        const query = `mutation { createOrder(input: { customer: { id: ${customer.id} }, products: [{ productInstance: { id: ${productInstance?.id} } }] }) {
          order { url financialStatus } userErrors { code } } }`
        const answer = await store.fetch('/graphql', {
          method: 'POST',
          headers: { ...headers, Authorization: store.merchant, 'Content-Type': 'application/json' },
          body: JSON.stringify({ query }),
        })
        const { data } = (await answer.json()) as { data: { createOrder: { order: { url: string } } } }
        expect(data.createOrder).toMatchObject({
          order: { financialStatus: 'unpaid' },
          userErrors: [{ code: 'PAYMENT_DECLINED' }],
        })
        told.push(data.createOrder.order.url)
      }
    }
    const { id } = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
    expect(told).toEqual([`/v1/orders/${id}/`, `/v1/orders/${id}/`])
    expect((await store.rest(`${told[0]}`)).body).toMatchObject({ id: Number(id), financial_status: 'unpaid' })
  })

  it("charges the card that is given, though it is not the customer's usual one", async () => {
    const customer = await addCustomer(db)
    const bad = await addMethod(db, customer, 'tok_decline', false)
    const answer = await act({ customer: { id: customer.id }, products: [line(once)], cust_pay_id: bad })
    expect(answer.status).toBe(402)
  })
})
