/** The store of `seed --scale`: its sums are those of its rows, and its past due subscriptions are tried again. */
import { expect, it } from 'vitest'
import { seedScale } from '../../prisma/seed/scale.ts'
import { overPrisma } from '../../prisma/seed.ts'
import { wrongSums } from '../../src/db/recount.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const { db, session } = await openStore({ isApart: true })
const demo = await db.subscription.findMany({ where: { status: 'past_due' } })

const daysOf = (at: Date | null) => ((at?.getTime() ?? Number.NaN) - today.getTime()) / 86_400_000

it('A past due subscription of a seed is tried again within 30 days of its failure, and no more afterwards', async () => {
  await db.$executeRawUnsafe('TRUNCATE store CASCADE')
  const silent = { step: () => {}, end: () => {} }
  await db.$transaction((tx) => seedScale(overPrisma(tx), { thousands: 1, stores: 2 }, today, silent), { timeout: 60_000 })
  const scale = await db.subscription.findMany({ where: { status: 'past_due' } })
  for (const rows of [demo, scale]) {
    expect(rows.length).toBeGreaterThan(4)
    for (const { pastDueAt, lastFailedRenewal, nextTryAt, failedRenewals } of rows) {
      expect(pastDueAt).toEqual(lastFailedRenewal)
      expect(failedRenewals).toBe(1)
      expect(daysOf(pastDueAt)).toBeLessThan(0)
      // Of the last day, when it is given up, it may be either.
      if (daysOf(pastDueAt) < -31) expect(nextTryAt).toBe(null)
      if (daysOf(pastDueAt) > -30) expect(daysOf(nextTryAt)).toBeGreaterThan(-1)
      if (nextTryAt) expect(daysOf(nextTryAt) - daysOf(pastDueAt)).toBeLessThanOrEqual(30)
    }
    expect(rows.some(({ nextTryAt }) => nextTryAt)).toBe(true)
  }
})

it('Each sum of the scale store is what a recount comes to, and each count of stock has its opening movement', async () => {
  expect(await session(wrongSums)).toEqual([])
  const counts = await db.productInventory.count({ where: { quantityOnHand: { not: 0 } } })
  expect(await db.inventoryMovement.groupBy({ by: ['kind'], _count: true })).toEqual([{ kind: 'opening', _count: counts }])
})
