/** The sums of an order's lines: amounts spread by largest remainder, and sums that add up to the order's total. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineSums } from '../../src/purchases/price/line-sums.ts'
import { spread, sum } from '../../src/purchases/price/spread.ts'
import { type Discount, priceLines } from '../../src/purchases/price/steps.ts'
import { totalsOf } from './totals.ts'

const line = (price: number, quantity = 1, shipping = 0, productId = 1n) => ({ productId, price, quantity, shipping })
const percent = (value: number, ...productIds: bigint[]): Discount => ({ type: 'percent', value, productIds })

describe('An amount', () => {
  it.each([
    ['by largest remainder', 103, [100, 100, 1], [51, 51, 1]],
    ['the earlier of equal lines first', 103, [100, 100], [52, 51]],
    ['alike over what costs nothing', 5, [0, 0], [3, 2]],
    ['as nothing over lines without any', 0, [0, 0], [0, 0]],
    [
      'exactly, beyond what a product of two numbers holds',
      9_007_199_254_740_991,
      [3, 6_004_799_503_160_661],
      [4, 9_007_199_254_740_987],
    ],
  ])('is spread %s', (_how, amount, weights, shares) => expect(spread(amount, weights)).toEqual(shares))

  it('is spread to the last cent, and no line gets more than it weighs while they all weigh more', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (given, part) => {
        const amount = Math.floor(sum(given) * part)
        const shares = spread(amount, given)
        expect(sum(shares)).toBe(amount)
        for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(given[index] ?? 0)
      }),
    )
  })
})

describe('The lines of an order', () => {
  const charged = (lines: ReturnType<typeof line>[], discounts: Discount[]) => {
    const own = priceLines(lines, discounts).map(({ line: each, discount }) => ({ ...each, discount }))
    return lineSums(own, totalsOf(lines, discounts, [], 0))
  }

  it.each([
    ['34.90 less 15%', [line(3_490)], [percent(15)], [2_966]],
    ['19.99 less 25%', [line(1_999)], [percent(25)], [1_499]],
    ['6.00 and 4.00 less 10%', [line(600), line(400)], [percent(10)], [540, 360]],
    ['two of 1.00 less 0.97', [line(100), line(100)], [{ type: 'amount', value: 97, productIds: [] }], [51, 52]],
    ['a coupon for one of two, and shipping', [line(600, 2, 50), line(400, 1, 30, 2n)], [percent(50, 2n)], [1_250, 230]],
  ] as const)('come to what is charged: %s', (_what, lines, discounts, expected) =>
    expect(charged([...lines], [...discounts]).map((each) => each.charged)).toEqual(expected),
  )

  it('of a plan from before share the totals', () => {
    const totals = { totalDiscount: 100, totalShipping: 33, totalTax: 10 }
    expect(lineSums([line(600), line(400)], totals)).toEqual([
      { discount: 60, shipping: 20, tax: 6, charged: 566 },
      { discount: 40, shipping: 13, tax: 4, charged: 377 },
    ])
  })

  it('keep a tax of their own that adds up to that of the order', () => {
    const totals = { totalDiscount: 0, totalShipping: 0, totalTax: 10 }
    const taxes = (...own: number[]) =>
      lineSums(
        [600, 400].map((price, index) => ({ ...line(price), tax: own[index] })),
        totals,
      )
    expect(taxes(10).map(({ tax }) => tax)).toEqual([10, 0])
    expect(taxes(9, 9).map(({ tax }) => tax)).toEqual([6, 4])
  })
})
