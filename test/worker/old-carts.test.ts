/** Old open carts are deleted in batches, found by an index; and of too many carts of visitors, the oldest. */
import { beforeAll, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldCarts } from '../../src/resources/orders/carts/old-carts.ts'
import { inSight } from '../support/every-statement.ts'
import { explained } from '../support/explained.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore({ isApart: true })
const { db } = store
const bound = 20_000
const clock = clockOf(() => today)
const forget = () => inSight(() => forgetOldCarts(db, clock))

/** Adds carts of visitors, each a second older than the one before. @returns the id of the newest. */
async function addCarts(storeId: number, count: number, daysAgo = 0): Promise<bigint> {
  const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`
    WITH added AS (
      INSERT INTO cart (store_id, created_at, changed_at)
      SELECT ${storeId}::bigint, time, time FROM generate_series(1, ${count}::int) AS n,
        LATERAL (SELECT ${today}::timestamptz - ${daysAgo}::int * interval '1 day' - n * interval '1 second' AS time) AS made
      ORDER BY n RETURNING id
    ) SELECT min(id) AS id FROM added`
  return id
}

const visitors = (storeId: bigint) => ({ storeId, customerId: null, orderId: null, changedAt: { not: null } })
const count = (storeId: bigint) => db.cart.count({ where: visitors(storeId) })

beforeAll(async () => {
  await db.cart.deleteMany({ where: { orderId: null, payments: { none: {} } } })
})

it('Of the open carts of the visitors of a store the newest 20,000 are kept', async () => {
  const newest = await addCarts(1, bound + 30)
  const others = await addCarts(2, 5)
  const oldest = newest + BigInt(bound + 29)
  await db.metadata.create({ data: { storeId: 1n, cartId: oldest, data: {}, createdAt: today, updatedAt: today } })
  expect(await forget()).toBeGreaterThanOrEqual(29)
  const kept = await db.cart.findMany({ where: visitors(1n), orderBy: { id: 'asc' }, select: { id: true } })
  // One with metadata is kept, and counts for none.
  expect([kept.length, kept[0]?.id, kept.at(-2)?.id, kept.at(-1)?.id]).toEqual([
    bound + 1,
    newest,
    newest + BigInt(bound - 1),
    oldest,
  ])
  expect(await db.cart.count({ where: { storeId: 2n, id: { gte: others } } })).toBe(5)
  expect(await forget()).toBe(0)
})

it('Carts of visitors are deleted after 31 days, a thousand at a time', async () => {
  const before = await count(2n)
  await addCarts(2, 2_500, 32)
  await addCarts(2, 3, 30)
  const statements = await store.statements(async () => expect(await forgetOldCarts(db, clock)).toBe(2_500))
  expect(statements.filter((text) => /changed_at </.test(text))).toHaveLength(3)
  expect(await count(2n)).toBe(before + 3)
})

it('Old carts are found by the index of open ones', async () => {
  await db.$executeRawUnsafe('VACUUM ANALYZE cart')
  expect(await explained(store, () => forgetOldCarts(db, clock))).toContain('Index Scan using cart_open on cart')
})
