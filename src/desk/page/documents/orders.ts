/** Reads the list of orders. */
import { graphql } from '../graphql.ts'

export const OrdersDocument = graphql(`
  query Orders($filter: OrderFilter, $search: String, $orderBy: [OrderOrder!], $first: Int, $offset: Int) {
    orders(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        placedAt
        total
        refundedAmount
        financialStatus
        fulfillmentStatus
        isRenewal
        isGift
        cancelledAt
        customer {
          name
        }
        products {
          name
          quantity
        }
      }
    }
  }
`)
