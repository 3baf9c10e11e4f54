/** Refunds an order, as a whole or in part. */

import { refund } from '../../purchases/refund/refund.ts'
import { refundEventTypes } from '../../purchases/refund/refund-written.ts'
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { checked } from '../../values/written-values.ts'
import { builder, mutation } from '../describe.ts'
import { checkNoneUnderWay, readRefundFacts } from './refund-facts.ts'
import { storesReason } from './writable.ts'

const target = builder.enumType('RefundTarget', {
  description: 'Where a refund goes.',
  values: {
    card: { description: 'To the card up to what it paid, and the rest to credit of the customer.' },
    credit: { description: 'All of it to credit of the customer.' },
  },
})

const line = builder.inputType('RefundLineInput', {
  description: 'A line of the order that is refunded, whole or in part.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The line of the order.' }),
    quantity: t.int({
      description: 'How many pieces, with their share of its money; all that are left unless an amount is given.',
    }),
    amount: t.field({ type: 'Amount', description: 'How much of its money, where that is not the share of the pieces.' }),
  }),
})

mutation('refundOrder', {
  charges: true,
  description:
    'Refunds an order: the whole that is left, lines and shipping, or an amount, which is spread over both. It changes no subscription; restocked pieces of lines bought once leave their deliveries.',
  emits: refundEventTypes,
  input: (t) => ({
    id: t.id({ required: true, description: 'The order, which is paid.' }),
    lines: t.field({ type: [line], description: 'The lines to refund, without their shipping.' }),
    shipping: t.field({ type: 'Amount', description: 'How much of the shipping to refund.' }),
    amount: t.field({ type: 'Amount', description: 'How much to refund in all, where neither lines nor shipping are given.' }),
    to: t.field({ type: target, description: 'Where it goes; `card` unless given.' }),
    restock: t.boolean({
      description:
        'Whether the pieces are restocked, where their stock is tracked, and not sent, where their line was bought once; false unless given.',
    }),
    ...inputFields(t, storesReason),
  }),
  shows: { field: 'refund', resource: 'Refund' },
  changes: 'Order',
  async write(write, { id, reason, ...asked }) {
    const order = await write.lock('Order', { id: readId(field('id'), id) })
    const written = checked(storesReason, { reason })
    const facts = await readRefundFacts(write, order)
    checkNoneUnderWay(facts)
    return refund(write, order, facts, { ...asked, ...written })
  },
})
