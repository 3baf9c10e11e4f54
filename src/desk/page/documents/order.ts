/** Reads an order: what was bought, what of it is paid, sent and refunded, and which acts are allowed. */
import { graphql } from '../graphql.ts'

export const OrderDocument = graphql(`
  query OneOrder($id: ID!, $transactions: Boolean!, $refunds: Boolean!, $shipments: Boolean!, $log: Boolean!) {
    order(id: $id) {
      id
      changedIn
      externalId
      placedAt
      paidAt
      status
      financialStatus
      fulfillmentStatus
      isRenewal
      isGift
      isTest
      cancelledAt
      cancelReason
      editedAt
      note
      tags
      internalNote
      subTotal
      totalDiscount
      totalShipping
      totalTax
      taxIncluded
      total
      creditApplied
      giftCardDiscount
      refundedAmount
      giftRecipientName
      giftRecipientEmail
      giftMessage
      actions {
        name
        changesNothing
        blockedBy {
          message
        }
      }
      refundable {
        amount
        cardAmount
        creditAmount
        shipping
        lines {
          orderProductId
          quantity
          amount
        }
      }
      customer {
        id
        name
        email
      }
      address {
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
        brand
        last4
      }
      products {
        id
        name
        sku
        price
        quantity
        discount
        total
        subscriptionId
      }
      transactions(orderBy: [{ createdAt: asc }], first: 50) @include(if: $transactions) {
        nodes {
          id
          createdAt
          kind
          result
          total
          declineCode
          gatewayReference
        }
      }
      refunds(orderBy: [{ createdAt: asc }], first: 50) @include(if: $refunds) {
        nodes {
          id
          createdAt
          status
          amount
          reason
          failureReason
        }
      }
      invoices(orderBy: [{ id: asc }], first: 20) {
        nodes {
          id
          number
          kind
          total
        }
      }
      fulfillments(orderBy: [{ adjustedFulfillmentDate: asc }], first: 50) @include(if: $shipments) {
        nodes {
          id
          status
          quantity
          adjustedFulfillmentDate
          instance {
            sku
          }
          shipment {
            id
            status
            shippedAt
            deliveredAt
            carrier
            trackingNumber
            trackingUrl
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
