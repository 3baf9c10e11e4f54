/** Stops the renewals of the subscriptions that a disputed order began or renewed, unless the store has them go on. */
import type { Shape } from '../db/shape.ts'
import type { EmittedEvent } from '../writes/events.ts'
import type { Write } from '../writes/write.ts'
import { withoutSkip } from './subscriptions/rules.ts'

/**
 * Turns `autorenew` off, as by an update: what is paid for is still sent.
 *
 * @param order locked.
 *
 * @returns false while a payment for one of them is under way: then none is changed.
 */
export async function stopRenewals(write: Write, order: Shape<'Order'>): Promise<boolean> {
  const { storeId, id: orderId } = order
  const store = await write.tx.store.findUniqueOrThrow({ where: { id: storeId }, select: { keepsDisputedRenewals: true } })
  if (store.keepsDisputedRenewals) return true
  const rows = await write.lockAll('Subscription', { autorenew: true, orderProducts: { some: { orderId } } })
  if (rows.some(({ paymentUnderWay }) => paymentUnderWay)) return false
  const stopped = await write.changeAll(new Map(rows.map((row) => [row, { autorenew: false, ...withoutSkip(row, write.now) }])))
  const reason = { from: null, to: `The payment of order ${orderId} is disputed.` }
  const events = [...stopped].map(
    ([{ id, customerId }, changes]): EmittedEvent => ({
      ...{ type: 'subscription.updated', recordType: 'subscription', id, subscriptionId: id, orderId, customerId },
      changes: { ...changes, reason },
    }),
  )
  write.logOthers('stopRenewalsOfOrder', events)
  return true
}
