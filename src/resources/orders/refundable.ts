/** The rest of an order that can be refunded: its inputs, for reads as for refunds, and its type. */
import { type Refundable, refundableOf } from '../../purchases/refund/refundable.ts'
import type { ComputedRead } from '../../schema/reads.ts'
import { builder } from '../describe.ts'
import { refundFacts, refundInputs } from '../refund-facts.ts'

const refundableLine = builder.objectRef<Refundable['lines'][number]>('RefundableLine').implement({
  description: 'A line of an order, and what is left to refund of it.',
  fields: (t) => ({
    orderProductId: t.id({ description: 'The line of the order.', resolve: ({ id }) => String(id) }),
    quantity: t.exposeInt('quantity', { description: 'How many pieces.' }),
    amount: t.expose('amount', { type: 'Amount', description: 'How much of its money without the shipping and its tax.' }),
    shipping: t.expose('shipping', { type: 'Amount', description: 'How much of its shipping, without tax that is added to it.' }),
  }),
})

/** The object that shows what is left. */
export const refundable = builder.objectRef<Refundable>('Refundable').implement({
  description: 'The rest of an order that can be refunded; refunds that are under way count as refunded.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Amount', description: 'How much in all.' }),
    cardAmount: t.expose('cardAmount', { type: 'Amount', description: 'How much of it can go to the card.' }),
    creditAmount: t.expose('creditAmount', {
      type: 'Amount',
      description: 'How much of it becomes credit of the customer in any case.',
    }),
    shipping: t.expose('shipping', {
      type: 'Amount',
      description: 'How much of the shipping; tax that is added to it goes back with it.',
    }),
    lines: t.expose('lines', { type: [refundableLine], description: 'How much of each line.' }),
  }),
})

export const refundableRead: ComputedRead = {
  inputs: refundInputs,
  compute: (values) => refundableOf(refundFacts(values)),
}
