/** Carts: only those that led to an order are ever seen. */
import { resource } from '../../graphql/resource.ts'

const withOrder = { orderId: { not: null } }

resource('Cart', {
  scope: 'carts',
  columns: ['id', 'storeId', 'customerId', 'orderId', 'completed', 'isTest', 'shipPrice', 'taxPrice', 'taxRates', 'createdAt'],
  relations: ['customer', 'order', 'metadata'],
  merchantOnly: ['metadata'],
  visible: { merchant: () => withOrder, customer: ({ customerId }) => ({ ...withOrder, customerId }) },
  url: { columns: ['id'], path: ({ id }) => `/v1/carts/${id}/` },
  record: 'cart',
  list: 'carts',
})
