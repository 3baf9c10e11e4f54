/** Reads a customer, and all that they have with the shop. */
import { graphql } from '../graphql.ts'
import { WithdrawalFragment } from './withdrawals.ts'

export const CustomerDocument = graphql(
  `
  query OneCustomer(
    $id: ID!
    $subscriptions: Boolean!
    $orders: Boolean!
    $mails: Boolean!
  ) {
    customer(id: $id) {
      id
      changedIn
      externalId
      tags
      internalNote
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
        enteredByVisitor
      }
      subscriptions(orderBy: [{ id: desc }], first: 20) @include(if: $subscriptions) {
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
      orders(orderBy: [{ placedAt: desc }], first: 20) @include(if: $orders) {
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
    mails(filter: { customerId: { eq: $id } }, orderBy: [{ id: desc }], first: 10) @include(if: $mails) {
      totalCount
      nodes {
        id
        kind
        subject
        recipient
        state
        kept
        createdAt
      }
    }
    consents(filter: { customerId: { eq: $id } }, orderBy: [{ id: desc }], first: 10) {
      totalCount
      nodes {
        id
        version
        text
        acceptedAt
        surface
        address
        orderId
      }
    }
    withdrawals(filter: { customerId: { eq: $id } }, orderBy: [{ id: desc }], first: 10) {
      totalCount
      nodes {
        ...ShownWithdrawal
      }
    }
  }
`,
  [WithdrawalFragment],
)
