/**
 * The difference that a subscription is charged, or gets as credit, where it changes for now: the worth of the open deliveries of its
 * running term, and the price of the new plan for as many. Pure, all in the smallest unit of the currency.
 */
import type { Totals } from './price.ts'

/** A part of an amount, rounded half up. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

/** A running term: what was charged for its pieces, how many of them are open, and how much of its charge is left. */
export type RunningTerm = { value: number; pieces: number; open: number; left: number }

/** The worth of the open deliveries, as far as it was not refunded. */
export const unusedOf = ({ value, pieces, open, left }: RunningTerm): number =>
  Math.max(0, Math.min(shareOf(value, Math.min(open, pieces), pieces), left))

/** A new plan for a whole term at today's price, and how many of its pieces are sent from now on. */
type NewPlan = { totals: Pick<Totals, 'subTotal' | 'total' | 'totalShipping' | 'totalTax'>; pieces: number; open: number }

/** The price of the part of a term that is to come. */
export type PartOfTerm = { charged: number; shipping: number; tax: number; discount: number }

/**
 * The price of a new plan for the pieces that are sent from now on. It is rounded once, like the worth of the deliveries before: the same
 * plan at the same price makes no difference. What of the price of the whole term is not charged is in the discount.
 */
export function partOf({ totals, pieces, open }: NewPlan): PartOfTerm {
  const charged = shareOf(totals.total, open, pieces)
  const shipping = Math.min(charged, shareOf(totals.totalShipping, open, pieces))
  const tax = Math.min(charged - shipping, shareOf(totals.totalTax, open, pieces))
  return { charged, shipping, tax, discount: totals.subTotal - (charged - shipping - tax) }
}

/** The difference: an amount to charge, or to give as credit. */
export const differenceOf = (unused: number, charged: number): { charge: number; credit: number } => ({
  charge: Math.max(0, charged - unused),
  credit: Math.max(0, unused - charged),
})

/** A line of an order with what was charged for it. */
type ChargedLine = { quantity: number; charged: number; shipping: number; tax: number }

/** The pieces, the money and the shipping of a line that a change of its subscription took over. */
export function carriedShare({ quantity, charged, shipping, tax }: ChargedLine, carried: number) {
  const ofShipping = shareOf(shipping, carried, charged)
  return {
    quantity: charged === 0 ? 0 : Number((BigInt(quantity) * BigInt(carried)) / BigInt(charged)),
    amount: carried - ofShipping,
    shipping: ofShipping,
    tax: shareOf(tax, carried, charged),
  }
}
