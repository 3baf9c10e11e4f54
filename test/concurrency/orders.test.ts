/** Orders that are asked for at the same moment, over both surfaces. */
import { describe, expect, inject, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, type Customer, chargesOf, onHand } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const store = await openStore()
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

const surfaceOf = (index: number) => surfaces[index % surfaces.length] ?? 'REST'
const count = <T>(answers: T[], fits: (answer: T) => boolean) => answers.filter(fits).length

describe('100 orders at once for one customer', () => {
  it('are one order, one charge, and 99 refusals by the guard', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500, stock: 1000 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => ask(store, surfaceOf(index), 'createOrder', order)),
    )
    expect(count(answers, ({ status }) => status === 201)).toBe(1)
    // Either the first one's payment is not settled yet, or its order is there.
    const guard = /^The customer already has an order (from the past minute|whose payment is not settled yet)/
    expect(count(answers, ({ status, message }) => status === 400 && guard.test(message ?? ''))).toBe(99)
    expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 500, captured: true }])
    expect(await onHand(db, product)).toBe(999)
    expect(await db.logEntry.count({ where: { operation: 'createOrder', refusedBy: 'DUPLICATE_ORDER' } })).toBe(99)
  })
})

describe('the last one in stock, wanted by 20 customers at once', () => {
  it('goes to exactly one', async () => {
    const product = await addProduct(db, { price: 500, stock: 1 })
    const customers = await Promise.all(Array.from({ length: 20 }, () => addCustomer(db)))
    const answers = await Promise.all(
      customers.map(({ id }, index) =>
        ask(store, surfaceOf(index), 'createOrder', {
          customer: { id },
          products: [{ product_instance: { id: product.instanceId } }],
        }),
      ),
    )
    expect(count(answers, ({ status }) => status === 201)).toBe(1)
    expect(count(answers, ({ message }) => /not 1 in stock/.test(message ?? ''))).toBe(19)
    expect(await onHand(db, product)).toBe(0)
    const charges = await Promise.all(customers.map(({ id }) => chargesOf(db, id)))
    expect(charges.flat()).toHaveLength(1)
  })
})

describe('orders of the same two products, named in either order, at once', () => {
  it('do not lock each other out', async () => {
    const [one, two] = [await addProduct(db, { stock: 100 }), await addProduct(db, { stock: 100 })]
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { id } = await addCustomer(db)
        const products = (index % 2 ? [one, two] : [two, one]).map(({ instanceId }) => ({ product_instance: { id: instanceId } }))
        return ask(store, surfaceOf(index), 'createOrder', { customer: { id }, products })
      }),
    )
    expect(answers.map(({ status, message }) => ({ status, message }))).toEqual(
      Array(20).fill({ status: 201, message: undefined }),
    )
    expect([await onHand(db, one), await onHand(db, two)]).toEqual([80, 80])
  })
})

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('An order that waits for another write of its customer', () => {
  const card = { gateway_token: 'tok_succeed', last4: '1111', exp_month: 1, exp_year: 2032 }

  /** Orders while a write of the customer is before it in the queue. */
  async function orderBehind(customer: Customer, request: string, body: object = {}, of: object = {}) {
    const { instanceId } = await addProduct(db)
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }], ...of }
    const headers = { 'Content-Type': 'application/json' }
    const asked = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM customer WHERE store_id = 1 AND id = ${customer.id} FOR NO KEY UPDATE`
      const first = store.rest(request, store.merchant, { headers, body: JSON.stringify(body) })
      await waitForLocks(db, 1)
      const second = ask(store, 'REST', 'createOrder', order)
      await waitForLocks(db, 2)
      return { first, second }
    })
    const { status, body: before } = await asked.first
    expect(status, JSON.stringify(before)).toBeLessThan(300)
    return { before, order: await asked.second }
  }

  it('charges no payment method that the other removed', async () => {
    const customer = await addCustomer(db)
    const { order } = await orderBehind(customer, `DELETE /v1/customers/${customer.id}/payment_methods/${customer.methodId}/`)
    expect(order).toMatchObject({ status: 400, message: 'The customer has no payment method.' })
    expect(await chargesOf(db, customer.id)).toEqual([])
  })

  it('charges the payment method that the other put in the place of the default one', async () => {
    const customer = await addCustomer(db)
    const path = `/v1/customers/${customer.id}/payment_methods/${customer.methodId}/replace/`
    const { before, order } = await orderBehind(customer, `PUT ${path}`, card)
    expect(order).toMatchObject({ status: 201 })
    const { paymentMethodId } = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
    expect(Number(paymentMethodId)).toBe(before.id)
  })

  it('is sent to no address that the other archived', async () => {
    const customer = await addCustomer(db)
    const { order } = await orderBehind(customer, `DELETE /v1/customers/${customer.id}/addresses/${customer.addressId}/`)
    expect(order).toMatchObject({ status: 400, message: 'The customer has no address; create one first.' })
    expect(await chargesOf(db, customer.id)).toEqual([])
  })

  it('finds no customer whom the other archived', async () => {
    const customer = await addCustomer(db)
    const { order } = await orderBehind(customer, `DELETE /v1/customers/${customer.id}/`)
    expect(order).toMatchObject({ status: 404, message: 'The customer matches none in the store.' })
  })
})
