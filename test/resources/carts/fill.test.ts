/** Carts are filled, and priced when they are read. */
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/auth/secret.ts'
import { mostOpenCarts } from '../../../src/resources/orders/carts/cart-rules.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addProduct, giveCredit, type Product } from '../../writes/rows.ts'
import { json } from '../writing.ts'

const store = await openStore()
const { db } = store

const lineOf = (product: Product, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })

/** The Authorization of a new key with these scopes. */
async function keyWith(...scopes: string[]): Promise<string> {
  const clientId = `tk_${scopes.join('_')}`
  const data = { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: new Date(0) }
  await db.merchantKey.create({ data })
  return `Bearer ${clientId}.s`
}

/** A coupon of the first store. */
async function addCoupon(columns: { discountType?: 'percent' | 'amount'; discountValue?: bigint; numRenewals?: number } = {}) {
  const code = `CART-${Math.random()}`
  const data = { storeId: 1, code, name: 'x', discountType: 'percent', discountValue: 10n, createdAt: today, ...columns } as const
  return db.coupon.create({ data })
}

describe.each(surfaces)('%s', (surface) => {
  const create = (input: object, options = {}) => ask(store, surface, 'createCart', { ...input }, options)
  const update = (input: object, options = {}) => ask(store, surface, 'updateCart', { ...input }, options)

  it('makes a cart, which shows what it costs now and at each renewal', async () => {
    const customer = await addCustomer(db)
    await giveCredit(db, customer, 300)
    const once = await addProduct(db, { price: 1000, shipping: 100 })
    const monthly = await addProduct(db, { terms: [{ cycles: 3, price: 2000 }], shipping: 50 })
    const coupon = await addCoupon({ numRenewals: 2 })
    const termId = monthly.terms[0]?.id
    const products = [lineOf(once, { quantity: 2 }), lineOf(monthly, { term: { id: termId } })]
    const { status, record } = await create({ customer: { id: customer.email }, products, coupons: [coupon.code.toLowerCase()] })
    expect(status).toBe(201)
    expect(record).toMatchObject({
      ...{ customer_id: customer.id, order_id: null, completed: false, address_id: null },
      products: [
        { product_instance_id: once.instanceId, term_id: null, quantity: 2 },
        { product_instance_id: monthly.instanceId, quantity: 1 },
      ],
      coupons: [{ code_used: coupon.code }],
      pricing: {
        price: {
          lines: [
            { price: 1000, quantity: 2, discount: 200, shipping: 200, tax: 0, total: 2000 },
            { price: 2000, quantity: 1, discount: 200, shipping: 150, tax: 0, total: 1950 },
          ],
          ...{ sub_total: 4000, total_discount: 400, total_shipping: 350, total: 3950, credit_applied: 300, charge: 3650 },
        },
        renewals: [
          {
            product_instance_id: monthly.instanceId,
            months: 1,
            weeks: 0,
            cycles: 3,
            sub_total: 2000,
            total_discount: 200,
            total: 1950,
          },
        ],
        problem: null,
      },
    })
  })

  it('changes what is given, and leaves the rest', async () => {
    const customer = await addCustomer(db)
    const address = await addAddress(db, customer)
    const [one, other] = [await addProduct(db, { price: 700 }), await addProduct(db, { price: 900 })]
    const { record } = await create({ customer: { id: String(customer.id) }, products: [lineOf(one)] })
    const at = (id: number) => ({ products: [{ product_instance_id: id }] })
    expect((await update({ id: record.id, ship_address_id: address })).record).toMatchObject({
      address_id: address,
      ...at(one.instanceId),
    })
    expect((await update({ id: record.id, products: [lineOf(other)] })).record).toMatchObject({
      address_id: address,
      ...at(other.instanceId),
      pricing: { price: { total: 900 } },
    })
    expect((await update({ id: record.id, products: [] })).record).toMatchObject({ products: [], pricing: { price: null } })
    const types = (await db.event.findMany({ where: { storeId: 1, recordType: 'open_cart', recordId: record.id } })).map(
      ({ type }) => type,
    )
    expect(types).toEqual(['cart.created', 'cart.updated', 'cart.updated', 'cart.updated'])
  })

  it('logs nothing where nothing changes', async () => {
    const customer = await addCustomer(db)
    const { record } = await create({ customer: { id: String(customer.id) }, products: [lineOf(await addProduct(db))] })
    const count = () => db.logEntry.count({ where: { operation: 'updateCart' } })
    const before = await count()
    expect((await update({ id: record.id })).status).toBe(200)
    expect(await count()).toBe(before)
  })

  it('keeps nothing of a dry run', async () => {
    const customer = await addCustomer(db)
    const products = [lineOf(await addProduct(db, { price: 700 }))]
    const { record } = await create({ customer: { id: String(customer.id) }, products }, { isDryRun: true })
    expect(record).toMatchObject({ completed: false, pricing: { price: { total: 700 } } })
    expect(await db.cart.count({ where: { customerId: customer.id } })).toBe(0)
  })

  it('refuses what an order would refuse, by its sentences', async () => {
    const customer = await addCustomer(db)
    const owner = { customer: { id: String(customer.id) } }
    const product = await addProduct(db)
    const gone = await addProduct(db, { more: { deleted: true } })
    const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const refused = async (input: object) => {
      const { status, message } = await create(input)
      return [status, message]
    }
    expect(await refused({ products: [lineOf(product)] })).toEqual([400, 'customer is required.'])
    expect(await refused({ customer: { id: 'nobody@example.net' } })).toEqual([404, 'The customer matches none in the store.'])
    expect(await refused({ ...owner, products: [lineOf(gone)] })).toEqual([
      400,
      'products[0].product_instance is no longer sold.',
    ])
    expect(await refused({ ...owner, products: [lineOf(product, { quantity: 0 })] })).toEqual([
      400,
      'products[0].quantity must be from 1 to 1000, not 0.',
    ])
    expect((await refused({ ...owner, products: [lineOf(monthly)] }))[1]).toMatch(/^products\[0\]\.term is required: /)
    expect(await refused({ ...owner, products: [{ product_instance: { id: 999_999_999 } }] })).toEqual([
      404,
      'products[0].product_instance matches none in the store.',
    ])
    expect(await refused({ ...owner, products: Array(51).fill(lineOf(product)) })).toEqual([
      400,
      'products must have at most 50 lines, not 51.',
    ])
    expect(await refused({ ...owner, products: [lineOf(product)], coupons: ['NONE'] })).toEqual([404, 'Coupon not found'])
    expect(await refused({ ...owner, ship_address_id: 999_999_999 })).toEqual([404, "ship_address_id is none of the customer's."])
    expect(await db.cart.count({ where: { customerId: customer.id } })).toBe(0)
  })

  it('does not change a cart that has led to an order', async () => {
    const cart = await db.cart.findFirstOrThrow({ where: { storeId: 1, completed: true, orderId: { not: null } } })
    const { status, message } = await update({ id: Number(cart.id), products: [] })
    expect([status, message]).toEqual([400, `The cart has led to order ${cart.orderId} and stays as it is. Make another cart.`])
  })

  it("finds another store's cart as little as one that is missing", async () => {
    const { record } = await create({ customer: { id: String((await addCustomer(db)).id) } })
    for (const id of [record.id, 9_007_199_254_740_991]) {
      const { status, message } = await update({ id }, { as: store.otherMerchant })
      expect([status, message]).toEqual([404, 'Not found.'])
    }
  })
})

describe('The problem of a cart', () => {
  const pricingOf = async (id: number) => {
    const { data } = await store.graphql(`{ openCart(id: ${id}) { pricing { price { total } problem } } }`)
    return data.openCart.pricing
  }

  it('says why it cannot be checked out any more', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 700 })
    const coupon = await addCoupon()
    const input = { customer: { id: String(customer.id) }, products: [lineOf(product)], coupons: [coupon.code] }
    const { record } = await ask(store, 'REST', 'createCart', input)
    expect(await pricingOf(record.id)).toEqual({ price: { total: 630 }, problem: null })
    await db.coupon.updateMany({ where: { id: coupon.id, storeId: 1 }, data: { enabled: false } })
    expect(await pricingOf(record.id)).toEqual({ price: { total: 700 }, problem: 'Unable to add coupon.' })
    await db.productInstance.updateMany({ where: { id: product.instanceId, storeId: 1 }, data: { deleted: true } })
    expect(await pricingOf(record.id)).toEqual({ price: null, problem: 'products[0].productInstance is no longer sold.' })
  })
})

describe('An open cart', () => {
  it('is in no list, and read by its id alone, in one statement', async () => {
    const { record } = await ask(store, 'REST', 'createCart', {
      customer: { id: String((await addCustomer(db)).id) },
      products: [
        lineOf(await addProduct(db, { terms: [{ cycles: 1, price: 900 }] }), { term: { name: '1 cycles', num_cycles: 1 } }),
      ],
    })
    expect((await store.rest(`GET /v1/carts/${record.id}/`)).status).toBe(404)
    const { data } = await store.graphql(`{ carts(filter: { id: { eq: ${record.id} } }) { totalCount } }`)
    expect(data.carts.totalCount).toBe(0)
    const query = `{ openCart(id: ${record.id}) { products { quantity } pricing { price { total } renewals { total } } } }`
    const sql = await store.statements(async () => void (await store.graphql(query)))
    expect(sql).toHaveLength(1)
  })

  it('is read by keys that write carts', async () => {
    const { record } = await ask(store, 'REST', 'createCart', { customer: { id: String((await addCustomer(db)).id) } })
    const read = async (...scopes: string[]) => {
      const as = await keyWith(...scopes)
      const { data, errors } = await store.graphql(`{ openCart(id: ${record.id}) { id } }`, {}, as)
      return data?.openCart?.id ?? errors[0]?.message
    }
    expect(await read('write_carts')).toBe(String(record.id))
    expect(await read('read_carts')).toBe('The key lacks the scope write_carts.')
  })

  it('gives way to newer ones beyond as many as a customer may have', async () => {
    const customer = { id: String((await addCustomer(db)).id) }
    const made: number[] = []
    for (let count = 0; count < mostOpenCarts + 1; count++)
      made.push((await ask(store, 'REST', 'createCart', { customer })).record.id)
    const left = await db.cart.findMany({ where: { customerId: Number(customer.id) }, orderBy: { id: 'asc' } })
    expect(left.map(({ id }) => Number(id))).toEqual(made.slice(1))
  })
})

describe('A customer', () => {
  const shopOf = async (...customersMay: string[]) => {
    await db.store.updateMany({ data: { customersMay } })
    return openStore()
  }

  it('fills a cart of their own where the store allows it, and nobody else sees it', async () => {
    const shop = await shopOf('checkout')
    const [one, other] = [await addCustomer(db), await addCustomer(db)]
    const as = await store.customerToken(BigInt(one.id))
    const product = await addProduct(db, { price: 700 })
    const made = await shop.rest('POST /v1/store/api/carts/', as, json({ products: [lineOf(product)] }))
    expect(made).toMatchObject({ status: 201, body: { customer_id: one.id, pricing: { price: { total: 700 } } } })
    const path = `/v1/store/api/carts/${made.body.id}/`
    expect(await shop.rest(`GET ${path}`, as)).toMatchObject({ status: 200, body: { id: made.body.id } })
    const changed = await shop.rest(`PUT ${path}`, as, json({ products: [lineOf(product, { quantity: 3 })] }))
    expect(changed).toMatchObject({ status: 200, body: { pricing: { price: { total: 2100 } } } })
    const stranger = await store.customerToken(BigInt(other.id))
    const missing = `/v1/store/api/carts/9007199254740991/`
    for (const [method, init] of [
      ['GET', {}],
      ['PUT', json({ products: [] })],
    ] as const) {
      const [theirs, none] = [
        await shop.rest(`${method} ${path}`, stranger, init),
        await shop.rest(`${method} ${missing}`, stranger, init),
      ]
      expect([theirs.status, theirs.body]).toEqual([404, none.body])
    }
  })

  it('buys no product that is not on show', async () => {
    const shop = await shopOf('checkout')
    const product = await addProduct(db)
    await db.product.updateMany({ where: { id: product.id, storeId: 1 }, data: { visible: false } })
    const as = await store.customerToken(BigInt((await addCustomer(db)).id))
    const { status, body } = await shop.rest('POST /v1/store/api/carts/', as, json({ products: [lineOf(product)] }))
    expect([status, body.errors]).toEqual([404, ['products[0].product_instance matches none in the store.']])
  })

  it('fills none where the store does not allow it, and none of others', async () => {
    const as = await store.customerToken(BigInt((await addCustomer(db)).id))
    const closed = await (await shopOf('cancel')).rest('POST /v1/store/api/carts/', as, json({}))
    expect([closed.status, closed.body.errors]).toEqual([403, ['This shop does not let its customers do this: checkout.']])
    const open = await shopOf('checkout')
    const query = 'mutation { createCart(input: { customer: { id: "1" } }) { userErrors { message } } }'
    const { errors } = await open.graphql(query, {}, as)
    expect(errors[0]?.message).toBe('Customers may fill their own carts only.')
  })
})
