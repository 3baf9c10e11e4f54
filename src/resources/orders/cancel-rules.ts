/** The rules of cancelling an order. Pure. */
import { Refusal } from '../../values/errors.ts'
import { orderAfter, orderStates, sentStates } from '../delivery-states.ts'

type CancelledOrder = Parameters<typeof orderAfter>[0] & { id: bigint }

/**
 * Refuses to cancel an order of which something was sent, that is closed, or whose money moves just now.
 *
 * @throws Refusal WRONG_STATUS saying what can be done instead.
 */
export function checkCancellable(order: CancelledOrder, { sent, isRefunding }: { sent: number; isRefunding: boolean }): void {
  const refuse = (why: string) => new Refusal('WRONG_STATUS', `Order ${order.id} ${why}`)
  if (sent > 0 || !sentStates[order.fulfillmentStatus].cancelOrder)
    throw order.fulfillmentStatus === 'fulfilled'
      ? refuse('was sent: it is no longer cancelled; refund it, or return its shipments.')
      : refuse('was sent in part: it is no longer cancelled; cancel its unsent shipments, and refund what is in them.')
  if (!orderStates[order.status].cancelOrder)
    throw refuse('is closed, and nothing of it is to be sent: it is no longer cancelled; refund what is left of it.')
  if (isRefunding) throw refuse('has a refund under way: it can be cancelled once that is settled.')
}

/** The states of an order that is cancelled: it stays open while its refund is under way. */
export const cancelledStates = (order: CancelledOrder, isRefunding: boolean) =>
  orderAfter(order, 'cancelOrder', { open: 0, sent: 0, isPaid: order.status === 'open', isCancelled: true, isRefunding })
