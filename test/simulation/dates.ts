/** The calendar of the model, by Temporal and by nothing of the product's own: times are milliseconds, days are those of UTC. */
import { Temporal } from 'temporal-polyfill'

export const dayMilliseconds = 86_400_000

/** So many months, or so many weeks, from one renewal to the next. */
export type Pace = { months: number; weeks: number }

export const plusDays = (time: number, days: number): number => time + days * dayMilliseconds

const zoned = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC')

/** The day of the month of a time. */
export const monthDay = (time: number): number => zoned(time).day

/** Whether a time is on the last day of its month. */
export const isMonthEnd = (time: number): boolean => monthDay(time) === zoned(time).daysInMonth

export const written = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** So many steps after a time: months fall on the given day, or on the last one of a month that has no such day. */
export function stepped(time: number, { months, weeks }: Pace, steps: number, day: number): number {
  if (steps === 0) return time
  const from = zoned(time)
  if (weeks > 0) return from.add({ weeks: weeks * steps }).epochMilliseconds
  const month = from
    .toPlainDate()
    .toPlainYearMonth()
    .add({ months: months * steps })
  const date = month.toPlainDate({ day: Math.min(day, month.daysInMonth) })
  return date.toZonedDateTime({ timeZone: 'UTC', plainTime: from.toPlainTime() }).epochMilliseconds
}

/** Orders rows by their time; those of one time, which may be written at once, by all that they say. */
export function byTime<Row extends { at: string }>(one: Row, other: Row): number {
  const [first, second] = [one, other].map((row) => `${row.at} ${JSON.stringify(row)}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
