/** Rules of coupons: their values, and which may wait on which subscription. Pure. */
import { couponFault } from '../../purchases/price/usable-coupon.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Complete } from '../../values/writable.ts'
import { couponNotFound } from '../coupon-answers.ts'
import type { writable } from './writable.ts'

/** Refuses a discount that its type does not have, and an end before the beginning. */
export function checkCoupon({ discountType, discountValue, startsAt, endsAt }: Complete<typeof writable>): void {
  const value = field('discountValue')
  if (discountType === 'free_shipping' && discountValue > 0n)
    throw badInput(say`${value} must be 0: the coupon takes off the shipping.`)
  if (discountType !== 'free_shipping' && discountValue < 1n) throw badInput(say`${value} must be a number of at least 1.`)
  if (discountType === 'percent' && discountValue > 100n) throw badInput(say`${value} must be at most 100: it is a percentage.`)
  if (startsAt && endsAt && endsAt <= startsAt) throw badInput(say`${field('endsAt')} must be later than ${field('startsAt')}.`)
}

/** The columns that follow: a coupon that lowers every charge is not counted down. */
export const derivedOf = ({ forever }: Pick<Complete<typeof writable>, 'forever'>) => (forever ? { numRenewals: 0 } : {})

/** The inputs of the rule. */
type Coupon = {
  code: string
  enabled: boolean
  /** Whether it is limited to some products, and whether the subscription's is one of them. */
  isLimited: boolean
  namesProduct: boolean
  /** Whether it waits on the subscription already. */
  isWaiting: boolean
  /** From and until when it can be used. */
  startsAt: Date | null
  endsAt: Date | null
  minSubTotal: bigint
  /** The price that it would lower. */
  subTotal: bigint
}

export const alreadyAdded = () => new Refusal('COUPON_ALREADY_ADDED', 'Subscription already has the coupon.', 'couponId')

/** Refuses a coupon that cannot be added, in the contract's order and words; undefined stands for one not in the store. */
export function checkAddable<Row extends Coupon>(coupon: Row | undefined, now: Date): asserts coupon is Row {
  if (!coupon) throw couponNotFound('couponId')
  const fault = couponFault(
    coupon,
    { applies: !coupon.isLimited || coupon.namesProduct, subTotal: coupon.subTotal },
    now,
    'couponId',
  )
  if (fault) throw fault
  if (coupon.isWaiting) throw alreadyAdded()
}
