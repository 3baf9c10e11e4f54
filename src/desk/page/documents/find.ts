/** Finds the records that fit a text: by number, name, e-mail, SKU, code or tracking number. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'

export const FindDocument = graphql(`
  query Find(
    $text: String!
    $like: String!
    $id: ID!
    $customers: Boolean!
    $orders: Boolean!
    $subscriptions: Boolean!
    $shipments: Boolean!
    $products: Boolean!
    $coupons: Boolean!
  ) {
    customers(filter: { OR: [{ email: { ilike: $like } }, { name: { ilike: $like } }] }, first: 6) @include(if: $customers) {
      nodes {
        id
        name
        email
      }
    }
    products(filter: { OR: [{ name: { ilike: $like } }, { sku: { ilike: $like } }] }, first: 4) @include(if: $products) {
      nodes {
        id
        name
        sku
      }
    }
    coupons(filter: { code: { ilike: $like } }, first: 3) @include(if: $coupons) {
      nodes {
        id
        code
        name
      }
    }
    shipments(filter: { trackingNumber: { eq: $text } }, first: 3) @include(if: $shipments) {
      nodes {
        id
        carrier
        trackingNumber
        fulfillments {
          orderId
        }
      }
    }
    numbered: orders(filter: { OR: [{ id: { eq: $id } }, { externalId: { eq: $text } }] }, first: 3) @include(if: $orders) {
      nodes {
        id
        placedAt
        customer {
          name
        }
      }
    }
    subscriptions(filter: { id: { eq: $id } }, first: 1) @include(if: $subscriptions) {
      nodes {
        id
        billingName
        customer {
          name
        }
      }
    }
  }
`)

type FoundRecord = {
  title: string
  detail: string
  href: string
  icon: 'customers' | 'orders' | 'subscriptions' | 'ship' | 'products' | 'coupons'
}

/** The variables for a text, within the scopes of a person. */
export function findVariables(text: string, may: (scope: string) => boolean) {
  const isNumber = /^#?\d{1,15}$/.test(text)
  return {
    text,
    like: `%${text}%`,
    id: isNumber ? text.replace('#', '') : '0',
    customers: may('read_customers'),
    orders: may('read_orders'),
    subscriptions: may('read_subscriptions') && isNumber,
    shipments: may('read_shipments'),
    products: may('read_products'),
    coupons: may('read_coupons'),
  }
}

/** The records of an answer, those of a number first. */
export function foundIn(found: ResultOf<typeof FindDocument>): FoundRecord[] {
  const { numbered, subscriptions, shipments, customers, products, coupons } = found
  return [
    ...(numbered?.nodes ?? []).map(({ id, customer }) => ({
      title: `Order #${id}`,
      detail: customer.name,
      href: `/orders/${id}`,
      icon: 'orders' as const,
    })),
    ...(subscriptions?.nodes ?? []).map(({ id, billingName, customer }) => ({
      title: `Subscription ${id}`,
      detail: `${billingName}, ${customer.name}`,
      href: `/subscriptions/${id}`,
      icon: 'subscriptions' as const,
    })),
    ...(shipments?.nodes ?? []).map(({ id, carrier, trackingNumber, fulfillments }) => ({
      title: `Parcel ${id}`,
      detail: `${carrier ?? ''} ${trackingNumber}`,
      href: `/orders/${fulfillments[0]?.orderId}`,
      icon: 'ship' as const,
    })),
    ...(customers?.nodes ?? []).map(({ id, name, email }) => ({
      title: name,
      detail: email,
      href: `/customers/${id}`,
      icon: 'customers' as const,
    })),
    ...(products?.nodes ?? []).map(({ id, name, sku }) => ({
      title: name,
      detail: sku,
      href: `/products/${id}`,
      icon: 'products' as const,
    })),
    ...(coupons?.nodes ?? []).map(({ id, code, name }) => ({
      title: code,
      detail: name,
      href: `/coupons/${id}`,
      icon: 'coupons' as const,
    })),
  ]
}
