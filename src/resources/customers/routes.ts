/** The REST rows for customers, and how other records embed them. */
import { records, route } from '../../rest/route.ts'

export const fragments = `
  fragment Customer on Customer {
    id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus storeSettings
    type
  }

  fragment CustomerDetail on Customer { ...Customer externalId storeId createdAt url }

  fragment Address on Address {
    id to company street unit city state zipCode country phoneNumber icon status statusMessage type
  }
`

export const routes = [
  ...records('/v1/customers/{customer_id}/', 'Customer', { record: 'customer', list: 'customers', fragment: 'CustomerDetail' }, [
    'create',
    'update',
  ]),
  route('GET /v1/store/api/customer/metadata/', 'query GetCustomerMetadata { me { metadata { ...CustomerMetadata } } }'),
]
