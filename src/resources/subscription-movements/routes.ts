/** The REST rows for movements of subscriptions. */
import { list } from '../../rest/route.ts'

export const fragments = `
  fragment SubscriptionMovement on SubscriptionMovement {
    id at cancelReason countedAfter countedBefore couponId customerId failedTotal firstPaidAt fromAutorenew fromCounted fromCountry fromInstanceId
    fromMonths fromPrice fromProductId fromStatus fromTermId fromWeeks isFirst isGift kind knownAt origin pastDueReason pausedAfter pausedBefore payingAfter
    payingBefore productId requestId since storeId subscriptionId toAutorenew toCounted toCountry toInstanceId toMonths toPrice toStatus toTermId
    toWeeks type
  }
`

export const routes = [
  list(
    '/v1/subscription_movements/',
    'ListSubscriptionMovements',
    'subscriptionMovements',
    'SubscriptionMovement',
    '...SubscriptionMovement',
  ),
]
