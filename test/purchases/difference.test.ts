/** The difference of an immediate change, in numbers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriedShare, differenceOf, partOf, splitCarried, unusedOf } from '../../src/purchases/price/difference.ts'
import { totalsOf } from './totals.ts'

const line = (price: number, quantity = 1, shipping = 0) => ({ productId: 1n, price, quantity, shipping })
const percent = (value: number) => ({ type: 'percent' as const, value, productIds: [] })

describe('The unused worth of a term', () => {
  it('is the share of what was charged for the open pieces, rounded half up', () => {
    expect(unusedOf({ value: 3000, pieces: 3, open: 2, left: 3000 })).toBe(2000)
    expect(unusedOf({ value: 1000, pieces: 3, open: 2, left: 1000 })).toBe(667)
    expect(unusedOf({ value: 1001, pieces: 2, open: 1, left: 1001 })).toBe(501)
    expect(unusedOf({ value: 2999, pieces: 6, open: 5, left: 2999 })).toBe(2499)
  })

  it('of lines with a discount or with contained tax adds up to what was charged, however the deliveries are sent', () => {
    // 10 × 23.90 with 20% in it, less 25%; 50 less 10; 6 and 4 less 10%; 34.90 less 15%.
    for (const [value, pieces] of [
      [17_925, 10],
      [4000, 3],
      [540, 7],
      [360, 4],
      [2966, 12],
    ] as const) {
      const worth = Array.from({ length: pieces + 1 }, (_, open) => unusedOf({ value, pieces, open, left: value }))
      expect([worth[0], worth[pieces]]).toEqual([0, value])
      const parts = worth.slice(1).map((each, open) => each - (worth[open] ?? 0))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(value)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }
    expect(unusedOf({ value: 17_925, pieces: 10, open: 1, left: 17_925 })).toBe(1793)
  })

  it('is no more than what of the charge was not refunded, and nothing where nothing is open', () => {
    expect(unusedOf({ value: 3000, pieces: 3, open: 3, left: 500 })).toBe(500)
    expect(unusedOf({ value: 3000, pieces: 3, open: 0, left: 3000 })).toBe(0)
    expect(unusedOf({ value: 0, pieces: 0, open: 0, left: 0 })).toBe(0)
  })
})

describe('The part of a term that is to come', () => {
  it('has the shipping, the tax and the percentage of the whole', () => {
    // 24.99 with 10.75% tax and 6.44 for sending it.
    const taxed = totalsOf([line(2499, 1, 644)], [], [10.75], 0)
    expect(partOf({ totals: taxed, pieces: 1, open: 1 })).toEqual({ charged: 3412, shipping: 644, tax: 269, discount: 0 })
    // 34.90 less 15%.
    const reduced = totalsOf([line(3490)], [percent(15)], [], 0)
    expect(partOf({ totals: reduced, pieces: 1, open: 1 })).toEqual({ charged: 2966, shipping: 0, tax: 0, discount: 524 })
    // 19.99 less 25%.
    expect(partOf({ totals: totalsOf([line(1999)], [percent(25)], [], 0), pieces: 1, open: 1 }).charged).toBe(1499)
  })

  it('is the share of its open pieces, and the rest of the price is its discount', () => {
    const totals = totalsOf([line(6000, 1, 900)], [], [], 0)
    expect(partOf({ totals, pieces: 3, open: 2 })).toEqual({ charged: 4600, shipping: 600, tax: 0, discount: 2000 })
  })

  it('makes no difference to the same plan at the same price, whatever is open of it', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    const cases = fc.record({
      price: amount,
      shipping: amount,
      value: fc.integer({ min: 1, max: 100 }),
      pieces: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(cases, fc.nat(60), ({ price, shipping, value, pieces }, some) => {
        const totals = totalsOf([line(price, 1, shipping)], [percent(value)], [], 0)
        const open = Math.min(some, pieces)
        const part = partOf({ totals, pieces, open })
        const unused = unusedOf({ value: totals.total, pieces, open, left: totals.total })
        expect(differenceOf(unused, part.charged)).toEqual({ charge: 0, credit: 0 })
        expect(totals.subTotal - part.discount + part.shipping + part.tax).toBe(part.charged)
        expect(Math.min(part.discount, part.shipping, part.tax)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('The difference', () => {
  it('is charged, or becomes credit', () => {
    expect(differenceOf(2000, 4000)).toEqual({ charge: 2000, credit: 0 })
    expect(differenceOf(2000, 500)).toEqual({ charge: 0, credit: 1500 })
  })
})

describe('Changes one after the other', () => {
  it('charge and give in all what the last plan is worth more or less than the first', () => {
    const plan = fc.record({
      price: fc.integer({ min: 0, max: 100_000 }),
      shipping: fc.nat(2000),
      percent: fc.integer({ min: 1, max: 100 }),
    })
    const cases = fc.record({
      first: plan,
      others: fc.array(plan, { maxLength: 6 }),
      pieces: fc.integer({ min: 1, max: 24 }),
      sent: fc.nat(24),
    })
    fc.assert(
      fc.property(cases, ({ first, others, pieces, sent }) => {
        const open = Math.max(0, pieces - sent)
        const worthOf = ({ price, shipping, percent: value }: typeof first) =>
          partOf({ totals: totalsOf([line(price, 1, shipping)], [percent(value)], [], 0), pieces, open }).charged
        let worth = unusedOf({
          value: totalsOf([line(first.price, 1, first.shipping)], [percent(first.percent)], [], 0).total,
          pieces,
          open,
          left: 1e9,
        })
        const begun = worth
        let moved = 0
        for (const next of others) {
          const { charge, credit } = differenceOf(worth, worthOf(next))
          expect(Math.min(charge, credit)).toBe(0)
          moved += charge - credit
          // The worth of the open deliveries is noted, and is all of it unused at the next change.
          worth = open === 0 ? 0 : unusedOf({ value: worthOf(next), pieces: open, open, left: 1e9 })
        }
        expect(moved).toBe(worth - begun)
      }),
    )
  })
})

describe('What of a line is taken over', () => {
  const left = { charged: 3300, shipping: 300, tax: 150 }

  it('is split in proportion to what is left of each kind', () => {
    expect(splitCarried(2200, left)).toEqual({ carried: 2200, shipping: 200, tax: 100 })
    expect(splitCarried(2199, left)).toEqual({ carried: 2199, shipping: 200, tax: 100 })
    expect(splitCarried(3300, left)).toEqual({ carried: 3300, shipping: 300, tax: 150 })
    expect(splitCarried(192, { charged: 192, shipping: 192, tax: 0 })).toEqual({ carried: 192, shipping: 192, tax: 0 })
    expect(splitCarried(192, { charged: 192, shipping: 192, tax: 32 })).toEqual({ carried: 192, shipping: 192, tax: 32 })
    expect(splitCarried(48, { charged: 192, shipping: 192, tax: 32 })).toEqual({ carried: 48, shipping: 48, tax: 8 })
    expect(splitCarried(0, { charged: 0, shipping: 0, tax: 0 })).toEqual({ carried: 0, shipping: 0, tax: 0 })
  })

  it('is never more of a kind than is left, however often it is taken', () => {
    const cases = fc.record({ money: fc.nat(5000), shipping: fc.nat(500), taxed: fc.nat(100), parts: fc.array(fc.nat(2000)) })
    fc.assert(
      fc.property(cases, ({ money, shipping, taxed, parts }) => {
        const rest = { charged: money + shipping, shipping, tax: Math.floor((money * taxed) / 100) }
        for (const part of [...parts, rest.charged]) {
          const split = splitCarried(Math.min(part, rest.charged), rest)
          rest.charged -= split.carried
          rest.shipping -= split.shipping
          rest.tax -= split.tax
          expect(Math.min(rest.shipping, rest.tax, rest.charged - rest.shipping - rest.tax)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('carriedShare rounds pieces down', () => {
    const sold = { quantity: 3, charged: 3300 }
    const of = (carried: number) => carriedShare(sold, { carried, shipping: 192, tax: 90 })
    expect(of(2200)).toEqual({ quantity: 2, amount: 2008, shipping: 192, tax: 90 })
    expect(of(2199)).toEqual({ quantity: 1, amount: 2007, shipping: 192, tax: 90 })
    const free = carriedShare({ quantity: 1, charged: 0 }, { carried: 0, shipping: 0, tax: 0 })
    expect(free).toEqual({ quantity: 0, amount: 0, shipping: 0, tax: 0 })
  })
})
