/** Skips the next renewal of a subscription, and takes the skip back. */
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { lockSubscription, noteRemark, saveSubscription, termOf } from './row.ts'
import { skip, unskip } from './rules.ts'
import { remark } from './writable.ts'

const shows = { field: 'subscription', resource: 'Subscription' } as const

mutation('skipSubscription', {
  permission: 'skip',
  emits: ['subscription.skipped'],
  description:
    'Skips the next renewal of an active subscription that renews by itself: its end date moves on by one term. Repeating it changes nothing.',
  input: (t) => ({ id: t.id({ required: true, description: 'The subscription.' }), ...inputFields(t, remark) }),
  shows,
  async write(write, { id, logNote }) {
    noteRemark(write, { logNote })
    const row = await lockSubscription(write, id)
    return saveSubscription(write, row, skip(row, write.now, await termOf(write, row)))
  },
})

mutation('unskipSubscription', {
  permission: 'skip',
  emits: ['subscription.unskipped'],
  description: 'Takes back the skip of a renewal. Without a skip nothing changes.',
  input: (t) => ({ id: t.id({ required: true, description: 'The subscription.' }), ...inputFields(t, remark) }),
  shows,
  async write(write, { id, logNote }) {
    noteRemark(write, { logNote })
    const row = await lockSubscription(write, id)
    return saveSubscription(write, row, unskip(row, write.now))
  },
})
