/** Charges a past due subscription again, and makes it active. */
import { resumeByKey } from '../../purchases/charge.ts'
import { renewalTells } from '../../purchases/told.ts'
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { chargeRenewal } from './renewal.ts'
import { holdSubscription, noteRemark } from './row.ts'
import { checkRenewable, renewalFailed, renewed } from './rules.ts'
import { remark } from './writable.ts'

mutation('renewSubscription', {
  charges: true,
  tells: renewalTells,
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
    const row = await holdSubscription(write, id)
    checkRenewable(row, write.now)
    return chargeRenewal(write, row, {
      paid: (term) => renewed(row, write.now, term),
      declined: renewalFailed(row, write.now),
      isTriedAgain: true,
    })
  },
})
