/**
 * The difference that a subscription is charged, or gets as credit, where it changes immediately: the worth of the open deliveries of its
 * running term, and the price of the new plan for as many. Pure, all in the smallest unit of the currency.
 */
import { shareOf } from './spread.ts'
import type { Totals } from './totals.ts'

/** A running term: what was charged for its pieces, how many of them are open, and how much of its charge is left. */
export type RunningTerm = { value: number; pieces: number; open: number; left: number }

/** The worth of the open deliveries, as far as it was not refunded. */
export const unusedOf = ({ value, pieces, open, left }: RunningTerm): number =>
  Math.max(0, Math.min(shareOf(value, Math.min(open, pieces), pieces), left))

/** A new plan for a whole term at today's price, and how many of its pieces are sent from now on. */
type NewPlan = {
  totals: Pick<Totals, 'subTotal' | 'total' | 'totalShipping' | 'totalTax' | 'taxIncluded'>
  pieces: number
  open: number
}

/** The price of the part of a term that is to come. */
export type PartOfTerm = { charged: number; shipping: number; tax: number; discount: number }

/**
 * The price of a new plan for the pieces that are sent from now on. It is rounded once, like the worth of the deliveries before: the same
 * plan at the same price makes no difference. What of the price of the whole term is not charged is in the discount.
 */
export function partOf({ totals, pieces, open }: NewPlan): PartOfTerm {
  const charged = shareOf(totals.total, open, pieces)
  const shipping = Math.min(charged, shareOf(totals.totalShipping, open, pieces))
  const tax = Math.min(totals.taxIncluded ? charged : charged - shipping, shareOf(totals.totalTax, open, pieces))
  return { charged, shipping, tax, discount: totals.subTotal - (charged - shipping - (totals.taxIncluded ? 0 : tax)) }
}

/** The difference: an amount to charge, or to give as credit. */
export const differenceOf = (unused: number, charged: number): { charge: number; credit: number } => ({
  charge: Math.max(0, charged - unused),
  credit: Math.max(0, unused - charged),
})

/** The amount of a line that a change of its subscription takes over, the shipping in it, and the tax in the rest. */
export type Carried = { carried: number; shipping: number; tax: number }

/** The rest of the charge of a line, the shipping in it, and the tax in the remainder. */
export type LeftOfLine = { charged: number; shipping: number; tax: number }

/** Splits an amount that is taken over of a line in proportion to what is left of each kind. The tax goes with the money, or with the shipping where no other money is left. */
export function splitCarried(carried: number, { charged, shipping, tax }: LeftOfLine): Carried {
  const ofShipping = shareOf(shipping, carried, charged)
  const money = charged - shipping
  return {
    carried,
    shipping: ofShipping,
    tax: money > 0 ? shareOf(tax, carried - ofShipping, money) : shareOf(tax, ofShipping, shipping),
  }
}

/** The pieces, the money and the shipping of a line that changes of its subscription took over. */
export const carriedShare = (line: { quantity: number; charged: number }, { carried, shipping, tax }: Carried) => ({
  quantity: line.charged === 0 ? 0 : Number((BigInt(line.quantity) * BigInt(carried)) / BigInt(line.charged)),
  ...{ amount: carried - shipping, shipping, tax },
})
