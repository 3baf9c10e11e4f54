/** Makes addresses of customers, updates, archives and restores them. */
import type { Shape } from '../../db/shape.ts'
import { recordWrites } from '../../records/record-writes.ts'
import type { Write } from '../../writes/write.ts'
import { liveSubscriptions, refuseUsed, unsettledPayments } from '../in-use.ts'
import { checkRoom } from '../live-limit.ts'
import { checkChangeable, maxAddresses } from './rules.ts'
import { writable } from './writable.ts'

/** Refuses one more address of a customer; the copies that orders keep do not count. */
const checkCount = (write: Write, row: Shape<'Address'>) =>
  checkRoom(write, 'Address', row, { most: maxAddresses, live: { archivedAt: null, frozenKey: null } })

recordWrites('Address', {
  fields: writable,
  parent: 'customerId',
  isNested: true,
  create: {
    async columns(write, row) {
      await checkCount(write, row as Shape<'Address'>)
      return {}
    },
  },
  update: {},
  archivedBy: 'archivedAt',
  byCustomers: {
    permission: 'change_address',
    verbs: ['create', 'update', 'archive', 'restore'],
    owner: 'customerId',
    closed: ['externalId'],
  },
  checkChangeable,
  checkRestorable: checkCount,
  async checkUnused({ tx }, { storeId, customerId, id }) {
    // One after the other: they share a connection.
    const subscriptions = await tx.subscription.count({ where: { storeId, addressId: id, ...liveSubscriptions } })
    const planned = { path: ['addressId'], equals: Number(id) }
    const payments = await tx.payment.count({ where: { storeId, customerId, plan: planned, ...unsettledPayments } })
    refuseUsed('address', 'archived', { 'live subscription': subscriptions, 'unsettled payment': payments })
  },
})
