/** Cancels a subscription, and closes the order that waits for its payment. */
import { unpaidOrderEventTypes } from '../../purchases/payment/unpaid-order.ts'
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { lockAndMoveDeliveries } from './held-deliveries.ts'
import { lockSubscription, noteRemark, saveEnded } from './row.ts'
import { cancel } from './rules.ts'
import { remark } from './writable.ts'

mutation('cancelSubscription', {
  permission: 'cancel',
  emits: ['subscription.cancelled', ...unpaidOrderEventTypes],
  description:
    'Cancels a subscription, whatever its status; what was paid for is still delivered, a skip that lies ahead is taken back, a paused one is resumed first, and an order that waits for its payment is closed. One that is cancelled or expired stays as it is.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    ...inputFields(t, remark),
    cancelReason: t.int({ description: 'The code of the reason.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote, cancelReason }) {
    noteRemark(write, { logNote })
    const row = await lockSubscription(write, id)
    const change = cancel(row, write.now, cancelReason ?? null)
    await lockAndMoveDeliveries(write, row)
    return saveEnded(write, row, change)
  },
})
