/** Sets a test clock on its way; the workers move it, and do what falls due. */
import { mutation } from '../describe.ts'
import { pointsOfWay } from './clock-cost.ts'
import { advance } from './clock-rules.ts'

export const advanceClock = mutation('advanceClock', {
  description:
    'Moves the test clock of the store, and has everything that falls due on the way done in its order, as if the server had run all along. Answers at once; `clock.isMoving` says whether it is on its way still. Real stores keep real time.',
  scope: 'admin',
  input: (t) => ({ to: t.field({ type: 'DateTime', required: true, description: 'Where to, after what the clock says.' }) }),
  emits: ['store.updated'],
  shows: { field: 'store', resource: 'Store' },
  async write(write, { to }) {
    const store = await write.lockStore()
    const change = advance(store, write.now, to)
    const points = await pointsOfWay(write, to)
    await write.change(store, change)
    return { id: store.id, points }
  },
})
