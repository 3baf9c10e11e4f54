/** Reads the tags that the records of a kind have; adds and removes tags. */
import { graphql } from '../graphql.ts'

export const TagsDocument = graphql(`
  query Tags($like: String!, $customers: Boolean!, $orders: Boolean!, $subscriptions: Boolean!, $products: Boolean!) {
    customerTags(filter: { key: { like: $like } }, orderBy: [{ records: desc }], first: 8) @include(if: $customers) {
      nodes {
        name
        records
      }
    }
    orderTags(filter: { key: { like: $like } }, orderBy: [{ records: desc }], first: 8) @include(if: $orders) {
      nodes {
        name
        records
      }
    }
    subscriptionTags(filter: { key: { like: $like } }, orderBy: [{ records: desc }], first: 8) @include(if: $subscriptions) {
      nodes {
        name
        records
      }
    }
    productTags(filter: { key: { like: $like } }, orderBy: [{ records: desc }], first: 8) @include(if: $products) {
      nodes {
        name
        records
      }
    }
  }
`)

export const AddTagsDocument = graphql(`
  mutation AddTags($input: AddTagsInput!, $dryRun: Boolean!) {
    addTags(input: $input, dryRun: $dryRun) {
      results {
        change
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export const RemoveTagsDocument = graphql(`
  mutation RemoveTags($input: RemoveTagsInput!, $dryRun: Boolean!) {
    removeTags(input: $input, dryRun: $dryRun) {
      results {
        change
      }
      userErrors {
        field
        message
      }
    }
  }
`)
