/** Calendar arithmetic in UTC: a month is a month, not thirty days. */
import { Temporal } from 'temporal-polyfill'

/** A rhythm: so many months and weeks from one date to the next. */
export type Rhythm = { months: number; weeks: number }

/** Day of the month a time falls on. */
export const dayOfMonth = (time: Date): number => time.getUTCDate()

/**
 * Moves a time by a rhythm, a number of times over, keeping its hour.
 *
 * Months land on the anchor day, or on the last day of a month that is too short for it: from 31 January with anchor day 31
 * one month on is 28 February, and two are 31 March.
 */
export function advance(time: Date, { months, weeks }: Rhythm, times: number, anchorDay: number): Date {
  // No step, no landing on the anchor day: the first delivery is today's.
  if (times === 0) return time
  const start = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO('UTC')
  const moved = months === 0 ? start : atDay(start.with({ day: 1 }).add({ months: months * times }), anchorDay)
  return new Date(moved.add({ weeks: weeks * times }).epochMilliseconds)
}

const atDay = (month: Temporal.ZonedDateTime, day: number) => month.with({ day: Math.min(day, month.daysInMonth) })

/** A time some days later, or earlier for a negative number. */
export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * 86_400_000)
