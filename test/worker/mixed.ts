/** Immediate changes of subscriptions at the same time as orders of their customers, and cancellations and refunds of what they share parcels with. */
import { expect } from 'vitest'
import type { Store } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addInstance, addProduct } from '../writes/rows.ts'

type Bought = { id: number; customerId: number; orderId: number; other: number; product: number; terms: readonly number[] }

const most = 12

/** Buys a subscription and a piece of something else for customers with subscriptions from an id on. */
export async function buyFor(store: Store, first: bigint): Promise<Bought[]> {
  const { db } = store
  const due = await db.subscription.findMany({ where: { id: { gte: first } }, distinct: ['customerId'], take: most })
  const terms = [
    { cycles: 1, price: 1000 },
    { cycles: 3, price: 9000 },
  ]
  const product = await addProduct(db, { terms, stock: 500 })
  const prices = product.terms.map(({ id }) => ({ id, price: 12_000 }))
  const other = await addInstance(db, product, { terms: prices, stock: 500 })
  const once = await addProduct(db, { price: 300, stock: 500 })
  const term = product.terms[0]?.id ?? 0
  const bought: Bought[] = []
  for (const { customerId } of due) {
    const products = [
      { product_instance: { id: product.instanceId }, term: { id: term } },
      { product_instance: { id: once.instanceId } },
    ]
    const { record, status } = await ask(store, 'REST', 'createOrder', { customer: { id: Number(customerId) }, products })
    expect(status).toBe(201)
    const orderId = Number(record.id)
    const { subscriptionId } = await db.orderProduct.findFirstOrThrow({ where: { orderId, subscriptionId: { not: null } } })
    const of = { product: product.instanceId, other, terms: product.terms.map(({ id }) => id) }
    bought.push({ id: Number(subscriptionId), customerId: Number(customerId), orderId, ...of })
  }
  await db.customer.updateMany({ data: { lastOrderAt: null } })
  return bought
}

/** Changes them in three steps while all else goes on. @returns how many changes were charged, and how many orders were made. */
export async function changeAndCancel(store: Store, bought: readonly Bought[]): Promise<{ changed: number; ordered: number }> {
  let [changed, ordered] = [0, 0]
  const done = async (asked: ReturnType<typeof ask>) => {
    const { status } = await asked
    expect(status).toBeOneOf([200, 201, 400])
    return status < 300
  }
  const change = async (id: number, body: object) => {
    if (await done(ask(store, 'REST', 'changeSubscription', { id, ...body, when: 'now' }))) changed += 1
  }
  const order = async (id: number, products: object[]) => {
    if (await done(ask(store, 'REST', 'createOrder', { customer: { id }, products }))) ordered += 1
  }
  await Promise.all(
    bought.map(async ({ id, customerId, orderId, other, product, terms: [term, longer] }, place) => {
      // The delivery goes to an order of its own, and stays in the parcel.
      await change(id, { product_instance_id: other })
      const products = [other, product].map((of) => ({ product_instance: { id: of }, term: { id: term } }))
      await store.db.customer.updateMany({ where: { id: customerId }, data: { lastOrderAt: null } })
      const ends = place % 2 ? 'cancelOrder' : 'refundOrder'
      const left = ends === 'cancelOrder' ? { subscriptions: 'keep' } : { restock: true }
      await Promise.all([
        change(id, { product_instance_id: product, term_id: longer, quantity: 3 }),
        order(customerId, products),
        done(ask(store, 'REST', ends, { id: orderId, ...left })),
      ])
      await change(id, { quantity: 5 })
    }),
  )
  return { changed, ordered }
}
