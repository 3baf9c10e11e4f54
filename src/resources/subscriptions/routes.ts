/** The REST rows for subscriptions, and for what may be done with one. */
import { detail, list, write } from '../../rest/route.ts'
import { capital } from '../../schema/wording.ts'

export const fragments = `
  fragment Subscription on CustomerSubscription {
    id addressId autorenew billingName credit endDate externalId isTest note pastDueReason paymentMethodId productBillingId skippedDate
    startDate status storeId type
    billing { ...ProductBilling }
    customer { ...Customer }
    term { ...SubscriptionTypeTerm }
  }

  fragment SubscriptionDetail on CustomerSubscription { ...Subscription ...SubscriptionPlan backupPaymentMethodId internalNote pausedAt pausedUntil tags }

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

  fragment SubscriptionPlan on CustomerSubscription {
    changeDifference fixedPrice quantity scheduledChange {
      termId productInstanceId quantity fixedPrice
      term { ...SubscriptionTypeTerm }
      instance { ...ProductInstanceListItem }
    }
  }

  fragment OwnSubscriptionListItem on CustomerSubscription {
    id addressId autorenew backupPaymentMethodId billingName credit endDate isTest pastDueReason pausedAt pausedUntil paymentMethodId productBillingId skippedDate startDate status storeId type url
    ...SubscriptionPlan
    billing { ...ProductBilling }
    customer { ...Customer }
    term { ...SubscriptionTypeTerm }
  }

  fragment OwnSubscription on CustomerSubscription {
    ...OwnSubscriptionListItem
    actions { name allowed blockedBy { code message } }
  }

  fragment SubscriptionCoupon on SubscriptionCoupon { id couponId codeUsed enabled forever numRenewals type url }
`

/** The fields that customers do not write. */
const merchantFields = ['autorenew', 'credit', 'endDate', 'externalId', 'internalNote', 'note', 'tags']

const shown = 'subscription { ...SubscriptionDetail }'
const ownShown = 'subscription { ...OwnSubscription }'

/** A row of the Store API that runs a mutation on a customer's own subscription. */
const ownWrite = (verb: string, mutation: string, flag?: string) =>
  write(`PUT /v1/store/api/subscriptions/{subscription_id}/${verb}/`, mutation, ownShown, flag, {
    name: `Own${capital(mutation)}`,
  })

export const routes = [
  list(
    '/v1/subscriptions/',
    'ListSubscriptions',
    'subscriptions',
    'Subscription',
    '...SubscriptionDetail ...SubscriptionEmbeds url',
  ),
  detail('/v1/subscriptions/{sub_id}', 'GetSubscription', 'subscription', '...SubscriptionDetail ...SubscriptionEmbeds'),
  list(
    '/v1/subscriptions/{sub_id}/coupons/',
    'ListSubscriptionCoupons',
    'subscription(id: $sub_id).coupons',
    'SubscriptionCoupon',
    '...SubscriptionCoupon',
  ),
  detail(
    '/v1/subscriptions/{sub_id}/metadata/',
    'GetSubscriptionMetadata',
    'subscription',
    'metadata { ...SubscriptionMetadata }',
  ),
  list('/v1/store/api/subscriptions/', 'ListOwnSubscriptions', 'subscriptions', 'Subscription', '...OwnSubscriptionListItem'),
  detail('/v1/store/api/subscriptions/{subscription_id}/', 'GetOwnSubscription', 'subscription', '...OwnSubscription'),
  ownWrite('cancel', 'cancelSubscription'),
  ownWrite('reactivate', 'reactivateSubscription'),
  ownWrite('renew', 'renewSubscription'),
  ownWrite('resume', 'resumeSubscription'),
  ownWrite('skip', 'skipSubscription', 'skip'),
  ownWrite('skip', 'unskipSubscription', 'unskip'),
  ownWrite('pause', 'pauseSubscription'),
  write('PUT /v1/subscriptions/{sub_id}/change/', 'changeSubscription', shown),
  write('DELETE /v1/subscriptions/{sub_id}/change/', 'cancelScheduledChange'),
  write('PUT /v1/store/api/subscriptions/{subscription_id}/change/', 'changeSubscription', ownShown, undefined, {
    name: 'OwnChangeSubscription',
    without: ['fixedPrice'],
  }),
  write('DELETE /v1/store/api/subscriptions/{subscription_id}/change/', 'cancelScheduledChange', '', undefined, {
    name: 'OwnCancelScheduledChange',
  }),
  write('PUT /v1/subscriptions/{sub_id}/', 'updateSubscription', shown),
  write('PUT /v1/store/api/subscriptions/{subscription_id}/', 'updateSubscription', ownShown, undefined, {
    name: 'OwnUpdateSubscription',
    without: merchantFields,
  }),
  write('PUT /v1/subscriptions/{sub_id}/cancel/', 'cancelSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/pause/', 'pauseSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/resume/', 'resumeSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/reactivate/', 'reactivateSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/renew/', 'renewSubscription', shown),
  write('PUT /v1/subscriptions/{sub_id}/skip/', 'skipSubscription', shown, 'skip'),
  write('PUT /v1/subscriptions/{sub_id}/skip/', 'unskipSubscription', shown, 'unskip'),
]
