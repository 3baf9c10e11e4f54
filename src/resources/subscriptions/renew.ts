/** Charges a past due subscription again, and makes it active. */
import { resumeByKey } from '../../purchases/payment/charge.ts'
import { renewalEventTypes } from '../../purchases/payment/purchase-events.ts'
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { chargeRenewal } from './due/renewal.ts'
import { lockSubscription, noteRemark } from './row.ts'
import { checkRenewable, renewalFailed, renewed } from './rules.ts'
import { remark } from './writable.ts'

mutation('renewSubscription', {
  permission: 'renew',
  charges: true,
  emits: renewalEventTypes,
  description:
    'Charges a past due subscription whose renewal failed within the last 30 days, which pays the order of that renewal, and makes it active again.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    ...inputFields(t, remark),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote }) {
    noteRemark(write, { logNote })
    const resumed = await resumeByKey(write)
    if (resumed) return resumed
    const row = await lockSubscription(write, id)
    checkRenewable(row, write.now, write.viewer.role === 'customer')
    return chargeRenewal(write, row, {
      paid: (term) => renewed(row, write.now, term),
      declined: (tried) => renewalFailed(row, write.now, tried),
      isTriedAgain: true,
    })
  },
})
