/** Refunds of orders, and the lines that they give back. */
import { asPart, customersOwn } from '../audience.ts'
import { resource } from '../describe.ts'

resource('Refund', {
  scope: 'refunds',
  columns: {
    id: 'customer',
    storeId: 'customer',
    orderId: 'customer',
    status: 'customer',
    amount: 'customer',
    cardAmount: 'customer',
    creditAmount: 'customer',
    shipping: 'customer',
    tax: 'customer',
    reason: 'merchant',
    restock: 'merchant',
    failureReason: 'merchant',
    isTest: 'customer',
    createdAt: 'customer',
    settledAt: 'customer',
    gatewayReference: 'merchant',
    reference: 'nobody',
    charge: 'nobody',
    acceptedAt: 'nobody',
    dueAt: 'nobody',
    looks: 'nobody',
    updatedAt: 'merchant',
    changedIn: 'nobody',
  },
  relations: ['order', 'lines'],
  connections: ['transactions'],
  access: customersOwn(({ customerId }) => ({ order: { customerId } })),
  url: '/v1/refunds/{id}/',
  record: 'refund',
  list: 'refunds',
})

resource('RefundLine', {
  scope: 'refunds',
  columns: {
    id: 'customer',
    storeId: 'customer',
    refundId: 'customer',
    orderProductId: 'customer',
    quantity: 'customer',
    amount: 'customer',
    shipping: 'customer',
    tax: 'customer',
    cardAmount: 'customer',
    restocked: 'merchant',
    released: 'nobody',
  },
  relations: ['refund', 'orderProduct'],
  access: asPart(customersOwn(({ customerId }) => ({ refund: { order: { customerId } } }))),
  record: 'refundLine',
  list: 'refundLines',
})
