/** The REST rows for customers, and how other records embed them. */
import { records, route, write } from '../../rest/route.ts'

export const fragments = `
  fragment Customer on Customer {
    id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus storeSettings
    type
  }

  fragment CustomerDetail on Customer { ...Customer externalId storeId tags internalNote credit createdAt archivedAt locale mailRefusedAt mailRefusedBecause taxId taxIdCountry taxIdStatus taxIdCheckedAt taxIdAnswer url }

  fragment OwnCustomer on Customer {
    id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus credit createdAt
    locale taxId taxIdCountry taxIdStatus type url
  }
`

export const routes = [
  ...records('/v1/customers/{customer_id}/', 'Customer', { record: 'customer', list: 'customers', fragment: 'CustomerDetail' }, [
    'create',
    'update',
    'archive',
    'restore',
    'upsert',
  ]),
  route('GET /v1/store/api/customer/', 'query GetOwnCustomer { me { ...OwnCustomer } }'),
  write('PUT /v1/store/api/customer/', 'updateCustomer', 'customer { ...OwnCustomer }', undefined, {
    name: 'UpdateOwnCustomer',
    without: [
      'id',
      'email',
      'externalId',
      'internalNote',
      'tags',
      'taxId',
      'taxIdAnswer',
      'taxIdCheckedAt',
      'taxIdCountry',
      'taxIdStatus',
    ],
  }),
  route('GET /v1/store/api/customer/metadata/', 'query GetCustomerMetadata { me { metadata { ...CustomerMetadata } } }'),
]
