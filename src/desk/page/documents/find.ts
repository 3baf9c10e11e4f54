/** Finds the records that fit a text: by number, external id, name, e-mail, SKU, code or tracking number. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'

export const FindDocument = graphql(`
  query Find($text: String!) {
    search(text: $text) {
      results {
        kind
        id
        title
        detail
      }
    }
  }
`)

/** The pages of records, and their icons. A parcel has no page: a tracking number also finds its order. */
const places = {
  order: { path: 'orders', icon: 'orders' },
  subscription: { path: 'subscriptions', icon: 'subscriptions' },
  customer: { path: 'customers', icon: 'customers' },
  product: { path: 'products', icon: 'products' },
  coupon: { path: 'coupons', icon: 'coupons' },
} as const

/** The records of an answer, by kind. */
export const foundIn = ({ search }: ResultOf<typeof FindDocument>) =>
  (search?.results ?? []).flatMap(({ kind, id, title, detail }) => {
    if (kind === 'shipment') return []
    const { path, icon } = places[kind]
    return [{ title, detail: detail ?? '', href: `/${path}/${id}`, icon }]
  })
