/** Reads a subscription: its state, its next renewals, its log, and which acts are allowed. */
import { graphql } from '../graphql.ts'

export const SubscriptionDocument = graphql(`
  query OneSubscription($id: ID!, $orders: Boolean!, $shipments: Boolean!, $log: Boolean!) {
    subscription(id: $id) {
      id
      changedIn
      externalId
      billingName
      quantity
      status
      autorenew
      isGift
      isTest
      startDate
      endDate
      note
      tags
      internalNote
      revenue
      credit
      fixedPrice
      price
      recurringPrice
      recurringMonths
      recurringWeeks
      skippedDate
      pausedAt
      pausedUntil
      cancelledAt
      pastDueAt
      pastDueReason
      failedRenewals
      nextTryAt
      productId
      productInstanceId
      termId
      actions {
        name
        changesNothing
        blockedBy {
          message
        }
      }
      scheduledChange {
        productInstanceId
        termId
        quantity
        fixedPrice
        term {
          name
        }
        instance {
          sku
          product {
            name
          }
        }
      }
      customer {
        id
        name
        email
      }
      term {
        id
        name
      }
      instance {
        id
        sku
      }
      product {
        id
        name
        instances {
          id
          sku
          deleted
        }
        subscriptionTypes {
          name
          deleted
          terms {
            id
            name
            deleted
          }
        }
      }
      address {
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
      paymentMethod {
        id
        brand
        last4
        expMonth
        expYear
      }
      upcoming(first: 3) {
        date
        total
        charge
        creditApplied
        lines {
          name
          sku
          quantity
          price
        }
      }
      orders(orderBy: [{ placedAt: desc }], first: 10) @include(if: $orders) {
        totalCount
        nodes {
          id
          placedAt
          total
          financialStatus
          fulfillmentStatus
          isRenewal
        }
      }
      fulfillments(filter: { status: { eq: open } }, orderBy: [{ adjustedFulfillmentDate: asc }], first: 6)
        @include(if: $shipments) {
        totalCount
        nodes {
          id
          adjustedFulfillmentDate
          quantity
          cycleNumber
          totalCycles
          onHold
          shipment {
            id
            status
          }
        }
      }
      log(orderBy: [{ createdAt: desc }], first: 20) @include(if: $log) {
        totalCount
        nodes {
          id
          createdAt
          actor
          actorName
          surface
          operation
          note
          changes
          refusedBy
          message
        }
      }
    }
  }
`)
