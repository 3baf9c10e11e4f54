/** A test store is deleted with everything in it, and no other store loses a row. */
import { describe, expect, it } from 'vitest'
import { deleteTestStore, rowsOfStore } from '../../src/db/delete-store.ts'
import { openStore } from '../support/store.ts'
import { addMonthly, pastDue } from '../writes/rows.ts'

const store = await openStore({ isApart: true })
const { db } = store

describe('A store', () => {
  it('that keeps real time is not deleted', async () => {
    const before = await rowsOfStore(db, 1n)
    expect(await deleteTestStore(db, 1n)).toBe(false)
    expect(await rowsOfStore(db, 1n)).toEqual(before)
  })

  it('with a test clock is deleted with its orders, unpaid ones too, its log and its events', async () => {
    const { id } = await addMonthly(db, pastDue(3))
    await db.subscription.updateMany({ where: { id }, data: { status: 'past_due' } })
    const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, financialStatus: 'unpaid' } })
    await db.subscription
      .update({ where: { storeId_id: { storeId: 1n, id } }, data: { unpaidOrderId: order.id } })
      .catch(() => {})
    await store.rest('PUT /v1/subscriptions/1/', store.merchant, { body: JSON.stringify({ note: 'logged' }) })
    const theirs = await rowsOfStore(db, 2n)
    expect((await rowsOfStore(db, 1n)).length).toBeGreaterThan(25)
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })
    expect(await deleteTestStore(db, 1n)).toBe(true)
    expect(await rowsOfStore(db, 1n)).toEqual([])
    expect(await db.store.findUnique({ where: { id: 1n } })).toBeNull()
    expect(await rowsOfStore(db, 2n)).toEqual(theirs)
    expect(await deleteTestStore(db, 1n)).toBe(false)
  })
})
