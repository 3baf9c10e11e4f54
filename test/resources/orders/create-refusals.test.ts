/** Orders that are refused: each with its sentence, and every table as it was. */
import { describe, expect, it } from 'vitest'
import { checkForSale, checkQuantity, chooseTerm, type InstanceFacts } from '../../../src/resources/orders/create-rules.ts'
import { openStore } from '../../store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMethod, addProduct, ago, type Customer, chargesOf, onHand } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'

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
const giftable = await addProduct(db, { more: { giftable: true } })
const gone = await addProduct(db, { more: { deleted: true } })
const foreign = await addProduct(db, { storeId: 2 })
const other = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
const foreignCustomer = await addCustomer(db, { storeId: 2 })
const neighbour = await addCustomer(db)
const twins = 'twins@example.net'
await addCustomer(db, { email: twins })
await addCustomer(db, { email: twins })

const line = (product: { instanceId: number }, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })
const term = (index: number) => ({ term: { id: monthly.terms[index]?.id } })

/** What is asked for, of a customer of its own, and the answer. */
const refusals: [name: string, input: (customer: Customer) => object, code: string, status: number, message: string | RegExp][] =
  [
    ['no such customer', () => ({ customer: { id: 999_999_999 } }), 'NOT_FOUND', 404, 'The customer matches none in the store.'],
    [
      "another store's customer",
      () => ({ customer: { id: foreignCustomer.id } }),
      'NOT_FOUND',
      404,
      'The customer matches none in the store.',
    ],
    [
      "another store's e-mail address",
      () => ({ customer: { id: foreignCustomer.email } }),
      'NOT_FOUND',
      404,
      'The customer matches none in the store.',
    ],
    [
      'an e-mail address nobody has',
      () => ({ customer: { id: 'nobody@example.net' } }),
      'NOT_FOUND',
      404,
      'The customer matches none in the store.',
    ],
    [
      'an e-mail address of two',
      () => ({ customer: { id: twins } }),
      'BAD_INPUT',
      400,
      /twins@example\.net is that of more than one customer/,
    ],
    ['no lines', () => ({ products: [] }), 'BAD_INPUT', 400, 'products must have 1 to 50 lines, not 0.'],
    ['51 lines', () => ({ products: Array(51).fill(line(once)) }), 'BAD_INPUT', 400, 'products must have 1 to 50 lines, not 51.'],
    [
      'no such form',
      () => ({ products: [line({ instanceId: 999_999_999 })] }),
      'NOT_FOUND',
      404,
      'products[0].product_instance matches none in the store.',
    ],
    [
      "another store's form, beside a good one",
      () => ({ products: [line(once), line(foreign)] }),
      'NOT_FOUND',
      404,
      'products[1].product_instance matches none in the store.',
    ],
    [
      'a deleted product',
      () => ({ products: [line(gone)] }),
      'BAD_INPUT',
      400,
      'products[0].product_instance is no longer sold.',
    ],
    [
      'quantity 0',
      () => ({ products: [line(once, { quantity: 0 })] }),
      'BAD_INPUT',
      400,
      'products[0].quantity must be from 1 to 1000, not 0.',
    ],
    [
      'quantity -1',
      () => ({ products: [line(once, { quantity: -1 })] }),
      'BAD_INPUT',
      400,
      'products[0].quantity must be from 1 to 1000, not -1.',
    ],
    [
      'quantity 10^9',
      () => ({ products: [line(once, { quantity: 1e9 })] }),
      'BAD_INPUT',
      400,
      'products[0].quantity must be from 1 to 1000, not 1000000000.',
    ],
    [
      'quantity null',
      () => ({ products: [line(once, { quantity: null })] }),
      'BAD_INPUT',
      400,
      'products[0].quantity must be a whole number, not null.',
    ],
    [
      'a term for a product bought once',
      () => ({ products: [line(once, term(0))] }),
      'BAD_INPUT',
      400,
      /^products\[0\]\.term must not be given/,
    ],
    ['no term for a subscription', () => ({ products: [line(monthly)] }), 'BAD_INPUT', 400, /^products\[0\]\.term is required/],
    [
      'an empty term',
      () => ({ products: [line(monthly, { term: {} })] }),
      'BAD_INPUT',
      400,
      'products[0].term takes either id, or name and num_cycles.',
    ],
    [
      'a term by name alone',
      () => ({ products: [line(monthly, { term: { name: '1 cycles' } })] }),
      'BAD_INPUT',
      400,
      'products[0].term takes either id, or name and num_cycles.',
    ],
    [
      'a term by all three',
      () => ({ products: [line(monthly, { term: { ...term(0).term, name: '1 cycles', num_cycles: 1 } })] }),
      'BAD_INPUT',
      400,
      'products[0].term takes either id, or name and num_cycles.',
    ],
    [
      'a name with another number of cycles',
      () => ({ products: [line(monthly, { term: { name: '1 cycles', num_cycles: 2 } })] }),
      'BAD_INPUT',
      400,
      /^products\[0\]\.term is not one that/,
    ],
    ['a disabled term', () => ({ products: [line(monthly, term(1))] }), 'BAD_INPUT', 400, /^products\[0\]\.term is not one that/],
    [
      "a gift's term for no gift",
      () => ({ products: [line(monthly, term(2))] }),
      'BAD_INPUT',
      400,
      /^products\[0\]\.term is not one that/,
    ],
    [
      "another product's term",
      () => ({ products: [line(monthly, { term: { id: other.terms[0]?.id } })] }),
      'BAD_INPUT',
      400,
      /^products\[0\]\.term is not one that/,
    ],
    [
      'a gift of what cannot be given',
      () => ({ order_gift_info: { gift_message: 'x' } }),
      'BAD_INPUT',
      400,
      'products[0].product_instance cannot be given as a gift.',
    ],
    [
      'a gift message of null',
      () => ({ products: [line(giftable)], order_gift_info: { gift_message: null } }),
      'BAD_INPUT',
      400,
      'gift_message must not be null.',
    ],
    [
      'a gift message too long',
      () => ({ products: [line(giftable)], order_gift_info: { gift_message: 'x'.repeat(10_001) } }),
      'BAD_INPUT',
      400,
      'gift_message must have at most 10000 characters.',
    ],
    ['more than there are', () => ({ products: [line(scarce, { quantity: 3 })] }), 'OUT_OF_STOCK', 400, /not 3 in stock/],
    [
      'more than there are, in two lines',
      () => ({ products: [line(scarce, { quantity: 2 }), line(scarce)] }),
      'OUT_OF_STOCK',
      400,
      /not 3 in stock/,
    ],
    [
      'one in stock and one not',
      () => ({ products: [line(once), line(scarce, { quantity: 3 })] }),
      'OUT_OF_STOCK',
      400,
      /not 3 in stock/,
    ],
    ['an unknown coupon', () => ({ coupons: ['NOPE'] }), 'COUPON_NOT_FOUND', 404, 'Coupon not found'],
    ['a disabled coupon', () => ({ coupons: ['SUMMER'] }), 'COUPON_NOT_APPLICABLE', 400, 'Unable to add coupon.'],
    ['a coupon for something else', () => ({ coupons: ['TOES'] }), 'COUPON_NOT_APPLICABLE', 400, 'Unable to add coupon.'],
    ['a coupon twice', () => ({ coupons: ['TENTH', 'TENTH'] }), 'BAD_INPUT', 400, 'coupons takes at most 10 codes, each once.'],
    [
      "a neighbour's address",
      () => ({ ship_address_id: neighbour.addressId }),
      'NOT_FOUND',
      404,
      "ship_address_id is none of the customer's.",
    ],
    [
      "a neighbour's card",
      () => ({ cust_pay_id: neighbour.methodId }),
      'NOT_FOUND',
      404,
      "cust_pay_id is none of the customer's.",
    ],
    [
      "another store's card",
      () => ({ cust_pay_id: foreignCustomer.methodId }),
      'NOT_FOUND',
      404,
      "cust_pay_id is none of the customer's.",
    ],
  ]

/** What the types refuse before a rule is asked; each surface in its own words. */
const malformed: [name: string, input: object][] = [
  ['customer missing', { customer: undefined }],
  ['customer null', { customer: null }],
  ['customer a number', { customer: 5 }],
  ['customer without id', { customer: {} }],
  ['customer id zero', { customer: { id: 0 } }],
  ['customer id a list', { customer: { id: [1] } }],
  ['customer id no address', { customer: { id: 'nobody' } }],
  ['customer with another field', { customer: { id: 1, name: 'x' } }],
  ['products missing', { products: undefined }],
  ['products null', { products: null }],
  ['products a text', { products: 'all' }],
  ['a line null', { products: [null] }],
  ['a line without form', { products: [{}] }],
  ['a form without id', { products: [{ product_instance: {} }] }],
  ['a form by sku', { products: [{ product_instance: { sku: 'A' } }] }],
  ['quantity a fraction', { products: [line(once, { quantity: 1.5 })] }],
  ['quantity a word', { products: [line(once, { quantity: 'two' })] }],
  ['quantity above 32 bits', { products: [line(once, { quantity: 1e12 })] }],
  ['term a text', { products: [line(monthly, { term: 'monthly' })] }],
  ['ship_address_id a word', { ship_address_id: 'home' }],
  ['coupons of null', { coupons: [null] }],
  ['coupons of numbers', { coupons: [5] }],
  ['order_gift_info a text', { order_gift_info: 'yes' }],
  ['order_gift_info with another field', { order_gift_info: { message: 'x' } }],
  ['a total of its own', { total: 1 }],
]

describe('the rule', () => {
  const facts = { deleted: false, product: { name: 'Tea', deleted: false, giftable: false, singlePurchasable: true } }

  it('sells 1 to 1,000 pieces', () => {
    for (const quantity of [1, 1_000]) expect(() => checkQuantity(quantity, 'line')).not.toThrow()
    for (const quantity of [0, 1_001]) expect(() => checkQuantity(quantity, 'line')).toThrow(/must be from 1 to 1000/)
  })

  it('sells no deleted form, and gives none that is not giftable', () => {
    expect(() => checkForSale(facts as InstanceFacts, false, 'line')).not.toThrow()
    expect(() => checkForSale(facts as InstanceFacts, true, 'line')).toThrow('cannot be given as a gift')
    expect(() => checkForSale({ ...facts, deleted: true } as InstanceFacts, false, 'line')).toThrow('no longer sold')
  })

  it('takes no term for what is bought once', () => {
    expect(chooseTerm(facts as InstanceFacts, null, false, 'line')).toBeUndefined()
    expect(() => chooseTerm(facts as InstanceFacts, { id: '1' }, false, 'line')).toThrow('must not be given')
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })

  it.each(refusals)('refuses %s and leaves everything as it was', async (_name, input, code, status, message) => {
    const customer = await addCustomer(db)
    const changed = await tablesChangedBy(db, async () => {
      const answer = await act({ customer: { id: customer.id }, products: [line(once)], ...input(customer) })
      expect(answer.status).toBe(status)
      expect(answer.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message))
      if (surface === 'GraphQL') expect(answer.code).toBe(code)
    })
    expect(changed).toEqual([])
  })

  it.each(malformed)('answers 400 to %s and leaves everything as it was', async (_name, input) => {
    const customer = await addCustomer(db)
    const changed = await tablesChangedBy(db, async () => {
      const { status, message } = await act({ customer: { id: customer.id }, products: [line(once)], ...input })
      expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/\w{3}/) })
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
      expect(await act(input)).toMatchObject({ status: 400, message: 'The customer already has an order from the past minute.' })
    })
    expect(changed).toEqual([])
    await db.customer.update({ where: { id: customer.id }, data: { lastOrderAt: ago(60) } })
    expect((await act(input)).status).toBe(201)
    expect((await act(input)).status).toBe(400)
    expect(await chargesOf(db, customer.id)).toHaveLength(1)
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
    expect(changed).toEqual(['customer', 'order', 'order_product', 'payment', 'sandbox_charge', 'transaction'])
    const [order] = await db.order.findMany({ where: { customerId: customer.id }, include: { transactions: true } })
    expect(order).toMatchObject({ financialStatus: 'unpaid', transactions: [{ result: 'failed' }] })
    expect(await onHand(db, scarce)).toBe(2)
  })

  it("charges the card that is given, though it is not the customer's usual one", async () => {
    const customer = await addCustomer(db)
    const bad = await addMethod(db, customer, 'tok_decline', false)
    const answer = await act({ customer: { id: customer.id }, products: [line(once)], cust_pay_id: bad })
    expect(answer.status).toBe(402)
  })
})
