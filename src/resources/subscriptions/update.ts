/** Updates a subscription. */

import type { Shape } from '../../db/shape.ts'
import { creditOfEnded } from '../../purchases/subscription/ended-credit.ts'
import { withOtherMethod } from '../../purchases/subscription/next-try.ts'
import { recordWrites } from '../../records/record-writes.ts'
import { Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { otherPurpose } from '../cards-of-visitors.ts'
import { builder } from '../describe.ts'
import { lockOrders } from './held-deliveries.ts'
import { moveShipments } from './move-shipments.ts'
import type { SubscriptionRow } from './row.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

const openShipmentsInput = builder.enumType('OpenShipments', {
  description: 'The shipments of a subscription that are not sent, when its address changes.',
  values: {
    move: { description: 'They go to the new address.' },
    keep: { description: 'They go where they were to go.' },
  },
})

const permissions = {
  addressId: 'change_address',
  openShipments: 'change_address',
  paymentMethodId: 'change_payment_method',
  backupPaymentMethodId: 'change_payment_method',
}
const { addressId: _address, paymentMethodId: _method, backupPaymentMethodId: _backup, ...closed } = writable

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
      if (change.paymentMethodId !== undefined) await write.change(row, await afterOtherMethod(write, { ...row, ...change }))
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

/** The further change of one that is charged to another payment method, where it is past due. */
async function afterOtherMethod({ tx, now }: Write, row: SubscriptionRow) {
  if (row.status !== 'past_due') return {}
  const select = { retryDays: true, chargeOnNewCard: true }
  return withOtherMethod(row, now, await tx.store.findUniqueOrThrow({ where: { id: row.storeId }, select }))
}

/** The fields that refer to what a customer has, each with its model and the words for it. */
const owned = [
  { name: 'addressId', model: 'Address', called: 'address' },
  { name: 'paymentMethodId', model: 'PaymentMethod', called: 'payment method' },
  { name: 'backupPaymentMethodId', model: 'PaymentMethod', called: 'payment method' },
] as const

/**
 * Locks what a change refers to, so that it is not archived meanwhile.
 *
 * @throws Refusal NOT_FOUND for what is not the customer's, WRONG_STATUS for what is archived.
 */
async function checkOwned(write: Write, { customerId }: SubscriptionRow, change: Partial<SubscriptionRow>): Promise<void> {
  for (const { name, model, called } of owned) {
    const id = change[name]
    if (id == null) continue
    const found: Partial<Shape<'Address'> & Shape<'PaymentMethod'>> | undefined = await write.find(model, { id, customerId })
    if (!found || found.frozenKey)
      throw new Refusal('NOT_FOUND', say`The customer has no ${called} ${id}: ${field(name)} must name one.`)
    if (found.archivedAt)
      throw new Refusal(
        'WRONG_STATUS',
        say`${field(name)} names ${called === 'address' ? 'an' : 'a'} ${called} that is archived; restore it first.`,
      )
    if (found.enteredByVisitor) throw otherPurpose(name)
  }
}
