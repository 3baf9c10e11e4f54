/** The shipments of a write, with what is in them and the orders that they fulfil: locked, and changed together. */
import type { Shape } from '../../db/shape.ts'
import { spread } from '../../purchases/price/spread.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Subject } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { orderAfter, type ShipmentAction } from '../delivery-states.ts'

export type Shipment = Shape<'Shipment'>
export type Fulfillment = Shape<'Fulfillment'>

/** A shipment and its fulfillments. */
export type Parcel = { shipment: Shipment; fulfillments: Fulfillment[] }

/** An order, how many of its deliveries are open and sent, and whether a refund of it is under way. */
type LockedOrder = { order: Shape<'Order'>; open: number; sent: number; isRefunding: boolean }

export type Parcels = { byId: ReadonlyMap<bigint, Parcel>; orders: ReadonlyMap<bigint, LockedOrder> }

/**
 * Locks shipments with their orders and fulfillments, by the order of ids: orders first, as other writes of an order do. Shipments that the
 * writer does not see are missing in the result.
 */
export async function lockParcels(write: Write, ids: readonly bigint[]): Promise<Parcels> {
  const within = { shipmentId: { in: ids } }
  const orders = await write.lockAll('Order', { fulfillments: { some: within } })
  const shipments = await write.lockAll('Shipment', { id: { in: ids } })
  const fulfillments = await write.lockAll('Fulfillment', within)
  const known = new Set(orders.map(({ id }) => id))
  const others = fulfillments.map(({ orderId }) => orderId).filter((id) => !known.has(id))
  // An immediate change that was waited for has given them to an order of its own.
  if (others.length > 0) orders.push(...(await write.lockAll('Order', { id: { in: others } })))
  const counts = await write.tx.$queryRaw<
    { orderId: bigint; status: Fulfillment['status']; count: number; isRefunding: boolean }[]
  >`
    SELECT order_id AS "orderId", status, count(*)::int AS count, EXISTS (
      SELECT FROM refund WHERE refund.store_id = fulfillment.store_id AND refund.order_id = fulfillment.order_id
        AND refund.status IN ('pending', 'unknown')) AS "isRefunding"
    FROM fulfillment WHERE store_id = ${write.viewer.storeId} AND order_id = ANY(${orders.map(({ id }) => id)}::bigint[])
    GROUP BY store_id, order_id, status`
  const progress = new Map<bigint, LockedOrder>(
    orders.map((order) => [order.id, { order, open: 0, sent: 0, isRefunding: false }]),
  )
  for (const { orderId, status, count, isRefunding } of counts) {
    const of = progress.get(orderId)
    if (!of) continue
    of.isRefunding = isRefunding
    if (status === 'open') of.open = count
    if (status === 'fulfilled') of.sent = count
  }
  const byId = new Map(shipments.map((shipment) => [shipment.id, { shipment, fulfillments: [] as Fulfillment[] }]))
  for (const row of fulfillments) byId.get(row.shipmentId)?.fulfillments.push(row)
  return { byId, orders: progress }
}

/** The customer of a parcel, and its order and its subscription where it holds no others. */
export function subjectOf({ shipment: { customerId }, fulfillments }: Parcel): Subject {
  const only = (ids: readonly (bigint | null)[]) => (new Set(ids).size === 1 && ids[0]) || undefined
  const orderId = only(fulfillments.map((row) => row.orderId))
  const subscriptionId = only(fulfillments.map((row) => row.subscriptionId))
  return { customerId, ...(orderId && { orderId }), ...(subscriptionId && { subscriptionId }) }
}

/** The changes of orders by an action: fewer open deliveries, more sent ones, and a share of a label. */
export class OrderChanges {
  private readonly changes = new Map<bigint, { closed: number; sent: number; labelCost: bigint | undefined }>()

  private of(orderId: bigint) {
    const found = this.changes.get(orderId) ?? { closed: 0, sent: 0, labelCost: undefined }
    this.changes.set(orderId, found)
    return found
  }

  /** A delivery is sent; of one that is sent in part the rest stays open. */
  send(orderId: bigint, isPart: boolean): void {
    const of = this.of(orderId)
    of.sent += 1
    if (!isPart) of.closed += 1
  }

  /** A delivery is cancelled. */
  cancel(orderId: bigint): void {
    this.of(orderId).closed += 1
  }

  /** Shares what a label cost among the orders of its parcel, by their pieces; of equal remainders the earlier order is first. */
  shareLabel(cost: bigint, pieces: ReadonlyMap<bigint, number>): void {
    const orders = [...pieces].sort(([one], [other]) => Number(one - other))
    const shares = spread(
      Number(cost),
      orders.map(([, count]) => count),
    )
    for (const [place, [orderId]] of orders.entries()) {
      const of = this.of(orderId)
      of.labelCost = (of.labelCost ?? 0n) + BigInt(shares[place] ?? 0)
    }
  }

  /** Changes the orders and emits their events. */
  async save(write: Write, orders: Parcels['orders'], action: ShipmentAction): Promise<void> {
    const changes = new Map<Shape<'Order'>, Partial<Shape<'Order'>>>()
    for (const [orderId, { closed, sent, labelCost }] of this.changes) {
      const of = orders.get(orderId)
      if (!of) continue
      const { order, isRefunding } = of
      const isPaid = order.financialStatus !== 'unpaid'
      const after = orderAfter(order, action, { open: of.open - closed, sent: of.sent + sent, isPaid, isRefunding })
      const cost = labelCost !== undefined && { totalLabelCost: (order.totalLabelCost ?? 0n) + labelCost }
      changes.set(order, { ...after, ...cost })
    }
    for (const [order, changed] of await write.changeAll(changes)) emitOrder(write, order, changed)
  }
}

function emitOrder({ emit }: Write, { id, customerId }: Shape<'Order'>, { status, ...columns }: Changes): void {
  const about = { recordType: 'order', id, orderId: id, customerId }
  const isFulfilled = columns.fulfillmentStatus?.to === 'fulfilled'
  if (Object.keys(columns).length > 0)
    emit({ ...about, type: isFulfilled ? 'order.fulfilled' : 'order.updated', changes: columns })
  if (status) emit({ ...about, type: 'order.closed', changes: { status } })
}
