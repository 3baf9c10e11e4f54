/** Coupons of the store, and coupons that wait on a subscription. */
import { codeKeys } from '../../values/case-key.ts'
import { spellings } from '../../values/text-form.ts'
import { asPart, customersOwn, merchantOnly, only } from '../audience.ts'
import { resource } from '../describe.ts'
import { searched } from '../searched.ts'

resource('Coupon', {
  scope: 'coupons',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    externalId: 'merchant',
    code: 'merchant',
    name: 'merchant',
    enabled: 'merchant',
    discountType: 'merchant',
    discountValue: 'merchant',
    numRenewals: 'merchant',
    forever: 'merchant',
    maxUses: 'merchant',
    maxUsesPerCustomer: 'merchant',
    uses: 'merchant',
    startsAt: 'merchant',
    endsAt: 'merchant',
    minSubTotal: 'merchant',
    createdAt: 'merchant',
    codeKey: 'nobody',
    codeRepetition: 'nobody',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  matchedBy: { code: { column: 'codeKey', keysOf: codeKeys }, name: { column: 'name', keysOf: spellings } },
  relations: [{ name: 'products', path: ['products', 'product'], description: 'The products it is limited to; none for all.' }],
  connections: ['subscriptionCoupons'],
  access: merchantOnly,
  url: '/v1/coupons/{id}/',
  record: 'coupon',
  list: 'coupons',
  searched: searched.coupon,
  markedBy: 'changedIn',
  unmarked: ['codeKey', 'codeRepetition'],
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
    forever: 'customer',
    holdsUse: 'nobody',
    appliedAt: 'nobody',
    unpaidOrderId: 'nobody',
    codeUsedKey: 'nobody',
  },
  matchedBy: { codeUsed: { column: 'codeUsedKey', keysOf: codeKeys } },
  relations: ['subscription', 'coupon'],
  access: asPart(
    only(
      waiting,
      customersOwn(({ customerId }) => ({ subscription: { customerId } })),
    ),
  ),
  url: '/v1/subscription_coupons/{id}/',
  record: 'subscriptionCoupon',
  list: 'subscriptionCoupons',
})
