/** Has the shipments of a subscription that are not sent follow it to another address. */
import type { Shape } from '../../db/shape.ts'
import type { Write } from '../../writes/write.ts'
import { splitShipments } from '../split-shipments.ts'
import type { SubscriptionRow } from './row.ts'

/**
 * Moves the unsent deliveries of a subscription. A shipment that holds other deliveries too keeps these: what moves goes into a new one.
 *
 * @param subscription locked by the caller, behind its orders, so that all is locked in the order in which shipments are sent.
 */
export async function moveShipments(write: Write, { id: subscriptionId }: SubscriptionRow, shipAddressId: bigint): Promise<void> {
  const within = { status: 'unshipped', fulfillments: { some: { subscriptionId, status: 'open' } } }
  const shipments = await write.lockAll('Shipment', within)
  const leaving = shipments.filter((shipment) => shipment.shipAddressId !== shipAddressId)
  if (leaving.length === 0) return
  const fulfillments = await write.lockAll('Fulfillment', { shipmentId: { in: leaving.map(({ id }) => id) }, status: 'open' })
  const isOwn = (row: Shape<'Fulfillment'>) => row.subscriptionId === subscriptionId
  const shared = new Set(fulfillments.filter((row) => !isOwn(row)).map(({ shipmentId }) => shipmentId))

  const moved = leaving.filter(({ id }) => !shared.has(id))
  await write.changeAll(new Map(moved.map((shipment) => [shipment, { shipAddressId }])))
  const left = leaving.filter(({ id }) => shared.has(id))
  const split = await splitShipments(
    write,
    left.map((shipment) => ({ shipment, subject: { customerId: shipment.customerId }, shipAddressId })),
  )
  const parted = fulfillments.filter((row) => isOwn(row) && split.has(row.shipmentId))
  await write.changeAll(new Map(parted.map((row) => [row, { shipmentId: split.get(row.shipmentId) as bigint }])))
  for (const { id, customerId, shipAddressId: from } of moved) {
    const changes = { shipAddressId: { from, to: shipAddressId } }
    write.emit({ type: 'shipment.updated', recordType: 'shipment', id, customerId, changes })
  }
  const ids = leaving.map(({ id }) => split.get(id) ?? id)
  write.changes.movedShipments = { from: null, to: ids }
}
