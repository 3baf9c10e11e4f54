/** The totals of lines that all have the same rates of tax. */
import { type Discount, type PricedLine, priceLines } from '../../src/purchases/price/steps.ts'
import type { LineTax } from '../../src/purchases/price/tax.ts'
import { totalsOf as sumsOf, type Totals } from '../../src/purchases/price/totals.ts'

export const totalsOf = (
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
  taxPercents: readonly number[],
  credit: number,
): Totals =>
  sumsOf(
    priceLines(
      lines.map((line) => ({ ...line, ...(taxPercents.length > 0 && { taxing: taxingOf(taxPercents) }) })),
      discounts,
    ),
    credit,
  )

/** Rates of tax in percent that are added to the price, and not to shipping. */
export const taxingOf = (percents: readonly number[]): LineTax => ({
  ...{ isIncluded: false, category: 'S', shipping: [] },
  goods: percents.map((percent) => ({ name: `${percent}%`, rate: Math.round(percent * 1_000), country: 'US', region: '' })),
})
