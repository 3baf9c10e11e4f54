/** The REST rows for payment methods of customers. */
import { list, records, route, write, writeMany } from '../../rest/route.ts'

export const fragments = `
  fragment PaymentMethod on PaymentMethod { id brand last4 expMonth expYear isDefault enteredByVisitor createdAt archivedAt customerId type url }

  fragment PaymentMethodDetail on PaymentMethod { ...PaymentMethod storeId }
`

const path = '/v1/customers/{customer_id}/payment_methods/{payment_method_id}/'
const of = { path: '/v1/customers/{customer_id}/', record: 'customer', connection: 'paymentMethodList' } as const
const names = { record: 'paymentMethod', list: 'paymentMethods', fragment: 'PaymentMethodDetail', of }

const own = '/v1/store/api/customer/payment_methods/'
const opened = 'customer { id type } actionUrl clientSecret publishableKey'
const ownWrite = (row: Parameters<typeof write>[0], verb: string) =>
  write(
    row,
    `${verb.toLowerCase()}PaymentMethod`,
    row.startsWith('DELETE') ? '' : 'paymentMethod { ...PaymentMethod }',
    undefined,
    {
      name: `${verb}OwnPaymentMethod`,
      without: ['customerId', 'gatewayCustomer'],
    },
  )

export const routes = [
  ...records(path, 'PaymentMethod', names, ['create', 'update', 'remove']),
  writeMany(
    'POST /v1/payment_methods/bulk/',
    'upsertPaymentMethods',
    'paymentMethods',
    'paymentMethod { ...PaymentMethodDetail }',
  ),
  write(`PUT ${path}replace/`, 'replacePaymentMethod', 'paymentMethod { ...PaymentMethodDetail }'),
  list(`${own}`, 'ListOwnPaymentMethods', 'me.paymentMethodList', 'PaymentMethod', '...PaymentMethod', { hasArchived: true }),
  route(
    `GET ${own}{payment_method_id}/`,
    `query GetOwnPaymentMethod($payment_method_id: ID!) {
      me { paymentMethodList(filter: { id: { eq: $payment_method_id } }, first: 1, archived: true) { nodes { ...PaymentMethod } } }
    }`,
  ),
  write(`POST /v1/customers/{customer_id}/payment_methods/setup/`, 'createPaymentMethodSetup', opened),
  write(`POST ${own}setup/`, 'createPaymentMethodSetup', opened, undefined, {
    name: 'OwnCreatePaymentMethodSetup',
    without: ['customerId'],
  }),
  ownWrite(`POST ${own}`, 'Create'),
  ownWrite(`PUT ${own}{payment_method_id}/`, 'Update'),
  ownWrite(`PUT ${own}{payment_method_id}/replace/`, 'Replace'),
  ownWrite(`DELETE ${own}{payment_method_id}/`, 'Remove'),
]
