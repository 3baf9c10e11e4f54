/** Reads a customer, and all that they have with the shop. */
import { graphql } from '../graphql.ts'

export const CustomerDocument = graphql(`
  query OneCustomer($id: ID!) {
    customer(id: $id) {
      id
      externalId
      firstName
      lastName
      name
      email
      country
      location
      createdAt
      credit
      totalRevenue
      numOrders
      subscriptionStatus
      taxId
      taxIdCountry
      taxIdStatus
      addresses {
        id
        to
        company
        street
        unit
        city
        state
        zipCode
        country
      }
      paymentMethods {
        id
        brand
        last4
        expMonth
        expYear
        isDefault
      }
      subscriptions(orderBy: [{ id: desc }], first: 20) {
        totalCount
        nodes {
          id
          billingName
          quantity
          status
          endDate
          recurringPrice
        }
      }
      orders(orderBy: [{ placedAt: desc }], first: 20) {
        totalCount
        nodes {
          id
          placedAt
          total
          financialStatus
          fulfillmentStatus
        }
      }
      creditEntries(orderBy: [{ id: desc }], first: 10) {
        totalCount
        nodes {
          id
          amount
          reason
          createdAt
        }
      }
    }
  }
`)
