/** Long figures: other requests have their turn meanwhile, and what would be too long is refused. */
import { describe as describeAlways, expect, inject, it } from 'vitest'
import { forEachYielding } from '../../src/read/run/yielding.ts'
import { bucketsOf } from '../../src/resources/figures/buckets.ts'
import { catalogue } from '../../src/resources/figures/catalogue.ts'
import type { AskedFigure } from '../../src/resources/figures/figure.ts'
import { fraction, plus, ratio, sumOfMany } from '../../src/resources/figures/fraction.ts'
import { processorMilliseconds, processorTimeOf } from '../support/processor-time.ts'

// It opens no database, so that once is enough.
const describe = describeAlways.skipIf('dataDir' in inject('template'))

type Rows = (string | null)[][]

/** A request for a figure of some days, whose statements answer these rows. */
function asked(days: number, rows: Rows, by?: AskedFigure['by']): AskedFigure {
  const from = new Date('2026-01-01T00:00:00Z')
  const buckets = bucketsOf({ from, to: new Date(from.getTime() + days * 86_400_000) }, 'day', 'UTC')
  const each: AskedFigure['each'] = (items, work) =>
    forEachYielding(
      items,
      work,
      () => 0,
      () => {},
    )
  const options = { churn: 'daily', pauses: 'separate' } as const
  const keptMonths = { current: async () => undefined, forget: () => {} }
  return { buckets, zone: 'UTC', by, asOf: undefined, options, keptMonths, query: async () => rows, each, statements: [] }
}

/** The longest turn of some work, as a part of all of it, by processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, processorMilliseconds(), false]
  const began = last
  const look = () => {
    const now = processorMilliseconds()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(look)
  }
  look()
  await work()
  isDone = true
  look()
  return longest / (processorMilliseconds() - began)
}

/** Lines of recurring revenue: each day a movement of each product, of another length. */
const lines = (days: number, products: number): Rows =>
  Array.from({ length: days * products }, (_each, index) => [
    ...[String(Math.floor(index / products) + 1), String(index % products), 'expansion'],
    ...[String((index % 3) + 1), '0', '1000', '900'],
  ])

describe('A long figure', () => {
  it('lets other requests have their turn', async () => {
    const compute = () => catalogue.mrrMovements.compute(asked(900, lines(900, 11), 'product'))
    await compute()
    // Without turns of others the longest is all of it, 1. A turn may have to collect garbage: the best of three counts.
    const parts = [await longestTurn(compute), await longestTurn(compute), await longestTurn(compute)]
    expect(Math.min(...parts)).toBeLessThan(0.6)
  })

  it('is refused with more rows of groups than an answer has', async () => {
    const sentence = 'The answer would have 11000 rows of groups, and may have 10000; ask for less time, or for a longer bucket.'
    await expect(catalogue.mrr.compute(asked(1000, lines(1, 11), 'product'))).rejects.toThrow(sentence)
    await expect(catalogue.retention.compute(asked(141, []))).rejects.toThrow('10011 rows of groups, and may have 10000')
    expect((await catalogue.mrr.compute(asked(1000, lines(1, 1)))).rows).toHaveLength(1000)
  })

  it('looks at each row of what was sold, or failed, once', async () => {
    const sold = (days: number): Rows =>
      Array.from({ length: days * 10 }, (_each, index) => [
        String(Math.floor(index / 10) + 1),
        String(index % 10),
        '1',
        '1',
        '100',
      ])
    const { rows, groups } = await catalogue.products.compute(asked(1000, sold(1000), 'product'))
    expect([rows.length, groups?.length, rows[999]?.pieces, rows[999]?.net]).toEqual([1000, 10_000, 10, 1000n])
    const many = catalogue.products.compute(asked(1000, [...sold(1000), ['1', '11', '1', '1', '100']], 'product'))
    await expect(many).rejects.toThrow('10001 rows of groups, and may have 10000')
    const boxes = Array.from({ length: 200 }, (_each, key) => [String(key), '60', 'false', '1'])
    await expect(catalogue.survival.compute(asked(30, boxes, 'product'))).rejects.toThrow('rows of groups, and may have 10000')
  })

  it('sums the shares of a thousand days, of as many denominators, exactly and at once', () => {
    const parts = Array.from({ length: 1000 }, (_each, index) => fraction(BigInt(index % 7), BigInt(1_000_003 + 2 * index)))
    const few = parts.slice(0, 20)
    expect(ratio(sumOfMany(few), few.reduce(plus))).toBe(1)
    expect(processorTimeOf(() => expect(ratio(sumOfMany(parts), fraction(1n))).toBeCloseTo(0.002994, 4))).toBeLessThan(100)
    expect(sumOfMany([])).toEqual(fraction(0n))
  })
})
