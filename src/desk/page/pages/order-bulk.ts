/** Acts on many orders. */

import type { ResultOf } from 'gql.tada'
import { CancelOrderDocument, RefundDocument } from '../documents/order-acts.ts'
import type { OrdersDocument } from '../documents/orders.ts'
import type { BulkAct } from '../parts/bulk.tsx'
import type { FieldSpec } from '../parts/field.tsx'
import { tagBulk } from '../parts/tag-bulk.ts'
import { cancelInput, cancelValues, fateOf, subscriptionsField } from './cancel-order.ts'

export type ChosenOrder = NonNullable<ResultOf<typeof OrdersDocument>['orders']>['nodes'][number]

const reason: FieldSpec = { name: 'reason', label: 'Reason', kind: 'text', isOptional: true }

export const orderBulk: readonly BulkAct<ChosenOrder>[] = [
  {
    label: 'Cancel',
    title: 'Cancel',
    document: CancelOrderDocument,
    fields: [
      { name: 'refund', label: 'Refund what was paid', kind: 'check' },
      { name: 'restock', label: 'Put the pieces back in stock', kind: 'check' },
      subscriptionsField,
      reason,
    ],
    values: cancelValues,
    input: ({ id }, values) => cancelInput(id, values),
    amountOf: ({ order }, { refundedAmount }) => order.refundedAmount - refundedAmount,
    sum: (amount) => `${amount} is refunded`,
    note: ({ subscriptions }) => `Nothing of them is sent any more. ${fateOf(subscriptions)}`,
    isHarmful: true,
    scope: 'write_orders',
  },
  {
    label: 'Refund',
    title: 'Refund all that is left',
    document: RefundDocument,
    fields: [
      {
        name: 'to',
        label: 'To',
        kind: 'choice',
        options: [
          { value: 'card', label: 'The way it was paid' },
          { value: 'credit', label: 'The customer’s credit' },
        ],
      },
      reason,
    ],
    values: { to: 'card' },
    input: ({ id }, values) => ({ id, to: values.to, ...(values.reason && { reason: values.reason }) }),
    amountOf: ({ refund }) => refund.amount,
    sum: (amount) => `${amount} is refunded`,
    isHarmful: true,
    scope: 'write_refunds',
  },
  ...tagBulk<ChosenOrder>('order'),
]
