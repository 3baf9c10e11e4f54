/** A movement of stock names the order whose deliveries it moves: on taking and on releasing, by edits and changes, paid, declined or given up. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addInstance, addProduct } from '../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway, isApart: true })
const { db } = store

beforeEach(() => gateway.reset())

const later = () =>
  inSight(() =>
    reconcile({ db, clock: clockOf(() => new Date(today.getTime() + 120_000)), gateways: gatewaysOf(gateway), report: () => {} }),
  )

describe.each(surfaces)('%s', (surface) => {
  /** Two pieces a month for 1000 each, of which 50 were on hand, and a dearer and a cheaper instance. */
  async function bought() {
    const product = await addProduct(db, {
      stock: 50,
      terms: [
        { cycles: 1, price: 1000 },
        { cycles: 3, price: 9000 },
      ],
    })
    const [term, longer] = product.terms.map(({ id }) => id) as [number, number]
    const dearer = await addInstance(db, product, { stock: 50, terms: [{ id: term, price: 5000 }] })
    const cheaper = await addInstance(db, product, { stock: 50, terms: [{ id: term, price: 100 }] })
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, term: { id: term }, quantity: 2 }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    const line = await db.orderProduct.findFirstOrThrow({ where: { orderId: record.id } })
    const id = Number(line.subscriptionId)
    const change = (input: object) => ask(store, surface, 'changeSubscription', { id, when: 'now', ...input })
    return { id, orderId: BigInt(record.id), product, dearer, cheaper, longer, change }
  }

  /** The movements of an instance but the first, each with its order. */
  const movementsOf = async (productInstanceId: number) => {
    const rows = await db.inventoryMovement.findMany({ where: { productInstanceId }, orderBy: { id: 'asc' } })
    return rows.slice(1).map(({ kind, quantity, cause, orderId }) => [`${kind} ${quantity} by ${cause}`, orderId])
  }
  const lastOrder = async (subscriptionId: number) =>
    (await db.order.findFirstOrThrow({ where: { products: { some: { subscriptionId } } }, orderBy: { id: 'desc' } })).id

  it('more pieces are taken for the order of the difference', async () => {
    const { id, orderId, product, change } = await bought()
    expect((await change({ quantity: 5 })).status).toBe(200)
    const made = await lastOrder(id)
    expect(made).not.toBe(orderId)
    expect(await movementsOf(product.instanceId)).toEqual([
      ['taken -2 by payment', orderId],
      ['taken -3 by subscription', made],
    ])
    // The second change takes for its own order, and leaves the movement of the first alone.
    expect((await change({ quantity: 6 })).status).toBe(200)
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([
      ['taken -3 by subscription', made],
      ['taken -1 by subscription', await lastOrder(id)],
    ])
  })

  it('a dearer instance is taken for the order of the difference, and the pieces before are released of theirs', async () => {
    const { id, orderId, product, dearer, change } = await bought()
    expect((await change({ product_instance_id: dearer })).status).toBe(200)
    expect(await movementsOf(dearer)).toEqual([['taken -2 by subscription', await lastOrder(id)]])
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([['released 2 by subscription', orderId]])
  })

  it('a cheaper instance moves stock for the order that goes on paying', async () => {
    const { id, orderId, product, cheaper, change } = await bought()
    expect((await change({ product_instance_id: cheaper })).status).toBe(200)
    expect(await lastOrder(id)).toBe(orderId)
    expect(await movementsOf(cheaper)).toEqual([['taken -2 by subscription', orderId]])
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([['released 2 by subscription', orderId]])
  })

  it('another term takes its first pieces for its order; the deliveries that are cancelled are of theirs', async () => {
    const { id, orderId, product, longer, change } = await bought()
    expect((await change({ term_id: longer })).status).toBe(200)
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([
      ['taken -2 by payment', await lastOrder(id)],
      ['released 2 by fulfillment', orderId],
    ])
  })

  it.each(['declines', 'breaks before'] as const)(
    'a change that a gateway %s takes and releases of the running term',
    async (mood) => {
      const { orderId, product, change } = await bought()
      gateway.mood = mood
      expect((await change({ quantity: 5 })).status).toBe(mood === 'declines' ? 402 : 503)
      if (mood === 'breaks before') await later()
      expect((await movementsOf(product.instanceId)).slice(1)).toEqual([
        ['taken -3 by subscription', orderId],
        ['released 3 by subscription', orderId],
      ])
    },
  )

  /** An order of two pieces for 1000 each, of which 50 were on hand. */
  async function ordered() {
    const product = await addProduct(db, { price: 1000, stock: 50 })
    const customer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
    const { record } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
    const edit = (quantity: number) =>
      ask(store, surface, 'editOrder', { id: record.id, lines: [{ id: record.products[0].id, quantity }] })
    return { orderId: BigInt(record.id), product, edit }
  }

  it('an edit takes and releases of its order', async () => {
    const { orderId, product, edit } = await ordered()
    expect((await edit(5)).status).toBe(200)
    expect((await edit(1)).status).toBe(200)
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([
      ['taken -3 by payment', orderId],
      ['released 4 by order', orderId],
    ])
  })

  it.each(['declines', 'breaks before'] as const)('an edit that a gateway %s takes and releases of its order', async (mood) => {
    const { orderId, product, edit } = await ordered()
    gateway.mood = mood
    expect((await edit(5)).status).toBe(mood === 'declines' ? 402 : 503)
    if (mood === 'breaks before') await later()
    expect((await movementsOf(product.instanceId)).slice(1)).toEqual([
      ['taken -3 by payment', orderId],
      ['released 3 by payment', orderId],
    ])
  })
})
