/** Types the documents of the page by the schema. */
import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../../../prisma/generated/introspection.d.ts'

/** Amounts are in the smallest unit of the store's currency; times are UTC texts, as JSON has them. */
type Scalars = { ID: string; Amount: number; DateTime: string; Date: string; WholeNumber: number; Json: unknown }

export const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>()

export type { ResultOf, VariablesOf } from 'gql.tada'
