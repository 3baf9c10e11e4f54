/** The REST rows for refunds. */
import { detail, list, write } from '../../rest/route.ts'

export const fragments = `
  fragment Refund on Refund {
    id actId amount cardAmount createdAt creditAmount failureReason isTest orderId reason restock settledAt shipping status storeId tax type url
    lines { id amount cardAmount orderProductId quantity restocked shipping shippingTax stillToShip tax type withdrawn }
  }

  fragment RefundEmbeds on Refund {
    order @with { ...Order }
    refunds @with { ...Refund }
    transactions(first: 100) @with { nodes { ...TransactionListItem } }
  }
`

export const routes = [
  write('POST /v1/orders/{order_id}/refunds/', 'refundOrder', 'refund { ...Refund refunds { ...Refund } }'),
  list('/v1/refunds/', 'ListRefunds', 'refunds', 'Refund', '...Refund ...RefundEmbeds'),
  detail('/v1/refunds/{refund_id}/', 'GetRefund', 'refund', '...Refund ...RefundEmbeds'),
]
