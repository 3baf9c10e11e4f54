/** Changes what may be written of a subscription. */
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { holdSubscription, saveSubscription } from './row.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

mutation('updateSubscription', {
  tells: ['subscription.updated'],
  description: 'Changes what may be written of a subscription; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    ...inputFields(t, writable),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, ...given }) {
    const row = await holdSubscription(write, id)
    return saveSubscription(write, row, update(row, given, write.now))
  },
})
