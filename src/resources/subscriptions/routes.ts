/** The REST rows for subscriptions, and for what may be done with one. */
import { list, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Subscription on CustomerSubscription {
    id autorenew billingName credit endDate isTest note pastDueReason productBillingId skippedDate startDate status storeId type
    billing { ...ProductBilling }
    customer { ...Customer }
    term { ...SubscriptionTypeTerm }
  }

  fragment SubscriptionEmbeds on CustomerSubscription {
    address @with { ...Address }
    coupons(first: 100) @with { nodes { ...SubscriptionCoupon } }
    fulfillments(first: 100) @with { nodes { ...Fulfillment } }
    instance @with { ...ProductInstanceListItem }
    logs: log(last: 100) @with(byName: true) { nodes { ...LogEntry } }
    metadata @with { ...SubscriptionMetadata }
    orders(first: 100) @with { nodes { ...Order } }
    product @with { ...ProductSummary }
    surveyResults(first: 100) @with { nodes { ...ProductSurveyResult } }
  }

  fragment SubscriptionCoupon on SubscriptionCoupon { id couponId codeUsed enabled forever numRenewals type url }
`

const shown = 'subscription { ...Subscription }'

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
  write('PUT /v1/subscriptions/{sub_id}/', 'updateSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/cancel/', 'cancelSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/reactivate/', 'reactivateSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/renew/', 'renewSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/skip/', 'skipSubscription', shown, 'skip'),
  write('PUT /v1/subscriptions/{sub_id}/skip/', 'unskipSubscription', shown, 'unskip'),
]
