/** Orders, their lines, and what makes one a gift. */

import { type FieldRead, planned } from '../../schema/reads.ts'
import { codeKeys } from '../../values/case-key.ts'
import { action, named } from '../action.ts'
import { asPart, customersOwn, owner, without } from '../audience.ts'
import { checkCredential, resource } from '../describe.ts'
import { tagsMatched } from '../labels.ts'
import { searched } from '../searched.ts'
import { actionUrlRead } from './action-url.ts'
import { actionInputs, allowedActions, operations } from './actions.ts'
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
    billingAddressId: 'customer',
    paymentMethodId: 'customer',
    cancelledAt: 'customer',
    cancelReason: 'merchant',
    editedAt: 'customer',
    editReason: 'merchant',
    editDifference: 'customer',
    cardForLines: 'nobody',
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
    paidAt: 'customer',
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
    tags: 'merchant',
    tagKeys: 'nobody',
    internalNote: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  emails: ['giftRecipientEmail'],
  matchedBy: { tags: tagsMatched },
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
    actionUrl: t.string({
      nullable: true,
      description: 'The page of the payment gateway on which its customer pays it, while it waits for that; else null.',
      extensions: { read: actionUrlRead },
      resolve: planned,
    }),
    actions: t.field({
      type: [action],
      description: `The operations, each with whether the credential that asks may run it now: ${named(operations)}.`,
      extensions: {
        read: {
          inputs: actionInputs,
          compute: (values, { viewer }) => allowedActions((mutation, input) => checkCredential(mutation, viewer, input), values),
        } satisfies FieldRead,
      },
      resolve: planned,
    }),
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
    'billingAddress',
    'paymentMethod',
    'metadata',
    { name: 'subscriptions', path: ['products', 'subscription'], description: 'The subscriptions it began or renewed.' },
  ],
  connections: [
    'transactions',
    'refunds',
    'invoices',
    'fulfillments',
    { name: 'log', path: ['logEntries'], description: 'Its log: each write with its writer, refused writes included.' },
  ],
  access: without(['metadata', 'log'], owner),
  url: { merchant: '/v1/orders/{id}/', others: '/v1/store/api/orders/{id}/' },
  record: 'order',
  list: 'orders',
  searched: searched.order,
  markedBy: 'changedIn',
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
    carried: 'customer',
    carriedShipping: 'customer',
    carriedTax: 'customer',
    foreverDiscount: 'merchant',
    paidNumber: 'merchant',
    openValue: 'nobody',
    hasEndedCoupons: 'nobody',
    openPieces: 'nobody',
  },
  relations: ['order', 'product', 'instance', 'subscription', 'term'],
  access: asPart(ofOrder),
  record: 'orderProduct',
  list: 'orderProducts',
})

resource('OrderCoupon', {
  scope: 'orders',
  columns: {
    id: 'customer',
    storeId: 'customer',
    orderId: 'customer',
    couponId: 'customer',
    codeUsed: 'customer',
    codeUsedKey: 'nobody',
  },
  matchedBy: { codeUsed: { column: 'codeUsedKey', keysOf: codeKeys } },
  relations: ['order'],
  access: asPart(ofOrder),
  record: 'orderCoupon',
  list: 'orderCoupons',
})
