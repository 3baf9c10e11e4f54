/** An order of the model in the shape in which the product's own is read. */
import { byTime, written } from './dates.ts'
import type { Order } from './order.ts'
import { isOnHold } from './parcel.ts'
import type { SeenDelivery, SeenOrder, SeenRefund } from './story.ts'

const timeOrNone = (time: number | null): string | null => (time === null ? null : written(time))

export function seenOf(order: Order): SeenOrder {
  const { charge: _charge, lines: _lines, ...totals } = order.bill
  const { isRenewal, status, fulfillmentStatus, financialStatus, lines, transactions } = order
  return {
    ...{ placedAt: written(order.placedAt), isRenewal, status, fulfillmentStatus, financialStatus },
    ...{ cancelledAt: timeOrNone(order.cancelledAt), editedAt: timeOrNone(order.edited?.at ?? null) },
    ...{ editDifference: order.edited?.difference ?? null, street: order.street },
    ...totals,
    ...{ totalPrice: totals.subTotal - totals.totalDiscount, isTaxIncluded: order.customer.market.isIncluded },
    ...{ refundedAmount: order.refunded('amount'), cardRefundedAmount: order.refunded('card') },
    ...{ labelCost: order.labelCost, proratedCharge: order.proratedCharge },
    lines: lines.map(
      ({ product, life, name, sku, price, quantity, total, discount, shipping, tax, charged, carried, carriedShipping }) => ({
        ...{ productId: product.id, productInstanceId: product.instanceId, subscriptionId: life?.beginning.id ?? null },
        ...{
          termId: product.termId || null,
          name,
          sku,
          price,
          quantity,
          total,
          discount,
          shipping,
          tax,
          charged,
          carried,
          carriedShipping,
        },
      }),
    ),
    transactions: transactions.map((each) => ({ ...each })).sort(byTime),
    refunds: refundsOf(order),
    deliveries: deliveriesOf(order),
  }
}

const refundsOf = ({ refunds, lines }: Order): SeenRefund[] =>
  refunds.map(({ at, status, amount, card, credit, shipping, settledAt, parts }) => ({
    ...{ at: written(at), status, amount, cardAmount: card, creditAmount: credit, shipping, settledAt: timeOrNone(settledAt) },
    lines: parts.map((part) => ({
      ...{ line: lines.indexOf(part.line), quantity: part.pieces, amount: part.amount },
      ...{ shipping: part.shipping, cardAmount: part.card },
    })),
  }))

function deliveriesOf({ lines, sorted, parcels }: Order): SeenDelivery[] {
  return sorted.map((delivery) => {
    const { line, product, cycle, cycles, quantity, due, adjusted, status, parcel } = delivery
    return {
      ...{ line: lines.indexOf(line), productInstanceId: product.instanceId, cycle, cycles, quantity },
      ...{ due: written(due), adjusted: written(adjusted) },
      ...{ status, isOnHold: isOnHold(delivery), parcel: parcels.indexOf(parcel) },
      ...{ shipmentMade: written(parcel.made), shipmentStatus: parcel.status, street: parcel.street },
      ...{ shippedAt: timeOrNone(parcel.shippedAt), deliveredAt: timeOrNone(parcel.deliveredAt) },
      ...{ returnedAt: timeOrNone(parcel.returnedAt), labels: [...parcel.labels] },
    }
  })
}
