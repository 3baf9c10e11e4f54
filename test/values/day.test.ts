/** Days of the calendar: how they are written, and when they begin where. */
import { describe, expect, it } from 'vitest'
import { dayOf, later, nextFirst, nextMonday, parseDay, startOf } from '../../src/values/day.ts'

describe('A day', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-2-3', undefined],
    ['20261120', undefined],
    ['2026-11-20T00:00:00Z', undefined],
    ['', undefined],
  ])('is written %s, or refused', (text, day) => expect(parseDay(text)).toBe(day))

  it('is the one that the clocks of a time zone show', () => {
    const time = new Date('2026-03-01T02:00:00Z')
    expect(['UTC', 'America/New_York', 'Pacific/Auckland'].map((zone) => dayOf(time, zone))).toEqual([
      ...['2026-03-01', '2026-02-28', '2026-03-01'],
    ])
  })

  it('begins at midnight, or where clocks skip that, at the first moment there is', () => {
    expect(startOf('2026-07-01', 'America/New_York')).toEqual(new Date('2026-07-01T04:00:00Z'))
    expect(startOf('2026-12-01', 'America/New_York')).toEqual(new Date('2026-12-01T05:00:00Z'))
    // Clocks go from 23:59:59 to 01:00:00, two hours ahead of UTC before and three after.
    expect(startOf('2025-04-25', 'Africa/Cairo')).toEqual(new Date('2025-04-24T22:00:00Z'))
  })

  it('is followed by days, weeks from Monday and months', () => {
    expect(later('2026-02-28', { days: 1 })).toBe('2026-03-01')
    expect(later('2028-02-29', { years: 2 })).toBe('2030-02-28')
    expect(['2026-11-22', '2026-11-23', '2026-11-24'].map(nextMonday)).toEqual(['2026-11-23', '2026-11-30', '2026-11-30'])
    expect(['2026-12-01', '2026-12-31'].map(nextFirst)).toEqual(['2027-01-01', '2027-01-01'])
  })
})
