/** Refunds of the demo store's orders, shared among their lines as those of a merchant are. */
import type { LineSum } from '../../../src/purchases/price/line-sums.ts'
import { planRefund } from '../../../src/purchases/refund/refund-plan.ts'
import { noShare, type SoldLine, withShare } from '../../../src/purchases/refund/sold-line.ts'
import { addMinutes } from './calendar.ts'
import type { Rows } from './rows.ts'

type Refunded = {
  storeId: number
  orderId: number
  isTest: boolean
  placedAt: Date
  total: number
  lines: readonly (LineSum & { id: number; quantity: number })[]
  reason: string | null
}

/** Adds refunds of an order, one after the other, each of an amount or of all that is left, with its transaction. */
export function addRefunds(rows: Rows, order: Refunded, amounts: readonly (number | 'all')[], transactionsBefore: number): void {
  const { storeId, orderId, isTest, placedAt, total: captured, reason } = order
  let lines: SoldLine[] = order.lines.map((line) => ({ ...line, id: BigInt(line.id), refunded: noShare }))
  let refunded = 0
  const charge = `sandbox_${orderId}_${transactionsBefore}`
  for (const [index, amount] of amounts.entries()) {
    const facts = {
      orderId: BigInt(orderId),
      isPaid: true,
      captured,
      credited: 0,
      refunded,
      cardRefunded: refunded,
      lines,
      charges: [{ charge, left: captured - refunded }],
    }
    const planned = planRefund(facts, amount === 'all' ? {} : { amount: BigInt(amount) })
    const at = addMinutes(placedAt, (index + 1) * 1200)
    const gatewayReference = `sandbox_${orderId}_${transactionsBefore + index + 1}`
    const { lines: shares, ...money } = planned
    const refundId = rows.add('refund', {
      ...{
        actId: rows.next('refund'),
        storeId,
        orderId,
        isTest,
        status: 'done',
        ...money,
        reason,
        createdAt: at,
        settledAt: at,
        gatewayReference,
      },
      ...{ reference: `demo ${orderId} ${index + 1}`, charge },
    })
    for (const { id, quantity, amount: money, shipping, shippingTax, tax, card } of shares)
      rows.add('refundLine', {
        ...{ storeId, refundId, orderProductId: id, quantity, amount: money, shipping, shippingTax, tax, cardAmount: card },
      })
    rows.add('transaction', {
      ...{
        storeId,
        orderId,
        isTest,
        refundId,
        kind: 'refund',
        result: 'refunded',
        total: planned.amount,
        createdAt: at,
        gatewayReference,
      },
    })
    refunded += planned.amount
    lines = lines.map((line) => ({
      ...line,
      refunded: withShare(line.refunded, shares.find(({ id }) => id === line.id) ?? noShare),
    }))
  }
}
