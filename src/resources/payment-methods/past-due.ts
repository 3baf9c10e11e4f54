/** Has a new payment method charged at once for the past due subscriptions of its customer, where the store says so. */
import { withOtherMethod } from '../../purchases/subscription/next-try.ts'
import type { Write } from '../../writes/write.ts'

/**
 * Locks the subscriptions that a new payment method may be charged for. It comes before the lock of the customer, as in renewals.
 *
 * @returns their ids; none where the store charges no new payment method.
 */
export const lockPastDue = (write: Write, customerId: bigint): Promise<bigint[]> =>
  write.lockIds('Subscription', {
    ...{ customerId, status: 'past_due', autorenew: true },
    customer: { store: { chargeOnNewCard: true } },
  })

/** Gives locked subscriptions a new payment method, and makes their next try due. @param ids from `lockPastDue`. */
export async function chargePastDue(write: Write, ids: readonly bigint[], paymentMethodId: bigint): Promise<void> {
  if (ids.length === 0) return
  const changed = await write.changeMany('Subscription', ids, (row) => {
    const change = withOtherMethod(row, write.now, { retryDays: [], chargeOnNewCard: true })
    return Object.keys(change).length === 0 ? {} : { ...change, paymentMethodId }
  })
  for (const [{ id, customerId }, changes] of changed)
    write.emit({ type: 'subscription.updated', recordType: 'subscription', id, subscriptionId: id, customerId, changes })
}
