/** When what was bought is delivered. Pure. */
import { advance, dayOfMonth } from '../values/calendar.ts'
import type { PlannedLine } from './stored-plan.ts'

type Delivery = { lineIndex: number; cycle: number; cycles: number; due: Date }

/**
 * The deliveries of a purchase: one for each cycle of a prepaid subscription, one for a product bought once; those that are
 * due at one time travel in one parcel.
 */
export function parcelsOf(lines: readonly PlannedLine[], from: Date): { due: Date; deliveries: Delivery[] }[] {
  const parcels = new Map<number, Delivery[]>()
  lines.forEach(({ subscription }, lineIndex) => {
    const cycles = subscription?.cycles ?? 1
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const due = subscription ? advance(from, subscription.rhythm, cycle - 1, subscription.rebillDay || dayOfMonth(from)) : from
      parcels.set(due.getTime(), [...(parcels.get(due.getTime()) ?? []), { lineIndex, cycle, cycles, due }])
    }
  })
  return [...parcels.values()].map((deliveries) => ({ due: deliveries[0]?.due ?? from, deliveries }))
}
