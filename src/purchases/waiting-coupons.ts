/** Which coupons of a checkout wait on the subscriptions that begin with it. Pure. */
import { appliesTo, type Discount } from './price.ts'
import type { PlannedLine } from './stored-plan.ts'

/** A coupon of a checkout, and how many charges it lowers; the checkout is the first of them. */
export type GivenCoupon = Discount & { id: number; code: string; numRenewals: number }

/**
 * Plans the coupons that wait for the next renewals, with one charge less each: a percentage on every subscription that begins
 * and that it applies to, an amount on the first of them. None wait on a gift, which does not renew by itself.
 *
 * @param coupons in the order in which they come off.
 */
export function withWaitingCoupons(
  lines: readonly PlannedLine[],
  coupons: readonly GivenCoupon[],
  { isGift }: { isGift: boolean },
): PlannedLine[] {
  const begins = ({ subscription }: PlannedLine): boolean => subscription !== undefined && subscription.id === undefined
  const waiting = lines.map((): NonNullable<NonNullable<PlannedLine['subscription']>['coupons']> => [])
  for (const coupon of isGift ? [] : coupons.filter(({ numRenewals }) => numRenewals > 1)) {
    const { id: couponId, code: codeUsed, numRenewals, type } = coupon
    const fitting = lines.flatMap((line, index) => (begins(line) && appliesTo(coupon, line.productId) ? [index] : []))
    for (const index of type === 'amount' ? fitting.slice(0, 1) : fitting)
      waiting[index]?.push({ couponId, codeUsed, numRenewals: numRenewals - 1 })
  }
  return lines.map((line, index) => {
    const coupons = waiting[index] ?? []
    return line.subscription && coupons.length > 0 ? { ...line, subscription: { ...line.subscription, coupons } } : line
  })
}
