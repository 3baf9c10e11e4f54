/** The totals of lines that all have the same rates of tax. */
import { type Discount, type PricedLine, priceLines } from '../../src/purchases/price/steps.ts'
import { totalsOf as sumsOf, type Totals } from '../../src/purchases/price/totals.ts'

export const totalsOf = (
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
  taxPercents: readonly number[],
  credit: number,
): Totals =>
  sumsOf(
    priceLines(
      lines.map((line) => ({ ...line, taxPercents })),
      discounts,
    ),
    credit,
  )
