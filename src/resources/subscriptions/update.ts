/** Changes what may be written of a subscription. */
import { dayOfMonth } from '../../values/calendar.ts'
import { differing } from '../../values/given.ts'
import { mutation } from '../describe.ts'
import { holdSubscription, type Row, saveSubscription } from './row.ts'
import { checkUpdate } from './rules.ts'

mutation('updateSubscription', {
  description: 'Changes what may be written of a subscription; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The subscription.' }),
    note: t.string({ description: 'What the store notes about it; null for nothing.' }),
    endDate: t.field({
      type: 'DateTime',
      description: 'When the time paid for ends, and the next renewal is due; not before `startDate`.',
    }),
    autorenew: t.boolean({ description: 'Whether it renews by itself; a cancelled or expired one is reactivated instead.' }),
    credit: t.field({ type: 'Amount', description: 'Credit that lowers the next renewal; null for none.' }),
  }),
  shows: { field: 'subscription', resource: 'Subscription' },
  async write(write, { id, ...given }) {
    const row = await holdSubscription(write, id)
    const differences = differing(row, given)
    checkUpdate(row, differences)
    const { endDate, ...change } = differences
    return saveSubscription(write, row, {
      ...(change as Pick<Row, 'note' | 'autorenew' | 'credit'>),
      // A date set by hand is the day its renewals fall on from then on, and takes the place of a skip.
      ...(endDate && { endDate, anchorDay: dayOfMonth(endDate), skippedDate: null }),
    })
  },
})
