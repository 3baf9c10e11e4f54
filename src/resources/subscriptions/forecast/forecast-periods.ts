/** The periods of a forecast: days, weeks from Monday or months of the calendar, in the store's time zone. Pure. */

import { dayOf, later, nextFirst, nextMonday, startOf } from '../../../values/day.ts'
import { badInput } from '../../../values/errors.ts'

/** The name of a period, and the first day of the period after that of a day. */
const nextStart = { day: (day: string) => later(day, { days: 1 }), week: nextMonday, month: nextFirst }

export type PeriodLength = keyof typeof nextStart

/** A period: its first and its last day, and when the day after that begins. */
export type Period = { from: string; to: string; end: Date }

export const mostPeriods = 400
export const mostYears = 2

/** The days of a forecast whose last day is not given. */
export const usualDays = 30

/**
 * The periods of some days, the first and the last of which belong to them; a week or a month that begins or ends outside is cut.
 * The first is today unless given.
 */
export type Days = { from?: string | null; to?: string | null; by: PeriodLength }

/**
 * Makes the periods, and says when the first begins and the last is over.
 *
 * @throws Refusal BAD_INPUT for days that end before they begin, lie in the past or too far ahead, or are too many periods.
 */
export function periodsOf(
  { from: first, to: until, by }: Days,
  timeZone: string,
  now: Date,
): { start: Date; end: Date; periods: Period[] } {
  const today = dayOf(now, timeZone)
  const from = first ?? today
  const to = until ?? later(from, { days: usualDays - 1 })
  const last = later(today, { years: mostYears })
  if (to < from) throw badInput(`to must not lie before from, ${from}.`)
  if (from < today) throw badInput(`from must not lie in the past: in the store's time zone today is ${today}.`)
  if (to > last) throw badInput(`to must lie at most ${mostYears} years ahead, not after ${last}.`)
  const periods: Period[] = []
  for (let start = from; start <= to; ) {
    const next = nextStart[by](start)
    const end = next > to ? later(to, { days: 1 }) : next
    periods.push({ from: start, to: later(end, { days: -1 }), end: startOf(end, timeZone) })
    if (periods.length > mostPeriods)
      throw badInput(
        `From ${from} to ${to} are more than ${mostPeriods} periods of a ${by}; ask for fewer days, or for longer periods.`,
      )
    start = end
  }
  return { start: startOf(from, timeZone), end: startOf(later(to, { days: 1 }), timeZone), periods }
}
