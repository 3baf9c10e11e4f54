/** The mutations of a subscription, each of which is run dry before it is confirmed. */
import { graphql } from '../graphql.ts'

export const SkipDocument = graphql(`
  mutation Skip($input: SkipSubscriptionInput!, $dryRun: Boolean!) {
    skipSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        endDate
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const UnskipDocument = graphql(`
  mutation Unskip($input: UnskipSubscriptionInput!, $dryRun: Boolean!) {
    unskipSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        endDate
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const PauseDocument = graphql(`
  mutation Pause($input: PauseSubscriptionInput!, $dryRun: Boolean!) {
    pauseSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        status
        pausedUntil
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const ResumeDocument = graphql(`
  mutation Resume($input: ResumeSubscriptionInput!, $dryRun: Boolean!) {
    resumeSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        status
        endDate
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const CancelDocument = graphql(`
  mutation Cancel($input: CancelSubscriptionInput!, $dryRun: Boolean!) {
    cancelSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        status
        endDate
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const ReactivateDocument = graphql(`
  mutation Reactivate($input: ReactivateSubscriptionInput!, $dryRun: Boolean!) {
    reactivateSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        status
        endDate
        upcoming(first: 1) {
          date
          charge
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

export const RenewDocument = graphql(`
  mutation Renew($input: RenewSubscriptionInput!, $dryRun: Boolean!) {
    renewSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        endDate
        orders(orderBy: [{ id: desc }], first: 1) {
          nodes {
            id
            total
            creditApplied
          }
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

export const ChangeDocument = graphql(`
  mutation Change($input: ChangeSubscriptionInput!, $dryRun: Boolean!) {
    changeSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        billingName
        price
        changeDifference
        upcoming(first: 1) {
          date
          total
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

export const UpdateDocument = graphql(`
  mutation Update($input: UpdateSubscriptionInput!, $dryRun: Boolean!) {
    updateSubscription(input: $input, dryRun: $dryRun) {
      subscription {
        id
        autorenew
        note
        endDate
      }
      userErrors {
        field
        message
        changedIn
      }
    }
  }
`)

export const CancelChangeDocument = graphql(`
  mutation CancelChange($input: CancelScheduledChangeInput!, $dryRun: Boolean!) {
    cancelScheduledChange(input: $input, dryRun: $dryRun) {
      subscription {
        id
        status
        endDate
        upcoming(first: 1) {
          date
          charge
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
