/** The REST rows for coupons, and those that put one on a subscription and take it off. */
import { detail, list, records, route } from '../../rest/route.ts'

export const fragments = `
  fragment Coupon on Coupon {
    id code createdAt discountType discountValue enabled endsAt externalId forever maxUses maxUsesPerCustomer minSubTotal name numRenewals startsAt
    storeId type url uses
  }

  fragment CouponEmbeds on Coupon {
    products @with { ...ProductSummary }
  }
`

export const routes = [
  ...records('/v1/coupons/{coupon_id}/', 'Coupon', { record: 'coupon', list: 'coupons', embeds: 'CouponEmbeds' }, [
    'create',
    'update',
    'upsert',
    'disable',
    'enable',
  ]),
  list(
    '/v1/subscription_coupons/',
    'ListCouponsOfSubscriptions',
    'subscriptionCoupons',
    'SubscriptionCoupon',
    '...SubscriptionCoupon subscriptionId',
  ),
  detail(
    '/v1/subscription_coupons/{subscription_coupon_id}/',
    'GetSubscriptionCoupon',
    'subscriptionCoupon',
    '...SubscriptionCoupon subscriptionId coupon { ...Coupon }',
  ),
  route(
    'POST /v1/subscriptions/{sub_id}/coupons/',
    `mutation AddSubscriptionCoupon($sub_id: ID!, $coupon_id: ID!, $if_changed_in: ID) {
      addSubscriptionCoupon(input: { subscriptionId: $sub_id, couponId: $coupon_id, ifChangedIn: $if_changed_in }) {
        subscriptionCoupon { ...SubscriptionCoupon }
        userErrors { code message }
      }
    }`,
  ),
  route(
    'POST /v1/store/api/subscriptions/{subscription_id}/coupons/',
    `mutation AddOwnCoupon($subscription_id: ID!, $code: String!) {
      addSubscriptionCoupon(input: { subscriptionId: $subscription_id, code: $code }) {
        subscriptionCoupon { ...SubscriptionCoupon }
        userErrors { code message }
      }
    }`,
  ),
  route(
    'DELETE /v1/subscriptions/{sub_id}/coupon/{coupon_id}/',
    `mutation RemoveSubscriptionCoupon($sub_id: ID!, $coupon_id: ID!) {
      removeSubscriptionCoupon(input: { subscriptionId: $sub_id, couponId: $coupon_id }) { userErrors { code message } }
    }`,
  ),
]
