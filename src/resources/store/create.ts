/** Makes a store; operators do, see `tandem store create`. */
import { isTaken } from '../../db/unique.ts'
import { operation } from '../describe.ts'
import { checkStand } from './clock-rules.ts'
import { type NewStore, newStore } from './new-store-rules.ts'
import { hostTaken } from './rules.ts'

/** With how it keeps time: by a test clock if it is to have one, which stands at a time if one is given. */
type CreateInput = NewStore & { hasTestClock: boolean; clockNow: Date | null }

export const createStore = operation('createStore', {
  emits: ['store.created'],
  shows: { resource: 'Store' },
  async write(write, { hasTestClock, clockNow, ...given }: CreateInput) {
    const store = newStore(given)
    if (clockNow) checkStand(clockNow)
    const createdAt = clockNow ?? write.now
    const row = { ...store, hasTestClock, clockNow, createdAt }
    const id = await write.insertStore(row).catch((error: unknown) => {
      throw isTaken(error) ? hostTaken(store.host) : error
    })
    return { id, createdAt, changes: { store: { from: null, to: { ...store, hasTestClock, clockNow } } } }
  },
})
