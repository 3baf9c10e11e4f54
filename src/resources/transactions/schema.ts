/** Attempts to take a payment or give it back. */
import { resource } from '../../graphql/resource.ts'

resource('Transaction', {
  scope: 'transactions',
  storeOnly: ['gatewayReference'],
  columns: ['id', 'storeId', 'orderId', 'createdAt', 'isTest', 'result', 'total', 'gatewayReference'],
  relations: ['order'],
  visible: { merchant: () => ({}), customer: ({ customerId }) => ({ order: { customerId } }) },
  url: { columns: ['id'], path: ({ id }) => `/v1/transactions/${id}/` },
  record: 'transaction',
  list: 'transactions',
})
