/** What is meant by this text? */
import { graphql, type ResultOf } from '../graphql.ts'

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

type Found = { title: string; detail: string; href: string; icon: 'customers' }

export const foundIn = ({ customers }: ResultOf<typeof FindDocument>): Found[] =>
  (customers?.nodes ?? []).map(({ id, name, email }) => ({
    title: name,
    detail: email,
    href: `/customers/${id}`,
    icon: 'customers',
  }))
