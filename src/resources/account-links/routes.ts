/** The REST rows for sessions of the customer's page. */
import { route, write } from '../../rest/route.ts'

export const routes = [
  write('DELETE /v1/customers/{customer_id}/sessions/', 'endAccountSessions'),
  route(
    'DELETE /v1/store/api/customer/sessions/',
    'mutation EndOwnAccountSessions { endAccountSessions(input: {}) { userErrors { code message } } }',
  ),
]
