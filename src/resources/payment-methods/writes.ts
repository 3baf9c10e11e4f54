/** Adds payment methods to customers, updates and removes them. */
import type { Shape } from '../../db/shape.ts'
import { recordWrites } from '../../records/record-writes.ts'
import { ofAnyPurchase } from '../cards-of-visitors.ts'
import { liveSubscriptions, refuseUsed, unsettledPayments } from '../in-use.ts'
import { tooMany } from '../live-limit.ts'
import { demoteDefault } from './default.ts'
import { gatewayColumns } from './gateway.ts'
import { chargePastDue, lockPastDue } from './past-due.ts'
import { maxMethods, update } from './rules.ts'
import { writable } from './writable.ts'

export const permission = 'change_payment_method'

recordWrites('PaymentMethod', {
  fields: writable,
  parent: 'customerId',
  isNested: true,
  create: {
    description: "Adds a payment method to a customer: the gateway's token of a card, never its number.",
    beside: ['payment_method.updated', 'subscription.updated'],
    async beforehand(write, row) {
      const pastDue = await lockPastDue(write, (row as Shape<'PaymentMethod'>).customerId)
      return (id) => chargePastDue(write, pastDue, id)
    },
    async columns(write, row) {
      const { customerId, isDefault, gatewayToken, gatewayCustomer } = row as Shape<'PaymentMethod'>
      // The customer is locked: the count holds until the write ends.
      const count = await write.count('PaymentMethod', { customerId, ...ofAnyPurchase })
      if (count >= maxMethods) throw tooMany('PaymentMethod', maxMethods)
      if (isDefault) await demoteDefault(write, customerId)
      const gateway = await gatewayColumns(write, { customerId, gatewayToken, gatewayCustomer })
      return { isDefault: isDefault || count === 0, ...gateway }
    },
  },
  update: {
    rule: update,
    async check(write, { customerId }, { isDefault }) {
      if (isDefault) await demoteDefault(write, customerId)
    },
  },
  changes: {
    remove: {
      description: 'Removes a payment method: it is charged no more, and what was paid with it keeps it.',
      event: 'removed',
      sets: ({ archivedAt }, now) => ({ archivedAt: archivedAt ?? now, isDefault: false }),
      async check({ tx }, { storeId, customerId, id, archivedAt, enteredByVisitor }) {
        if (archivedAt) return
        // One after the other: they share a connection.
        const others = await tx.paymentMethod.count({ where: { storeId, customerId, ...ofAnyPurchase, id: { not: id } } })
        // The last one is also that of subscriptions without one of their own.
        const charged =
          others > 0 || enteredByVisitor
            ? { paymentMethodId: id }
            : { OR: [{ paymentMethodId: id }, { customerId, paymentMethodId: null }] }
        const subscriptions = await tx.subscription.count({
          where: { storeId, ...liveSubscriptions, autorenew: true, ...charged },
        })
        const payments = await tx.payment.count({ where: { storeId, paymentMethodId: id, ...unsettledPayments } })
        refuseUsed('payment method', 'removed', {
          'subscription that renews|subscriptions that renew': subscriptions,
          'unsettled payment': payments,
        })
      },
    },
  },
  byCustomers: { permission, verbs: ['create', 'update', 'remove'], owner: 'customerId', closed: ['gatewayCustomer'] },
})
