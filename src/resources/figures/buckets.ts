/** The parts of the calendar that a figure is asked for: days, weeks from Monday, months, quarters or years in a time zone. Pure. */
import { Temporal } from 'temporal-polyfill'
import { dayForm, dayOf, later, parseDay, startOf } from '../../values/day.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { parseTime, timeForm } from '../../values/time.ts'

const steps = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const

export type BucketName = keyof typeof steps

/** A part of the calendar; its end is the start of the next. */
export type CalendarPart = { start: Date; end: Date }

const mostBuckets = 1_000

/** The first day of the part of the calendar that a day is in. */
function firstOf(day: Temporal.PlainDate, bucket: BucketName): Temporal.PlainDate {
  if (bucket === 'week') return day.subtract({ days: day.dayOfWeek - 1 })
  if (bucket === 'month') return day.with({ day: 1 })
  if (bucket === 'quarter') return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 })
  return bucket === 'year' ? day.with({ month: 1, day: 1 }) : day
}

/** Reads a bound: a day, which begins at midnight in the zone, or a time. @throws Refusal BAD_INPUT */
export function readBound(name: string, text: string, zone: string): Date {
  const day = parseDay(text)
  // The start of a day may lie before the year 1, whose times are the first that are taken.
  const at = parseTime(day ? startOf(day, zone).toISOString() : text)
  if (!at) throw badInput(say`${field(name)} must be ${dayForm}, or ${timeForm}, not ${shown(text)}.`)
  return at
}

/**
 * The parts of the calendar from one time to another; the first and the last are cut where the time begins and ends.
 *
 * @throws Refusal BAD_INPUT where the time ends before it begins, or has too many parts.
 */
export function bucketsOf({ from, to }: { from: Date; to: Date }, bucket: BucketName, zone: string): CalendarPart[] {
  if (from >= to) throw badInput(say`${field('to')} must be after ${field('from')}; it is not part of the time.`)
  const first = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const buckets: CalendarPart[] = []
  let start = from
  for (let day = firstOf(first, bucket).add(steps[bucket]); start < to; day = day.add(steps[bucket])) {
    const next = startOf(day.toString(), zone)
    const end = next < to ? next : to
    buckets.push({ start, end })
    if (buckets.length > mostBuckets)
      throw badInput(
        say`From ${field('from')} to ${field('to')} are more than ${mostBuckets} times a ${bucket}; ask for less time, or for a longer ${field('bucket')}.`,
      )
    start = end
  }
  return buckets
}

/** The time of a figure unless it is given: twelve months, this one included, up to the end of today. */
export function usualTime(now: Date, zone: string): { from: Date; to: Date } {
  const today = dayOf(now, zone)
  const first = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: 11 }).toString()
  return { from: startOf(first, zone), to: startOf(later(today, { days: 1 }), zone) }
}
