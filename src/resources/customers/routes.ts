/** How customers are shown on REST, where other records embed them. */
import { route } from '../../rest/route.ts'

export const fragments = `
  fragment Customer on Customer {
    id firstName lastName name email country location numOrders numSubscriptions totalRevenue subscriptionStatus storeSettings
    type
  }

  fragment Address on Address {
    id to company street unit city state zipCode country phoneNumber icon status statusMessage type
  }
`

export const routes = [
  route('GET /v1/store/api/customer/metadata/', 'query GetCustomerMetadata { me { metadata { ...CustomerMetadata } } }'),
]
