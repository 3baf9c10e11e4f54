/** Makes addresses of customers, updates, archives and restores them. */
import { liveSubscriptions, refuseUsed, unsettledPayments } from '../in-use.ts'
import { recordWrites } from '../record-writes.ts'
import { checkChangeable } from './rules.ts'
import { writable } from './writable.ts'

recordWrites('Address', {
  fields: writable,
  parent: 'customerId',
  isNested: true,
  create: {},
  update: {},
  archivedBy: 'archivedAt',
  byCustomers: {
    permission: 'change_address',
    verbs: ['create', 'update', 'archive', 'restore'],
    owner: 'customerId',
    closed: ['externalId'],
  },
  checkChangeable,
  async checkUnused({ tx }, { storeId, customerId, id }) {
    // One after the other: they share a connection.
    const subscriptions = await tx.subscription.count({ where: { storeId, addressId: id, ...liveSubscriptions } })
    const planned = { path: ['addressId'], equals: Number(id) }
    const payments = await tx.payment.count({ where: { storeId, customerId, plan: planned, ...unsettledPayments } })
    refuseUsed('address', 'archived', { 'live subscription': subscriptions, 'unsettled payment': payments })
  },
})
