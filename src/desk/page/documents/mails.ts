/** Reads which mails the shop sends and has sent, switches kinds on and off, and shows one. */
import { graphql } from '../graphql.ts'

export const MailSettingsDocument = graphql(`
  query MailSettings {
    mailSettings(orderBy: [{ id: asc }], first: 50) {
      totalCount
      nodes {
        id
        kind
        isOn
        words
      }
    }
    mails(orderBy: [{ id: desc }], first: 20) {
      totalCount
      nodes {
        id
        kind
        recipient
        subject
        state
        kept
        createdAt
        customerId
      }
    }
  }
`)

export const UpdateMailSettingsDocument = graphql(`
  mutation SwitchMail($input: UpdateMailSettingsInput!, $dryRun: Boolean!) {
    updateMailSettings(input: $input, dryRun: $dryRun) {
      mailSetting {
        id
        isOn
        words
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const PreviewMailDocument = graphql(`
  mutation ShowMail($input: PreviewMailInput!) {
    previewMail(input: $input) {
      subject
      text
      userErrors {
        field
        message
      }
    }
  }
`)

export const ResendMailDocument = graphql(`
  mutation SendMailAgain($input: ResendMailInput!, $dryRun: Boolean!) {
    resendMail(input: $input, dryRun: $dryRun) {
      mail {
        id
        state
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const TestMailDocument = graphql(`
  mutation TryMail($input: TestMailInput!, $dryRun: Boolean!) {
    testMail(input: $input, dryRun: $dryRun) {
      mail {
        recipient
        state
      }
      userErrors {
        field
        message
      }
    }
  }
`)
