/** Addresses of customers. */
import { asPart, owner } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Address', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    externalId: 'merchant',
    customerId: 'customer',
    to: 'customer',
    company: 'customer',
    street: 'customer',
    unit: 'customer',
    city: 'customer',
    state: 'customer',
    zipCode: 'customer',
    country: 'customer',
    phoneNumber: 'customer',
    icon: 'customer',
    status: 'customer',
    statusMessage: 'customer',
    archivedAt: 'customer',
    frozenKey: 'nobody',
  },
  archivedBy: 'archivedAt',
  relations: ['customer'],
  access: asPart(owner),
  listed: { frozenKey: null },
  url: {
    merchant: '/v1/customers/{customerId}/addresses/{id}/',
    others: '/v1/store/api/customer/addresses/{id}/',
    unless: 'frozenKey',
  },
  record: 'address',
  list: 'addresses',
})
