/** The facts that decide what is left to refund of an order, as they are read with it. */
import type { Shape } from '../db/shape.ts'
import { sum } from '../purchases/price/spread.ts'
import type { TaxLine } from '../purchases/price/tax.ts'
import type { RefundableCharge, RefundFacts } from '../purchases/refund/refundable.ts'
import { soldLine } from '../purchases/refund/sold-line.ts'
import type { ComputedInputs, InputValues } from '../schema/reads.ts'

const orderColumns = [
  'id',
  'financialStatus',
  'creditApplied',
  'giftCardDiscount',
  'refundedAmount',
  'cardRefundedAmount',
  'cardForLines',
  'taxIncluded',
] as const
const lineColumns = [
  'id',
  'quantity',
  'charged',
  'shipping',
  'tax',
  'carried',
  'carriedShipping',
  'carriedTax',
  'taxLines',
] as const
const refundColumns = ['status', 'amount', 'cardAmount', 'charge', 'acceptedAt'] as const
const disputeColumns = ['status', 'amount', 'charge', 'isWithdrawn'] as const
const shareColumns = ['orderProductId', 'quantity', 'amount', 'shipping', 'shippingTax', 'tax', 'cardAmount'] as const

type RefundRow = Pick<Shape<'Refund'>, (typeof refundColumns)[number]> & {
  lines: Pick<Shape<'RefundLine'>, (typeof shareColumns)[number]>[]
}

type RefundableOrder = Pick<Shape<'Order'>, (typeof orderColumns)[number]> & {
  products: Pick<Shape<'OrderProduct'>, (typeof lineColumns)[number]>[]
  transactions: Pick<Shape<'Transaction'>, 'result' | 'total' | 'gatewayReference'>[]
  refunds: RefundRow[]
  disputes: Pick<Shape<'Dispute'>, (typeof disputeColumns)[number]>[]
}

/** The inputs of what is left to refund. */
export const refundInputs = {
  columns: orderColumns,
  relations: {
    products: { columns: lineColumns },
    transactions: { columns: ['result', 'total', 'gatewayReference'], only: { result: 'captured' } },
    refunds: { columns: refundColumns, relations: { lines: { columns: shareColumns } } },
    disputes: { columns: disputeColumns },
  },
} as const satisfies ComputedInputs

/** Whether a refund is under way, whether the gateway has not answered one, and whether the bank is to decide a dispute. */
export type RefundsUnderWay = { isRefunding: boolean; isUnanswered: boolean; isDisputed: boolean }

/**
 * The facts that decide a refund, and whether one is under way. A refund that has not failed counts; what is done of it is in the order's
 * own sums.
 */
export function refundFacts(values: InputValues): RefundFacts & RefundsUnderWay {
  const { products, transactions, refunds, disputes, ...order } = values as RefundableOrder
  // An amount that banks have withdrawn cannot be given back as well.
  const withdrawn = disputes.filter(({ isWithdrawn }) => isWithdrawn)
  const live = refunds.filter(({ status }) => status !== 'failed')
  const reserved = live.filter(({ status }) => status !== 'done')
  const total = (amounts: readonly (bigint | number)[]) => sum(amounts.map(Number))
  const ofLines = live.flatMap(({ lines }) => lines)
  const shares = Map.groupBy(ofLines, ({ orderProductId }) => orderProductId)
  const withdrawnOf = (charge: string | null) => withdrawn.filter((each) => each.charge === charge).map(({ amount }) => amount)
  const cards = (rows: readonly { cardAmount: bigint }[]) => total(rows.map(({ cardAmount }) => cardAmount))
  return {
    orderId: order.id,
    ofNoLine: {
      amount: total(live.map(({ amount }) => amount)) - total(ofLines.flatMap(({ amount, shipping }) => [amount, shipping])),
      cardAmount: cards(live) - cards(ofLines),
    },
    isRefunding: reserved.length > 0,
    isUnanswered: reserved.some(({ status, acceptedAt }) => status === 'unknown' || acceptedAt === null),
    isDisputed: disputes.some(({ status }) => status === 'needs_response' || status === 'under_review'),
    isPaid: order.financialStatus !== 'unpaid',
    ...(order.cardForLines !== null && { cardForLines: Number(order.cardForLines) }),
    captured: total(transactions.map((each) => each.total)) - total(withdrawn.map(({ amount }) => amount)),
    credited: Number(order.creditApplied + order.giftCardDiscount),
    refunded: total([order.refundedAmount, ...reserved.map(({ amount }) => amount), ...products.map((line) => line.carried)]),
    cardRefunded: total([order.cardRefundedAmount, ...reserved.map(({ cardAmount }) => cardAmount)]),
    lines: products.map(({ taxLines, ...line }) =>
      soldLine(line, shares.get(line.id) ?? [], { lines: taxLines as TaxLine[], isIncluded: order.taxIncluded }),
    ),
    charges: transactions
      .filter((each) => each.total > 0n)
      .map((each): RefundableCharge => {
        const refundsOf = live.filter(({ charge }) => charge !== null && charge === each.gatewayReference)
        const given = [...refundsOf.map(({ cardAmount }) => cardAmount), ...withdrawnOf(each.gatewayReference)]
        return { charge: each.gatewayReference, left: Number(each.total) - total(given) }
      }),
  }
}
