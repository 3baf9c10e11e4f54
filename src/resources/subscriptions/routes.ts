import { list, route } from '../../rest/route.ts'

export const fragments = `
  fragment Subscription on Subscription {
    id autorenew billingName credit endDate isTest note productBillingId skippedDate startDate status storeId type
    billing { ...ProductBilling }
    customer { ...Customer }
    term { ...SubscriptionTypeTerm }
  }

  fragment SubscriptionEmbeds on Subscription {
    address @with { ...Address }
    coupons(first: 100) @with { nodes { ...SubscriptionCoupon } }
    fulfillments(first: 100) @with { nodes { ...Fulfillment } }
    instance @with { ...ProductInstanceListItem }
    metadata @with { ...SubscriptionMetadata }
    orders(first: 100) @with { nodes { ...Order } }
    product @with { ...ProductSummary }
    surveyResults(first: 100) @with { nodes { ...ProductSurveyResult } }
  }

  fragment SubscriptionCoupon on SubscriptionCoupon { id couponId codeUsed enabled numRenewals type url }
`

export const routes = [
  route(
    'GET /v1/subscriptions/',
    list('ListSubscriptions', 'subscriptions', 'Subscription', '...Subscription ...SubscriptionEmbeds url'),
  ),
  route(
    'GET /v1/subscriptions/{sub_id}',
    'query GetSubscription($sub_id: ID!) { subscription(id: $sub_id) { ...Subscription ...SubscriptionEmbeds } }',
  ),
  route(
    'GET /v1/subscriptions/{sub_id}/coupons/',
    list('ListSubscriptionCoupons', 'subscription(id: $sub_id).coupons', 'SubscriptionCoupon', '...SubscriptionCoupon'),
  ),
  route(
    'GET /v1/subscriptions/{sub_id}/metadata/',
    'query GetSubscriptionMetadata($sub_id: ID!) { subscription(id: $sub_id) { metadata { ...SubscriptionMetadata } } }',
  ),
]
