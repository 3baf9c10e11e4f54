/** Types the documents of the page by the schema: gql.tada is types alone, and `gql` of urql reads the text. */
import type { initGraphQLTada } from 'gql.tada'
import { gql, type TypedDocumentNode } from 'urql'
import type { introspection } from '../../../prisma/generated/introspection.d.ts'

/** Amounts are in the smallest unit of the store's currency; times are UTC texts, as JSON has them. */
type DocumentScalars = { ID: string; Amount: number; DateTime: string; Date: string; WholeNumber: number; Json: unknown }

type Typed = ReturnType<typeof initGraphQLTada<{ introspection: introspection; scalars: DocumentScalars; disableMasking: true }>>

/** Reads a document. @param fragments those that it spreads, behind its text: `gql` takes them between texts. */
const read = (text: string, fragments: readonly TypedDocumentNode[] = []) =>
  gql([text, ...fragments.map(() => '')] as never, ...fragments)

export const graphql = read as unknown as Typed
