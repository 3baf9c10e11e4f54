/** Makes a store; operators do, see `tandem store create`. */
import { isTaken } from '../../db/unique.ts'
import { checked } from '../../values/written-values.ts'
import { operation } from '../describe.ts'
import { checkStand } from './clock-rules.ts'
import { hostTaken, readCurrency, readHost } from './rules.ts'
import { writable } from './writable.ts'

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

/** The input of an operator for a new store. */
type NewStore = { name: string; host: string; currency: string }

/**
 * Checks what a new store is to be, and spells host and currency as they are kept.
 *
 * @throws Refusal BAD_INPUT.
 */
function newStore({ name, host, currency }: NewStore): NewStore {
  checked({ name: writable.name }, { name })
  return { name: name.trim(), host: readHost(host), currency: readCurrency(currency) }
}
