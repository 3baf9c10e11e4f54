/** A test store is deleted with everything in it, and no other store loses a row. */
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteTestStore, rowsOfStore } from '../../src/db/delete-store.ts'
import { fillEveryTable, rowsInEach } from '../support/every-table.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ isApart: true })
const { db, session } = store
const rowsOf = (storeId: bigint) => session((opened) => rowsOfStore(opened, storeId))
const deleted = (storeId: bigint) => session((opened) => deleteTestStore(opened, storeId))

beforeAll(() => fillEveryTable(db), 120_000)

describe('A store', () => {
  it('that keeps real time is not deleted', async () => {
    const before = await rowsOf(1n)
    expect(await deleted(1n)).toBe(false)
    expect(await rowsOf(1n)).toEqual(before)
  })

  it('with a test clock is deleted with its rows in every table: unpaid orders, invoices and consents too', async () => {
    expect(await db.subscription.count({ where: { storeId: 1n, unpaidOrderId: { not: null } } })).toBeGreaterThan(0)
    await store.rest('PUT /v1/subscriptions/1/', store.merchant, { body: JSON.stringify({ note: 'logged' }) })
    const theirs = await rowsOf(2n)
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })
    expect(await deleted(1n)).toBe(true)
    expect(Object.values(await rowsInEach(db, 1n)).filter((rows) => rows > 0)).toEqual([])
    expect(await db.store.findUnique({ where: { id: 1n } })).toBeNull()
    expect(await rowsOf(2n)).toEqual(theirs)
    expect(await deleted(1n)).toBe(false)
  })

  it('keeps all its rows where the database refuses one of them', async () => {
    await db.store.update({ where: { id: 2n }, data: { hasTestClock: true } })
    await db.$executeRawUnsafe('CREATE TABLE held (store_id bigint NOT NULL, customer_id bigint NOT NULL)')
    await db.$executeRawUnsafe(
      'ALTER TABLE held ADD FOREIGN KEY (store_id, customer_id) REFERENCES customer (store_id, id) DEFERRABLE',
    )
    await db.$executeRawUnsafe('INSERT INTO held SELECT store_id, id FROM customer WHERE store_id = 2')
    await db.$executeRawUnsafe('CREATE RULE held AS ON DELETE TO held DO INSTEAD NOTHING')
    const before = await rowsOf(2n)
    await expect(deleted(2n)).rejects.toThrow(/foreign key/)
    expect(await rowsOf(2n)).toEqual(before)
  })
})
