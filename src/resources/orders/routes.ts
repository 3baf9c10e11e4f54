/** The REST rows for orders, and the fragments they are shown with. */
import { list, route, update } from '../../rest/route.ts'
import { writable } from './writable.ts'

export const fragments = `
  fragment Order on Order {
    id customerId cardRefundedAmount creditApplied financialStatus fulfillmentStatus giftCardDiscount giftMessage
    giftRenewalNotif grossShipping isGift isRenewal isTest note placedAt proratedCharge refundApplied refundedAmount status
    storeId subTotal total totalPrice totalShipping totalTax totalDiscount totalAppFees totalLabelCost totalPendingFees
    transactionFee transactionFeeStatus type url
    customer { ...Customer }
    orderGiftInfo { giftMessage giftRecipientName giftRecipientEmail }
    products { ...OrderProduct }
  }

  fragment OrderProduct on OrderProduct { id type productId productInstanceId name sku price quantity total }

  fragment OrderEmbeds on Order {
    address @with { ...Address }
    cart @with { ...Cart }
    fulfillments(first: 100) @with { nodes { ...Fulfillment } }
    logs: log(last: 100) @with(byName: true) { nodes { ...LogEntry } }
    subscriptions @with { ...Subscription }
    transactions(first: 100) @with { nodes { ...TransactionListItem } }
  }
`

export const routes = [
  route('GET /v1/orders/', list('ListOrders', 'orders', 'Order', '...Order ...OrderEmbeds')),
  route('GET /v1/orders/{order_id}', 'query GetOrder($order_id: ID!) { order(id: $order_id) { ...Order ...OrderEmbeds } }'),
  route(
    'PUT /v1/orders/{order_id}/',
    update('UpdateOrder', 'id: $order_id', writable, 'order { ...Order }', { orderGiftInfo: 'OrderGiftInfoInput' }),
  ),
  route(
    'POST /v1/orders/',
    `mutation CreateOrder(
      $customer: OrderCustomerInput!, $products: [OrderProductInput!]!, $ship_address_id: ID, $cust_pay_id: ID,
      $coupons: [String!], $order_gift_info: OrderGiftInfoInput
    ) {
      createOrder(input: {
        customer: $customer, products: $products, shipAddressId: $ship_address_id, custPayId: $cust_pay_id,
        coupons: $coupons, orderGiftInfo: $order_gift_info
      }) { order { ...Order } userErrors { code message } }
    }`,
  ),
]
