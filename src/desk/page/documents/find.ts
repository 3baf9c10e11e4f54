/** Finds the records that fit a text. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'

export const FindDocument = graphql(`
  query Find($like: String!) {
    customers(filter: { OR: [{ email: { ilike: $like } }, { name: { ilike: $like } }] }, first: 8) {
      nodes {
        id
        name
        email
      }
    }
  }
`)

type FoundRecord = { title: string; detail: string; href: string; icon: 'customers' }

export const foundIn = ({ customers }: ResultOf<typeof FindDocument>): FoundRecord[] =>
  (customers?.nodes ?? []).map(({ id, name, email }) => ({
    title: name,
    detail: email,
    href: `/customers/${id}`,
    icon: 'customers',
  }))
