/** Reads the tasks of today, and the figures of this month and the one before. */
import { graphql } from '../graphql.ts'

export const TodayDocument = graphql(`
  query Today($from: String!, $today: DateTime!) {
    pastDue: subscriptionsAggregate(filter: { status: { eq: past_due } }) {
      count
      sum {
        recurringPrice
      }
    }
    toShip: shipments(filter: { status: { eq: unshipped }, adjustedOrderedAt: { le: $today } }, first: 1) {
      totalCount
    }
    unsettledRefunds: refundsAggregate(filter: { status: { in: [pending, unknown] } }) {
      count
      sum {
        amount
      }
    }
    failedRefunds: refunds(filter: { status: { eq: failed }, createdAt: { ge: $today } }, first: 1) {
      totalCount
    }
    lowStock: inventory(filter: { isLow: { eq: true } }, first: 5) {
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
    shortfalls: inventoryShortfalls(first: 5) {
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
    disputes: disputes(filter: { status: { in: [inquiry, needs_response] } }, orderBy: [{ evidenceDueAt: asc }], first: 5) {
      totalCount
      nodes {
        id
        orderId
        amount
        reason
        evidenceDueAt
      }
    }
    figures(from: $from) {
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
    recent: orders(orderBy: [{ placedAt: desc }], first: 8) {
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
