/** Which months of a time zone a figure can take as sums that are kept, and which times it reads of movements themselves. Pure. */
import { Temporal } from 'temporal-polyfill'
import { startOf } from '../../values/day.ts'
import type { CalendarPart } from './buckets.ts'

/** A time; without a start it has all before its end. */
export type TimeRange = { from?: Date; to: Date }

/** The first and the last time that the database takes as it is written. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]

const startOfMonth = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(Math.min(latest, Math.max(earliest, startOf(day.toString(), zone).getTime())))

/** The months of a time zone, by a time in them; the last one is kept, since neighbours are asked for in a row. */
function monthsOf(zone: string): (time: Date) => CalendarPart {
  let last: CalendarPart | undefined
  return (time) => {
    if (last && last.start <= time && time < last.end) return last
    const day = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone).toPlainDate().with({ day: 1 })
    last = { start: startOfMonth(day, zone), end: startOfMonth(day.add({ months: 1 }), zone) }
    return last
  }
}

/** The starts of the months that times lie in, in their order. */
export function monthStarts(times: readonly Date[], zone: string): Date[] {
  const monthOf = monthsOf(zone)
  const starts = new Set(times.map((time) => monthOf(time).start.getTime()))
  return [...starts].sort((one, other) => one - other).map((start) => new Date(start))
}

/**
 * Splits the time up to the end of the parts of the calendar: whole months that lie in one part, or before the first, and the gaps between them. The
 * month that the last part ends in is whole if the part has more than half of it; the excess is the time of that month behind its end.
 */
export function coverOf(
  buckets: readonly CalendarPart[],
  zone: string,
): { months: TimeRange[]; gaps: TimeRange[]; excess?: TimeRange } {
  const monthOf = monthsOf(zone)
  const months: TimeRange[] = []
  const gaps: TimeRange[] = []
  const add = (ranges: TimeRange[], from: Date, to: Date) => {
    const last = ranges.at(-1)
    if (from >= to) return
    if (last && last.to.getTime() === from.getTime()) last.to = to
    else ranges.push({ from, to })
  }
  const [first] = buckets as [CalendarPart, ...CalendarPart[]]
  const begin = monthOf(first.start).start
  months.push({ to: begin })
  add(gaps, begin, first.start)
  for (const [place, { start, end }] of buckets.entries()) {
    const month = monthOf(start)
    const from = month.start < start ? month.end : start
    const { start: to, end: next } = monthOf(end)
    if (from > to) {
      add(gaps, start, end)
      continue
    }
    add(gaps, start, from)
    add(months, from, to)
    if (place === buckets.length - 1 && end.getTime() - to.getTime() > next.getTime() - end.getTime()) {
      add(months, to, next)
      return { months, gaps, excess: { from: end, to: next } }
    }
    add(gaps, to, end)
  }
  return { months, gaps }
}
