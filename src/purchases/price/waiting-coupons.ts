/** Plans the coupons of a checkout that are attached to its new subscriptions. Pure. */

import type { PlannedLine } from '../payment/stored-plan.ts'
import { appliesTo, type Discount } from './steps.ts'

/** A coupon of a checkout, and the number of charges it discounts, unless every one; the checkout is the first of them. */
export type GivenCoupon = Discount & { id: bigint; code: string; numRenewals: number; forever: boolean }

/**
 * Plans the coupons for the next renewals, with one charge less each: an amount on the first new subscription that it applies to, any
 * other on every one. A gift gets none, since it does not renew by itself.
 *
 * @param coupons in the order in which they are applied.
 */
export function withWaitingCoupons<Line extends PlannedLine>(
  lines: readonly Line[],
  coupons: readonly GivenCoupon[],
  { isGift }: { isGift: boolean },
): Line[] {
  const begins = ({ subscription }: PlannedLine): boolean => subscription !== undefined && subscription.id === undefined
  const waiting = lines.map((): NonNullable<NonNullable<PlannedLine['subscription']>['coupons']> => [])
  for (const coupon of isGift ? [] : coupons.filter(({ numRenewals, forever }) => forever || numRenewals > 1)) {
    const { id: couponId, code: codeUsed, numRenewals, forever, type } = coupon
    const left = forever ? { numRenewals: 0, forever } : { numRenewals: numRenewals - 1 }
    const fitting = lines.flatMap((line, index) => (begins(line) && appliesTo(coupon, line.productId) ? [index] : []))
    for (const index of type === 'amount' ? fitting.slice(0, 1) : fitting) waiting[index]?.push({ couponId, codeUsed, ...left })
  }
  return lines.map((line, index) => {
    const coupons = waiting[index] ?? []
    return line.subscription && coupons.length > 0 ? { ...line, subscription: { ...line.subscription, coupons } } : line
  })
}
