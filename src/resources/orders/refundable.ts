/** The rest of an order that can be refunded: its inputs, for reads as for refunds, and its type. */
import type { Shape } from '../../db/shape.ts'
import { type Refundable, type RefundableCharge, type RefundFacts, refundableOf } from '../../purchases/refundable.ts'
import { sum } from '../../purchases/spread.ts'
import type { ComputedInputs, ComputedRead, InputValues } from '../../schema/reads.ts'
import { builder } from '../describe.ts'

const orderColumns = [
  'id',
  'financialStatus',
  'creditApplied',
  'giftCardDiscount',
  'refundedAmount',
  'cardRefundedAmount',
] as const
const lineColumns = ['id', 'quantity', 'charged', 'shipping', 'tax'] as const
const refundColumns = ['status', 'amount', 'cardAmount', 'charge'] as const
const shareColumns = ['orderProductId', 'quantity', 'amount', 'shipping', 'tax', 'cardAmount'] as const

type RefundRow = Pick<Shape<'Refund'>, (typeof refundColumns)[number]> & {
  lines: Pick<Shape<'RefundLine'>, (typeof shareColumns)[number]>[]
}

type RefundableOrder = Pick<Shape<'Order'>, (typeof orderColumns)[number]> & {
  products: Pick<Shape<'OrderProduct'>, (typeof lineColumns)[number]>[]
  transactions: Pick<Shape<'Transaction'>, 'result' | 'total' | 'gatewayReference'>[]
  refunds: RefundRow[]
}

/** The inputs of what is left to refund. */
export const refundInputs = {
  columns: orderColumns,
  relations: {
    products: { columns: lineColumns },
    transactions: { columns: ['result', 'total', 'gatewayReference'], only: { result: 'captured' } },
    refunds: { columns: refundColumns, relations: { lines: { columns: shareColumns } } },
  },
} as const satisfies ComputedInputs

/**
 * The facts that decide a refund, and whether one is under way. A refund that has not failed counts; what is done of it is in the order's
 * own sums.
 */
export function refundFacts(values: InputValues): RefundFacts & { isRefunding: boolean } {
  const { products, transactions, refunds, ...order } = values as RefundableOrder
  const live = refunds.filter(({ status }) => status !== 'failed')
  const reserved = live.filter(({ status }) => status !== 'done')
  const total = (amounts: readonly (bigint | number)[]) => sum(amounts.map(Number))
  const ofLines = live.flatMap(({ lines }) => lines)
  const shares = Map.groupBy(ofLines, ({ orderProductId }) => orderProductId)
  const cards = (rows: readonly { cardAmount: bigint }[]) => total(rows.map(({ cardAmount }) => cardAmount))
  return {
    orderId: Number(order.id),
    beside: {
      amount: total(live.map(({ amount }) => amount)) - total(ofLines.flatMap(({ amount, shipping }) => [amount, shipping])),
      cardAmount: cards(live) - cards(ofLines),
    },
    isRefunding: reserved.length > 0,
    isPaid: order.financialStatus !== 'unpaid',
    captured: total(transactions.map((each) => each.total)),
    credited: Number(order.creditApplied + order.giftCardDiscount),
    refunded: total([order.refundedAmount, ...reserved.map(({ amount }) => amount)]),
    cardRefunded: total([order.cardRefundedAmount, ...reserved.map(({ cardAmount }) => cardAmount)]),
    lines: products.map(({ id, quantity, charged, shipping, tax }) => {
      const own = shares.get(id) ?? []
      return {
        ...{ id: Number(id), quantity, charged: Number(charged), shipping: Number(shipping), tax: Number(tax) },
        refunded: {
          quantity: total(own.map((share) => share.quantity)),
          amount: total(own.map((share) => share.amount)),
          shipping: total(own.map((share) => share.shipping)),
          tax: total(own.map((share) => share.tax)),
          card: total(own.map((share) => share.cardAmount)),
        },
      }
    }),
    charges: transactions
      .filter((each) => each.total > 0n)
      .map((each): RefundableCharge => {
        const refundsOf = live.filter(({ charge }) => charge !== null && charge === each.gatewayReference)
        return { charge: each.gatewayReference, left: Number(each.total) - total(refundsOf.map(({ cardAmount }) => cardAmount)) }
      }),
  }
}

const refundableLine = builder.objectRef<Refundable['lines'][number]>('RefundableLine').implement({
  description: 'A line of an order, and what is left to refund of it.',
  fields: (t) => ({
    orderProductId: t.id({ description: 'The line of the order.', resolve: ({ id }) => String(id) }),
    quantity: t.exposeInt('quantity', { description: 'How many pieces.' }),
    amount: t.field({
      type: 'Amount',
      description: 'How much of its money without the shipping.',
      resolve: ({ amount }) => amount,
    }),
    shipping: t.field({ type: 'Amount', description: 'How much of its shipping.', resolve: ({ shipping }) => shipping }),
  }),
})

/** The object that shows what is left. */
export const refundable = builder.objectRef<Refundable>('Refundable').implement({
  description: 'The rest of an order that can be refunded; refunds that are under way count as refunded.',
  fields: (t) => ({
    amount: t.field({ type: 'Amount', description: 'How much in all.', resolve: ({ amount }) => amount }),
    cardAmount: t.field({
      type: 'Amount',
      description: 'How much of it can go to the card.',
      resolve: ({ cardAmount }) => cardAmount,
    }),
    creditAmount: t.field({
      type: 'Amount',
      description: 'How much of it becomes credit of the customer in any case.',
      resolve: ({ creditAmount }) => creditAmount,
    }),
    shipping: t.field({ type: 'Amount', description: 'How much of the shipping.', resolve: ({ shipping }) => shipping }),
    lines: t.field({ type: [refundableLine], description: 'How much of each line.', resolve: ({ lines }) => lines }),
  }),
})

export const refundableRead: ComputedRead = {
  inputs: refundInputs,
  compute: (values) => refundableOf(refundFacts(values)),
}
