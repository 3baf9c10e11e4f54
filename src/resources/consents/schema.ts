/** Consents: the terms that customers accepted. Rows are added and never changed. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Consent', {
  scope: 'customers',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    customerId: 'merchant',
    orderId: 'merchant',
    subscriptionId: 'merchant',
    version: 'merchant',
    text: 'merchant',
    textHash: 'merchant',
    acceptedAt: 'merchant',
    surface: 'merchant',
    address: 'merchant',
    recordedBy: 'merchant',
  },
  relations: ['customer'],
  access: merchantOnly,
  url: '/v1/consents/{id}/',
  record: 'consent',
  list: 'consents',
})
