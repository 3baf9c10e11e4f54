/** A renewal happens once, whatever happens to those who make it. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addDue, renewWithKills } from './rounds.ts'

const { db, url } = await openStore()
const due = 300

// The embedded database is in one process alone.
describe.skipIf(!url)('Three hundred renewals, three workers of which two are killed', () => {
  it.each([1, 2, 3])(
    'come to three hundred orders and three hundred charges: round %i',
    async () => {
      const first = await addDue(db, due)
      const { killedAt, ...tally } = await renewWithKills(db, url ?? '', first, due)
      expect(tally, `killed when ${killedAt.join(' and ')} were renewed`).toEqual({
        renewed: due,
        orders: due,
        captured: due,
        charged: due,
      })
    },
    120_000,
  )

  it('have locked each other out never', async () => {
    const [counted] = await db.$queryRaw<object[]>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`
    expect(counted).toEqual({ deadlocks: 0 })
  })
})
