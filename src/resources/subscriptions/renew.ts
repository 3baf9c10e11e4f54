/** Charges a past due subscription again, and makes it active. */
import { resumeByKey } from '../../purchases/charge.ts'
import { mutation } from '../describe.ts'
import { chargeRenewal } from './renewal.ts'
import { holdSubscription } from './row.ts'
import { checkNote, checkRenewable, renewalFailed, renewed } from './rules.ts'

mutation('renewSubscription', {
  description:
    'Charges a past due subscription whose renewal failed within the last 30 days, which pays the order of that renewal, and makes it active again.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    logNote: t.string({ description: 'A remark for the log, at most 2,000 characters.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote }) {
    write.note(logNote)
    checkNote(logNote, 'logNote')
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
