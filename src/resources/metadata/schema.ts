/** Free-form metadata: one record on a customer, a subscription, a cart, an order or a product. */
import { asPart, owner } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Metadata', {
  scope: ['customers', 'subscriptions', 'carts', 'orders', 'products'],
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    subscriptionId: 'customer',
    cartId: 'customer',
    orderId: 'customer',
    productId: 'customer',
    ownerType: 'nobody',
    ownerId: 'nobody',
    data: 'customer',
    createdAt: 'customer',
    updatedAt: 'customer',
  },
  relations: ['customer', 'subscription', 'cart', 'order', 'product'],
  // A customer's own record only: what a store keeps on others is the store's.
  access: asPart(owner),
  keyed: { entries: 'entries', path: 'path', owner: 'ownerType' },
  record: 'metadata',
  list: 'metadataRecords',
})
