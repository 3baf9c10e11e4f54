import { badInput } from '../../errors.ts'
import { mutation } from '../../graphql/mutation.ts'
import { dayOfMonth } from '../../values/calendar.ts'
import { differing, maxAmount } from '../../values/given.ts'
import { lockSubscription, type Row, saveSubscription } from './row.ts'
import { checkEndDate, checkNoPayment, checkNote } from './rules.ts'

mutation('updateSubscription', {
  description: 'Changes what may be written of a subscription; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    note: t.string({ description: 'What the store notes about it; null for nothing.' }),
    endDate: t.field({ type: 'DateTime', description: 'When the time paid for ends, and the next renewal is due.' }),
    autorenew: t.boolean({ description: 'Whether it renews by itself.' }),
    credit: t.field({ type: 'Amount', description: 'Credit that lowers the next renewal; null for none.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, ...given }, subject) {
    const row = await lockSubscription(write, id, subject)
    const { endDate, ...change } = differing(row, given)
    const { note, autorenew, credit } = change
    checkNote(note, 'note')
    if (endDate === null) throw badInput('end_date must be a time, not null.', 'endDate')
    if (endDate) checkEndDate(endDate)
    if (autorenew === null) throw badInput('autorenew must be true or false, not null.', 'autorenew')
    if (credit != null && (credit < 0n || credit > maxAmount)) throw badInput(`credit must be from 0 to ${maxAmount}.`, 'credit')
    if (endDate !== undefined || autorenew !== undefined || credit !== undefined) checkNoPayment(row)
    return saveSubscription(write, row, {
      ...(change as Pick<Row, 'note' | 'autorenew' | 'credit'>),
      // A date set by hand is the day its renewals fall on from then on, and takes the place of a skip.
      ...(endDate && { endDate, anchorDay: dayOfMonth(endDate), skippedDate: null }),
    })
  },
})
