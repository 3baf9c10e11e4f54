/** The REST rows for the credit of customers. */
import { list, write } from '../../rest/route.ts'

export const fragments =
  'fragment CreditEntry on CreditEntry { id amount createdAt customerId reason refundId orderId storeId type }'

export const routes = [
  list(
    '/v1/customers/{customer_id}/credit/',
    'ListCreditOfCustomer',
    'customer(id: $customer_id).creditEntries',
    'CreditEntry',
    '...CreditEntry',
  ),
  write('POST /v1/customers/{customer_id}/credit/', 'addCredit', 'creditEntry { ...CreditEntry }'),
]
