/** The REST rows for the metadata of subscriptions, carts, customers, orders and products. */
import { type Route, route } from '../../rest/route.ts'

export const fragments = `
  fragment SubscriptionMetadata on Metadata { subscriptionId storeId data createdAt updatedAt }
  fragment CartMetadata on Metadata { cartId storeId data createdAt updatedAt }
  fragment OrderMetadata on Metadata { orderId storeId data createdAt updatedAt }
  fragment ProductMetadata on Metadata { productId storeId data createdAt updatedAt }
  fragment CustomerMetadata on Metadata { customerId storeId data createdAt updatedAt }
`

const errors = 'userErrors { code message }'

const methods = { Get: 'GET', Replace: 'POST', Merge: 'PUT', Delete: 'DELETE' } as const

type Verb = keyof typeof methods

/**
 * The rows for the metadata of the records of a type.
 *
 * @param path of one of them, whose last part names it.
 * @param nameOf the name of the operation of a verb.
 */
function rowsOf(
  type: 'Subscription' | 'Cart' | 'Order' | 'Product' | 'Customer',
  path: `/v1/${string}/`,
  verbs: readonly Verb[] = ['Get', 'Replace', 'Merge', 'Delete'],
  nameOf: (verb: Verb) => string = (verb) => `${verb}MetadataOf${type}`,
): Route[] {
  const record = type.toLowerCase()
  const [, part = ''] = /\{(\w+)\}/.exec(path) ?? []
  const owner = `owner: { ${record}Id: $${part} }`
  const shown = `metadata { ...${type}Metadata }`
  const writing = (mutation: string) => `($${part}: ID!, $body: Json!) {
      ${mutation}(input: { ${owner}, data: $body }) { ${shown} ${errors} }
    }`
  const operations: Record<Verb, string> = {
    Get: `query ${nameOf('Get')}($${part}: ID!) { ${record}(id: $${part}) { ${shown} } }`,
    Replace: `mutation ${nameOf('Replace')}${writing('replaceMetadata')}`,
    Merge: `mutation ${nameOf('Merge')}${writing('mergeMetadata')}`,
    Delete: `mutation ${nameOf('Delete')}($${part}: ID!) { deleteMetadata(input: { ${owner} }) { ${errors} } }`,
  }
  return verbs.map((verb) => route(`${methods[verb]} ${path}metadata/`, operations[verb]))
}

export const routes = [
  ...rowsOf('Order', '/v1/orders/{order_id}/'),
  ...rowsOf('Product', '/v1/products/{prod_id}/'),
  ...rowsOf(
    'Subscription',
    '/v1/subscriptions/{sub_id}/',
    ['Replace', 'Merge', 'Delete'],
    (verb) => `${verb}SubscriptionMetadata`,
  ),
  ...rowsOf('Cart', '/v1/carts/{cart_id}/', ['Replace', 'Delete'], (verb) => `${verb}CartMetadata`),
  ...rowsOf('Customer', '/v1/customers/{customer_id}/'),
  route(
    'POST /v1/store/api/customer/metadata/',
    `mutation ReplaceCustomerMetadata($body: Json!) {
      replaceMetadata(input: { data: $body }) { metadata { ...CustomerMetadata } ${errors} }
    }`,
  ),
  route('DELETE /v1/store/api/customer/metadata/', `mutation DeleteCustomerMetadata { deleteMetadata(input: {}) { ${errors} } }`),
]
