/** Attempts to take a payment or give it back. */
import { customersOwn, only } from '../audience.ts'
import { resource } from '../describe.ts'

// A charge that is only authorized is under way: it is shown when it has an outcome.
const done = { result: { not: 'authorized' } } as const

resource('Transaction', {
  scope: 'transactions',
  columns: {
    id: 'customer',
    storeId: 'customer',
    orderId: 'customer',
    createdAt: 'customer',
    isTest: 'customer',
    result: 'customer',
    kind: 'customer',
    total: 'customer',
    gatewayReference: 'merchant',
    refundId: 'customer',
    paymentMethodId: 'customer',
    declineCode: 'merchant',
    advice: 'merchant',
    networkAdvice: 'merchant',
    reversedAt: 'customer',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  derived: {
    resultCode: {
      of: 'result',
      as: 'code',
      audience: 'customer',
      description: 'The integer code of the result: captured 2, failed 3, refunded 4.',
    },
  },
  relations: ['order', 'refund'],
  access: only(
    done,
    customersOwn(({ customerId }) => ({ order: { customerId } })),
  ),
  url: '/v1/transactions/{id}/',
  record: 'transaction',
  list: 'transactions',
  markedBy: 'changedIn',
})
