/** Reads the transactions, which the figures of money are counted from. */
import { graphql } from '../graphql.ts'

export const TransactionsDocument = graphql(`
  query Transactions(
    $filter: TransactionFilter
    $orderBy: [TransactionOrder!]
    $first: Int
    $offset: Int
    $orders: Boolean!
    $customers: Boolean!
  ) {
    transactions(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        createdAt
        reversedAt
        kind
        result
        total
        declineCode
        gatewayReference
        orderId
        order @include(if: $orders) {
          customer @include(if: $customers) {
            name
          }
        }
      }
    }
  }
`)
