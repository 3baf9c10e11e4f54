/** The REST rows for orders, and the fragments they are shown with. */
import { detail, list, write } from '../../rest/route.ts'

export const fragments = `
  fragment Order on Order {
    id customerId cardRefundedAmount creditApplied financialStatus fulfillmentStatus giftCardDiscount giftMessage
    giftRenewalNotif grossShipping isGift isRenewal isTest note placedAt proratedCharge refundApplied refundedAmount status
    storeId subTotal total totalPrice totalShipping totalTax totalDiscount taxIncluded totalAppFees totalLabelCost totalPendingFees
    transactionFee transactionFeeStatus cancelledAt cancelReason editedAt editReason editDifference externalId type url
    customer { ...Customer }
    orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail }
    products { ...OrderProduct }
  }

  fragment OrderDetail on Order { ...Order internalNote tags }

  fragment OwnOrderListItem on Order {
    id customerId cardRefundedAmount creditApplied financialStatus fulfillmentStatus giftCardDiscount giftMessage
    giftRenewalNotif grossShipping isGift isRenewal isTest placedAt proratedCharge refundApplied refundedAmount status
    storeId subTotal total totalPrice totalShipping totalTax totalDiscount taxIncluded cancelledAt editedAt editDifference type url
    orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail }
    products { ...OrderProduct }
  }

  fragment OwnOrder on Order {
    ...OwnOrderListItem
    actionUrl
    address { ...Address }
    billingAddress { ...Address }
    fulfillments(first: 100) { nodes { ...OwnFulfillment } }
  }

  fragment OwnFulfillment on Fulfillment {
    id shipmentId subscriptionId cycleNumber totalCycles fulfillmentDate adjustedFulfillmentDate quantity shipping tax status type
  }

  fragment OrderProduct on OrderProduct { id type productId productInstanceId name sku price quantity total discount shipping tax taxLines charged carried carriedShipping carriedTax }

  fragment OrderCoupon on OrderCoupon { id orderId couponId codeUsed type }

  fragment OrderEmbeds on Order {
    address @with { ...Address }
    billingAddress @with(byName: true) { ...Address }
    cart @with { ...Cart }
    coupons @with { ...OrderCoupon }
    fulfillments(first: 100) @with { nodes { ...Fulfillment } }
    metadata @with { ...OrderMetadata }
    logs: log(last: 100) @with(byName: true) { nodes { ...LogEntry } }
    subscriptions @with { ...Subscription }
    actionUrl @with(byName: true)
    refundable @with(byName: true) { amount cardAmount creditAmount shipping lines { orderProductId quantity amount shipping } }
    refunds(first: 100) @with(byName: true) { nodes { ...Refund } }
    transactions(first: 100) @with { nodes { ...TransactionListItem } }
  }
`

export const routes = [
  list('/v1/orders/', 'ListOrders', 'orders', 'Order', '...OrderDetail ...OrderEmbeds'),
  detail('/v1/orders/{order_id}', 'GetOrder', 'order', '...OrderDetail ...OrderEmbeds'),
  list('/v1/store/api/orders/', 'ListOwnOrders', 'orders', 'Order', '...OwnOrderListItem'),
  detail('/v1/store/api/orders/{order_id}/', 'GetOwnOrder', 'order', '...OwnOrder'),
  write('PUT /v1/orders/{order_id}/', 'updateOrder', 'order { ...OrderDetail }'),
  write('PUT /v1/orders/{order_id}/cancel/', 'cancelOrder', 'order { ...OrderDetail }'),
  write('PUT /v1/orders/{order_id}/edit/', 'editOrder', 'order { ...OrderDetail }'),
  write('POST /v1/orders/', 'createOrder', 'order { ...OrderDetail }'),
]
