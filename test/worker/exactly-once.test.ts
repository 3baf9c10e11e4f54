/** A renewal happens once, whatever happens to those who make it; meanwhile its customers order, change and cancel. */
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { expectCounted } from '../purchases/ledger.ts'
import { openStore } from '../support/store.ts'
import { buyFor, changeAndCancel } from './mixed.ts'
import { addDue, renewWithKills } from './rounds.ts'

const store = await openStore({ now: () => new Date() })
const { db, url } = store
const due = 300

// The embedded database is in one process alone.
describe.skipIf(!url)('Three hundred renewals, three workers of which two are killed', () => {
  it.each([1, 2, 3])(
    'come to three hundred orders and three hundred charges: round %i',
    async () => {
      const first = await addDue(db, due)
      const bought = await buyFor(store, first)
      const mixed = changeAndCancel(store, bought)
      const { killedAt, ...tally } = await renewWithKills(db, url ?? '', first, due)
      const { changed, ordered } = await mixed
      expect(tally, `killed when ${killedAt.join(' and ')} were renewed`).toEqual({
        renewed: due + bought.length + 2 * ordered,
        orders: due,
        captured: due,
        charged: due + changed,
      })
      expect([changed, ordered].map((count) => count > 0)).toEqual([true, true])
      await expectCounted(db)
    },
    120_000,
  )

  it('leave no parcel to be sent with nothing in it', async () => {
    const empty = await db.shipment.count({ where: { status: 'unshipped', fulfillments: { none: { status: 'open' } } } })
    expect(empty).toBe(0)
  })

  it('run without a deadlock', async () => {
    // A session reports what it counts once it is idle, at most once a second.
    await setTimeout(1_500)
    const [counted] = await db.$queryRaw<object[]>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`
    expect(counted).toEqual({ deadlocks: 0 })
  })
})
