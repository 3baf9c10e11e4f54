/** Which coupon may wait on which subscription. Pure. */
import { Refusal } from '../../values/errors.ts'

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
