import { mutation } from '../../graphql/mutation.ts'
import { purchase } from '../../purchases/charge.ts'
import { planRenewal } from './renewal.ts'
import { lockSubscription, saveSubscription } from './row.ts'
import { begunAnew, checkNote, isDue, reactivate } from './rules.ts'

mutation('reactivateSubscription', {
  description:
    'Makes a cancelled or expired subscription active again. When the time paid for is over it is charged at once, and its ' +
    'coupons lower that charge; while time is left nothing is charged, and its coupons wait for the next renewal. Repeating ' +
    'it changes nothing.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    logNote: t.string({ description: 'A remark for the log, at most 2,000 characters.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, logNote }, subject) {
    subject.note = logNote
    checkNote(logNote, 'logNote')
    const row = await lockSubscription(write, id, subject)
    const change = reactivate(row)
    const isRepeat = Object.keys(change).length === 0
    // Nothing is charged, so there is nothing a coupon could lower: those that wait go on waiting.
    if (isRepeat || !isDue(row, write.now)) return saveSubscription(write, row, change, logNote)
    const { plan, purse } = await planRenewal(write, row, { paid: (term) => begunAnew(row, write.now, term), declined: {} })
    return purchase(write, plan, purse, logNote)
  },
})
