/** The price of a line: which price of a term counts on which occasion, the cost of shipping, and the scope of a coupon. */
import { describe, expect, it } from 'vitest'
import { type Occasion, type PricedInstance, priceOf, shippingOf } from '../../src/purchases/price/price.ts'
import { appliesTo, priceLines } from '../../src/purchases/price/steps.ts'
import { taxingOf, totalsOf } from './totals.ts'

const instance: PricedInstance = {
  price: 500,
  ownTermPrices: [{ termId: 1n, price: 90 }],
  termPrices: [
    { termId: 1n, price: 100, gift: false },
    { termId: 1n, price: 110, gift: true },
    { termId: 2n, price: 270, gift: false },
    { termId: 3n, price: 300, gift: true },
  ],
  shipOption: 'flat',
  flatShipPrice: 30,
  giftShipping: 50,
}

describe('A piece', () => {
  it.each<[string, bigint | undefined, Occasion, number | undefined]>([
    ["costs the instance's price without a term", undefined, 'sale', 500],
    ["costs the instance's own price of the term before the product's", 1n, 'sale', 90],
    ["costs the product's where the instance has none", 2n, 'sale', 270],
    ['has no price where there is only one for gifts', 3n, 'sale', undefined],
    ["costs the gift's price before both as a gift", 1n, 'gift', 110],
    ['costs the ordinary price as a gift where there is none for gifts', 2n, 'gift', 270],
    ["is renewed at the instance's own price, also one that was given", 1n, 'renewal', 90],
    ["is renewed at the product's where the instance has none", 2n, 'renewal', 270],
    ["is renewed at the gift's where there is no other", 3n, 'renewal', 300],
    ['has no price for a term that is not priced', 4n, 'renewal', undefined],
  ])('%s', (_what, termId, occasion, price) => expect(priceOf(instance, termId, occasion)).toBe(price))

  it('is sent at the flat price for each delivery, as a gift at the price of gifts, and in any other way for nothing', () => {
    expect(shippingOf(instance, 3, 'sale')).toBe(90)
    expect(shippingOf(instance, 3, 'renewal')).toBe(90)
    expect(shippingOf(instance, 3, 'gift')).toBe(150)
    expect(shippingOf({ ...instance, shipOption: 'free' }, 3, 'gift')).toBe(0)
  })
})

describe('A coupon', () => {
  it('applies to every product unless it is limited to some', () => {
    expect(appliesTo({ productIds: [] }, 1n)).toBe(true)
    expect(appliesTo({ productIds: [2n, 1n] }, 1n)).toBe(true)
    expect(appliesTo({ productIds: [2n] }, 1n)).toBe(false)
  })
})

describe('A purchase', () => {
  const lines = [
    { productId: 1n, price: 1_000, quantity: 2, shipping: 100 },
    { productId: 2n, price: 333, quantity: 1, shipping: 0 },
  ]

  it('is its lines, less coupons, with tax on what remains, and credit taken off what is charged alone', () => {
    const discounts = [{ type: 'percent', value: 10, productIds: [2n] } as const]
    expect(totalsOf(lines, discounts, [8], 500)).toEqual({
      subTotal: 2_333,
      totalDiscount: 33,
      totalPrice: 2_300,
      totalShipping: 100,
      totalTax: 184,
      total: 2_584,
      creditApplied: 500,
      charge: 2_084,
    })
  })

  it('has each rate of tax on each line, rounded by itself, of what coupons leave of its price', () => {
    const taxed = [
      { productId: 1n, price: 105, quantity: 1, shipping: 50, taxing: taxingOf([5, 2.5]) },
      { productId: 2n, price: 105, quantity: 1, shipping: 0, taxing: taxingOf([5]) },
      { productId: 3n, price: 105, quantity: 1, shipping: 0 },
    ]
    expect(priceLines(taxed, []).map(({ tax }) => tax)).toEqual([8, 5, 0])
    const half = { type: 'percent', value: 50, productIds: [2n] } as const
    expect(priceLines(taxed, [half]).map(({ tax }) => tax)).toEqual([8, 3, 0])
  })

  it('says what each coupon takes off, of the shipping too, which the first coupon for it takes', () => {
    const off = (type: 'percent' | 'amount' | 'free_shipping', value: number, ...productIds: bigint[]) => ({
      type,
      value,
      productIds,
    })
    const discounts = [off('amount', 1_000), off('free_shipping', 0, 2n), off('percent', 50, 1n), off('free_shipping', 0)]
    const amounts = priceLines([...lines, { productId: 2n, price: 0, quantity: 1, shipping: 30 }], discounts)
    expect(amounts.map(({ discount, shipping, byCoupon }) => ({ discount, shipping, byCoupon }))).toEqual([
      { discount: 1_429, shipping: 0, byCoupon: [857, 0, 572, 100] },
      { discount: 143, shipping: 0, byCoupon: [143, 0, 0, 0] },
      { discount: 0, shipping: 0, byCoupon: [0, 30, 0, 0] },
    ])
  })
})
