/** The tax of a line: each of its rates, added to the price or contained in it. Pure, all in the smallest unit of the currency. */
import { shareOf, spread, sum } from './spread.ts'

/**
 * How a sale counts for tax, as electronic invoices name it: taxed (S), taxed at 0 (Z), by an exempt store (E), owed by the customer (AE), to
 * another member state of the EU (K), exported (G), or outside the scope of tax (O).
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** A rate that applies, in thousandths of a percent. */
export type AppliedRate = { name: string; rate: number; country: string; region: string }

/** The rates of a line and of its shipping. */
export type LineTax = {
  /** Whether prices contain the tax. */
  isIncluded: boolean
  category: TaxCategory
  /** Why it is untaxed. */
  text?: string | undefined
  goods: readonly AppliedRate[]
  shipping: readonly AppliedRate[]
}

/** A rate of a line as orders keep it: `rate` is a fraction, 0.19 for 19%. */
export type TaxLine = {
  name: string
  rate: number
  amount: number
  /** The net amount that it applies to. */
  base: number
  country: string
  region: string
  category: TaxCategory
  text?: string | undefined
  /** Whether only the shipping of the line has it. */
  shipping?: true | undefined
}

/** 100%, in thousandths of a percent. */
const whole = 100_000

/** The tax that an amount contains, rounded half up. @param rate in thousandths of a percent. */
export const containedIn = (amount: number, rate: number): number => shareOf(amount, rate, whole + rate)

/** The tax of each rate: rounded by itself, or what the amount contains of all of them, split by largest remainder. */
function amountsOf(amount: number, rates: readonly AppliedRate[], isIncluded: boolean): number[] {
  if (!isIncluded) return rates.map(({ rate }) => shareOf(amount, rate, whole))
  const weights = rates.map(({ rate }) => rate)
  return spread(containedIn(amount, sum(weights)), weights)
}

/** A line whose tax is computed: what coupons leave of its price, its shipping, and how its sale is taxed. */
type TaxableLine = { price: number; shipping: number; taxing: LineTax }

/** Computes the tax lines of each line. */
export type TaxEngine = (lines: readonly TaxableLine[]) => readonly (readonly TaxLine[])[]

/** The tax of the rates that a store has. */
export const byRates: TaxEngine = (lines) => lines.map(({ price, shipping, taxing }) => taxLinesOf(price, shipping, taxing))

/** The tax lines of a line: one for each rate, whatever of the line it applies to. */
function taxLinesOf(price: number, shipping: number, { goods, shipping: ofShipping, ...tax }: LineTax): TaxLine[] {
  const isAlike = goods.length === ofShipping.length && goods.every((rate, place) => rate === ofShipping[place])
  const parts = isAlike
    ? [{ amount: price + shipping, rates: goods }]
    : [
        { amount: price, rates: goods },
        { amount: shipping, rates: shipping === 0 ? [] : ofShipping },
      ]
  const taxed = parts.flatMap(({ amount: of, rates }) => {
    const amounts = amountsOf(of, rates, tax.isIncluded)
    const base = tax.isIncluded ? of - sum(amounts) : of
    return rates.map((rate, place) => ({ rate, base, amount: amounts[place] ?? 0 }))
  })
  return [...Map.groupBy(taxed, ({ rate }) => rate)].map(([rate, of]) => taxLine(rate, of, tax, !goods.includes(rate)))
}

const taxLine = (
  { name, rate, country, region }: AppliedRate,
  of: readonly { amount: number; base: number }[],
  { category, text }: Pick<LineTax, 'category' | 'text'>,
  isOfShipping: boolean,
): TaxLine => ({
  ...{ name, rate: rate / whole, amount: sum(of.map(({ amount }) => amount)), base: sum(of.map(({ base }) => base)) },
  ...{ country, region, category },
  ...(text !== undefined && { text }),
  ...(isOfShipping && { shipping: true }),
})

/** The tax that a price of the line's goods contains, by the rates that the line has. */
export const containedBy = (price: number, lines: readonly Pick<TaxLine, 'rate' | 'shipping'>[]): number =>
  containedIn(price, sum(lines.map(({ rate, shipping }) => (shipping ? 0 : Math.round(rate * whole)))))

/**
 * Tax lines of a part of their line, whose amounts add up to its tax.
 *
 * @param net what the line costs without tax, and its part.
 */
export function taxLinesOfPart(lines: readonly TaxLine[], tax: number, net: { line: number; part: number }): TaxLine[] {
  const shares = spread(
    tax,
    lines.map(({ amount }) => amount),
  )
  const baseOf = ({ base }: TaxLine) => (base === net.line ? net.part : shareOf(base, net.part, net.line))
  return lines.map((line, place) => ({ ...line, amount: shares[place] ?? 0, base: baseOf(line) }))
}
