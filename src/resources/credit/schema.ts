/** The credit of customers: a ledger, whose sum is the customer's `credit`. */
import { asPart, owner } from '../audience.ts'
import { resource } from '../describe.ts'

resource('CreditEntry', {
  scope: 'customers',
  columns: {
    id: 'customer',
    storeId: 'customer',
    customerId: 'customer',
    amount: 'customer',
    reason: 'merchant',
    refundId: 'customer',
    orderId: 'customer',
    paymentId: 'nobody',
    returnedPaymentId: 'nobody',
    createdAt: 'customer',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  relations: ['customer', 'refund', 'order'],
  access: asPart(owner),
  record: 'creditEntry',
  list: 'creditEntries',
  markedBy: 'changedIn',
})
