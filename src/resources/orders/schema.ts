/** Orders, their lines, and what makes one a gift. */
import { owner } from '../../graphql/audience.ts'
import { builder } from '../../graphql/builder.ts'
import type { Shape } from '../../graphql/model.ts'
import { resource } from '../../graphql/resource.ts'

type OrderGiftInfo = Pick<Shape<'Order'>, 'giftMessage' | 'giftRecipientName' | 'giftRecipientEmail'>

const orderGiftInfo = builder.objectRef<OrderGiftInfo>('OrderGiftInfo').implement({
  description: 'What makes an order a gift.',
  fields: (t) => ({
    giftMessage: t.exposeString('giftMessage', { description: 'What the gift card says.' }),
    giftRecipientName: t.exposeString('giftRecipientName', { description: 'Name of the person the gift is for.' }),
    giftRecipientEmail: t.exposeString('giftRecipientEmail', { description: 'E-mail address of the person the gift is for.' }),
  }),
})

resource('Order', {
  scope: 'orders',
  storeOnly: ['note', 'totalAppFees', 'totalLabelCost', 'totalPendingFees', 'transactionFeeStatus'],
  columns: [
    'id',
    'storeId',
    'customerId',
    'addressId',
    'paymentMethodId',
    'cardRefundedAmount',
    'creditApplied',
    'financialStatus',
    'fulfillmentStatus',
    'giftCardDiscount',
    'giftMessage',
    'giftRecipientName',
    'giftRecipientEmail',
    'giftRenewalNotif',
    'grossShipping',
    'isGift',
    'isRenewal',
    'isTest',
    'note',
    'placedAt',
    'proratedCharge',
    'receivedGift',
    'refundApplied',
    'refundedAmount',
    'sentGift',
    'status',
    'subTotal',
    'total',
    'totalAppFees',
    'totalDiscount',
    'totalLabelCost',
    'totalPendingFees',
    'totalPrice',
    'totalShipping',
    'totalTax',
    'transactionFee',
    'transactionFeeStatus',
  ],
  fields: (t) => ({
    orderGiftInfo: t.field({
      type: orderGiftInfo,
      nullable: true,
      description: 'What makes the order a gift; null when it is none.',
      select: { isGift: true, giftMessage: true, giftRecipientName: true, giftRecipientEmail: true },
      resolve: (order: Shape<'Order'>) => (order.isGift ? order : null),
    }),
  }),
  relations: [
    'customer',
    'products',
    'cart',
    'address',
    'paymentMethod',
    { name: 'subscriptions', path: ['products', 'subscription'], description: 'The subscriptions it began or renewed.' },
  ],
  connections: [
    'transactions',
    'fulfillments',
    { name: 'log', path: ['logEntries'], description: 'What was written to it and who wrote it, refused writes included.' },
  ],
  merchantOnly: ['log'],
  visible: owner,
  url: { columns: ['id'], path: ({ id }) => `/v1/orders/${id}/` },
  record: 'order',
  list: 'orders',
})

resource('OrderProduct', {
  scope: 'orders',
  columns: [
    'id',
    'storeId',
    'orderId',
    'productId',
    'productInstanceId',
    'subscriptionId',
    'termId',
    'name',
    'sku',
    'price',
    'quantity',
    'total',
  ],
  relations: ['order', 'product', 'instance', 'subscription', 'term'],
  visible: { merchant: () => ({}), customer: ({ customerId }) => ({ order: { customerId } }) },
  isPart: true,
  record: 'orderProduct',
  list: 'orderProducts',
})
