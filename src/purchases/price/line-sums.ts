/** Sums each line of a purchase: its own amounts, or the totals of the order, spread over its lines. Pure, all in the smallest unit of the currency. */
import { spread, sum } from './spread.ts'
import type { PricedLine } from './steps.ts'
import type { Totals } from './totals.ts'

/** A line with its own amounts, or one that has none: of a single line, of an edit, or of a plan from before lines had them. */
type SummedLine = Pick<PricedLine, 'price' | 'quantity' | 'shipping'> & {
  discount?: number | undefined
  /** The shipping that coupons leave, where that is not all. */
  shippingDue?: number | undefined
  /** Its tax; absent where it has none, or where only that of all lines is known. */
  tax?: number | undefined
}

/** The amounts of a line: `charged` is its price less the discount, with shipping, and with tax that is added. */
export type LineSum = { discount: number; shipping: number; tax: number; charged: number }

/**
 * The sums of the lines; those charged add up to the order's total. A line keeps its own amounts where those of all lines add up to the
 * totals.
 */
export function lineSums(
  lines: readonly SummedLine[],
  {
    totalDiscount,
    totalShipping,
    totalTax,
    taxIncluded,
  }: Pick<Totals, 'totalDiscount' | 'totalShipping' | 'totalTax'> & {
    taxIncluded?: boolean | undefined
  },
): LineSum[] {
  const values = lines.map(({ price, quantity }) => price * quantity)
  const own = (amounts: readonly number[], total: number, weights: readonly number[]) =>
    sum(amounts) === total ? amounts : spread(total, weights)
  const discounts = own(
    lines.map(({ discount = Number.NaN }) => discount),
    totalDiscount,
    values,
  )
  const shippings = own(
    lines.map(({ shipping, shippingDue = shipping }) => shippingDue),
    totalShipping,
    values,
  )
  const prices = values.map((value, index) => value - (discounts[index] ?? 0))
  const taxes = own(
    lines.map(({ tax = 0 }) => tax),
    totalTax,
    prices,
  )
  return prices.map((price, index) => {
    const [discount = 0, shipping = 0, tax = 0] = [discounts[index], shippings[index], taxes[index]]
    return { discount, shipping, tax, charged: price + shipping + (taxIncluded ? 0 : tax) }
  })
}
