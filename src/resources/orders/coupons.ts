/** The coupons of a new order: each must exist, be usable now, and apply to something that is ordered. */

import type { Shape } from '../../db/shape.ts'
import type { PlannedLine } from '../../purchases/payment/stored-plan.ts'
import { limitReached } from '../../purchases/price/coupon-uses.ts'
import { appliesTo, subTotalFor } from '../../purchases/price/steps.ts'
import { couponFault, isUsedUp } from '../../purchases/price/usable-coupon.ts'
import type { GivenCoupon } from '../../purchases/price/waiting-coupons.ts'
import { codeKeys, couponNamed } from '../../values/case-key.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { couponNotFound, findingCoupons } from '../coupon-answers.ts'

const maxCoupons = 10

/**
 * Reads coupons by their codes, in the order given. A code fits in any case, also with blanks around it: of several coupons that it fits, the
 * one with its exact spelling is meant, else the oldest.
 *
 * @throws Refusal COUPON_NOT_FOUND, COUPON_NOT_APPLICABLE, or BAD_INPUT for a coupon given twice.
 */
export async function couponsOf(write: Write, codes: readonly string[], lines: readonly PlannedLine[]): Promise<GivenCoupon[]> {
  return findingCoupons(write, 'coupons', () => findCoupons(write, codes, lines))
}

async function findCoupons(
  { tx, viewer, now }: Write,
  codes: readonly string[],
  lines: readonly PlannedLine[],
): Promise<GivenCoupon[]> {
  if (codes.length === 0) return []
  const eachOnce = () => badInput(say`${field('coupons')} takes at most ${maxCoupons} codes, each once.`)
  if (codes.length > maxCoupons || new Set(codes).size < codes.length) throw eachOnce()
  const found = await tx.coupon.findMany({
    where: { storeId: viewer.storeId, codeKey: { in: codes.flatMap(codeKeys) } },
    orderBy: { codeRepetition: 'asc' },
    include: { products: true },
  })
  const chosen = codes.map((code) => {
    const coupon = couponNamed(found, code)
    if (!coupon) throw couponNotFound('coupons')
    return coupon
  })
  if (new Set(chosen).size < chosen.length) throw eachOnce()
  // Whether a customer has used one would tell a visitor that the shop knows the e-mail address.
  if (viewer.role === 'visitor' && chosen.some(({ maxUsesPerCustomer }) => maxUsesPerCustomer !== null))
    throw limitReached('coupons')
  return givenCoupons(chosen, lines, now)
}

/** A coupon as it is judged, with the products that it is limited to. */
export type JudgedCoupon = Pick<
  Shape<'Coupon'>,
  | 'id'
  | 'code'
  | 'enabled'
  | 'startsAt'
  | 'endsAt'
  | 'minSubTotal'
  | 'uses'
  | 'maxUses'
  | 'discountType'
  | 'discountValue'
  | 'numRenewals'
  | 'forever'
> & { products: readonly { productId: bigint }[] }

/** Judges coupons for lines at a time. Pure. @throws Refusal COUPON_NOT_APPLICABLE or COUPON_LIMIT_REACHED for the first that cannot be used. */
export function givenCoupons(coupons: readonly JudgedCoupon[], lines: readonly PlannedLine[], now: Date): GivenCoupon[] {
  return coupons.map((coupon) => {
    const { id, code, discountType, discountValue, numRenewals, forever } = coupon
    const productIds = coupon.products.map(({ productId }) => productId)
    const applies = lines.some(({ productId }) => appliesTo({ productIds }, productId))
    const fault = couponFault(coupon, { applies, subTotal: BigInt(subTotalFor({ productIds }, lines)) }, now, 'coupons')
    if (fault) throw fault
    if (isUsedUp(coupon)) throw limitReached('coupons')
    return { id, code, type: discountType, value: Number(discountValue), productIds, numRenewals, forever }
  })
}
