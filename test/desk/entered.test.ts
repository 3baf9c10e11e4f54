/** Entries of people in the Desk: amounts in their own notation, and lists of tracking numbers. */
import { describe, expect, it } from 'vitest'
import { readMoney, setShop } from '../../src/desk/page/format.ts'
import { readTracking } from '../../src/desk/page/pages/tracking.ts'

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
})
