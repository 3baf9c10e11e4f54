/** Reads the webhooks with their last deliveries, makes and changes one, and sends deliveries again. */
import { graphql } from '../graphql.ts'

export const WebhooksDocument = graphql(`
  query WebhookSettings {
    webhooks(orderBy: [{ id: asc }], first: 50) {
      totalCount
      nodes {
        id
        url
        types
        isOrdered
        createdAt
        disabledAt
        disabledBecause
        deliveries(orderBy: [{ id: desc }], first: 10) {
          totalCount
          nodes {
            id
            eventType
            state
            tries
            status
            fault
            createdAt
          }
        }
      }
    }
  }
`)

export const CreateWebhookDocument = graphql(`
  mutation AddWebhook($input: CreateWebhookInput!, $dryRun: Boolean!) {
    createWebhook(input: $input, dryRun: $dryRun) {
      secret
      webhook {
        id
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const DeleteWebhookDocument = graphql(`
  mutation EndWebhook($input: DeleteWebhookInput!, $dryRun: Boolean!) {
    deleteWebhook(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const ReplayDocument = graphql(`
  mutation SendAgain($input: ReplayDeliveriesInput!, $dryRun: Boolean!) {
    replayDeliveries(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const UpdateWebhookDocument = graphql(`
  mutation SaveWebhook($input: UpdateWebhookInput!, $dryRun: Boolean!) {
    updateWebhook(input: $input, dryRun: $dryRun) {
      webhook {
        id
        types
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const TestWebhookDocument = graphql(`
  mutation TryWebhook($input: TestWebhookInput!, $dryRun: Boolean!) {
    testWebhook(input: $input, dryRun: $dryRun) {
      userErrors {
        field
        message
      }
    }
  }
`)

export const RotateSecretDocument = graphql(`
  mutation NewSecret($input: RotateWebhookSecretInput!, $dryRun: Boolean!) {
    rotateWebhookSecret(input: $input, dryRun: $dryRun) {
      secret
      userErrors {
        field
        message
      }
    }
  }
`)
