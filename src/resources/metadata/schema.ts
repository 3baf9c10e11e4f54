/** Free-form metadata: one record on a customer, a subscription or a cart. */
import { asPart, owner } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Metadata', {
  scope: ['customers', 'subscriptions', 'carts'],
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    subscriptionId: 'customer',
    cartId: 'customer',
    ownerType: 'nobody',
    ownerId: 'nobody',
    data: 'customer',
    createdAt: 'customer',
    updatedAt: 'customer',
  },
  relations: ['customer', 'subscription', 'cart'],
  // A customer's own record only: what a store keeps on subscriptions and carts is the store's.
  access: asPart(owner),
  keyed: { entries: 'entries', path: 'path', owner: 'ownerType' },
  record: 'metadata',
  list: 'metadataRecords',
})
