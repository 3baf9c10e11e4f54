/** Types the documents of the page by the schema: gql.tada is types alone, and `gql` of urql reads the text. */
import type { initGraphQLTada } from 'gql.tada'
import { gql } from 'urql'
import type { introspection } from '../../../prisma/generated/introspection.d.ts'

/** Amounts are in the smallest unit of the store's currency; times are UTC texts, as JSON has them. */
type DocumentScalars = { ID: string; Amount: number; DateTime: string; Date: string; WholeNumber: number; Json: unknown }

export const graphql = gql as unknown as ReturnType<
  typeof initGraphQLTada<{ introspection: introspection; scalars: DocumentScalars }>
>
