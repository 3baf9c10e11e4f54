/** Reads the tasks of today, and the figures of this month and the one before. */
import { graphql } from '../graphql.ts'

export const TodayDocument = graphql(`
  query Today(
    $from: String!
    $today: DateTime!
    $subscriptions: Boolean!
    $shipments: Boolean!
    $refunds: Boolean!
    $inventory: Boolean!
    $disputes: Boolean!
    $orders: Boolean!
    $figures: Boolean!
    $customers: Boolean!
  ) {
    pastDue: subscriptionsAggregate(filter: { status: { eq: past_due } }) @include(if: $subscriptions) {
      count
      sum {
        recurringPrice
      }
    }
    toShip: shipments(filter: { status: { eq: unshipped }, adjustedOrderedAt: { le: $today } }, first: 1) @include(if: $shipments) {
      totalCount
    }
    unsettledRefunds: refundsAggregate(filter: { status: { in: [pending, unknown] } }) @include(if: $refunds) {
      count
      sum {
        amount
      }
    }
    failedRefunds: refunds(filter: { status: { eq: failed } }, first: 1) @include(if: $refunds) {
      totalCount
    }
    lowStock: inventory(filter: { isLow: { eq: true } }, first: 5) @include(if: $inventory) {
      totalCount
      nodes {
        id
        sku
        quantityOnHand
        product {
          id
          name
        }
      }
    }
    shortfalls: inventoryShortfalls(first: 5) @include(if: $inventory) {
      totalCount
      nodes {
        productInstanceId
        short
        runsOutAt
        product {
          id
          name
        }
      }
    }
    disputes: disputes(filter: { status: { in: [inquiry, needs_response] } }, orderBy: [{ evidenceDueAt: asc }], first: 5)
      @include(if: $disputes) {
      totalCount
      nodes {
        id
        orderId
        amount
        reason
        evidenceDueAt
      }
    }
    withdrawals(filter: { handledAt: { isNull: true } }, orderBy: [{ receivedAt: asc }], first: 10) @include(if: $customers) {
      totalCount
      nodes {
        id
        kind
        name
        reference
        email
        words
        receivedAt
        confirmedAt
        handledAt
        note
        customerId
        orderId
        subscriptionId
      }
    }
    figures(from: $from) @include(if: $figures) {
      mrr {
        rows {
          start
          mrr
        }
      }
      subscribers {
        rows {
          start
          customers
        }
      }
      revenue {
        rows {
          start
          collected
        }
      }
      churn {
        rows {
          start
          rate
        }
      }
    }
    recent: orders(orderBy: [{ placedAt: desc }], first: 8) @include(if: $orders) {
      nodes {
        id
        placedAt
        total
        financialStatus
        isRenewal
        customer {
          id
          name
        }
      }
    }
  }
`)
