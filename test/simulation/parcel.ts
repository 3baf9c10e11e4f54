/** Parcels and what is in them, by the contract. */
import { isMonthEnd, monthDay, stepped } from './dates.ts'
import type { Line } from './order.ts'
import { home } from './story.ts'

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

  constructor(made: number, due: number, street = home) {
    this.made = made
    this.due = due
    this.street = street
  }
}

export type Delivery = {
  id: number
  line: Line
  cycle: number
  quantity: number
  due: number
  /** The time that counts, which pauses put off. */
  adjusted: number
  status: 'open' | 'fulfilled' | 'cancelled'
  /** How many of its pieces were taken from stock: of a first one when it was paid for, of a later one when it is sent. */
  taken: number
  /** Whether they are to be on hand again. */
  isBack: boolean
  parcel: Parcel
}

/** Whether it waits for a subscription that is paused. */
export const isOnHold = ({ status, line }: Delivery): boolean => status === 'open' && line.life?.status === 'suspended'

/**
 * The deliveries of an order that is paid, one for each cycle of each line; those due at one time are in one parcel. One paid on the last
 * day of a month that is too short keeps its day.
 */
export function deliveriesOf(lines: readonly Line[], paidAt: number): Delivery[] {
  const parcels = new Map<number, Parcel>()
  return lines.flatMap((line) => {
    const { product, quantity, life } = line
    const { cycles, pace, rebillDay } = product
    const kept = isMonthEnd(paidAt) ? Math.max(life?.day ?? 0, monthDay(paidAt)) : monthDay(paidAt)
    return Array.from({ length: cycles }, (_, index): Delivery => {
      const due = stepped(paidAt, pace, index, rebillDay || kept)
      const parcel = parcels.get(due) ?? new Parcel(paidAt, due)
      parcels.set(due, parcel)
      const taken = index === 0 ? quantity : 0
      return { id: 0, line, cycle: index + 1, quantity, due, adjusted: due, status: 'open', taken, isBack: false, parcel }
    })
  })
}
