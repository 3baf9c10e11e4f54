/** Creates customers, updates, archives and restores them. */

import { recordWrites } from '../../records/record-writes.ts'
import { liveSubscriptions, refuseUsed, unsettledPayments } from '../in-use.ts'
import { checkTaxNumber, statusOfNumber, taxNumberFields } from './tax-number.ts'
import { writable } from './writable.ts'

recordWrites('Customer', {
  fields: writable,
  // With nothing between them where one is empty.
  derive: (customer, before) => ({
    name: `${customer.firstName} ${customer.lastName}`.trim(),
    ...statusOfNumber(customer, before),
    // A new address takes mails until it refuses one.
    ...(before && customer.email !== before.email && { mailRefusedAt: null, mailRefusedBecause: null }),
  }),
  check: checkTaxNumber,
  create: {},
  update: {},
  archivedBy: 'archivedAt',
  byCustomers: {
    permission: 'change_address',
    verbs: ['update'],
    owner: 'id',
    closed: ['email', 'externalId', 'tags', 'internalNote', ...taxNumberFields],
  },
  async checkUnused({ tx }, { storeId, id: customerId }) {
    // One after the other: they share a connection.
    const subscriptions = await tx.subscription.count({ where: { storeId, customerId, ...liveSubscriptions } })
    const orders = await tx.order.count({ where: { storeId, customerId, status: 'open' } })
    const payments = await tx.payment.count({ where: { storeId, customerId, ...unsettledPayments } })
    refuseUsed('customer', 'archived', {
      'live subscription': subscriptions,
      'open order': orders,
      'unsettled payment': payments,
    })
  },
  upsert: { plural: 'customers' },
})
