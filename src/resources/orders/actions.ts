/**
 * The operations on an order, and which of them are allowed now. That the difference of a change of its subscription is being paid, which
 * takes seconds, is seen by the operations alone.
 */
import type { Shape } from '../../db/shape.ts'
import { checkLeft } from '../../purchases/refund/refund-plan.ts'
import type { ComputedInputs, InputValues } from '../../schema/reads.ts'
import { type Action, actionsBy, type CheckCredential, type Operations } from '../allowed-actions.ts'
import { checkCancellable } from './cancel-rules.ts'
import { checkEditable } from './edit-rules.ts'
import { checkNoneUnderWay, checkNotCharging, checkNotDisputed, moneyFacts, moneyInputs } from './refund-facts.ts'

export const actionInputs = {
  columns: [...moneyInputs.columns, 'status', 'fulfillmentStatus', 'cancelledAt'],
  relations: { ...moneyInputs.relations, fulfillments: { columns: ['status'] } },
} as const satisfies ComputedInputs

type OrderRow = Pick<Shape<'Order'>, 'id' | 'status' | 'financialStatus' | 'fulfillmentStatus' | 'cancelledAt'>

type ActedOrder = [order: OrderRow & ReturnType<typeof moneyFacts> & { open: number; sent: number }]

export const operations: Operations<ActedOrder> = {
  refund: {
    mutation: 'refundOrder',
    rule(order) {
      checkNoneUnderWay(order)
      checkLeft(order)
    },
  },
  edit: {
    mutation: 'editOrder',
    rule(order) {
      checkEditable(order, order)
      checkNotDisputed(order, 'edited')
    },
  },
  cancel: {
    mutation: 'cancelOrder',
    // Whether what was paid is refunded is said of that refund.
    input: { refund: false },
    rule(order) {
      if (order.cancelledAt) return {}
      checkCancellable(order, order)
      return checkNotCharging(order, 'cancelled')
    },
  },
}

/** Which operations are allowed now. @param values the inputs above. */
export function allowedActions(checkCredential: CheckCredential, { fulfillments, ...values }: InputValues): Action[] {
  const count = (wanted: Shape<'Fulfillment'>['status']) =>
    (fulfillments as Pick<Shape<'Fulfillment'>, 'status'>[]).filter(({ status }) => status === wanted).length
  const order = { ...(values as OrderRow), ...moneyFacts(values), open: count('open'), sent: count('fulfilled') }
  return actionsBy(operations, [order], checkCredential)
}
