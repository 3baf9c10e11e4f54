/** Days counted from the seeding day, so that "past due for 12 days" is true whenever the demo store is made. */
import { addDays, advance, dayOfMonth } from '../../../src/values/calendar.ts'

export type Calendar = {
  /** Midnight UTC of the seeding day plus so many days. */
  day(days: number): Date
}

export function calendarFrom(now: Date): Calendar {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  return { day: (days) => addDays(midnight, days) }
}

export const addMinutes = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000)

export type Rhythm = { rebillDay: number; rebillMonths: number; rebillWeeks: number | null }

/** So many billing cycles later (or earlier, when negative), on the same day of the month. */
export const addCycles = (time: Date, { rebillMonths: months, rebillWeeks }: Rhythm, cycles: number): Date =>
  advance(time, { months, weeks: rebillWeeks ?? 0 }, cycles, dayOfMonth(time))

/** The next time, from this one on, that falls on the rhythm's day of the month; any time will do when it has none. */
export function onRebillDay(time: Date, { rebillDay }: Rhythm): Date {
  if (rebillDay === 0) return time
  const thisMonth = new Date(time)
  thisMonth.setUTCDate(rebillDay)
  return thisMonth < time ? advance(thisMonth, { months: 1, weeks: 0 }, 1, rebillDay) : thisMonth
}
