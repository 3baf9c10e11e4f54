/** The totals of a purchase: sums of its lines, and the credit that lowers the charge. Pure, all in the smallest unit of the currency. */
import { badInput } from '../../values/errors.ts'
import { sum } from './spread.ts'
import type { PricedAmounts } from './steps.ts'

export type Totals = {
  subTotal: number
  totalDiscount: number
  totalPrice: number
  totalShipping: number
  /** The shipping before coupons; absent where none lowers it. */
  grossShipping?: number
  totalTax: number
  /** Whether the prices contain the tax; absent where it is added to them. */
  taxIncluded?: boolean
  /** `subTotal + totalShipping + totalTax - totalDiscount`, never negative; contained tax is not added again. */
  total: number
  creditApplied: number
  /** The amount left to charge. */
  charge: number
}

/** Adds up priced lines; credit lowers the charge, not the total. */
export function totalsOf(lines: readonly PricedAmounts[], credit: number): Totals {
  const of = (name: 'price' | 'discount' | 'shipping' | 'tax') => sum(lines.map((line) => line[name]))
  const [subTotal, totalDiscount, totalShipping, totalTax] = [of('price'), of('discount'), of('shipping'), of('tax')]
  const grossShipping = sum(lines.map(({ line }) => line.shipping))
  const totalPrice = subTotal - totalDiscount
  const taxIncluded = lines.some(({ line }) => line.taxing?.isIncluded)
  const total = totalPrice + totalShipping + (taxIncluded ? 0 : totalTax)
  if (!Number.isSafeInteger(subTotal) || !Number.isSafeInteger(total))
    throw badInput('The order is too large to add up.', 'products')
  const creditApplied = Math.min(credit, total)
  return {
    ...{ subTotal, totalDiscount, totalPrice, totalShipping },
    ...(grossShipping !== totalShipping && { grossShipping }),
    totalTax,
    ...(taxIncluded && { taxIncluded }),
    ...{ total, creditApplied },
    charge: total - creditApplied,
  }
}
