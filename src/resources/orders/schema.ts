/** Orders, their lines, and what makes one a gift. */

import { planned } from '../../schema/reads.ts'
import { asPart, customersOwn, owner, without } from '../audience.ts'
import { resource } from '../describe.ts'
import { refundable, refundableRead } from './refundable.ts'

const ofOrder = customersOwn(({ customerId }) => ({ order: { customerId } }))

resource('Order', {
  scope: 'orders',
  columns: {
    id: 'customer',
    storeId: 'customer',
    externalId: 'merchant',
    customerId: 'customer',
    addressId: 'customer',
    paymentMethodId: 'customer',
    cardRefundedAmount: 'customer',
    creditApplied: 'customer',
    financialStatus: 'customer',
    fulfillmentStatus: 'customer',
    giftCardDiscount: 'customer',
    giftMessage: 'customer',
    giftRecipientName: 'customer',
    giftRecipientEmail: 'customer',
    giftRenewalNotif: 'customer',
    grossShipping: 'customer',
    isGift: 'customer',
    isRenewal: 'customer',
    isTest: 'customer',
    note: 'merchant',
    placedAt: 'customer',
    proratedCharge: 'customer',
    receivedGift: 'customer',
    refundApplied: 'customer',
    refundedAmount: 'customer',
    sentGift: 'customer',
    status: 'customer',
    subTotal: 'customer',
    total: 'customer',
    totalAppFees: 'merchant',
    totalDiscount: 'customer',
    totalLabelCost: 'merchant',
    totalPendingFees: 'merchant',
    totalPrice: 'customer',
    totalShipping: 'customer',
    totalTax: 'customer',
    taxIncluded: 'customer',
    transactionFee: 'customer',
    transactionFeeStatus: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'nobody',
  },
  emails: ['giftRecipientEmail'],
  parts: {
    orderGiftInfo: {
      type: 'OrderGiftInfo',
      columns: ['giftMessage', 'giftRecipientName', 'giftRecipientEmail'],
      when: { isGift: true },
      whenNull: 'True for orders that are no gifts, false for gifts.',
      description: 'The gift fields of the order; three empty texts when it is no gift.',
    },
  },
  fields: (t) => ({
    refundable: t.field({
      type: refundable,
      description: 'The rest of it that can be refunded.',
      extensions: { read: refundableRead },
      resolve: planned,
    }),
  }),
  relations: [
    'customer',
    'products',
    'coupons',
    'cart',
    'address',
    'paymentMethod',
    'metadata',
    { name: 'subscriptions', path: ['products', 'subscription'], description: 'The subscriptions it began or renewed.' },
  ],
  connections: [
    'transactions',
    'refunds',
    'fulfillments',
    { name: 'log', path: ['logEntries'], description: 'Its log: each write with its writer, refused writes included.' },
  ],
  access: without(['metadata', 'log'], owner),
  url: { merchant: '/v1/orders/{id}/', others: '/v1/store/api/orders/{id}/' },
  record: 'order',
  list: 'orders',
})

resource('OrderProduct', {
  scope: 'orders',
  columns: {
    id: 'customer',
    storeId: 'customer',
    orderId: 'customer',
    productId: 'customer',
    productInstanceId: 'customer',
    subscriptionId: 'customer',
    termId: 'customer',
    name: 'customer',
    sku: 'customer',
    price: 'customer',
    quantity: 'customer',
    total: 'customer',
    discount: 'customer',
    shipping: 'customer',
    tax: 'customer',
    taxLines: 'customer',
    charged: 'customer',
  },
  relations: ['order', 'product', 'instance', 'subscription', 'term'],
  access: asPart(ofOrder),
  record: 'orderProduct',
  list: 'orderProducts',
})

resource('OrderCoupon', {
  scope: 'orders',
  columns: { id: 'customer', storeId: 'customer', orderId: 'customer', couponId: 'customer', codeUsed: 'customer' },
  relations: ['order'],
  access: asPart(ofOrder),
  record: 'orderCoupon',
  list: 'orderCoupons',
})
