/** What is meant by this text? */
import { graphql, type ResultOf } from '../graphql.ts'
import type { IconName } from '../parts/icon.tsx'

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

type Found = { title: string; detail: string; href: string; icon: IconName }

export const foundIn = ({ customers }: ResultOf<typeof FindDocument>): Found[] =>
  (customers?.nodes ?? []).map(({ id, name, email }) => ({
    title: name,
    detail: email,
    href: `/customers/${id}`,
    icon: 'customers',
  }))
