/** The one reading and the two writings of a time. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHttpDate, formatTime, parseTime } from '../../src/values/time.ts'

const accepted: [text: string, time: string][] = [
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-11-20T13:45', '2026-11-20T13:45:00.000Z'],
  ['2026-11-20 13:45', '2026-11-20T13:45:00.000Z'],
  ['2026-11-20t13:45:00z', '2026-11-20T13:45:00.000Z'],
  ['2026-11-20T13:45:00', '2026-11-20T13:45:00.000Z'],
  ['2026-11-20T13:45:00Z', '2026-11-20T13:45:00.000Z'],
  ['2026-11-20T13:45:00.5Z', '2026-11-20T13:45:00.500Z'],
  ['2026-11-20T13:45:00.250+02:00', '2026-11-20T11:45:00.250Z'],
  ['2026-11-20T13:45:00.999999999Z', '2026-11-20T13:45:00.999Z'],
  ['2026-11-20T13:45:00-0530', '2026-11-20T19:15:00.000Z'],
  ['2026-11-20T23:30:00-14:00', '2026-11-21T13:30:00.000Z'],
  ['2026-01-01T00:30+01:00', '2025-12-31T23:30:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ['2018-1-5', '2018-01-05T00:00:00.000Z'],
  ['2018-1-05T00:00:00Z', '2018-01-05T00:00:00.000Z'],
  ['2018-12-5T9:30:00+02:00', '2018-12-05T07:30:00.000Z'],
  ['2018-1-5T0:0:0Z', '2018-01-05T00:00:00.000Z'],
  ['2018-1-5 7:5', '2018-01-05T07:05:00.000Z'],
  ['2026-09-01 10:00:00+00', '2026-09-01T10:00:00.000Z'],
  ['2026-09-01 10:00:00-07', '2026-09-01T17:00:00.000Z'],
  ['2026-09-01T10:00:00.5+14', '2026-08-31T20:00:00.500Z'],
  ['2026-09-01 10:00:00 00', '2026-09-01T10:00:00.000Z'],
  ['2026-09-01 10:00 02', '2026-09-01T08:00:00.000Z'],
  ['2026-09-01T10:00:00 05:30', '2026-09-01T04:30:00.000Z'],
  ['2026-09-01T10:00:00 0530', '2026-09-01T04:30:00.000Z'],
]

const refused: [why: string, text: string][] = [
  ['nothing', ''],
  ['a word', 'yesterday'],
  ['a day the month does not have', '2026-02-30'],
  ['29 February of a common year', '2026-02-29'],
  ['a 13th month', '2026-13-01'],
  ['a month 0', '2026-00-10'],
  ['a day 0', '2026-01-00'],
  ['the 24th hour', '2026-11-20T24:00:00Z'],
  ['the 60th minute', '2026-11-20T13:60:00Z'],
  ['a leap second', '2026-11-20T13:45:60Z'],
  ['a time without a date', '13:45'],
  ['an hour without minutes', '2026-11-20T13'],
  ['a date in another order', '20.11.2026'],
  ['seconds since 1970', '1763646300'],
  ['a month alone', '2026-11'],
  ['three digits for a month', '2026-011-20'],
  ['a month without a digit', '2026--20'],
  ['a month 0 of one digit', '2026-0-5'],
  ['29 February of a common year, in one digit', '2026-2-29'],
  ['an offset of one digit', '2026-1-5T0:0:0+2:00'],
  ['a year of five digits', '12026-11-20'],
  ['a signed year', '+002026-11-20'],
  ['the year 0', '0000-01-01'],
  ['an offset of one digit behind a blank', '2026-11-20T13:45:00 2'],
  ['an offset of three digits', '2026-11-20T13:45:00+020'],
  ['an offset behind two blanks', '2026-11-20T13:45:00  02'],
  ['an offset of a date', '2026-11-20+02'],
  ['an offset of 15 whole hours', '2026-11-20T13:45:00-15'],
  ['an offset of more than 14 hours', '2026-11-20T13:45:00+15:00'],
  ['an offset of 60 minutes', '2026-11-20T13:45:00+01:60'],
  ['ten digits of a second', '2026-11-20T13:45:00.0123456789Z'],
  ['a point without digits', '2026-11-20T13:45:00.Z'],
  ['space before', ' 2026-11-20'],
  ['space behind', '2026-11-20 '],
  ['a line behind', '2026-11-20\n'],
  ['digits of another script', '٢٠٢٦-١١-٢٠'],
  ['an HTTP date', 'Fri, 20 Nov 2026 13:45:00 GMT'],
]

const calendarTime = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
})

describe('a time that comes in', () => {
  it.each(accepted)('%s is %s', (text, time) => {
    expect(parseTime(text)?.toISOString()).toBe(time)
  })

  it.each(refused)('%s is refused', (_why, text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  it('is never outside the years 1 to 9999, whatever its offset', () => {
    for (const text of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) expect(parseTime(text), text).toBeUndefined()
  })

  it('is the same moment in every offset', () => {
    fc.assert(
      fc.property(calendarTime, fc.integer({ min: -14 * 60, max: 14 * 60 }), (time, offset) => {
        const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) => String(n).padStart(2, '0'))
        const text = `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
        expect(parseTime(text)?.getTime(), text).toBe(time.getTime())
      }),
    )
  })

  it('is refused rather than carried over, whatever six numbers it is made of', () => {
    const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), two, two, two, two, two, (year, month, day, hour, minute, second) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`
        const time = parseTime(text)
        if (time) expect(formatTime(time)).toBe(text)
        else expect(Number.isNaN(Date.parse(text)) || new Date(text).toISOString().slice(0, 19) !== text.slice(0, 19)).toBe(true)
      }),
    )
  })
})

describe('a time that goes out', () => {
  it('is read back as it was, in whole seconds', () => {
    fc.assert(
      fc.property(calendarTime, (time) => {
        const text = formatTime(time)
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        expect(parseTime(text)?.getTime()).toBe(Math.floor(time.getTime() / 1000) * 1000)
      }),
    )
  })

  it('is an HTTP date in survey results', () => {
    expect(formatHttpDate(new Date('2026-11-20T13:45:00Z'))).toBe('Fri, 20 Nov 2026 13:45:00 GMT')
    expect(formatHttpDate(new Date('2026-03-01T03:04:05Z'))).toBe('Sun, 01 Mar 2026 03:04:05 GMT')
  })
})
