/** The deliveries of an order and the parcels they travel in, locked. */
import type { Shape } from '../../db/shape.ts'
import type { Write } from '../../writes/write.ts'

export type OrderDeliveries = {
  /** All deliveries of the order. */
  own: Shape<'Fulfillment'>[]
  /** The unsent parcels with open deliveries of the order; whether each holds open deliveries of other orders too. */
  parcels: { shipment: Shape<'Shipment'>; isShared: boolean }[]
}

/** Locks the unsent parcels of an order, and what is in them, in the order in which shipments are sent. @param order locked by the caller. */
export async function lockDeliveries(write: Write, { id: orderId }: Shape<'Order'>): Promise<OrderDeliveries> {
  const open = { some: { orderId, status: 'open' } }
  const shipments = await write.lockAll('Shipment', { status: 'unshipped', fulfillments: open })
  const ids = shipments.map(({ id }) => id)
  const fulfillments = await write.lockAll('Fulfillment', { OR: [{ orderId }, { shipmentId: { in: ids }, status: 'open' }] })
  const others = new Set(fulfillments.filter((row) => row.orderId !== orderId).map(({ shipmentId }) => shipmentId))
  return {
    own: fulfillments.filter((row) => row.orderId === orderId),
    parcels: shipments.map((shipment) => ({ shipment, isShared: others.has(shipment.id) })),
  }
}
