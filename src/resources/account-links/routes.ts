/** The REST rows for sessions of the customer's page. */
import { write } from '../../rest/route.ts'

export const routes = [
  write('DELETE /v1/customers/{customer_id}/sessions/', 'endAccountSessions', ''),
  write('DELETE /v1/store/api/customer/sessions/', 'endAccountSessions', '', undefined, {
    name: 'EndOwnAccountSessions',
    without: ['customerId'],
  }),
]
