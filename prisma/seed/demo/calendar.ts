/** Days counted from the seeding day, so that "past due for 12 days" is true whenever the demo store is made. */

const dayMs = 24 * 60 * 60 * 1000

export type Calendar = {
  /** Midnight UTC of the seeding day plus so many days. */
  day(days: number): Date
}

export function calendarFrom(now: Date): Calendar {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  return { day: (days) => new Date(midnight + days * dayMs) }
}

/** The same time of day so many months later; a day the month does not have becomes its last one. */
export function addMonths(time: Date, months: number): Date {
  const target = new Date(time)
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(time.getUTCDate(), lastDay))
  return target
}

export const addMinutes = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000)

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs)

export type Rhythm = { rebillDay: number; rebillMonths: number; rebillWeeks: number | null }

/** So many billing cycles later (or earlier, when negative): weeks where the rhythm is weekly, otherwise months. */
export function addCycles(time: Date, rhythm: Rhythm, cycles: number): Date {
  return rhythm.rebillWeeks ? addDays(time, 7 * rhythm.rebillWeeks * cycles) : addMonths(time, rhythm.rebillMonths * cycles)
}

/** The next time, from this one on, that falls on the rhythm's day of the month; any time will do when it has none. */
export function onRebillDay(time: Date, { rebillDay }: Rhythm): Date {
  if (rebillDay === 0) return time
  const thisMonth = new Date(time)
  thisMonth.setUTCDate(rebillDay)
  return thisMonth < time ? addMonths(thisMonth, 1) : thisMonth
}
