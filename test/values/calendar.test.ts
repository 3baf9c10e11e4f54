import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, advance, dayOfMonth } from '../../src/values/calendar.ts'

const at = (text: string) => new Date(text)
const month = { months: 1, weeks: 0 }

describe('a month is a month of the calendar', () => {
  it.each([
    ['2026-01-31T09:30:00Z', 1, '2026-02-28T09:30:00Z'],
    ['2028-01-31T09:30:00Z', 1, '2028-02-29T09:30:00Z'],
    ['2026-01-31T09:30:00Z', 2, '2026-03-31T09:30:00Z'],
    ['2026-01-31T09:30:00Z', 3, '2026-04-30T09:30:00Z'],
    ['2026-12-31T23:59:59Z', 2, '2027-02-28T23:59:59Z'],
    ['2024-02-29T00:00:00Z', 12, '2025-02-28T00:00:00Z'],
    ['2024-02-29T00:00:00Z', 48, '2028-02-29T00:00:00Z'],
    ['2096-02-29T00:00:00Z', 48, '2100-02-28T00:00:00Z'],
  ])('%s and %i months more is %s', (from, times, to) => {
    expect(advance(at(from), month, times, dayOfMonth(at(from)))).toEqual(at(to))
  })

  it('brings the original day back after a short month', () => {
    const february = advance(at('2026-01-31T00:00:00Z'), month, 1, 31)
    expect(february).toEqual(at('2026-02-28T00:00:00Z'))
    expect(advance(february, month, 1, 31)).toEqual(at('2026-03-31T00:00:00Z'))
  })

  it('falls on the day that is asked for, whatever the day it comes from', () => {
    expect(advance(at('2026-03-20T08:00:00Z'), month, 1, 15)).toEqual(at('2026-04-15T08:00:00Z'))
    expect(advance(at('2026-03-03T08:00:00Z'), month, 1, 15)).toEqual(at('2026-04-15T08:00:00Z'))
  })

  it('keeps the hour where other clocks change theirs', () => {
    expect(advance(at('2026-03-15T02:30:00Z'), month, 1, 15)).toEqual(at('2026-04-15T02:30:00Z'))
    expect(advance(at('2026-10-15T01:30:00Z'), month, 1, 15)).toEqual(at('2026-11-15T01:30:00Z'))
  })
})

describe('a week is seven days', () => {
  it('adds days and looks at no day of the month', () => {
    expect(advance(at('2026-01-31T10:00:00Z'), { months: 0, weeks: 2 }, 3, 31)).toEqual(at('2026-03-14T10:00:00Z'))
    expect(advance(at('2028-02-26T10:00:00Z'), { months: 0, weeks: 1 }, 1, 1)).toEqual(at('2028-03-04T10:00:00Z'))
  })

  it('comes after the months of a rhythm that has both', () => {
    expect(advance(at('2026-01-31T00:00:00Z'), { months: 1, weeks: 1 }, 1, 31)).toEqual(at('2026-03-07T00:00:00Z'))
  })
})

/** The same, by counting: day by day through the months, without a date library. */
function counted(time: Date, months: number, weeks: number, times: number, anchorDay: number): number {
  let year = time.getUTCFullYear()
  let index = time.getUTCMonth()
  for (let step = 0; step < months * times; step += 1) {
    index += 1
    if (index === 12) {
      index = 0
      year += 1
    }
  }
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][index] ?? 0
  const day = months === 0 ? time.getUTCDate() : Math.min(anchorDay, days)
  const midnight = time.getTime() - (time.getTime() % 86_400_000)
  return Date.UTC(year, index, day) + (time.getTime() - midnight) + weeks * times * 7 * 86_400_000
}

const times = fc.date({ min: at('1970-01-02T00:00:00Z'), max: at('2200-01-01T00:00:00Z'), noInvalidDate: true })
const rhythms = fc.record({ months: fc.integer({ min: 0, max: 24 }), weeks: fc.integer({ min: 0, max: 52 }) })
const days = fc.integer({ min: 1, max: 31 })

describe('advance', () => {
  it('agrees with counting on paper', () => {
    fc.assert(
      fc.property(times, rhythms, fc.integer({ min: 1, max: 12 }), days, (time, rhythm, count, day) => {
        expect(advance(time, rhythm, count, day).getTime()).toBe(counted(time, rhythm.months, rhythm.weeks, count, day))
      }),
      { numRuns: 500 },
    )
  })

  it('comes to the same in one stride as in many, when there are only months', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 24 }), days, (time, count, day) => {
        let walked = time
        for (let step = 0; step < count; step += 1) walked = advance(walked, month, 1, day)
        expect(walked).toEqual(advance(time, month, count, day))
      }),
    )
  })

  it('takes 28 to 31 days for a month', () => {
    fc.assert(
      fc.property(times, (time) => {
        const passed = advance(time, month, 1, dayOfMonth(time)).getTime() - time.getTime()
        expect(passed).toBeGreaterThanOrEqual(28 * 86_400_000)
        expect(passed).toBeLessThanOrEqual(31 * 86_400_000)
      }),
    )
  })
})

describe('addDays', () => {
  it('adds days of 24 hours, or takes them away', () => {
    expect(addDays(at('2026-02-27T12:00:00Z'), 2)).toEqual(at('2026-03-01T12:00:00Z'))
    expect(addDays(at('2026-03-15T12:00:00Z'), -30)).toEqual(at('2026-02-13T12:00:00Z'))
  })
})
