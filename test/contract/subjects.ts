/** The resources of the contract as the tests meet them: where each is listed and read, on REST and in GraphQL. */
import * as fields from './fields.ts'
import * as goods from './product-fields.ts'
import type { Shape } from './types.ts'

export type Subject = {
  name: string
  /** Path of the list, and its shape. */
  list: string
  item: Shape
  /** The root field of the list in GraphQL. */
  nodes: string
  /** Path of one record, and its shape, where there is such a row; the root field that gives the same. */
  detail?: { path: (id: number) => string; shape: Shape; field: string }
  /** Relations that are empty in every row read here; a test of their own asks where they are not. */
  empty?: string[]
}

/** Read with the merchant's key. */
export const merchantSubjects: Subject[] = [
  {
    name: 'A subscription',
    list: '/v1/subscriptions/',
    item: fields.subscriptionListItem,
    nodes: 'subscriptions',
    detail: { path: (id) => `/v1/subscriptions/${id}`, shape: fields.subscriptionDetail, field: 'subscription' },
  },
  {
    name: 'A cart',
    list: '/v1/carts/',
    item: fields.cartListItem,
    nodes: 'carts',
    detail: { path: (id) => `/v1/carts/${id}/`, shape: fields.cart, field: 'cart' },
  },
  {
    name: 'An order',
    list: '/v1/orders/',
    item: fields.orderDetail,
    nodes: 'orders',
    detail: { path: (id) => `/v1/orders/${id}`, shape: fields.orderDetail, field: 'order' },
  },
  {
    name: 'A product survey result',
    list: '/v1/product_survey_results/',
    item: fields.productSurveyResultListItem,
    nodes: 'productSurveyResults',
    detail: {
      path: (id) => `/v1/product_survey_results/${id}/`,
      shape: fields.productSurveyResult,
      field: 'productSurveyResult',
    },
  },
  { name: 'An inventory record', list: '/v1/inventory/', item: goods.inventoryRow, nodes: 'inventory' },
  {
    name: 'A product instance',
    list: '/v1/product_instances/',
    item: fields.productInstanceListItem,
    nodes: 'productInstances',
  },
  {
    name: 'A product',
    list: '/v1/products/',
    item: goods.product,
    nodes: 'products',
    detail: { path: (id) => `/v1/products/${id}/`, shape: goods.product, field: 'product' },
  },
  {
    name: 'A transaction',
    list: '/v1/transactions/',
    item: fields.transaction,
    nodes: 'transactions',
    detail: { path: (id) => `/v1/transactions/${id}`, shape: fields.transaction, field: 'transaction' },
  },
]

/** Read by anybody. */
export const publicSubjects: Subject[] = [
  {
    name: 'A product in the storefront',
    list: '/v1/store/api/products/',
    item: goods.storeProduct,
    nodes: 'products',
    detail: { path: (id) => `/v1/store/api/products/${id}/`, shape: goods.storeProduct, field: 'product' },
  },
  {
    name: 'An inventory count',
    list: '/v1/store/api/products/inventory/',
    item: goods.inventoryCount,
    nodes: 'inventoryCounts',
  },
]

/** Read by a customer. */
export const customerSubjects: Subject[] = [
  {
    name: 'A shipment',
    list: '/v1/store/api/shipments/',
    item: goods.shipment,
    nodes: 'shipments',
    detail: { path: (id) => `/v1/store/api/shipments/${id}/`, shape: goods.shipment, field: 'shipment' },
  },
]
