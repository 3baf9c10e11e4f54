/** The REST rows that put a coupon on a subscription and take it off. */
import { route } from '../../rest/route.ts'

export const routes = [
  route(
    'POST /v1/subscriptions/{sub_id}/coupons/',
    `mutation AddSubscriptionCoupon($sub_id: ID!, $coupon_id: ID!) {
      addSubscriptionCoupon(input: { subscriptionId: $sub_id, couponId: $coupon_id }) {
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
