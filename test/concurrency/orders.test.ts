/** Orders that are asked for at the same moment, over both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, chargesOf, onHand } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

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
  }, 60_000)
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
  }, 60_000)
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
  }, 60_000)
})
