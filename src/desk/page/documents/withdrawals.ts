/** A withdrawal of a customer as lists show it, and the act that marks it as handled. */
import { graphql } from '../graphql.ts'

export const WithdrawalFragment = graphql(`
  fragment ShownWithdrawal on Withdrawal {
    id
    kind
    name
    reference
    email
    words
    receivedAt
    confirmedAt
    handledAt
    note
    customerId
    orderId
    subscriptionId
  }
`)

export const HandleWithdrawalDocument = graphql(`
  mutation HandleOne($input: HandleWithdrawalInput!, $dryRun: Boolean!) {
    handleWithdrawal(input: $input, dryRun: $dryRun) {
      withdrawal {
        id
        handledAt
      }
      userErrors {
        field
        message
      }
    }
  }
`)
