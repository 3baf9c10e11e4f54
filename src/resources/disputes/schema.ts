/** Payments that customers dispute at their banks, as the payment gateway tells of them. */
import { merchantOnly } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Dispute', {
  scope: 'disputes',
  columns: {
    id: 'merchant',
    storeId: 'merchant',
    orderId: 'merchant',
    gateway: 'merchant',
    gatewayReference: 'merchant',
    charge: 'merchant',
    amount: 'merchant',
    fee: 'merchant',
    reason: 'merchant',
    status: 'merchant',
    evidenceDueAt: 'merchant',
    isWithdrawn: 'merchant',
    transactionId: 'merchant',
    isTest: 'merchant',
    createdAt: 'merchant',
    closedAt: 'merchant',
    isStopping: 'merchant',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  relations: ['order'],
  access: merchantOnly,
  url: '/v1/disputes/{id}/',
  record: 'dispute',
  list: 'disputes',
  markedBy: 'changedIn',
})
