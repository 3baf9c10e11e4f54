/** Parcels and what is in them, by the contract. */
import { isMonthEnd, monthDay, stepped } from './dates.ts'
import type { Line, Order } from './order.ts'
import { home, type SimulatedProduct } from './story.ts'

export class Parcel {
  /** The product's id of it; 0 until it was looked up. */
  id = 0
  readonly made: number
  readonly due: number
  status: 'unshipped' | 'shipped' | 'cancelled' = 'unshipped'
  shippedAt: number | null = null
  deliveredAt: number | null = null
  returnedAt: number | null = null
  street: string
  readonly labels: number[] = []
  /** All that it ever held, but for what has moved to another one. */
  deliveries: Delivery[] = []

  constructor(made: number, due: number, street = home) {
    this.made = made
    this.due = due
    this.street = street
  }

  get open(): Delivery[] {
    return this.deliveries.filter(({ status }) => status === 'open')
  }

  /** The orders of its deliveries, the earliest first. */
  get orders(): Order[] {
    return [...new Set(this.deliveries.map(({ order }) => order))].sort((one, other) => one.number - other.number)
  }

  /** Notes an event of it on its order, where it holds no others. */
  event(at: number, type: string): void {
    const [order, ...others] = this.orders
    if (others.length === 0) order?.event(at, type)
  }
}

export type Delivery = {
  /** Deliveries are numbered as they are made. */
  number: number
  /** The number of the delivery that it is a part of, or its own. */
  whole: number
  id: number
  order: Order
  line: Line
  /** The goods. */
  product: SimulatedProduct
  cycle: number
  cycles: number
  quantity: number
  due: number
  /** The time that counts, which pauses put off. */
  adjusted: number
  status: 'open' | 'fulfilled' | 'cancelled'
  /** How many of its pieces were taken from stock: of a first one when it was paid for, of a later one when it is sent. */
  taken: number
  /** Whether they are to be restocked. */
  isBack: boolean
  parcel: Parcel
}

/** Whether it waits for a subscription that is paused. */
export const isOnHold = ({ status, line }: Delivery): boolean => status === 'open' && line.life?.status === 'suspended'

let made = 0

type DeliveryDraft = Pick<
  Delivery,
  'line' | 'product' | 'cycle' | 'cycles' | 'quantity' | 'due' | 'adjusted' | 'taken' | 'parcel'
>

/** Plans a delivery of an order. */
export function planDelivery(order: Order, draft: DeliveryDraft): Delivery {
  made += 1
  const delivery: Delivery = { ...draft, order, number: made, whole: made, id: 0, status: 'open', isBack: false }
  order.deliveries.push(delivery)
  delivery.parcel.deliveries.push(delivery)
  return delivery
}

/** Splits pieces off a delivery, which another parcel has then. */
export function splitDelivery(delivery: Delivery, quantity: number, parcel: Parcel): void {
  const { order, whole, taken } = delivery
  const kept = delivery.quantity - quantity
  Object.assign(planDelivery(order, { ...delivery, quantity, taken: Math.max(0, taken - kept), parcel }), { whole })
  Object.assign(delivery, { quantity: kept, taken: Math.min(taken, kept) })
}

/** Moves a delivery to another parcel. */
export function moveTo(parcel: Parcel, delivery: Delivery): void {
  delivery.parcel.deliveries = delivery.parcel.deliveries.filter((each) => each !== delivery)
  delivery.parcel = parcel
  parcel.deliveries.push(delivery)
}

/**
 * Plans the deliveries of terms that are paid, one for each cycle of each line; those due at one time are in one parcel. One paid on the last
 * day of a month that is too short keeps its day.
 */
export function planDeliveries(
  order: Order,
  parts: readonly { line: Line; product: SimulatedProduct; quantity: number }[],
  paidAt: number,
): void {
  const parcels = new Map<number, Parcel>()
  for (const { line, product, quantity } of parts) {
    const { cycles, pace, rebillDay } = product
    const kept = isMonthEnd(paidAt) ? Math.max(line.life?.day ?? 0, monthDay(paidAt)) : monthDay(paidAt)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const due = stepped(paidAt, pace, cycle - 1, rebillDay || kept)
      const parcel = parcels.get(due) ?? new Parcel(paidAt, due)
      parcels.set(due, parcel)
      const taken = cycle === 1 ? quantity : 0
      planDelivery(order, { line, product, cycle, cycles, quantity, due, adjusted: due, taken, parcel })
    }
  }
}
