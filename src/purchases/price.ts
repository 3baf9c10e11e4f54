/** What a purchase costs. Pure: amounts in, amounts out, all in the smallest unit of the currency. */

import { badInput } from '../errors.ts'

export type PricedLine = { productId: number; price: number; quantity: number; shipping: number }

/** A coupon as it counts: a percentage or an amount off the lines it applies to; no products means every product. */
export type Discount = { type: 'percent' | 'amount'; value: number; productIds: readonly number[] }

export type Totals = {
  subTotal: number
  totalDiscount: number
  totalPrice: number
  totalShipping: number
  totalTax: number
  /** `subTotal + totalShipping + totalTax - totalDiscount`, never negative. */
  total: number
  creditApplied: number
  /** What is left to charge. */
  charge: number
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Adds up a purchase: coupons come off the lines in their order and never take more than is left of them; tax rates, in
 * percent, are on what remains; credit lowers what is charged, not the total.
 */
export function totalsOf(
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
  taxPercents: readonly number[],
  credit: number,
): Totals {
  const left = lines.map(({ price, quantity }) => price * quantity)
  const subTotal = sum(left)
  for (const { type, value, productIds } of discounts) {
    const eligible = lines.flatMap(({ productId }, index) =>
      productIds.length === 0 || productIds.includes(productId) ? [index] : [],
    )
    let off =
      type === 'amount' ? value : Math.round((sum(eligible.map((index) => left[index] ?? 0)) * Math.min(value, 100)) / 100)
    for (const index of eligible) {
      const taken = Math.min(off, left[index] ?? 0)
      left[index] = (left[index] ?? 0) - taken
      off -= taken
    }
  }
  const totalPrice = sum(left)
  const totalShipping = sum(lines.map(({ shipping }) => shipping))
  const totalTax = sum(taxPercents.map((percent) => Math.round((totalPrice * percent) / 100)))
  const total = totalPrice + totalShipping + totalTax
  if (!Number.isSafeInteger(subTotal) || !Number.isSafeInteger(total))
    throw badInput('The order is too large to add up.', 'products')
  const creditApplied = Math.min(credit, total)
  return {
    subTotal,
    totalDiscount: subTotal - totalPrice,
    totalPrice,
    totalShipping,
    totalTax,
    total,
    creditApplied,
    charge: total - creditApplied,
  }
}

/** What each line brought in: its share of what was charged, by price and shipping; the shares add up to the charge. */
export function sharesOf(lines: readonly PricedLine[], charge: number): number[] {
  const weights = lines.map(({ price, quantity, shipping }) => price * quantity + shipping)
  const whole = sum(weights)
  let given = 0
  let weighed = 0
  return weights.map((weight) => {
    weighed += weight
    const upToHere = whole === 0 ? 0 : Math.round((charge * weighed) / whole)
    const share = upToHere - given
    given = upToHere
    return share
  })
}
