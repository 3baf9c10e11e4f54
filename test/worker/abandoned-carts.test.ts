/** A cart that is not checked out is told of once; one that is old is deleted. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldCarts } from '../../src/resources/orders/carts/old-carts.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { openClockStore } from './clock-store.ts'

const { store, db, moveTo, work } = await openClockStore()

/** A cart, filled unless it is to be empty. */
async function cartOf({ token = 'tok_succeed', isEmpty = false } = {}) {
  const customer = await addCustomer(db, { token })
  const products = isEmpty ? [] : [{ product_instance: { id: (await addProduct(db)).instanceId } }]
  const { record } = await ask(store, 'REST', 'createCart', { customer: { id: String(customer.id) }, products })
  return { customer, id: record.id as number }
}

const toldOf = async (id: number) =>
  (await db.event.findMany({ where: { storeId: 1n, type: 'cart.abandoned', recordId: id }, orderBy: { id: 'asc' } })).map(
    ({ createdAt, actor, customerId, changes }) => ({ at: createdAt.toISOString().slice(0, 16), actor, customerId, changes }),
  )

beforeEach(async () => {
  await db.store.update({ where: { id: 1n }, data: { abandonedAfterHours: 4 } })
})

describe('An abandoned cart', () => {
  it('is told of once, four hours after its last change', async () => {
    await moveTo('2026-03-16T10:00:00Z')
    const { id, customer } = await cartOf()
    await moveTo('2026-03-16T13:00:00Z')
    await ask(store, 'REST', 'updateCart', { id, products: [{ product_instance: { id: (await addProduct(db)).instanceId } }] })
    await moveTo('2026-03-16T16:59:59Z')
    await work()
    expect(await toldOf(id)).toEqual([])
    await moveTo('2026-03-16T17:00:00Z')
    await work()
    const [event, ...others] = await toldOf(id)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      ...{ at: '2026-03-16T17:00', actor: 'worker', customerId: BigInt(customer.id) },
      changes: { changedAt: { from: null, to: '2026-03-16T13:00:00Z' }, lines: { from: null, to: 1 } },
    })
    await ask(store, 'REST', 'updateCart', { id, products: [] })
    await moveTo('2026-03-17T17:00:00Z')
    await work()
    expect(await toldOf(id)).toHaveLength(1)
  })

  it('is one that was declined too, and none that was paid or is empty', async () => {
    await moveTo('2026-03-18T10:00:00Z')
    const [paid, declined, empty] = [await cartOf(), await cartOf({ token: 'tok_never' }), await cartOf({ isEmpty: true })]
    for (const { id } of [paid, declined]) await ask(store, 'REST', 'checkoutCart', { id })
    await moveTo('2026-03-18T15:00:00Z')
    await work()
    expect(await Promise.all([paid, declined, empty].map(async ({ id }) => (await toldOf(id)).length))).toEqual([0, 1, 0])
  })

  it('is told of where the store has it, after the hours that it sets', async () => {
    await moveTo('2026-03-19T10:00:00Z')
    const { id } = await cartOf()
    const set = (hours: number | null) =>
      store.rest('PUT /v1/store/', store.merchant, { body: JSON.stringify({ abandoned_after_hours: hours }) })
    expect(await set(-1)).toMatchObject({ status: 400 })
    expect(await set(null)).toMatchObject({ status: 200, body: { abandoned_after_hours: null } })
    await moveTo('2026-03-19T20:00:00Z')
    await work()
    expect(await toldOf(id)).toEqual([])
    await set(9)
    await work()
    expect(await toldOf(id)).toHaveLength(1)
  })
})

it('Open carts are deleted 90 days after their last change, those with an order never', async () => {
  const [old, declined] = [await cartOf(), await cartOf({ token: 'tok_never' })]
  await ask(store, 'REST', 'checkoutCart', { id: declined.id })
  const { changedAt } = await db.cart.findUniqueOrThrow({ where: ofStore(old.id) })
  const after = (days: number) => clockOf(() => new Date(Number(changedAt) + days * 86_400_000))
  await inSight(() => forgetOldCarts(db, after(89)))
  expect(await db.cart.count({ where: { storeId: 1n, id: old.id } })).toBe(1)
  await inSight(() => forgetOldCarts(db, after(91)))
  expect(await db.cart.count({ where: { storeId: 1n, id: { in: [old.id, declined.id] } } })).toBe(1)
  expect(await db.cartProduct.count({ where: { storeId: 1n, cartId: old.id } })).toBe(0)
})
