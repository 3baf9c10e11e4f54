/** Sends parcels, takes them back and calls them off, by the contract: the orders of what is in them follow. */
import { spread } from './money.ts'
import type { Order } from './order.ts'
import { type Delivery, moveTo, Parcel, splitDelivery } from './parcel.ts'

/** Sends a parcel, or those pieces of it that are named; the rest waits in a new one. */
export function ship(
  at: number,
  parcel: Parcel,
  part: ReadonlyMap<Delivery, number> | undefined,
  labelCost: number | undefined,
): void {
  const pieces = new Map<Order, number>(parcel.orders.map((order) => [order, 0]))
  const sentOf = (delivery: Delivery) => (part ? (part.get(delivery) ?? 0) : delivery.quantity)
  const { open } = parcel
  const rest = open.some((delivery) => sentOf(delivery) < delivery.quantity)
    ? new Parcel(at, parcel.due, parcel.street)
    : undefined
  if (rest) parcel.event(at, 'shipment.split')
  parcel.event(at, 'shipment.shipped')
  for (const delivery of open) {
    const sent = sentOf(delivery)
    if (sent === 0 && rest) moveTo(rest, delivery)
    else {
      if (sent < delivery.quantity && rest) splitDelivery(delivery, delivery.quantity - sent, rest)
      delivery.product.stock?.take(Math.max(0, sent - delivery.taken))
      Object.assign(delivery, { taken: sent, status: 'fulfilled' })
      pieces.set(delivery.order, (pieces.get(delivery.order) ?? 0) + sent)
    }
  }
  Object.assign(parcel, { status: 'shipped', shippedAt: at })
  if (labelCost !== undefined) label(parcel, labelCost, pieces)
  for (const order of pieces.keys()) order.follow(at)
}

/** The orders of a parcel share what its label cost, by their pieces. */
function label({ labels }: Parcel, cost: number, pieces: ReadonlyMap<Order, number>): void {
  labels.push(cost)
  const sent = [...pieces].filter(([, count]) => count > 0)
  const shares = spread(
    cost,
    sent.map(([, count]) => count),
  )
  for (const [place, [order]] of sent.entries()) order.labelCost = (order.labelCost ?? 0) + (shares[place] ?? 0)
}

export function deliver(at: number, parcel: Parcel): void {
  parcel.deliveredAt = at
  parcel.event(at, 'shipment.delivered')
}

/** A parcel comes back. */
export function takeBack(at: number, parcel: Parcel, isRestocked: boolean): void {
  parcel.returnedAt = at
  parcel.event(at, 'shipment.returned')
  if (!isRestocked) return
  for (const order of parcel.orders) order.bringBack((each) => each.parcel === parcel && each.status === 'fulfilled', 'returned')
}

export function cancelParcel(at: number, parcel: Parcel): void {
  const called = parcel.open
  parcel.status = 'cancelled'
  parcel.event(at, 'shipment.cancelled')
  for (const order of parcel.orders) order.callOff(at, called)
}
