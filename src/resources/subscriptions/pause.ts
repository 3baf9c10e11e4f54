/** Pauses a subscription, and resumes it. */
import { inputFields } from '../../schema/inputs.ts'
import { checked } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'
import { lockBehindOrders, lockDeliveries, moveDeliveries } from './held-deliveries.ts'
import { pause, resume } from './pause-rules.ts'
import { noteRemark, saveSubscription } from './row.ts'
import { pauseFields, remark } from './writable.ts'

const shows = { field: 'subscription', resource: 'Subscription' } as const

mutation('pauseSubscription', {
  permission: 'pause',
  emits: ['subscription.paused', 'subscription.updated'],
  description:
    'Pauses an active subscription: nothing is charged and its unsent deliveries wait until it is resumed, by hand or at the time that is given. A skip that lies ahead is taken back. Repeating it changes nothing but that time.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    ...inputFields(t, { ...pauseFields, ...remark }),
  }),
  shows,
  async write(write, { id, logNote, pausedUntil }) {
    noteRemark(write, { logNote })
    const row = await lockBehindOrders(write, id)
    const change = pause(row, write.now, checked(pauseFields, { pausedUntil }).pausedUntil)
    if (change.status) await lockDeliveries(write, row)
    return saveSubscription(write, row, change, row.status === 'suspended' ? 'subscription.updated' : 'subscription.paused')
  },
})

mutation('resumeSubscription', {
  permission: 'pause',
  emits: ['subscription.resumed'],
  description:
    'Resumes a paused subscription: its end date, and the dates of its unsent deliveries, move by the whole days for which it was paused. Of an active one nothing changes.',
  input: (t) => ({ id: t.id({ required: true, description: 'The subscription.' }), ...inputFields(t, remark) }),
  shows,
  async write(write, { id, logNote }) {
    noteRemark(write, { logNote })
    const row = await lockBehindOrders(write, id)
    const change = resume(row, write.now)
    await moveDeliveries(write, row)
    return saveSubscription(write, row, change)
  },
})
