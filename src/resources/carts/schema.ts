/** Carts: only those that led to an order are ever seen. */
import { only, owner, without } from '../audience.ts'
import { resource } from '../describe.ts'

const withOrder = { orderId: { not: null } }

resource('Cart', {
  scope: 'carts',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    orderId: 'customer',
    completed: 'customer',
    isTest: 'customer',
    shipPrice: 'customer',
    taxPrice: 'customer',
    taxRates: 'customer',
    createdAt: 'customer',
  },
  relations: ['customer', 'order', 'metadata'],
  access: without(['metadata'], only(withOrder, owner)),
  url: '/v1/carts/{id}/',
  record: 'cart',
  list: 'carts',
})
