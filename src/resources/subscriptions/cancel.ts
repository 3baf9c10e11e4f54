/** Cancels a subscription, and closes the order that waits for its payment. */
import { closeUnpaidOrder } from '../../purchases/unpaid-order.ts'
import { mutation } from '../describe.ts'
import { holdSubscription, saveSubscription } from './row.ts'
import { cancel, checkNote } from './rules.ts'

mutation('cancelSubscription', {
  description:
    'Cancels an active or past due subscription; what was paid for is still delivered, and an order that waits for its payment is closed. Repeating it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    logNote: t.string({ description: 'A remark for the log, at most 2,000 characters.' }),
    cancelReason: t.int({ description: 'The code of the reason.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote, cancelReason }) {
    write.note(logNote)
    checkNote(logNote, 'logNote')
    const row = await holdSubscription(write, id)
    const change = cancel(row, write.now, cancelReason ?? null)
    return saveSubscription(write, row, { ...change, ...(await closeUnpaidOrder(write.tx, row)) })
  },
})
