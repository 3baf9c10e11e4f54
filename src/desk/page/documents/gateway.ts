/** Chooses the payment gateway of the shop. Its secrets are written, and nothing reads them. */
import { graphql } from '../graphql.ts'

export const SetGatewayDocument = graphql(`
  mutation ChooseGateway($input: SetGatewayInput!, $dryRun: Boolean!) {
    setGateway(input: $input, dryRun: $dryRun) {
      store {
        id
        gateway
        gatewayIsLive
      }
      userErrors {
        field
        message
      }
    }
  }
`)
