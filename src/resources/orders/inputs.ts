/** The inputs of lines and customers, which orders and carts share. */
import { builder } from '../describe.ts'

/** The customer of an order or a cart. */
export const customerInput = builder.inputType('OrderCustomerInput', {
  description: 'The customer who orders; exactly one customer of the store must match.',
  fields: (t) => ({ id: t.field({ type: 'CustomerKey', required: true, description: "The customer's id or e-mail address." }) }),
})

/** The instance of a line. */
export const instanceInput = builder.inputType('OrderProductInstanceInput', {
  description: 'The instance ordered.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Its identifier.' }) }),
})

/** The term of a line. */
export const termInput = builder.inputType('OrderTermInput', {
  description: 'The term of a subscription: by its id, or by its name and number of cycles.',
  fields: (t) => ({
    id: t.id({ description: 'Its identifier.' }),
    name: t.string({ description: 'Its name, together with `numCycles`.' }),
    numCycles: t.int({ description: 'How many cycles it covers, together with `name`.' }),
  }),
})
