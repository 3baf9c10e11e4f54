/** The acts of an order. */

import type { ResultOf } from 'gql.tada'
import type { OrderDocument } from '../documents/order.ts'
import { CancelOrderDocument, EditOrderDocument, RefundDocument, UpdateOrderDocument } from '../documents/order-acts.ts'
import { money, readMoney } from '../format.ts'
import type { PossibleAct } from '../parts/act.tsx'
import { blockedBy } from '../parts/allowed.ts'
import { readWhole } from '../parts/entered.ts'
import { FieldFault } from '../parts/field-fault.ts'
import { cancelInput, cancelValues, fateOf, subscriptionsField } from './cancel-order.ts'
import { editedLines } from './edited-lines.ts'

export type OneOrder = NonNullable<ResultOf<typeof OrderDocument>['order']>

const scope = 'write_orders'

const wholeOf = (values: Readonly<Record<string, string>>, name: string): number =>
  readWhole(values[name]?.trim() || '0', name, 'A whole number from 0 on.')

function amountOf(values: Readonly<Record<string, string>>, name: string): number | undefined {
  const text = values[name]?.trim() ?? ''
  if (text === '') return undefined
  const amount = readMoney(text)
  if (amount === undefined) throw new FieldFault(name, `An amount, such as ${money(1250)}.`)
  return amount
}

/** Refunds pieces of lines, or an amount. */
function refundAct({ id, actions, products, refundable }: OneOrder): PossibleAct {
  const left = new Map(refundable.lines.map((line) => [line.orderProductId, line]))
  const lines = products.filter(({ id: line }) => (left.get(line)?.amount ?? 0) + (left.get(line)?.quantity ?? 0) > 0)
  return {
    label: 'Refund',
    title: 'Refund',
    document: RefundDocument,
    fields: [
      ...lines.map((line) => ({
        name: `lines#${line.id}`,
        label: `${line.name} (${left.get(line.id)?.quantity ?? 0} left, ${money(left.get(line.id)?.amount ?? 0)})`,
        kind: 'whole' as const,
        hint: 'How many pieces',
        isOptional: true,
      })),
      { name: 'shipping', label: `Shipping (${money(refundable.shipping)} left)`, kind: 'amount' as const, isOptional: true },
      {
        name: 'amount',
        label: 'Or any amount',
        kind: 'amount' as const,
        hint: `${money(refundable.amount)} can be refunded.`,
        isOptional: true,
      },
      {
        name: 'to',
        label: 'To',
        kind: 'choice' as const,
        options: [
          { value: 'card', label: 'The way it was paid' },
          { value: 'credit', label: 'The customer’s credit' },
        ],
      },
      { name: 'restock', label: 'Put the pieces back in stock', kind: 'check' as const },
      { name: 'reason', label: 'Reason', kind: 'text' as const, isOptional: true },
    ],
    values: { to: 'card' },
    input(values) {
      const pieces = lines
        .map((line) => ({ id: line.id, quantity: wholeOf(values, `lines#${line.id}`) }))
        .filter(({ quantity }) => quantity > 0)
      const [amount, shipping] = [amountOf(values, 'amount'), amountOf(values, 'shipping')]
      if (pieces.length === 0 && amount === undefined && shipping === undefined)
        throw new FieldFault('amount', 'Say how many pieces, or how much.')
      return {
        id,
        ...(pieces.length > 0 && { lines: pieces }),
        ...(shipping !== undefined && { shipping }),
        ...(amount !== undefined && { amount }),
        to: values.to,
        restock: values.restock === 'yes',
        ...(values.reason && { reason: values.reason }),
      }
    },
    preview: ({ refund }) =>
      [
        `${money(refund.amount)} is refunded`,
        refund.cardAmount > 0 ? `${money(refund.cardAmount)} to the card` : '',
        refund.creditAmount > 0 ? `${money(refund.creditAmount)} as credit` : '',
        refund.tax > 0 ? `${money(refund.tax)} of it tax` : '',
      ]
        .filter(Boolean)
        .join(', '),
    done: 'The refund is under way.',
    scope: 'write_refunds',
    isHarmful: true,
    blockedBy: blockedBy(actions, 'refund'),
  }
}

/** Changes how many of each line are bought, before they are sent. */
const editAct = ({ id, actions, products }: OneOrder): PossibleAct => ({
  label: 'Edit',
  title: 'Edit what is bought',
  document: EditOrderDocument,
  fields: [
    ...products.map((line) => ({
      name: `lines#${line.id}`,
      label: `${line.name} ${line.sku}`,
      kind: 'whole' as const,
      hint: 'How many; 0 takes it off.',
    })),
    { name: 'reason', label: 'Reason', kind: 'text' as const, isOptional: true },
  ],
  values: Object.fromEntries(products.map((line) => [`lines#${line.id}`, String(line.quantity)])),
  input: (values) => ({
    id,
    lines: editedLines(products, (line) => wholeOf(values, `lines#${line}`)),
    ...(values.reason && { reason: values.reason }),
  }),
  preview({ order }) {
    const difference = order.editDifference ?? 0
    const settled =
      difference > 0 ? `${money(difference)} is charged.` : difference < 0 ? `${money(-difference)} is given back.` : ''
    return `The order comes to ${money(order.total)}. ${settled}`
  },
  done: 'The order is edited.',
  scope,
  blockedBy: blockedBy(actions, 'edit'),
})

const cancelAct = ({ id, actions, refundable }: OneOrder): PossibleAct => ({
  label: 'Cancel',
  title: 'Cancel the order',
  document: CancelOrderDocument,
  fields: [
    { name: 'refund', label: `Refund what was paid (${money(refundable.amount)})`, kind: 'check' },
    { name: 'restock', label: 'Put the pieces back in stock', kind: 'check' },
    subscriptionsField,
    { name: 'reason', label: 'Reason', kind: 'text', isOptional: true },
  ],
  values: cancelValues,
  input: (values) => cancelInput(id, values),
  preview: (_, { refund, subscriptions }) =>
    [
      'Nothing of it is sent any more.',
      refund === 'yes' ? `${money(refundable.amount)} is refunded.` : 'Nothing is refunded.',
      fateOf(subscriptions),
    ].join(' '),
  done: 'The order is cancelled.',
  scope,
  isHarmful: true,
  blockedBy: blockedBy(actions, 'cancel', 'It is cancelled already.'),
})

const noteAct = ({ id, note }: OneOrder): PossibleAct => ({
  label: 'Note',
  title: 'The note of the order',
  document: UpdateOrderDocument,
  fields: [{ name: 'note', label: 'Note', kind: 'lines', hint: 'For the shop alone.', isOptional: true }],
  values: { note: note ?? '' },
  input: (values) => ({ id, note: values.note }),
  done: 'The note is saved.',
  scope,
})

export const actsOf = (order: OneOrder): PossibleAct[] =>
  [refundAct(order), editAct(order), cancelAct(order), noteAct(order)].map((act) => ({
    ...act,
    of: { kind: 'order', id: order.id, changedIn: order.changedIn },
  }))
