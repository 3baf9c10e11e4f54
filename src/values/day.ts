/** Calendar days, written as `2026-11-20`, and their start in a time zone. */
import { Temporal } from 'temporal-polyfill'

export const dayForm = 'a day, such as 2026-11-20'

/** Reads a day, or answers undefined. Refused: `2026-02-30`, `2026-2-3`, `2026-11-20T00:00:00Z`. */
export function parseDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return undefined
  }
}

/** The day of a time in a time zone. */
export const dayOf = (time: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The start of a day in a time zone; where clocks change at midnight, it is at another hour. */
export const startOf = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** The day a number of days, or years, later. */
export const later = (day: string, by: { days?: number; years?: number }): string =>
  Temporal.PlainDate.from(day).add(by).toString()

/** The first day of the next week, which begins on a Monday. */
export function nextMonday(day: string): string {
  const { dayOfWeek, daysInWeek } = Temporal.PlainDate.from(day)
  return later(day, { days: daysInWeek + 1 - dayOfWeek })
}

/** The first day of the next month. */
export const nextFirst = (day: string): string => Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 }).toString()

/** The number of months from a day to another, where they are whole months; undefined otherwise. */
export function monthsBetween(from: string, to: string): number | undefined {
  const { years, months, days } = Temporal.PlainDate.from(from).until(to, { largestUnit: 'year' })
  return days === 0 ? 12 * years + months : undefined
}

/** The number of days from a day to another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days

/** The moment so much earlier by the calendar of a time zone. */
export const earlier = (
  time: Date,
  by: { years?: number; months?: number; days?: number; milliseconds?: number },
  timeZone: string,
): Date =>
  new Date(Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).subtract(by).epochMilliseconds)
