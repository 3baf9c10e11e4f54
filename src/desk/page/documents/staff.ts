/** Reads the people of the shop, and invites, changes and removes them. */
import { graphql } from '../graphql.ts'

export const StaffDocument = graphql(`
  query StaffSettings {
    staff(filter: { status: { ne: removed } }, orderBy: [{ id: asc }], first: 100) {
      totalCount
      nodes {
        id
        name
        email
        role
        status
        invitationExpiresAt
        signedInAt
        sessions(filter: { endedAt: { isNull: true } }, first: 20) {
          totalCount
        }
      }
    }
  }
`)

export const InviteStaffDocument = graphql(`
  mutation Invite($input: InviteStaffInput!, $dryRun: Boolean!) {
    inviteStaff(input: $input, dryRun: $dryRun) {
      invitationUrl
      staffMember {
        id
        email
        scopes
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const UpdateStaffDocument = graphql(`
  mutation ChangeRole($input: UpdateStaffInput!, $dryRun: Boolean!) {
    updateStaff(input: $input, dryRun: $dryRun) {
      staffMember {
        id
        role
        scopes
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const RemoveStaffDocument = graphql(`
  mutation RemovePerson($input: RemoveStaffInput!, $dryRun: Boolean!) {
    removeStaff(input: $input, dryRun: $dryRun) {
      staffMember {
        id
        keys(first: 20) {
          totalCount
          nodes {
            name
            clientId
          }
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)
