/** The REST rows for subscriptions, and for what may be done with one. */
import { list, route, update } from '../../rest/route.ts'
import { writable } from './writable.ts'

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

  fragment SubscriptionCoupon on SubscriptionCoupon { id couponId codeUsed enabled numRenewals type url }
`

const answer = 'subscription { ...Subscription } userErrors { code message }'

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
  route(
    'PUT /v1/subscriptions/{sub_id}/',
    update('UpdateSubscription', 'id: $sub_id', writable, 'subscription { ...Subscription }'),
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/cancel/',
    `mutation CancelSubscription($sub_id: ID!, $log_note: String, $cancel_reason: Int) {
      cancelSubscription(input: { id: $sub_id, logNote: $log_note, cancelReason: $cancel_reason }) { ${answer} }
    }`,
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/reactivate/',
    `mutation ReactivateSubscription($sub_id: ID!, $log_note: String) {
      reactivateSubscription(input: { id: $sub_id, logNote: $log_note }) { ${answer} }
    }`,
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/renew/',
    `mutation RenewSubscription($sub_id: ID!, $log_note: String) {
      renewSubscription(input: { id: $sub_id, logNote: $log_note }) { ${answer} }
    }`,
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/skip/',
    `mutation SkipSubscription($sub_id: ID!, $log_note: String) {
      skipSubscription(input: { id: $sub_id, logNote: $log_note }) { ${answer} }
    }`,
    'skip',
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/skip/',
    `mutation UnskipSubscription($sub_id: ID!, $log_note: String) {
      unskipSubscription(input: { id: $sub_id, logNote: $log_note }) { ${answer} }
    }`,
    'unskip',
  ),
]
