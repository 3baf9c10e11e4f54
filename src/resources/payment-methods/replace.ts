/** Replaces a payment method by another, which every subscription follows. */
import type { Shape } from '../../db/shape.ts'
import { withOtherMethod } from '../../purchases/subscription/next-try.ts'
import { holdParents } from '../../records/record-links.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { complete } from '../../values/written-values.ts'
import { mostChanged } from '../../writes/batches.ts'
import { changesOfNew } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { refuseUsed, unsettledPayments } from '../in-use.ts'
import { gatewayColumns } from './gateway.ts'
import { checkThere } from './rules.ts'
import { card } from './writable.ts'
import { permission } from './writes.ts'

mutation('replacePaymentMethod', {
  permission,
  emits: ['payment_method.created', 'payment_method.removed', 'subscription.updated'],
  description:
    'Adds a payment method in the place of another, which is removed: every subscription that had that one has the new one, and one that is past due may be renewed with it at once.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The payment method that is replaced.' }),
    customerId: t.id({ description: 'The customer who pays with it.' }),
    ...inputFields(t, card, true),
  }),
  shows: { field: 'paymentMethod', resource: 'PaymentMethod' },
  async write(write, { id, customerId, ...given }) {
    const which = {
      id: readId(field('id'), id),
      ...(customerId != null && { customerId: readId(field('customerId'), customerId) }),
    }
    const columns = complete(card, given)
    await checkCount(write, which.id)
    // Before the customer, as renewals lock them.
    await lockSubscriptions(write, which.id)
    await holdParents(write, 'PaymentMethod', which)
    const old = await write.lock('PaymentMethod', which)
    checkThere(old)
    await refuseUnsettled(write, old)
    // With those that came while it waited for the customer.
    const subscriptions = await lockSubscriptions(write, old.id)
    const { customerId: owner, isDefault } = old
    const gateway = await gatewayColumns(write, { ...columns, customerId: owner })
    await write.change(old, { archivedAt: write.now, isDefault: false })
    const row = { ...columns, ...gateway, customerId: owner, isDefault }
    const newId = await write.insert('PaymentMethod', { ...row, createdAt: write.now })
    await follow(write, subscriptions, old.id, newId)
    const { gatewayToken: _secret, gatewayCustomer: _theirs, ...shown } = row
    const removed = { type: 'payment_method.removed', recordType: 'payment_method', id: old.id, customerId: owner } as const
    write.emit({ ...removed, changes: { archivedAt: { from: null, to: write.now }, replacedBy: { from: null, to: newId } } })
    return { id: newId, changes: { ...changesOfNew(shown), replaces: { from: null, to: old.id } } }
  },
})

/** Refuses to replace a method that more subscriptions are charged to than one write changes. */
async function checkCount(write: Write, paymentMethodId: bigint): Promise<void> {
  const count = await write.count('Subscription', { OR: [{ paymentMethodId }, { backupPaymentMethodId: paymentMethodId }] })
  if (count > mostChanged)
    throw badInput(
      `The payment method cannot be replaced: ${count} subscriptions are charged to it, and at most ${mostChanged} follow at once; give some of them another one first.`,
    )
}

/** Refuses a method that a payment may still be charged to. */
async function refuseUnsettled({ tx }: Write, { storeId, id: paymentMethodId }: Shape<'PaymentMethod'>): Promise<void> {
  const payments = await tx.payment.count({ where: { storeId, paymentMethodId, ...unsettledPayments } })
  refuseUsed('payment method', 'replaced', { 'unsettled payment': payments })
}

/** Locks the subscriptions that have a method, to be charged or as their backup. @returns their ids. */
const lockSubscriptions = (write: Write, id: bigint) =>
  write.lockIds('Subscription', { OR: [{ paymentMethodId: id }, { backupPaymentMethodId: id }] })

/** Gives subscriptions another payment method in the place of one, each with its event; a renewal that has failed may be tried at once. */
async function follow(write: Write, subscriptions: readonly bigint[], oldId: bigint, newId: bigint): Promise<void> {
  const { tx, now, viewer } = write
  const select = { retryDays: true, chargeOnNewCard: true }
  const store = await tx.store.findUniqueOrThrow({ where: { id: viewer.storeId }, select })
  const changed = await write.changeMany('Subscription', subscriptions, (row) => ({
    ...(row.backupPaymentMethodId === oldId && { backupPaymentMethodId: newId }),
    ...(row.paymentMethodId === oldId && { paymentMethodId: newId, ...withOtherMethod(row, now, store) }),
  }))
  for (const [{ id, customerId }, changes] of changed)
    write.emit({ type: 'subscription.updated', recordType: 'subscription', id, subscriptionId: id, customerId, changes })
}
