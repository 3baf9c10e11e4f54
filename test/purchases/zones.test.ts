/** Shipping by zones: the most specific zone, the band of a parcel, and how its price is spread over lines. */
import { describe, expect, it } from 'vitest'
import { type PricedLine, priceLines } from '../../src/purchases/price/steps.ts'
import { totalsOf } from '../../src/purchases/price/totals.ts'
import { type Band, type Zone, zoneOf } from '../../src/purchases/price/zones.ts'

const band = (atLeast: number, below: number | null, price: number): Band => ({ atLeast, below, price })
const zone = (more: Partial<Zone> = {}): Zone => ({
  ...{ country: 'DE', region: '', postcode: '', basis: 'weight', freeFrom: null },
  bands: [band(0, 16, 500), band(16, 32, 900)],
  ...more,
})
const line = (weight: number, more: Partial<PricedLine> & { deliveries?: number } = {}): PricedLine => {
  const { deliveries = 1, ...others } = more
  return { productId: 1n, price: 1_000, quantity: 1, shipping: 0, parcel: { weight, deliveries, takenOut: 0 }, ...others }
}
const shippings = (lines: PricedLine[], of: Zone | undefined, discounts: Parameters<typeof priceLines>[1] = []) =>
  priceLines(lines, discounts, of).map(({ shipping }) => shipping)

describe('The zone of an address', () => {
  const zones = [
    zone({ country: null }),
    zone(),
    zone({ region: 'BY' }),
    zone({ postcode: '8' }),
    zone({ postcode: '80' }),
    zone({ country: 'GB', postcode: 'BT1' }),
    zone({ country: 'US', region: 'OR' }),
    zone({ country: 'CA', region: 'Québec' }),
  ]
  it.each([
    ['DE', '', '10115', 1],
    ['DE', ' by', '91000', 2],
    ['DE', 'BY', '85000', 3],
    ['DE', 'BY', '80 331', 4],
    ['GB', '', 'bt1 5gs', 5],
    ['GB', '', 'SW1', 0],
    ['FR', '', '80000', 0],
    ['US', 'Oregon', '97001', 6],
    ['US', 'or', '97001', 6],
    ['CA', 'QC', 'H2X 1Y4', 7],
    ['CA', 'quebec', 'H2X 1Y4', 7],
  ])('%s %s %s is the most specific', (country, state, zipCode, place) => {
    expect(zoneOf(zones, { country, state, zipCode })).toBe(zones[place])
  })

  it('is none where no zone is for it', () => {
    expect(zoneOf(zones.slice(1), { country: 'FR', state: '', zipCode: '80000' })).toBeUndefined()
  })
})

describe('Shipping by a zone', () => {
  it('is the price of the band of a parcel, for each of its deliveries, spread by weight', () => {
    expect(shippings([line(4), line(12)], zone())).toEqual([225, 675])
    expect(shippings([line(4), line(11)], zone())).toEqual([133, 367])
    expect(shippings([line(4, { deliveries: 3 }), line(12)], zone())).toEqual([1_500, 500])
  })

  it('is by the sum of the weights to a thousandth, which no binary fraction changes', () => {
    const light = zone({ bands: [band(0, 0.8, 100), band(0.8, null, 900)] })
    const sum = (weights: number[]) =>
      shippings(
        weights.map((weight) => line(weight)),
        light,
      ).reduce((one, other) => one + other, 0)
    expect([[0.8], [0.7, 0.1], [0.1, 0.2, 0.5], [0.7], [0.799]].map(sum)).toEqual([900, 900, 900, 100, 100])
  })

  it('is spread by price where nothing weighs anything', () => {
    expect(shippings([line(0, { price: 300 }), line(0, { price: 700 })], zone())).toEqual([150, 350])
  })

  it('leaves the shipping of other lines', () => {
    const flat = { productId: 2n, price: 100, quantity: 1, shipping: 70 }
    expect(shippings([flat, line(1)], zone())).toEqual([70, 500])
    expect(shippings([flat], undefined)).toEqual([70])
  })

  it('is by the price of the order less its discounts where the zone says so, and free from a price on', () => {
    const byPrice = zone({ basis: 'price', bands: [band(0, 2_000, 500), band(2_000, null, 100)], freeFrom: 5_000 })
    const off = [{ type: 'amount', value: 1, productIds: [] } as const]
    expect(shippings([line(99, { quantity: 2 })], byPrice)).toEqual([100])
    expect(shippings([line(99, { quantity: 2 })], byPrice, off)).toEqual([500])
    expect(shippings([line(99, { quantity: 5 })], byPrice)).toEqual([0])
    expect(shippings([line(99, { quantity: 5 })], byPrice, off)).toEqual([100])
  })

  it('is taken off by coupons for free shipping, and taxed', () => {
    const free = [{ type: 'free_shipping', value: 0, productIds: [] } as const]
    expect(totalsOf(priceLines([line(1)], free, zone()), 0)).toMatchObject({ totalShipping: 0, grossShipping: 500 })
    const goods = [{ name: 'VAT', rate: 19_000, country: 'DE', region: '' }]
    const taxed = line(1, { taxing: { isIncluded: false, category: 'S', goods, shipping: goods } })
    expect(totalsOf(priceLines([taxed], [], zone()), 0)).toMatchObject({ totalTax: 285, total: 1_785 })
  })

  it('is refused where there is no zone, or no band', () => {
    expect(() => shippings([line(1)], undefined)).toThrow("The address lies in none of the store's shipping zones")
    expect(() => shippings([line(32)], zone())).toThrow('The shipping zone of the address has no band for a weight of 32.')
  })
})
