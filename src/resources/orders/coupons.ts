/** The coupons of a new order: each must exist, be enabled, and apply to something that is ordered. */

import { appliesTo } from '../../purchases/price.ts'
import type { PlannedLine } from '../../purchases/stored-plan.ts'
import type { GivenCoupon } from '../../purchases/waiting-coupons.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'

const maxCoupons = 10

/**
 * Reads coupons by their codes, in the order given.
 *
 * @throws Refusal COUPON_NOT_FOUND, COUPON_NOT_APPLICABLE, or BAD_INPUT for a code given twice.
 */
export async function couponsOf(
  { tx, viewer }: Write,
  codes: readonly string[],
  lines: readonly PlannedLine[],
): Promise<GivenCoupon[]> {
  if (codes.length === 0) return []
  if (codes.length > maxCoupons || new Set(codes).size < codes.length) {
    throw badInput(say`${field('coupons')} takes at most ${maxCoupons} codes, each once.`)
  }
  const found = await tx.coupon.findMany({
    where: { storeId: viewer.storeId, code: { in: [...codes] } },
    include: { products: true },
  })
  return codes.map((code) => {
    const coupon = found.find((each) => each.code === code)
    if (!coupon) throw new Refusal('COUPON_NOT_FOUND', 'Coupon not found', 'coupons')
    const productIds = coupon.products.map(({ productId }) => Number(productId))
    const applies = lines.some(({ productId }) => appliesTo({ productIds }, productId))
    if (!coupon.enabled || !applies) throw new Refusal('COUPON_NOT_APPLICABLE', 'Unable to add coupon.', 'coupons')
    const { id, discountType: type, discountValue: value, numRenewals } = coupon
    return { id: Number(id), code, type, value: Number(value), productIds, numRenewals }
  })
}
