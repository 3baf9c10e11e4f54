/** A product is archived, and its subscriptions renew on or end with the time that is paid for, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription, type Product } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const day = (date: string) => new Date(`${date}T09:00:00Z`)
const monthly = () => addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
const subscribed = async (product: Product, columns: object = {}) =>
  addSubscription(db, { customer: await addCustomer(db), product, ...columns })
const rowOf = (id: number) => db.subscription.findFirstOrThrow({ where: { storeId: 1n, id } })

/** Archives a product, by the surface. */
const archive = {
  REST: async (id: number, input: object = {}) =>
    expect((await store.rest(`DELETE /v1/products/${id}/`, store.merchant, json(input))).status).toBe(204),
  GraphQL: async (id: number, input: object = {}) =>
    expect((await mutate(store, 'archiveProduct', { id, ...input })).userErrors).toEqual([]),
}
const atTerm = { subscriptions: 'end_at_term' }

describe.each(['REST', 'GraphQL'] as const)('A product that is archived over %s', (surface) => {
  it('leaves its subscriptions as they are', async () => {
    const product = await monthly()
    const id = await subscribed(product)
    const before = await rowOf(id)
    await archive[surface](product.id)
    await archive[surface](product.id, { subscriptions: 'renew' })
    expect(await rowOf(id)).toEqual(before)
  })

  it('ends them with the time that is paid for, where that is asked', async () => {
    const product = await monthly()
    const [plain, skipped, cancelled] = [
      await subscribed(product),
      await subscribed(product, { skippedDate: day('2026-04-20'), endDate: day('2026-05-20') }),
      await subscribed(product, { status: 'cancelled', autorenew: false }),
    ]
    const other = await subscribed(await monthly())
    const untouched = [await rowOf(cancelled), await rowOf(other)]
    await archive[surface](product.id, atTerm)
    expect(await rowOf(plain)).toMatchObject({ status: 'active', autorenew: false, endDate: day('2026-03-20') })
    expect(await rowOf(skipped)).toMatchObject({ autorenew: false, skippedDate: null, endDate: day('2026-04-20') })
    expect([await rowOf(cancelled), await rowOf(other)]).toEqual(untouched)
  })

  it('logs and emits each that ends', async () => {
    const product = await monthly()
    const ids = [await subscribed(product), await subscribed(product)]
    const known = await db.event.count()
    await archive[surface](product.id, atTerm)
    const changes = { autorenew: { from: true, to: false } }
    const events = await db.event.findMany({ skip: known, orderBy: { id: 'asc' } })
    expect(events.map(({ type, recordId, changes }) => ({ type, recordId: Number(recordId), changes }))).toEqual([
      { type: 'product.archived', recordId: product.id, changes: { deleted: { from: false, to: true } } },
      ...ids.map((recordId) => ({ type: 'subscription.updated', recordId, changes })),
    ])
    const query = `{ subscription(id: ${ids[0]}) { log { nodes { operation recordType surface changes } } } }`
    const { data } = await store.graphql(query)
    expect(data.subscription.log.nodes).toEqual([
      { operation: 'endSubscription', recordType: 'subscription', surface: surface.toLowerCase(), changes },
    ])
  })
})

describe('Subscriptions of an archived product', () => {
  it('are ended when it is archived again, and the second time nothing is left to end', async () => {
    const product = await monthly()
    const id = await subscribed(product)
    await archive.GraphQL(product.id)
    await archive.GraphQL(product.id, atTerm)
    expect(await rowOf(id)).toMatchObject({ autorenew: false })
    const known = await db.event.count()
    await archive.GraphQL(product.id, atTerm)
    expect(await db.event.count()).toBe(known)
  })

  it('are ended all or none: not while a payment for one is under way', async () => {
    const product = await monthly()
    await subscribed(product)
    await subscribed(product, { paymentUnderWay: true })
    await expectRefused(
      store,
      {
        rest: [`DELETE /v1/products/${product.id}/`, json(atTerm)],
        graphql: ['archiveProduct', { id: product.id, ...atTerm }],
      },
      'WRONG_STATUS',
      'A payment for this subscription is under way.',
    )
  })

  it('take the scope write_subscriptions', async () => {
    const clientId = 'archives_products'
    const scopes = ['write_products', 'read_products']
    await db.merchantKey.create({
      data: { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: new Date(0) },
    })
    const product = await monthly()
    const request = `DELETE /v1/products/${product.id}/`
    const { status, body } = await store.rest(request, `Bearer ${clientId}.s`, json(atTerm))
    expect({ status, body }).toEqual({ status: 403, body: { errors: ['The key lacks the scope write_subscriptions.'] } })
    expect((await store.rest(request, `Bearer ${clientId}.s`)).status).toBe(204)
  })

  it('cost as many statements, a hundred or one', async () => {
    const costs = []
    for (const count of [1, 100]) {
      const product = await monthly()
      const customer = await addCustomer(db)
      for (let made = 0; made < count; made += 1) await addSubscription(db, { customer, product })
      costs.push((await store.statements(() => archive.GraphQL(product.id, atTerm))).length)
      expect(await db.subscription.count({ where: { productId: product.id, autorenew: true } })).toBe(0)
    }
    expect(costs[1]).toBe(costs[0])
  })
})
