/** The REST rows for the metadata of subscriptions, carts, customers, orders and products. */
import { type Route, route } from '../../rest/route.ts'

export const fragments = `
  fragment SubscriptionMetadata on Metadata { subscriptionId storeId data createdAt updatedAt }
  fragment CartMetadata on Metadata { cartId storeId data createdAt updatedAt }
  fragment OrderMetadata on Metadata { orderId storeId data createdAt updatedAt }
  fragment ProductMetadata on Metadata { productId storeId data createdAt updatedAt }
  fragment CustomerMetadata on Metadata { customerId storeId data createdAt updatedAt }
`

const subscription = 'owner: { subscriptionId: $sub_id }'
const cart = 'owner: { cartId: $cart_id }'
const customer = 'owner: { customerId: $customer_id }'
const errors = 'userErrors { code message }'

/** The rows for the metadata of the records of a type. @param path of one of them, whose last part names it. */
function rowsOf(type: 'Order' | 'Product', path: `/v1/${string}/`): Route[] {
  const name = type.toLowerCase()
  const [, part = ''] = /\{(\w+)\}/.exec(path) ?? []
  const owner = `owner: { ${name}Id: $${part} }`
  const fragment = `...${type}Metadata`
  const writing = (verb: string) =>
    `mutation ${verb}MetadataOf${type}($${part}: ID!, $body: Json!) {
      ${verb.toLowerCase()}Metadata(input: { ${owner}, data: $body }) { metadata { ${fragment} } ${errors} }
    }`
  return [
    route(
      `GET ${path}metadata/`,
      `query GetMetadataOf${type}($${part}: ID!) { ${name}(id: $${part}) { metadata { ${fragment} } } }`,
    ),
    route(`POST ${path}metadata/`, writing('Replace')),
    route(`PUT ${path}metadata/`, writing('Merge')),
    route(
      `DELETE ${path}metadata/`,
      `mutation DeleteMetadataOf${type}($${part}: ID!) { deleteMetadata(input: { ${owner} }) { ${errors} } }`,
    ),
  ]
}

export const routes = [
  ...rowsOf('Order', '/v1/orders/{order_id}/'),
  ...rowsOf('Product', '/v1/products/{prod_id}/'),
  route(
    'POST /v1/subscriptions/{sub_id}/metadata/',
    `mutation ReplaceSubscriptionMetadata($sub_id: ID!, $body: Json!) {
      replaceMetadata(input: { ${subscription}, data: $body }) { metadata { ...SubscriptionMetadata } ${errors} }
    }`,
  ),
  route(
    'PUT /v1/subscriptions/{sub_id}/metadata/',
    `mutation MergeSubscriptionMetadata($sub_id: ID!, $body: Json!) {
      mergeMetadata(input: { ${subscription}, data: $body }) { metadata { ...SubscriptionMetadata } ${errors} }
    }`,
  ),
  route(
    'DELETE /v1/subscriptions/{sub_id}/metadata/',
    `mutation DeleteSubscriptionMetadata($sub_id: ID!) { deleteMetadata(input: { ${subscription} }) { ${errors} } }`,
  ),
  route(
    'POST /v1/carts/{cart_id}/metadata/',
    `mutation ReplaceCartMetadata($cart_id: ID!, $body: Json!) {
      replaceMetadata(input: { ${cart}, data: $body }) { metadata { ...CartMetadata } ${errors} }
    }`,
  ),
  route(
    'DELETE /v1/carts/{cart_id}/metadata/',
    `mutation DeleteCartMetadata($cart_id: ID!) { deleteMetadata(input: { ${cart} }) { ${errors} } }`,
  ),
  route(
    'GET /v1/customers/{customer_id}/metadata/',
    'query GetMetadataOfCustomer($customer_id: ID!) { customer(id: $customer_id) { metadata { ...CustomerMetadata } } }',
  ),
  route(
    'POST /v1/customers/{customer_id}/metadata/',
    `mutation ReplaceMetadataOfCustomer($customer_id: ID!, $body: Json!) {
      replaceMetadata(input: { ${customer}, data: $body }) { metadata { ...CustomerMetadata } ${errors} }
    }`,
  ),
  route(
    'PUT /v1/customers/{customer_id}/metadata/',
    `mutation MergeMetadataOfCustomer($customer_id: ID!, $body: Json!) {
      mergeMetadata(input: { ${customer}, data: $body }) { metadata { ...CustomerMetadata } ${errors} }
    }`,
  ),
  route(
    'DELETE /v1/customers/{customer_id}/metadata/',
    `mutation DeleteMetadataOfCustomer($customer_id: ID!) { deleteMetadata(input: { ${customer} }) { ${errors} } }`,
  ),
  route(
    'POST /v1/store/api/customer/metadata/',
    `mutation ReplaceCustomerMetadata($body: Json!) {
      replaceMetadata(input: { data: $body }) { metadata { ...CustomerMetadata } ${errors} }
    }`,
  ),
  route('DELETE /v1/store/api/customer/metadata/', `mutation DeleteCustomerMetadata { deleteMetadata(input: {}) { ${errors} } }`),
]
