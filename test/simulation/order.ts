/** The records of a renewal, by the contract: its order, and the deliveries of all its cycles. */
import { isMonthEnd, monthDay, stepped, written } from './dates.ts'
import type { Bill } from './price.ts'
import type { Beginning, SeenOrder } from './story.ts'

/** An order that nobody has paid yet. */
export function orderOf(at: number, { product, quantity }: Beginning, bill: Bill, isRenewal: boolean): SeenOrder {
  const { id: productId, instanceId: productInstanceId, name, sku, price } = product
  const { charge: _charge, ...totals } = bill
  return {
    placedAt: written(at),
    isRenewal,
    status: 'open',
    financialStatus: 'unpaid',
    fulfillmentStatus: 'unfulfilled',
    ...totals,
    totalPrice: bill.subTotal - bill.totalDiscount,
    totalTax: 0,
    line: { productId, productInstanceId, name, sku, price, quantity, total: price * quantity },
    transactions: [],
    deliveries: [],
  }
}

/** One delivery for each cycle, the first when it is paid. One paid on the last day of a month that is too short keeps its day. */
export function deliveriesOf(paidAt: number, { product }: Beginning, day: number): SeenOrder['deliveries'] {
  const { cycles, pace, rebillDay } = product
  const kept = isMonthEnd(paidAt) ? Math.max(day, monthDay(paidAt)) : monthDay(paidAt)
  return Array.from({ length: cycles }, (_, index) => ({
    cycle: index + 1,
    cycles,
    due: written(stepped(paidAt, pace, index, rebillDay || kept)),
    shipmentMade: written(paidAt),
    status: 'open',
    shipmentStatus: 'unshipped',
  }))
}
