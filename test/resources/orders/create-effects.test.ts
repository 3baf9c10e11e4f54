/** The effects of an order on numbers kept elsewhere, and its statements. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })
  const buy = async (product: { instanceId: number }, more: object = {}, line: object = {}) => {
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, ...line }]
    return { customer, ...(await act({ customer: { id: customer.id }, products, ...more })) }
  }

  it('counts the customer: orders, subscriptions, revenue and status', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 2000 }] })
    const { customer } = await buy(product, {}, { term: { id: product.terms[0]?.id } })
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({
      numOrders: 1,
      numSubscriptions: 1,
      totalRevenue: 2000n,
      subscriptionStatus: 'active',
    })
  })

  it('counts as revenue of a subscription what it brought in, at its beginning as at its renewal', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 2000 }], shipping: 100 })
    const begun = await buy(product, { coupons: ['TENTH'] }, { term: { id: product.terms[0]?.id } })
    const renewed = await addMonthly(db, { ...pastDue(2), price: 2000 })
    await ask(store, surface, 'renewSubscription', { id: renewed.id })
    for (const { id } of [begun.customer, renewed.customer]) {
      const { subscriptions, orders } = await db.customer.findUniqueOrThrow({
        where: ofStore(id),
        include: { subscriptions: true, orders: { include: { transactions: { where: { result: 'captured' } } } } },
      })
      const captured = orders.flatMap(({ transactions }) => transactions.map(({ total }) => total))
      expect(captured).toHaveLength(1)
      expect(subscriptions.map(({ revenue }) => revenue)).toEqual(captured)
    }
  })

  it('takes at most 7 statements for one line, one of them the claim of the payment, and as many for five of the kind', async () => {
    for (const spec of [{ stock: 50 }, { terms: [{ cycles: 3, price: 100 }] }]) {
      const costs: number[] = []
      for (const lines of [1, 1, 5]) {
        const customer = await addCustomer(db)
        const products: object[] = []
        for (let line = 0; line < lines; line += 1) {
          const { instanceId, terms } = await addProduct(db, spec)
          products.push({ product_instance: { id: instanceId }, ...(terms[0] && { term: { id: terms[0].id } }) })
        }
        const statements = await store.statements(() => act({ customer: { id: customer.id }, products }))
        expect(statements.filter((sql) => /UPDATE payment SET state = 'asked'/.test(sql))).toHaveLength(1)
        // The sandbox keeps books where another gateway would not.
        costs.push(statements.filter((sql) => !sql.includes('sandbox_charge')).length)
      }
      const [, one, five] = costs
      expect(one, JSON.stringify(spec)).toBeLessThanOrEqual(7)
      expect(five, JSON.stringify(spec)).toBe(one)
    }
  })
})
