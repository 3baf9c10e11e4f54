/** The paid time of a subscription, which stands still while it is paused. Pure. */
import { addDays, dayOfMonth } from '../../values/calendar.ts'

/** The columns of a subscription that say when its paid time ends. */
type PaidTime = { status: string; endDate: Date; pausedAt: Date | null; pausedUntil: Date | null }

const dayMilliseconds = 86_400_000

/**
 * The whole days for which a subscription has been paused. Past the time until which it is paused none are added, however late it is resumed.
 * One of which it is not known since when it is paused counts none, like one that is not paused.
 */
export function pausedDays({ status, pausedAt, pausedUntil }: PaidTime, now: Date): number {
  if (status !== 'suspended' || !pausedAt) return 0
  const end = pausedUntil && pausedUntil < now ? pausedUntil : now
  return Math.max(0, Math.floor((end.getTime() - pausedAt.getTime()) / dayMilliseconds))
}

/** When the paid time ends, if a paused subscription is resumed now. */
export const paidUntil = (row: PaidTime, now: Date): Date => addDays(row.endDate, pausedDays(row, now))

/** Ends a pause: the end date moves by the paused days, and with it the day of the month that renewals fall on. */
export function withoutPause(row: PaidTime, now: Date) {
  if (row.status !== 'suspended') return {}
  const endDate = paidUntil(row, now)
  const isMoved = endDate > row.endDate
  return { pausedAt: null, pausedUntil: null, ...(isMoved && { endDate, anchorDay: dayOfMonth(endDate) }) }
}
