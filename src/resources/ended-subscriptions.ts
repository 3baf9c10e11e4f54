/** The subscriptions of an order that is cancelled: ended now, or left as they are; neither has the order paid any more. */
import type { Shape } from '../db/shape.ts'
import { closeUnpaidOrder } from '../purchases/payment/unpaid-order.ts'
import { creditOfEnded } from '../purchases/subscription/ended-credit.ts'
import { wholeSecond } from '../values/time.ts'
import type { Emit, EmittedEvent } from '../writes/events.ts'
import type { Write } from '../writes/write.ts'
import { lockAndMoveDeliveries } from './subscriptions/held-deliveries.ts'
import { endWaitOf } from './subscriptions/row.ts'
import { checkNoPayment, endNow } from './subscriptions/rules.ts'

/**
 * Ends the subscriptions that an order began or renewed, or keeps them. One whose failed renewal left the order unpaid gets its coupons and
 * its credit back in any case: its next try makes a new order, if it goes on.
 *
 * @param order locked by the caller.
 *
 * @throws Refusal WRONG_STATUS while a payment for one of them is under way.
 */
export async function cancelSubscriptions(write: Write, order: Shape<'Order'>, isEnding: boolean): Promise<void> {
  const lines = { orderProducts: { some: { orderId: order.id } } }
  const rows = await write.lockAll('Subscription', isEnding ? lines : { unpaidOrderId: order.id })
  const changes = new Map<Shape<'Subscription'>, Partial<Shape<'Subscription'>>>()
  // The cancellation says itself that its order is closed, and not that one is which waited for the payment of a renewal.
  const emit: Emit = (event) => (event.type !== 'order.closed' || event.orderId !== order.id) && write.emit(event)
  for (const row of rows) {
    checkNoPayment(row)
    await endWaitOf(write, row)
    if (isEnding) await lockAndMoveDeliveries(write, row)
    const ended = isEnding ? endNow(row, wholeSecond(write.now)) : {}
    const closed = { ...ended, ...(await closeUnpaidOrder({ ...write, emit }, row)) }
    changes.set(row, { ...closed, ...(await creditOfEnded(write, { ...row, ...closed })) })
  }
  const events: EmittedEvent[] = []
  for (const [{ id, customerId, status }, changed] of await write.changeAll(changes)) {
    const type = changed.status && status !== 'cancelled' ? 'subscription.cancelled' : 'subscription.updated'
    events.push({ type, recordType: 'subscription', id, subscriptionId: id, customerId, changes: changed })
  }
  write.logOthers('endSubscriptionOfOrder', events)
}
