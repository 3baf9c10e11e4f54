/** The mutations of a customer, each of which is run dry before it is confirmed. */
import { graphql } from '../graphql.ts'

export const AddCreditDocument = graphql(`
  mutation Credit($input: AddCreditInput!, $dryRun: Boolean!) {
    addCredit(input: $input, dryRun: $dryRun) {
      creditEntry {
        amount
        customer {
          id
          credit
        }
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const UpdateCustomerDocument = graphql(`
  mutation Rename($input: UpdateCustomerInput!, $dryRun: Boolean!) {
    updateCustomer(input: $input, dryRun: $dryRun) {
      customer {
        id
        name
        email
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)
