/** Entries of people in the Desk: amounts in their own notation, and lists of tracking numbers. */
import { describe, expect, it } from 'vitest'
import { timeOf } from '../../src/desk/page/filters/filter-spec.ts'
import { beginOf, day, endOf, lastDay, readMoney, setShop } from '../../src/desk/page/format.ts'
import { askedPlan } from '../../src/desk/page/pages/asked-plan.ts'
import { cancelInput } from '../../src/desk/page/pages/cancel-order.ts'
import { editedLines } from '../../src/desk/page/pages/edited-lines.ts'
import { readTracking } from '../../src/desk/page/pages/tracking.ts'
import { mergedValues } from '../../src/desk/page/parts/record-form.ts'

describe('An amount', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1 234,50', 123_450],
    ['1,234', 123_400],
    ['$ 9.99', 999],
    ['0', 0],
    ['-3.00', -300],
  ])('%s is read', (text, amount) => {
    setShop({ currency: 'EUR', timeZone: 'UTC' })
    expect(readMoney(text)).toBe(amount)
  })

  it.each(['', 'abc', '1.2345', '1..2', '1-2', '--1'])('%j is none', (text) => {
    setShop({ currency: 'EUR', timeZone: 'UTC' })
    expect(readMoney(text)).toBeUndefined()
  })

  it('has the digits of its currency', () => {
    setShop({ currency: 'JPY', timeZone: 'UTC' })
    expect(readMoney('1,500')).toBe(1_500)
    expect(readMoney('15.5')).toBeUndefined()
    setShop({ currency: 'KWD', timeZone: 'UTC' })
    expect(readMoney('1.250')).toBe(1_250)
  })
})

describe('A day of a filter', () => {
  it('begins and ends in the zone of the shop, on the days on which clocks change too', () => {
    setShop({ currency: 'USD', timeZone: 'America/Chicago' })
    expect([beginOf('2026-11-01'), endOf('2026-11-01')]).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'])
    expect(timeOf('2026-12-20')).toBe('2026-12-20T06:00:00.000Z')
  })

  it('is left to the server where it is none, and where it is a time', () => {
    expect(['xTy', '2026-99-99', '2026-02-01T06:00:00Z'].map(timeOf)).toEqual(['xTy', '2026-99-99', '2026-02-01T06:00:00Z'])
  })
})

describe('An edit of an order', () => {
  it('names the lines that stay as they are, and leaves out those of which none is wanted', () => {
    const lines = [1, 2, 3].map((id) => ({ id: `${id}`, quantity: id }))
    const entered: Record<string, number> = { 1: 5, 2: 2, 3: 0 }
    expect(editedLines(lines, (id) => entered[id] ?? 0)).toEqual([
      { id: '1', quantity: 5 },
      { id: '2', quantity: 2 },
    ])
  })
})

describe('A list of tracking numbers', () => {
  const known = new Set(['12', '13'])

  it('has a parcel a line, with commas, semicolons or tabs, below a line of names', () => {
    const { tracked, faults } = readTracking('parcel,number,carrier\n12,AB1,UPS\n#13\t"CD 2"\n', known)
    expect(tracked).toEqual([
      { parcel: '12', trackingNumber: 'AB1', carrier: 'UPS' },
      { parcel: '13', trackingNumber: 'CD 2', carrier: undefined },
    ])
    expect(faults).toEqual([])
  })

  it('names each line that is wrong', () => {
    const { tracked, faults } = readTracking('12;A\n12;B\n14;C\n13;\nx;D', known)
    expect(tracked.map(({ parcel }) => parcel)).toEqual(['12'])
    expect(faults).toEqual([
      'Line 2: parcel 12 stands in the list twice.',
      'Line 3: there is no parcel 14 among those chosen.',
      'Line 4: parcel 13 has no tracking number.',
      'Line 5 begins with “x”, which is no number of a parcel.',
    ])
  })

  it.each(['#,AB1', ',AB1', 'parcel 12,AB1'])('names a first line that has a digit and no parcel: %s', (line) => {
    const { tracked, faults } = readTracking(`${line}\n12,AB2`, known)
    expect(tracked.map(({ trackingNumber }) => trackingNumber)).toEqual(['AB2'])
    expect(faults).toEqual([expect.stringMatching(/^Line 1 begins with “.*”, which is no number of a parcel\.$/)])
  })
})

describe('A day', () => {
  it.each([
    ['UTC', '2026-11-28', '2026-11-28T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-28', '2026-11-27T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['America/New_York', '2026-11-28', '2026-11-28T05:00:00.000Z'],
    // The days on which clocks change.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-28', '2026-11-27T18:15:00.000Z'],
    ['America/St_Johns', '2026-11-28', '2026-11-28T03:30:00.000Z'],
  ])('in %s, %s, begins at %s', (timeZone, day, begin) => {
    setShop({ currency: 'EUR', timeZone })
    expect(beginOf(day)).toBe(begin)
  })
})

describe('What was entered', () => {
  const fields = [
    { name: 'first', label: 'First', kind: 'text' },
    { name: 'last', label: 'Last', kind: 'text' },
  ] as const
  const read = { fields, values: { first: 'Ann', last: 'Reed' } }

  it.each([
    ['stays over another value', { first: 'Anna' }, { first: 'Ana', last: 'Reed' }, { first: 'Ana', last: 'Reed' }],
    [
      'is no more than the fields that were touched',
      { first: 'Anna' },
      { first: 'Ann', last: 'Rowe' },
      { first: 'Anna', last: 'Rowe' },
    ],
    ['has fields that were not there', { third: 'New' }, { first: 'Ana' }, { first: 'Ana', last: 'Reed', third: 'New' }],
  ])('%s', (_name, changed, entered, merged) => {
    const now = {
      fields: [...fields, ...('third' in changed ? [{ name: 'third', label: 'Third', kind: 'text' } as const] : [])],
      values: { ...read.values, ...changed },
    }
    expect(mergedValues(read, now, { ...read.values, ...entered })).toEqual(merged)
  })
})

describe('A change of a subscription', () => {
  const present = { productInstanceId: 'A', termId: 'monthly', quantity: 1 }
  const scheduled = { productInstanceId: 'B', termId: 'monthly', quantity: 1 }

  it('leaves what is scheduled where another field is changed', () => {
    const given = { present, shown: scheduled }
    expect(askedPlan(given, { ...scheduled, quantity: 2 }, 'next_renewal')).toEqual({ quantity: 2 })
    expect(askedPlan(given, { ...scheduled, quantity: 2 }, 'now')).toEqual({ productInstanceId: 'B', quantity: 2 })
    expect(askedPlan(given, { ...present, quantity: 2 }, 'now')).toEqual({ quantity: 2 })
  })

  it('goes back to what it is now where that is entered', () => {
    expect(askedPlan({ present, shown: scheduled }, present, 'next_renewal')).toEqual({ productInstanceId: 'A' })
  })

  it('is none where nothing is changed', () => {
    expect(askedPlan({ present, shown: present }, present, 'now')).toBeUndefined()
    expect(askedPlan({ present, shown: scheduled }, scheduled, 'next_renewal')).toBeUndefined()
  })
})

describe('An order that is cancelled', () => {
  it('says what becomes of its subscriptions where that is chosen', () => {
    const values = { refund: 'yes', restock: '', reason: '' }
    expect(cancelInput('7', { ...values, subscriptions: 'usual' })).toEqual({ id: '7', refund: true, restock: false })
    expect(cancelInput('7', { ...values, subscriptions: 'keep' })).toMatchObject({ subscriptions: 'keep' })
  })
})

describe('The last day of a coupon', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/New_York'])('is the one that was entered, in %s', (timeZone) => {
    setShop({ currency: 'EUR', timeZone })
    expect(lastDay(endOf('2026-12-31'))).toBe(day(beginOf('2026-12-31')))
  })
})
