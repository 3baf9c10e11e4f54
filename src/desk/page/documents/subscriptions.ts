/** Reads the list of subscriptions. */
import { graphql } from '../graphql.ts'

export const SubscriptionsDocument = graphql(`
  query Subscriptions($filter: SubscriptionFilter, $search: String, $orderBy: [SubscriptionOrder!], $first: Int, $offset: Int) {
    subscriptions(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        billingName
        quantity
        status
        autorenew
        endDate
        pausedUntil
        pastDueReason
        recurringPrice
        customer {
          name
        }
      }
    }
  }
`)
