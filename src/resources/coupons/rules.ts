/** Rules of coupons: their values, and which may wait on which subscription. Pure. */
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Complete } from '../../values/writable.ts'
import type { writable } from './writable.ts'

/** Refuses a percentage of more than everything, and a code with blanks around it, which nobody sees. */
export function checkCoupon({ code, discountType, discountValue }: Complete<typeof writable>): void {
  if (code !== code.trim()) throw badInput(say`${field('code')} must not begin or end with a blank.`)
  if (discountType === 'percent' && discountValue > 100n)
    throw badInput(say`${field('discountValue')} must be at most 100: it is a percentage.`)
}

/** What the rule looks at. */
type Coupon = {
  enabled: boolean
  /** Whether it is limited to some products, and whether the subscription's is one of them. */
  isLimited: boolean
  namesProduct: boolean
  /** Whether it waits on the subscription already. */
  isWaiting: boolean
}

export const alreadyAdded = () => new Refusal('COUPON_ALREADY_ADDED', 'Subscription already has the coupon.', 'couponId')

/** Refuses a coupon that cannot be added, in the contract's order and words; undefined stands for one not in the store. */
export function checkAddable(coupon: Coupon | undefined): asserts coupon {
  if (!coupon) throw new Refusal('COUPON_NOT_FOUND', 'Coupon not found', 'couponId')
  if (!coupon.enabled || (coupon.isLimited && !coupon.namesProduct))
    throw new Refusal('COUPON_NOT_APPLICABLE', 'Unable to add coupon.', 'couponId')
  if (coupon.isWaiting) throw alreadyAdded()
}
