/** Events are numbered once they are committed: without a gap, however many write and number at once, and whoever dies meanwhile. */
import { expect, it, describe } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents, startSequencer } from '../../src/writes/sequencer.ts'
import { inSight } from '../every-statement.ts'
import { mutate } from '../resources/writing.ts'
import { openStore } from '../store.ts'

const store = await openStore()
const { db } = store

it('x', async () => {
  await mutate(store, 'updateSubscription', { id: 1, note: 'one' })
  await mutate(store, 'createOrder', { customer: { id: 12 }, products: [{ productInstance: { id: 9 } }] })
  await inSight(() => numberEvents({ db }))
  console.log(await db.event.findMany({}), await db.eventCounter.findMany())
})
