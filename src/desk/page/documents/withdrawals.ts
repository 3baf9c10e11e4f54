/** Marks the withdrawal of a customer as handled. */
import { graphql } from '../graphql.ts'

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
