/** Archives a product: it is sold no more. */
import { graphql } from '../graphql.ts'

export const ArchiveProductDocument = graphql(`
  mutation ArchiveOne($input: ArchiveProductInput!, $dryRun: Boolean!) {
    archiveProduct(input: $input, dryRun: $dryRun) {
      product {
        id
        subscriptions(filter: { status: { in: [active, past_due] } }, first: 1) {
          totalCount
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
