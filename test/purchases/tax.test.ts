/** The tax of lines: rates that add up, added to prices or contained in them, by where a sale is sent and by the customer's number. */
import { describe, expect, it } from 'vitest'
import { type PricedLine, priceLines } from '../../src/purchases/price/steps.ts'
import type { LineTax, TaxLine } from '../../src/purchases/price/tax.ts'
import { type StoreRate, type TaxFacts, type TaxSettings, taxationOf, taxedPrice } from '../../src/purchases/price/taxation.ts'
import { totalsOf } from '../../src/purchases/price/totals.ts'

const percent = (...rates: number[]) =>
  rates.map((rate, place) => ({ name: `Tax ${place}`, rate: Math.round(rate * 1_000), country: 'DE', region: '' }))

const taxing = (rates: number[], { isIncluded = false, onShipping = true } = {}): LineTax => {
  const goods = percent(...rates)
  return { isIncluded, category: 'S', goods, shipping: onShipping ? goods : [] }
}

const line = (price: number, more: Partial<PricedLine> = {}): PricedLine => ({
  ...{ productId: 1n, price, quantity: 1, shipping: 0 },
  ...more,
})

const off = (value: number, type: 'percent' | 'amount' = 'percent') => [{ type, value, productIds: [] }]

describe('Tax that is added', () => {
  it('is rounded by line and by rate, half up', () => {
    const amounts = priceLines([line(105, { taxing: taxing([5, 2.5]) }), line(105, { taxing: taxing([5]) })], [])
    expect(amounts.map(({ tax }) => tax)).toEqual([8, 5])
    expect(amounts[0]?.taxLines.map(({ amount, rate }) => [amount, rate])).toEqual([
      [5, 0.05],
      [3, 0.025],
    ])
    expect(totalsOf(amounts, 0)).toMatchObject({ totalTax: 13, total: 223 })
  })

  it('is of what coupons leave of the price, and of shipping where the rate says so', () => {
    const untaxedShipping = line(2_499, { shipping: 644, taxing: taxing([10.75], { onShipping: false }) })
    expect(totalsOf(priceLines([untaxedShipping], []), 0)).toMatchObject({ totalTax: 269, total: 3_412 })
    const taxedShipping = line(1_000, { shipping: 500, taxing: taxing([19]) })
    expect(totalsOf(priceLines([taxedShipping], off(50)), 0)).toMatchObject({ totalTax: 190, total: 1_190 })
  })
})

describe('Tax of an engine outside', () => {
  const duty = (amount: number): TaxLine => ({
    ...{ name: 'Duty', rate: 0, amount, base: 0, country: 'DE', region: '', category: 'S' },
  })

  it.each([false, true])('is that of its tax lines, by what coupons and zones leave (contained: %s)', (isIncluded) => {
    const asked: unknown[] = []
    const lines = [line(1_000, { shipping: 200, taxing: taxing([19], { isIncluded }) }), line(500)]
    const amounts = priceLines(lines, off(10), undefined, (taxable) => {
      asked.push(...taxable.map(({ price, shipping }) => [price, shipping]))
      return taxable.map(() => [duty(7), duty(5)])
    })
    expect(asked).toEqual([[900, 200]])
    expect(totalsOf(amounts, 0)).toMatchObject({ totalTax: 12, total: 1_350 + 200 + (isIncluded ? 0 : 12) })
    expect(amounts.map(({ taxLines }) => taxLines.map(({ amount }) => amount))).toEqual([[7, 5], []])
  })
})

describe('Tax that prices contain', () => {
  it('is taken out of what coupons leave, and changes no total', () => {
    const lines = Array.from({ length: 10 }, () => line(2_390, { taxing: taxing([20], { isIncluded: true }) }))
    const amounts = priceLines(lines, off(25))
    const totals = totalsOf(amounts, 0)
    expect(totals).toMatchObject({ total: 17_925, taxIncluded: true })
    expect(totals.totalTax).toBe(amounts.reduce((all, { tax }) => all + tax, 0))
    expect(
      totalsOf(priceLines([line(5_000, { taxing: taxing([10], { isIncluded: true }) })], off(1_000, 'amount')), 0),
    ).toMatchObject({ total: 4_000, totalTax: 364 })
  })

  it('is that of all rates together, split by largest remainder', () => {
    const [amounts] = priceLines([line(10_000, { taxing: taxing([5, 9.975], { isIncluded: true }) })], [])
    expect(amounts?.tax).toBe(1_302)
    expect(amounts?.taxLines.map(({ amount }) => amount)).toEqual([435, 867])
  })

  it('of shipping with rates of its own stands apart', () => {
    const [goods, shipping] = [percent(7), percent(19)]
    const [amounts] = priceLines(
      [line(1_070, { shipping: 119, taxing: { isIncluded: true, category: 'S', goods, shipping } })],
      [],
    )
    expect(amounts?.taxLines.map(({ amount, shipping: isOfShipping }) => [amount, isOfShipping])).toEqual([
      [70, undefined],
      [19, true],
    ])
  })
})

const settings: TaxSettings = {
  pricesIncludeTax: false,
  dispatchCountry: 'DE',
  shippingTaxClass: null,
  taxExemptText: null,
  keepsGross: false,
  untaxedWithNumber: [],
}

const rate = (country: string, rate: number, more: Partial<StoreRate> = {}): StoreRate => ({
  ...{
    name: 'VAT',
    country,
    region: '',
    rate,
    taxClass: 'standard',
    taxesShipping: true,
    validFrom: '1970-01-01T00:00:00+00:00',
  },
  ...more,
})

const now = new Date('2026-03-01T00:00:00Z')
const european = [rate('DE', 19_000), rate('AT', 20_000)]

type Sale = {
  to: string
  state?: string
  number?: string | null
  store?: Partial<TaxSettings>
  rates?: StoreRate[]
  at?: Date
  taxClass?: string
}

/** The category, the rates and the price of a piece of 119.00. */
function sold({ to, state = '', number = null, store = {}, rates = european, at = now, taxClass = 'standard' }: Sale) {
  const facts: TaxFacts = { store: { ...settings, ...store }, numberCountry: number, rates }
  const { price, taxing } = taxedPrice({ price: 11_900, shipping: 0 }, taxClass, taxationOf(facts, { country: to, state }, at))
  return [taxing?.category, taxing?.goods.map((each) => each.rate), price]
}

describe('A sale from Germany', () => {
  it.each<[string, Sale, unknown[]]>([
    ['to Germany is taxed, number or not', { to: 'DE', number: 'FR' }, ['S', [19_000], 11_900]],
    ['to Austria with a valid Austrian number is untaxed', { to: 'AT', number: 'AT' }, ['K', [0], 11_900]],
    ['to Austria with a valid French number is untaxed too', { to: 'AT', number: 'FR' }, ['K', [0], 11_900]],
    ['to Austria with a German number has the Austrian rate', { to: 'AT', number: 'DE' }, ['S', [20_000], 11_900]],
    ['to Austria with a British number has the Austrian rate', { to: 'AT', number: 'GB' }, ['S', [20_000], 11_900]],
    ['to Austria without a number has the Austrian rate', { to: 'AT' }, ['S', [20_000], 11_900]],
    ['to a member state without rates has those of Germany', { to: 'FR' }, ['S', [19_000], 11_900]],
    ['to Switzerland is an export', { to: 'CH' }, ['G', [0], 11_900]],
    ['to Switzerland is an export, with a number too', { to: 'CH', number: 'CH' }, ['G', [0], 11_900]],
    [
      'that is untaxed costs the price less the German tax where prices contain it',
      { to: 'CH', store: { pricesIncludeTax: true } },
      ['G', [0], 10_000],
    ],
    [
      'that is untaxed costs the whole price where the store keeps it',
      { to: 'CH', store: { pricesIncludeTax: true, keepsGross: true } },
      ['G', [0], 11_900],
    ],
    [
      'costs the same wherever it is taxed where prices contain the tax',
      { to: 'AT', store: { pricesIncludeTax: true } },
      ['S', [20_000], 11_900],
    ],
    [
      'of an exempt store is exempt',
      { to: 'AT', store: { taxExemptText: '§ 19 UStG', pricesIncludeTax: true } },
      ['E', [0], 11_900],
    ],
    ['at a rate of 0 is taxed at 0', { to: 'DE', rates: [rate('DE', 0)] }, ['Z', [0], 11_900]],
  ])('%s', (_name, sale, expected) => expect(sold(sale)).toEqual(expected))

  it('says why it is untaxed', () => {
    const facts = { store: settings, numberCountry: null, rates: european }
    const { tax } = taxationOf(facts, { country: 'CH', state: '' }, now)?.('standard') ?? {}
    const [amounts] = priceLines([line(100, { taxing: tax })], [])
    const expected: TaxLine = {
      name: 'Export',
      rate: 0,
      amount: 0,
      base: 100,
      country: 'CH',
      region: '',
      category: 'G',
      text: 'Export',
    }
    expect(amounts?.taxLines).toEqual([expected])
  })
})

describe('A sale from elsewhere', () => {
  const from = { dispatchCountry: 'NO' }
  it.each<[string, Sale, unknown[]]>([
    ['has the rates of where it goes', { to: 'DE', store: from }, ['S', [19_000], 11_900]],
    ['is outside the scope of tax where the store has no rates', { to: 'US', store: from }, ['O', [0], 11_900]],
    [
      'is owed by a customer with a number in a country that the store lists',
      { to: 'DE', number: 'DE', store: { ...from, untaxedWithNumber: ['DE'] } },
      ['AE', [0], 11_900],
    ],
    ['is taxed with a number elsewhere', { to: 'DE', number: 'DE', store: from }, ['S', [19_000], 11_900]],
  ])('%s', (_name, sale, expected) => expect(sold(sale)).toEqual(expected))

  it('adds the rates of the country and of the region, in any case', () => {
    const rates = [
      rate('CA', 5_000, { name: 'GST' }),
      rate('CA', 9_975, { name: 'QST', region: 'QC' }),
      rate('CA', 7_000, { name: 'PST', region: 'BC' }),
    ]
    const store = { dispatchCountry: 'CA' }
    expect(sold({ to: 'CA', state: ' qc', rates, store })).toEqual(['S', [5_000, 9_975], 11_900])
    expect(sold({ to: 'CA', state: 'AB', rates, store })).toEqual(['S', [5_000], 11_900])
  })
})

describe('A rate', () => {
  const rates = [
    rate('DE', 19_000),
    rate('DE', 16_000, { validFrom: '2020-07-01T00:00:00Z' }),
    rate('DE', 7_000, { taxClass: 'food' }),
  ]

  it('holds from its time on, until another of its name does', () => {
    expect(sold({ to: 'DE', rates, at: new Date('2020-06-30T23:59:59Z') })).toEqual(['S', [19_000], 11_900])
    expect(sold({ to: 'DE', rates, at: new Date('2020-07-01T00:00:00Z') })).toEqual(['S', [16_000], 11_900])
  })

  it('is that of the class of the product, and the standard one where there is none', () => {
    expect(sold({ to: 'DE', rates, taxClass: 'food' })).toEqual(['S', [7_000], 11_900])
    expect(sold({ to: 'DE', rates, taxClass: 'books' })).toEqual(['S', [16_000], 11_900])
    expect(sold({ to: 'AT', rates, taxClass: 'food' })).toEqual(['S', [7_000], 11_900])
  })
})

it('A store that has no rates and is not exempt charges no tax', () => {
  expect(taxationOf(null, { country: 'DE', state: '' }, now)).toBeUndefined()
  expect(taxedPrice({ price: 100, shipping: 5 }, 'standard', undefined)).toEqual({ price: 100, shipping: 5 })
})
