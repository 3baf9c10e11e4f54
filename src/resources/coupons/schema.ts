/** Coupons of the store, and coupons that wait on a subscription. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Coupon', {
  scope: 'coupons',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    code: 'merchant',
    name: 'merchant',
    enabled: 'merchant',
    discountType: 'merchant',
    discountValue: 'merchant',
    numRenewals: 'merchant',
    createdAt: 'merchant',
  },
  relations: [{ name: 'products', path: ['products', 'product'], description: 'The products it is limited to; none for all.' }],
  connections: ['subscriptionCoupons'],
  visible: merchantOnly,
  record: 'coupon',
  list: 'coupons',
})

// Once applied to an order, paid or not, a coupon no longer waits.
const waiting = { appliedAt: null, unpaidOrderId: null }

resource('SubscriptionCoupon', {
  scope: 'subscriptions',
  columns: {
    id: 'customer',
    storeId: 'customer',
    subscriptionId: 'customer',
    couponId: 'customer',
    codeUsed: 'customer',
    enabled: 'customer',
    numRenewals: 'customer',
    appliedAt: 'nobody',
    unpaidOrderId: 'nobody',
  },
  relations: ['subscription', 'coupon'],
  visible: {
    merchant: () => waiting,
    customer: ({ customerId }) => ({ ...waiting, subscription: { customerId } }),
  },
  url: '/v1/subscriptions/{subscriptionId}/coupon/{couponId}/',
  isPart: true,
  record: 'subscriptionCoupon',
  list: 'subscriptionCoupons',
})
