/** The unsent deliveries of a subscription: they wait while it is paused, and are made later by the paused days. */
import type { Shape } from '../../db/shape.ts'
import { addDays } from '../../values/calendar.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { pausedDays } from './paid-time.ts'
import { lockSubscription, type SubscriptionRow } from './row.ts'

/** Locks the orders with unsent deliveries of a subscription; a write that also locks the subscription does so behind them, as an immediate change does. */
export async function lockOrders(write: Write, subscriptionId: bigint): Promise<void> {
  const which = { fulfillments: { some: { subscriptionId, status: 'open' } } }
  const locked = await write.lockAll('Order', which)
  // A change that was waited for may have given the deliveries to an order of its own.
  if (locked.length > 0) await write.lockAll('Order', which)
}

/**
 * Locks a subscription behind the orders with its unsent deliveries.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export async function lockBehindOrders(write: Write, id: string): Promise<SubscriptionRow> {
  await lockOrders(write, readId(field('id'), id))
  return lockSubscription(write, id)
}

/**
 * Locks the unsent deliveries of a subscription, whose status decides whether they are on hold: the database changes that with it.
 *
 * @param subscription locked by the caller behind their orders: all is locked in the order in which shipments are sent.
 */
export async function lockDeliveries(write: Write, { id: subscriptionId }: SubscriptionRow): Promise<Shape<'Fulfillment'>[]> {
  const own = { subscriptionId, status: 'open' }
  const shipments = await write.lockAll('Shipment', { fulfillments: { some: own } })
  if (shipments.length === 0) return []
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

/** Moves the unsent deliveries for a write that has locked their subscription, but none of their orders. */
export async function lockAndMoveDeliveries(write: Write, row: SubscriptionRow): Promise<void> {
  if (row.status !== 'suspended') return
  await lockOrders(write, row.id)
  await moveDeliveries(write, row)
}
