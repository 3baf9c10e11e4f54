/** Plans the deliveries of a purchase. Pure. */
import { addDays, advance, dayOfMonth } from '../../values/calendar.ts'
import type { PlannedLine } from '../payment/stored-plan.ts'

type Delivery = { lineIndex: number; cycle: number; cycles: number; due: Date }

/**
 * The deliveries of a purchase: one for each cycle of a prepaid subscription, one for a product bought once; deliveries due at the same
 * time share a parcel.
 */
export function parcelsOf(lines: readonly PlannedLine[], from: Date): { due: Date; deliveries: Delivery[] }[] {
  const parcels = new Map<number, Delivery[]>()
  lines.forEach(({ subscription }, lineIndex) => {
    const cycles = subscription?.cycles ?? 1
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const due = subscription ? advance(from, subscription.rhythm, cycle - 1, deliveryDay(subscription, from)) : from
      parcels.set(due.getTime(), [...(parcels.get(due.getTime()) ?? []), { lineIndex, cycle, cycles, due }])
    }
  })
  return [...parcels.values()].map((deliveries) => ({ due: deliveries[0]?.due ?? from, deliveries }))
}

type DeliveryDays = Pick<NonNullable<PlannedLine['subscription']>, 'rebillDay' | 'anchorDay'>

/** The day of the month of the deliveries; with an anchor of the 31st, a payment on 30 April is followed by a delivery on 31 May. */
function deliveryDay({ rebillDay, anchorDay = 0 }: DeliveryDays, from: Date): number {
  if (rebillDay) return rebillDay
  const isLastOfMonth = dayOfMonth(addDays(from, 1)) === 1
  return isLastOfMonth ? Math.max(anchorDay, dayOfMonth(from)) : dayOfMonth(from)
}
