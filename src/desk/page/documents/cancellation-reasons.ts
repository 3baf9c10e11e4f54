/** Reads the reasons that customers choose from when they cancel, with the outcomes of their offers, and changes them. */
import { graphql } from '../graphql.ts'

export const ReasonsDocument = graphql(`
  query CancellationReasons {
    cancellationReasons(orderBy: [{ position: asc }, { id: asc }], first: 100) {
      totalCount
      nodes {
        id
        code
        words
        position
        offer
        couponId
        archivedAt
      }
    }
    cancelOffersAggregate {
      groups(by: [{ column: reason_code }, { column: outcome }], first: 300) {
        nodes {
          key {
            value
          }
          count
        }
      }
    }
    coupons(filter: { enabled: { eq: true }, discountType: { eq: percent } }, orderBy: [{ id: desc }], first: 50) {
      nodes {
        id
        code
        name
      }
    }
  }
`)

export const CreateReasonDocument = graphql(`
  mutation AddReason($input: CreateCancellationReasonInput!, $dryRun: Boolean!) {
    createCancellationReason(input: $input, dryRun: $dryRun) {
      cancellationReason {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const UpdateReasonDocument = graphql(`
  mutation SaveReason($input: UpdateCancellationReasonInput!, $dryRun: Boolean!) {
    updateCancellationReason(input: $input, dryRun: $dryRun) {
      cancellationReason {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const ArchiveReasonDocument = graphql(`
  mutation EndReason($input: ArchiveCancellationReasonInput!, $dryRun: Boolean!) {
    archiveCancellationReason(input: $input, dryRun: $dryRun) {
      cancellationReason {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)
