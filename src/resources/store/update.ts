/** The settings of a store; operators write them, see `tandem store set`. */
import type { Shape } from '../../db/shape.ts'
import { operation } from '../describe.ts'

export const updateStore = operation('updateStore', {
  emits: ['store.updated'],
  shows: { resource: 'Store' },
  async write(write, change: Partial<Pick<Shape<'Store'>, 'pageBase' | 'timeZone' | 'retryDays' | 'cancelsPastDue'>>) {
    const store = await write.lockStore()
    await write.change(store, change)
    return { id: store.id }
  },
})
