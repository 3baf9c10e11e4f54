/** The mutations of an order, each of which is run dry before it is confirmed. */
import { graphql } from '../graphql.ts'

export const RefundDocument = graphql(`
  mutation RefundOne($input: RefundOrderInput!, $dryRun: Boolean!) {
    refundOrder(input: $input, dryRun: $dryRun) {
      refund {
        amount
        cardAmount
        creditAmount
        shipping
        tax
        status
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const CancelOrderDocument = graphql(`
  mutation CancelOne($input: CancelOrderInput!, $dryRun: Boolean!) {
    cancelOrder(input: $input, dryRun: $dryRun) {
      order {
        id
        cancelledAt
        refundedAmount
        fulfillmentStatus
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const EditOrderDocument = graphql(`
  mutation EditOne($input: EditOrderInput!, $dryRun: Boolean!) {
    editOrder(input: $input, dryRun: $dryRun) {
      order {
        id
        total
        editDifference
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const UpdateOrderDocument = graphql(`
  mutation NoteOne($input: UpdateOrderInput!, $dryRun: Boolean!) {
    updateOrder(input: $input, dryRun: $dryRun) {
      order {
        id
        note
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)
