/** Marks a withdrawal as dealt with. */
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import { text } from '../../values/writable.ts'
import { checked } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'

const fields = { note: text("The store's note about it", { max: 10_000, ifNull: 'nothing' }) }

mutation('handleWithdrawal', {
  emits: ['withdrawal.handled'],
  description:
    'Marks a withdrawal as dealt with, such as once its order was refunded. Of one that was dealt with before, the note alone changes.',
  input: (t) => ({ id: t.id({ required: true, description: 'The withdrawal.' }), ...inputFields(t, fields) }),
  shows: { field: 'withdrawal', resource: 'Withdrawal' },
  async write(write, { id, ...given }) {
    const row = await write.lock('Withdrawal', { id: readId(field('id'), id) })
    const { note = row.note } = checked(fields, given)
    await write.change(row, { note, handledAt: row.handledAt ?? wholeSecond(write.now) })
    return { id: row.id, ...(row.customerId !== null && { customerId: row.customerId }) }
  },
})
