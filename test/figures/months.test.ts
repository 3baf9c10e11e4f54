/** The months that a figure takes as sums that are kept, and the times it reads of movements themselves. */
import fc from 'fast-check'
import { describe as describeAlways, expect, inject, it } from 'vitest'
import { bucketsOf } from '../../src/resources/figures/buckets.ts'
import { coverOf, monthStarts, type TimeRange } from '../../src/resources/figures/months.ts'

// It opens no database, so that once is enough.
const describe = describeAlways.skipIf('dataDir' in inject('template'))

const cover = (from: string, to: string, bucket: Parameters<typeof bucketsOf>[1], zone = 'UTC', kept = zone) => {
  const { months, gaps, excess } = coverOf(bucketsOf({ from: new Date(from), to: new Date(to) }, bucket, zone), kept)
  const shown = ({ from, to }: TimeRange) => `${from?.toISOString().slice(0, 16) ?? ''}–${to.toISOString().slice(0, 16)}`
  return { months: months.map(shown), gaps: gaps.map(shown), ...(excess && { excess: shown(excess) }) }
}

describe('Months that are kept', () => {
  it('are all of a figure of whole months', () => {
    expect(cover('2026-01-01T00:00Z', '2026-04-01T00:00Z', 'month')).toEqual({
      months: ['–2026-04-01T00:00'],
      gaps: [],
    })
  })

  it('are those of the zone that they are kept in', () => {
    expect(cover('2025-12-31T23:00Z', '2026-02-28T23:00Z', 'year', 'Europe/Berlin').gaps).toEqual([])
    expect(cover('2026-01-01T00:00Z', '2026-03-01T00:00Z', 'year', 'UTC', 'Europe/Berlin')).toEqual({
      months: ['–2025-12-31T23:00', '2026-01-31T23:00–2026-02-28T23:00'],
      gaps: ['2025-12-31T23:00–2026-01-31T23:00', '2026-02-28T23:00–2026-03-01T00:00'],
    })
  })

  it('are a month that is nearly over, less what is behind the end; of one that has just begun the movements are read', () => {
    expect(cover('2026-01-01T00:00Z', '2026-03-28T00:00Z', 'month')).toEqual({
      ...{ months: ['–2026-04-01T00:00'], gaps: [], excess: '2026-03-28T00:00–2026-04-01T00:00' },
    })
    expect(cover('2026-01-01T00:00Z', '2026-03-03T00:00Z', 'month')).toEqual({
      ...{ months: ['–2026-03-01T00:00'], gaps: ['2026-03-01T00:00–2026-03-03T00:00'] },
    })
  })

  it('are those before the first day of a figure by days', () => {
    expect(cover('2026-01-10T00:00Z', '2026-03-10T00:00Z', 'day')).toEqual({
      ...{ months: ['–2026-01-01T00:00'], gaps: ['2026-01-01T00:00–2026-03-10T00:00'] },
    })
  })

  it('and the times between them have each time once, in its own part of the calendar', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu']
    const day = fc.integer({ min: 0, max: 1200 })
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 900 }),
        fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        fc.array(fc.integer({ min: -60 * 24, max: 2200 * 24 }), { minLength: 20 }),
        (first, days, bucket, zone, kept, hours) => {
          const at = (hour: number) => new Date(Date.UTC(2024, 0, 1, hour))
          const buckets = bucketsOf({ from: at(first * 24), to: at((first + days) * 24) }, bucket as 'day', zone)
          const end = at((first + days) * 24)
          const { months, gaps, excess } = coverOf(buckets, kept)
          const partOf = (time: Date) => buckets.findLastIndex(({ start }) => start <= time)
          const isIn = (time: Date, { from, to }: TimeRange) => (!from || from <= time) && time < to
          for (const time of hours.map(at)) {
            const [month] = monthStarts([time], kept)
            const times = (ranges: readonly TimeRange[], where: Date) => ranges.filter((range) => isIn(where, range)).length
            const inMonths = times(months, month as Date)
            expect(times(months, time)).toBe(inMonths)
            const counted = inMonths + times(gaps, time) - (excess ? times([excess], time) : 0)
            expect([time, counted]).toEqual([time, time < end ? 1 : 0])
            if (inMonths === 1 && time < end) expect(partOf(month as Date)).toBe(partOf(time))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
