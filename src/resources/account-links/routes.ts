/** The REST rows for sessions of the customer's page. */
import { route, write } from '../../rest/route.ts'

export const routes = [
  write('DELETE /v1/customers/{customer_id}/sessions/', 'signOutCustomer'),
  route(
    'DELETE /v1/store/api/customer/sessions/',
    'mutation SignOutOwnCustomer { signOutCustomer(input: {}) { userErrors { code message } } }',
  ),
]
