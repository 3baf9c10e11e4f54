/** Calendar arithmetic in UTC: a month is a month, not thirty days. */

/** A rhythm: the months and weeks from one date to the next. */
export type Rhythm = { months: number; weeks: number }

/** Day of the month of a time, in UTC. */
export const dayOfMonth = (time: Date): number => time.getUTCDate()

/**
 * Moves a time by a number of steps of a rhythm, and keeps its hour.
 *
 * Months land on the anchor day, or on the last day of a month that is too short for it: from 31 January with anchor day 31 one month on is
 * 28 February, and two are 31 March.
 */
export function advance(time: Date, { months, weeks }: Rhythm, times: number, anchorDay: number): Date {
  // With no step the time does not move to the anchor day: the first delivery is today's.
  if (times === 0) return time
  const moved = new Date(time)
  if (months > 0) {
    const year = time.getUTCFullYear()
    const month = time.getUTCMonth() + months * times
    // The day before the first of the next month is the last of this one, the 28th or later.
    const lastDay = anchorDay > 28 ? new Date(Date.UTC(year, month + 1, 0)).getUTCDate() : 28
    moved.setUTCFullYear(year, month, Math.min(anchorDay, lastDay))
  }
  return weeks === 0 ? moved : addDays(moved, weeks * times * 7)
}

/** A time a number of days later, or earlier for a negative number. */
export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * 86_400_000)
