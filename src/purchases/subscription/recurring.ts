/** The recurring price of a subscription, by the line that paid for its term: the amount that figures count. Pure. */
import type { Rhythm } from '../../values/calendar.ts'
import type { Plan, PlannedLine } from '../payment/stored-plan.ts'
import { containedBy } from '../price/tax.ts'

type RecurringLine = Pick<PlannedLine, 'price' | 'quantity' | 'foreverDiscount' | 'taxLines'>

/** The length that each price of a term covers. */
type Length = { rhythm: Rhythm; cycles: number }

/**
 * The recurring columns of a subscription.
 *
 * @param taxIncluded whether prices contain the tax, which is then taken out.
 *
 * @returns the price in the smallest unit, less coupons for ever, without shipping, and the months and weeks that it covers.
 */
export function recurringOf(
  { price, quantity, foreverDiscount = 0, taxLines = [] }: RecurringLine,
  { rhythm, cycles }: Length,
  taxIncluded = false,
) {
  const left = Math.max(0, price * quantity - foreverDiscount)
  return {
    recurringPrice: BigInt(left - (taxIncluded ? containedBy(left, taxLines) : 0)),
    recurringMonths: rhythm.months * cycles,
    recurringWeeks: rhythm.weeks * cycles,
  }
}

/** The recurring columns of the subscription that a plan renews or changes, by its line there. */
export function recurringOfPlan({
  lines: [line],
  totals,
}: Pick<Plan, 'lines'> & { totals: Pick<Plan['totals'], 'taxIncluded'> }) {
  return line?.subscription ? recurringOf(line, line.subscription, totals.taxIncluded) : {}
}
