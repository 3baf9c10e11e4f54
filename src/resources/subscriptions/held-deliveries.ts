/** The unsent deliveries of a subscription: they wait while it is paused, and are made later by the paused days. */
import type { Shape } from '../../db/shape.ts'
import { addDays } from '../../values/calendar.ts'
import type { Write } from '../../writes/write.ts'
import { pausedDays } from './paid-time.ts'
import type { SubscriptionRow } from './row.ts'

/**
 * Locks the unsent deliveries of a subscription, whose status decides whether they are on hold: the database changes that with it.
 *
 * @param subscription locked by the caller.
 */
export async function lockDeliveries(write: Write, { id: subscriptionId }: SubscriptionRow): Promise<Shape<'Fulfillment'>[]> {
  const own = { subscriptionId, status: 'open' }
  // In the order in which shipments are sent: orders, shipments, fulfillments.
  const orders = await write.lockAll('Order', { fulfillments: { some: own } })
  if (orders.length === 0) return []
  await write.lockAll('Shipment', { fulfillments: { some: own } })
  return write.lockAll('Fulfillment', own)
}

/** Moves the deliveries that wait for a paused subscription by the paused days. @param subscription as it is while it is paused. */
export async function moveDeliveries(write: Write, row: SubscriptionRow): Promise<void> {
  if (row.status !== 'suspended') return
  const days = pausedDays(row, write.now)
  const deliveries = await lockDeliveries(write, row)
  const moved = await write.changeAll(
    new Map(deliveries.map((each) => [each, { adjustedFulfillmentDate: addDays(each.adjustedFulfillmentDate, days) }])),
  )
  if (moved.size > 0) write.changes.movedDeliveries = { from: null, to: [...moved.keys()].map(({ id }) => id) }
}
