/** The endpoint tables of the contract, row by row, in its order and with its paths. */

import { table } from '../../src/resources/routes.ts'
import { texts } from '../support/path-parameters.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Endpoint = `${Method} /v1/${string}`

export const merchantEndpoints: readonly Endpoint[] = [
  // Subscriptions
  'GET /v1/subscriptions/',
  'GET /v1/subscriptions/{sub_id}',
  'PUT /v1/subscriptions/{sub_id}/',
  'PUT /v1/subscriptions/{sub_id}/cancel/',
  'PUT /v1/subscriptions/{sub_id}/reactivate/',
  'PUT /v1/subscriptions/{sub_id}/skip/',
  'PUT /v1/subscriptions/{sub_id}/renew/',
  'GET /v1/subscriptions/{sub_id}/coupons/',
  'POST /v1/subscriptions/{sub_id}/coupons/',
  'DELETE /v1/subscriptions/{sub_id}/coupon/{coupon_id}/',
  'GET /v1/subscriptions/{sub_id}/metadata/',
  'POST /v1/subscriptions/{sub_id}/metadata/',
  'PUT /v1/subscriptions/{sub_id}/metadata/',
  'DELETE /v1/subscriptions/{sub_id}/metadata/',
  // Carts
  'GET /v1/carts/',
  'GET /v1/carts/{cart_id}/',
  'GET /v1/carts/{cart_id}/metadata/',
  'POST /v1/carts/{cart_id}/metadata/',
  'DELETE /v1/carts/{cart_id}/metadata/',
  // Orders
  'GET /v1/orders/',
  'GET /v1/orders/{order_id}',
  'PUT /v1/orders/{order_id}/',
  'POST /v1/orders/',
  // Product survey results
  'GET /v1/product_survey_results/',
  'GET /v1/product_survey_results/{result_id}/',
  'POST /v1/product_survey_results/',
  'DELETE /v1/product_survey_results/{result_id}/',
  // Product instances and inventory
  'GET /v1/inventory/',
  'GET /v1/product_instances/',
  'GET /v1/product_instances/{product_instance_id}/inventory/',
  'PUT /v1/product_instances/{product_instance_id}/inventory/',
  // Products
  'GET /v1/products/',
  'GET /v1/products/{prod_id}/',
  'PUT /v1/products/{prod_id}/',
  // Transactions
  'GET /v1/transactions/',
  'GET /v1/transactions/{trans_id}',
]

export const storeEndpoints: readonly Endpoint[] = [
  'GET /v1/store/api/customer/metadata/',
  'POST /v1/store/api/customer/metadata/',
  'DELETE /v1/store/api/customer/metadata/',
  'GET /v1/store/api/products/',
  'GET /v1/store/api/products/ecom/',
  'GET /v1/store/api/products/{prod_id}/',
  'GET /v1/store/api/products/inventory/',
  'GET /v1/store/api/subscriptions/{subscription_id}/surveys/',
  'GET /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
  'PUT /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
  'GET /v1/store/api/shipments/',
  'GET /v1/store/api/shipments/{shipment_id}/',
]

/** Rows of the table that the contract does not have. */
const additions = [...new Set(table.map(({ method, path }) => `${method} ${path}` as Endpoint))].filter(
  (row) => !merchantEndpoints.includes(row) && !storeEndpoints.includes(row),
)

export const endpoints: readonly Endpoint[] = [...merchantEndpoints, ...storeEndpoints, ...additions]

/** The paths that can be read without a credential: the storefront. */
export const isPublic = (path: string): boolean => path.startsWith('/v1/store/api/products/')

export const isStoreArea = (path: string): boolean => path.startsWith('/v1/store/api/')

export const methodOf = (endpoint: Endpoint): Method => endpoint.slice(0, endpoint.indexOf(' ')) as Method

export const pathOf = (endpoint: Endpoint): string => endpoint.slice(endpoint.indexOf(' ') + 1)

/** The common form of two paths that are one place: `/v1/orders/{order_id}` and `/v1/orders/{order_id}/`. */
export const placeOf = (path: string): string => path.replace(/\/$/, '')

/** The id for a parameter: in the Store API that of the customer's own record, where it has one to itself. */
export const idFor = (path: string, name: string, ids: Record<string, number>): number | undefined =>
  (isStoreArea(path) ? ids[`own_${name}`] : undefined) ?? ids[name]

/** A path with its parameters filled in. */
export const filled = (path: string, ids: Record<string, number>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = texts[name] ?? idFor(path, name, ids)
    if (!id) throw new Error(`No id is known for ${name}`)
    return String(id)
  })

const patterns = endpoints
  .filter((endpoint) => methodOf(endpoint) === 'GET')
  .map((endpoint) => new RegExp(`^${placeOf(pathOf(endpoint)).replace(/\{\w+\}/g, '[^/]+')}/?$`))

/** Whether the contract has a GET row for a path with its ids in it. */
export const isReadable = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
