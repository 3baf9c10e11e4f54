/** Payment methods of customers. */
import { asPart, owner } from '../audience.ts'
import { resource } from '../describe.ts'

resource('PaymentMethod', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    brand: 'customer',
    last4: 'customer',
    expMonth: 'customer',
    expYear: 'customer',
    isDefault: 'customer',
    enteredByVisitor: 'customer',
    createdAt: 'customer',
    archivedAt: 'customer',
    gateway: 'nobody',
    gatewayToken: 'nobody',
    gatewayCustomer: 'nobody',
    expiryNoticedFor: 'nobody',
  },
  archivedBy: 'archivedAt',
  relations: ['customer'],
  access: asPart(owner),
  url: {
    merchant: '/v1/customers/{customerId}/payment_methods/{id}/',
    others: '/v1/store/api/customer/payment_methods/{id}/',
  },
  record: 'paymentMethod',
  list: 'paymentMethods',
})
