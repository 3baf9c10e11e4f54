/** Subscriptions. */
import { owner } from '../../graphql/audience.ts'
import { resource } from '../../graphql/resource.ts'

resource('Subscription', {
  columns: [
    'id',
    'storeId',
    'customerId',
    'productId',
    'productInstanceId',
    'productBillingId',
    'termId',
    'addressId',
    'paymentMethodId',
    'autorenew',
    'billingName',
    'credit',
    'endDate',
    'isTest',
    'isGift',
    'note',
    'revenue',
    'skippedDate',
    'startDate',
    'status',
    'cancelledAt',
    'cancelReason',
    'lastFailedRenewal',
  ],
  relations: ['customer', 'billing', 'term', 'product', 'instance', 'address', 'paymentMethod', 'metadata'],
  connections: [
    'coupons',
    { name: 'orders', path: ['orderProducts', 'order'], description: 'The orders that began and renewed it.' },
    'surveyResults',
    'fulfillments',
  ],
  merchantOnly: ['metadata'],
  visible: owner,
  url: { columns: ['id'], path: ({ id }) => `/v1/subscriptions/${id}` },
  record: 'subscription',
  list: 'subscriptions',
})
