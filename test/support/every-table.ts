/** A row in every table that there is, of both stores: what copies or deletes a store is held to all of them, those of later versions too. */
import { expect } from 'vitest'
import { databaseClock } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { fillInMovements } from '../../src/movements/fill.ts'
import { rollUpMovements } from '../../src/resources/figures/roll-up.ts'
import { addRows } from '../access/isolation/rows.ts'
import { storeTables } from './statement-stores.ts'
import { today } from './template.ts'

/** Counts the rows of a store in each of the tables that belong to stores. */
export async function rowsInEach(db: Db, storeId: bigint): Promise<Record<string, number>> {
  const counts = [...storeTables].map(
    (table) => `SELECT '${table}' AS name, (SELECT count(*)::int FROM "${table}" WHERE store_id = ${storeId}) AS rows`,
  )
  const found = await db.$queryRawUnsafe<{ name: string; rows: number }[]>(counts.join(' UNION ALL '))
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

/** Fills the tables of the demo stores; fails for one that has no row, which is to be added in `addRows`, or here. */
export async function fillEveryTable(db: Db): Promise<void> {
  await addRows(db)
  for (const storeId of [1n, 2n]) {
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId } })
    const { id: customerId } = await db.customer.findFirstOrThrow({ where: { storeId } })
    const { id: orderId } = await db.order.findFirstOrThrow({ where: { storeId } })
    await db.couponUse.create({ data: { storeId, couponId, customerId, uses: 1 } })
    await db.staffTry.create({ data: { storeId, account: 'x', address: 'x', since: today, tries: 1 } })
    await db.invoiceDue.create({ data: { storeId, orderId, cause: 'edit', causeId: 1n, causedAt: today, basis: {} } })
    await db.invoiceSeries.create({ data: { storeId, series: 'invoice', epoch: 0, last: 1n } })
    await db.tombstone.create({ data: { storeId, recordType: 'coupon', recordId: 1_000_000n } })
    const reference = `payment of ${storeId}`
    const asked = { storeId, customerId, orderId, reference, amount: 1n, state: 'captured', plan: {}, createdAt: today } as const
    const { id: paymentId } = await db.payment.create({ data: asked })
    const key = { storeId, credential: 'key demo', key: 'every table', fingerprint: '', createdAt: today, paymentId }
    await db.idempotencyKey.create({ data: key })
  }
  await fillInMovements(db, databaseClock)
  await rollUpMovements(db, { atLeast: 1, atOnce: 100 })
  const counts = await rowsInEach(db, 1n)
  expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual([])
}
