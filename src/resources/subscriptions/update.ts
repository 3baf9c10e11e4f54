/** Updates a subscription. */
import { creditOfEnded } from '../../purchases/subscription/ended-credit.ts'
import { recordWrites } from '../../records/record-writes.ts'
import { builder } from '../describe.ts'
import { lockOrders } from './held-deliveries.ts'
import { moveShipments } from './move-shipments.ts'
import { checkOwned } from './owned.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

const openShipmentsInput = builder.enumType('OpenShipments', {
  description: 'The shipments of a subscription that are not sent, when its address changes.',
  values: {
    move: { description: 'They go to the new address.' },
    keep: { description: 'They go where they were to go.' },
  },
})

const permissions = { addressId: 'change_address', openShipments: 'change_address', paymentMethodId: 'change_payment_method' }
const { addressId: _address, paymentMethodId: _method, ...closed } = writable

recordWrites('Subscription', {
  fields: writable,
  update: {
    others: (t) => ({
      openShipments: t.field({
        type: openShipmentsInput,
        description: 'Whether its shipments that are not sent go to a new address too; they move unless given.',
      }),
    }),
    rule: update,
    beside: ['shipment.updated', 'shipment.split', 'credit_entry.created'],
    check: checkOwned,
    async beforehand(write, id, { addressId, openShipments }) {
      if (addressId && openShipments !== 'keep') await lockOrders(write, id)
    },
    async afterwards(write, row, change, { openShipments }) {
      const { addressId } = change
      // An end date in the past may be where its time is over, and credit may be given later.
      if (change.endDate || change.credit) await write.change(row, await creditOfEnded(write, { ...row, ...change }))
      if (addressId && openShipments !== 'keep') await moveShipments(write, row, addressId)
    },
  },
  byCustomers: {
    permission: {
      names: [...new Set(Object.values(permissions))],
      of: (input) => [...new Set(Object.keys(input).flatMap((name) => permissions[name as keyof typeof permissions] ?? []))],
    },
    verbs: ['update'],
    closed: Object.keys(closed),
  },
})
