/** Coupons of the store, and coupons that wait on a subscription. */
import { merchantOnly } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('Coupon', {
  scope: 'coupons',
  columns: ['id', 'storeId', 'code', 'name', 'enabled', 'discountType', 'discountValue', 'numRenewals', 'createdAt'],
  relations: [{ name: 'products', path: ['products', 'product'], description: 'The products it is limited to; none for all.' }],
  connections: ['subscriptionCoupons'],
  visible: merchantOnly,
  record: 'coupon',
  list: 'coupons',
})

// Once applied to an order, a coupon no longer waits.
const waiting = { appliedAt: null }

resource('SubscriptionCoupon', {
  scope: 'subscriptions',
  columns: ['id', 'storeId', 'subscriptionId', 'couponId', 'codeUsed', 'enabled', 'numRenewals'],
  relations: ['subscription', 'coupon'],
  visible: {
    merchant: () => waiting,
    customer: ({ customerId }) => ({ ...waiting, subscription: { customerId } }),
  },
  url: {
    columns: ['subscriptionId', 'couponId'],
    path: ({ subscriptionId, couponId }) => `/v1/subscriptions/${subscriptionId}/coupon/${couponId}/`,
  },
  isPart: true,
  record: 'subscriptionCoupon',
  list: 'subscriptionCoupons',
})
