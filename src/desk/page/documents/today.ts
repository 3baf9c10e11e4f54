/** Reads the tasks of today, and the figures of this month and the one before. */
import { graphql } from '../graphql.ts'
import { WithdrawalFragment } from './withdrawals.ts'

export const TodayDocument = graphql(
  `
  query Today(
    $from: String!
    $toShip: ShipmentFilter!
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
    toShip: shipments(filter: $toShip, first: 1) @include(if: $shipments) {
      totalCount
    }
    unsettledRefunds: refundsAggregate(filter: { status: { in: [pending, unknown] } }) @include(if: $refunds) {
      sum {
        amount
      }
    }
    unsettledOrders: orders(filter: { refunds: { status: { in: [pending, unknown] } } }, first: 1) @include(if: $refunds) {
      totalCount
    }
    failedRefunds: orders(filter: { refunds: { status: { eq: failed } } }, first: 1) @include(if: $refunds) {
      totalCount
    }
    lowStock: inventory(filter: { isLow: { eq: true } }, first: 100) @include(if: $inventory) {
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
    shortfalls: inventoryShortfalls(days: 14, first: 100) @include(if: $inventory) {
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
    disputes: disputes(filter: { status: { in: [inquiry, needs_response] } }, orderBy: [{ evidenceDueAt: asc }], first: 100)
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
        ...ShownWithdrawal
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
`,
  [WithdrawalFragment],
)
