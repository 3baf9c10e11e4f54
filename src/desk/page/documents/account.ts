/** Reads the account of the person who is signed in, and changes its second factor and its sessions. */
import { graphql } from '../graphql.ts'

export const AccountDocument = graphql(`
  query Account {
    signedIn {
      staffId
      name
      email
      role
      totpConfirmedAt
      sessions {
        sessionId
        createdAt
        expiresAt
        address
        userAgent
        isThis
      }
    }
  }
`)

export const EnrolTotpDocument = graphql(`
  mutation EnrolApp($input: EnrolTotpInput!, $dryRun: Boolean!) {
    enrolTotp(input: $input, dryRun: $dryRun) {
      secret
      otpauthUrl
      userErrors {
        field
        message
      }
    }
  }
`)

export const ConfirmTotpDocument = graphql(`
  mutation ConfirmApp($input: ConfirmTotpInput!, $dryRun: Boolean!) {
    confirmTotp(input: $input, dryRun: $dryRun) {
      recoveryCodes
      userErrors {
        field
        message
      }
    }
  }
`)

export const RemoveTotpDocument = graphql(`
  mutation RemoveApp($input: RemoveTotpInput!, $dryRun: Boolean!) {
    removeTotp(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const EndSessionDocument = graphql(`
  mutation EndSession($input: EndStaffSessionInput!, $dryRun: Boolean!) {
    endStaffSession(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)
