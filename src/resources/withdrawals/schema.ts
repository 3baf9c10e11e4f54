/** Withdrawals from contracts and notices that cancel them, as they were declared on the page of the shop. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Withdrawal', {
  scope: 'customers',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    kind: 'merchant',
    name: 'merchant',
    reference: 'merchant',
    email: 'merchant',
    words: 'merchant',
    locale: 'merchant',
    receivedAt: 'merchant',
    isAcknowledged: 'merchant',
    customerId: 'merchant',
    orderId: 'merchant',
    subscriptionId: 'merchant',
    confirmedAt: 'merchant',
    handledAt: 'merchant',
    note: 'merchant',
  },
  emails: ['email'],
  access: merchantOnly,
  url: '/v1/withdrawals/{id}/',
  record: 'withdrawal',
  list: 'withdrawals',
})
