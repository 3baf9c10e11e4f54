/** Reads the list of customers. */
import { graphql } from '../graphql.ts'

export const CustomersDocument = graphql(`
  query Customers($filter: CustomerFilter, $orderBy: [CustomerOrder!], $first: Int, $offset: Int) {
    customers(filter: $filter, orderBy: $orderBy, first: $first, offset: $offset) {
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
