/** The result of settling a refund: what changed, and the content of its events, with the parts of the statement that reads them. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type {
  OrderFinancialStatus,
  OrderFulfillmentStatus,
  OrderStatus,
  RefundStatus,
} from '../../../prisma/generated/client/enums.ts'
import type { Restocked, TakenBack } from '../stock/restock.ts'

/** The columns of an order that a refund changes. */
type RefundedOrder = {
  refundedAmount: number
  cardRefundedAmount: number
  financialStatus: OrderFinancialStatus
  fulfillmentStatus: OrderFulfillmentStatus
  status: OrderStatus
}

/** The columns of a refund, and the lines that it is of, for its events. */
export type RefundContent = {
  reason: string | null
  currency: string
  lines: {
    orderProductId: bigint
    productId: bigint
    productInstanceId: bigint
    name: string
    sku: string
    price: number
    quantity: number
    amount: number
    /** The pieces that left their deliveries. */
    withdrawn: number
  }[]
}

/** A settled refund, and what changed with it. */
export type SettledRefund = {
  was: RefundStatus
  status: RefundStatus
  amount: number
  cardAmount: number
  creditAmount: number
  customerId: bigint
  transactionId: bigint | null
  creditEntryId: bigint | null
  before: RefundedOrder
  after: RefundedOrder
  /** The pieces that were restocked, by their instances. */
  restocked: Restocked | null
  /** The parcels that became empty, and were cancelled. */
  emptied: TakenBack['emptied']
} & RefundContent

/** The content of a refund in `held`. */
export const content = Prisma.raw(`reason, (SELECT currency FROM store WHERE store.id = held.store_id) AS currency, (
      SELECT coalesce(json_agg(json_build_object('orderProductId', line.id, 'productId', product_id, 'productInstanceId', product_instance_id,
        'name', name, 'sku', sku, 'price', price, 'quantity', part.quantity, 'amount', part.amount, 'withdrawn', part.withdrawn) ORDER BY line.id), '[]')
      FROM refund_line AS part JOIN order_product AS line ON line.store_id = part.store_id AND line.id = part.order_product_id
      WHERE part.store_id = held.store_id AND part.refund_id = held.refund_id) AS lines`)

/** The columns of the order in a row of the statement. */
export const orderIn = (row: 'held' | 'changed') =>
  Prisma.raw(`(SELECT json_build_object('refundedAmount', refunded_amount, 'cardRefundedAmount', card_refunded_amount,
      'financialStatus', financial_status, 'fulfillmentStatus', fulfillment_status, 'status', status) FROM ${row})`)
