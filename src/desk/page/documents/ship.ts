/** Reads the parcels to send, the earliest due first, and sends a batch of them. */
import { graphql } from '../graphql.ts'

export const ShipDocument = graphql(`
  query Ship($filter: ShipmentFilter, $first: Int, $offset: Int) {
    shipments(filter: $filter, orderBy: [{ adjustedOrderedAt: asc }, { id: asc }], first: $first, offset: $offset) {
      totalCount
      nodes {
        id
        status
        adjustedOrderedAt
        shippedAt
        deliveredAt
        carrier
        trackingNumber
        customer {
          id
          name
          email
        }
        shipAddress {
          to
          company
          street
          unit
          city
          state
          zipCode
          country
        }
        fulfillments {
          id
          status
          orderId
          quantity
          cycleNumber
          totalCycles
          onHold
          instance {
            id
            sku
            product {
              name
            }
          }
        }
      }
    }
  }
`)

export const ShipBatchDocument = graphql(`
  mutation ShipBatch($input: ShipShipmentsInput!, $dryRun: Boolean!) {
    shipShipments(input: $input, dryRun: $dryRun) {
      results {
        index
        ok
        shipment {
          id
        }
        userErrors {
          field
          message
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
