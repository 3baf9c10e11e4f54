/** Reads the list of customers. */
import { graphql } from '../graphql.ts'

export const CustomersDocument = graphql(`
  query Customers($filter: CustomerFilter, $search: String, $orderBy: [CustomerOrder!], $first: Int, $offset: Int) {
    customers(filter: $filter, search: $search, orderBy: $orderBy, first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        name
        email
        country
        subscriptionStatus
        numOrders
        totalRevenue
        credit
        createdAt
      }
    }
  }
`)
