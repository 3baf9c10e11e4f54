/** Gives a customer credit by hand, or takes some off. */
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import { complete } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'
import { creditAfter } from './rules.ts'
import { writable } from './writable.ts'

mutation('addCredit', {
  description: 'Gives a customer credit, or takes some off, never more than there is.',
  emits: ['credit_entry.created'],
  input: (t) => ({
    customerId: t.id({ required: true, description: 'The customer.' }),
    ...inputFields(t, writable, true),
  }),
  shows: { field: 'creditEntry', resource: 'CreditEntry' },
  changes: 'Customer',
  async write(write, { customerId, ...given }) {
    const entry = complete(writable, given)
    const customer = await write.lock('Customer', { id: readId(field('customerId'), customerId) })
    const credit = creditAfter(customer.credit, entry.amount)
    const id = await write.create('CreditEntry', { ...entry, customerId: customer.id }, { createdAt: wholeSecond(write.now) })
    await write.change(customer, { credit })
    return { id }
  },
})
