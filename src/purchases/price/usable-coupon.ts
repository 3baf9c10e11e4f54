/** When, and for which price, a coupon can be used, and the refusal where it cannot. Pure. */
import { Refusal, type RefusalReason } from '../../values/errors.ts'
import { formatTime } from '../../values/time.ts'

/** The columns of a coupon that decide whether it can be used. */
type Usable = { code: string; enabled: boolean; startsAt: Date | null; endsAt: Date | null; minSubTotal: bigint }

/** The purchase that a coupon is for: whether it applies to any of it, and the price of what it applies to. */
type Lowered = { applies: boolean; subTotal: bigint }

/** Whether a coupon was used as often as it may be in all, by what was read of it: the count decides, and this spares it the wait. */
export const isUsedUp = ({ uses, maxUses }: { uses: number; maxUses: number | null }): boolean =>
  maxUses !== null && uses >= maxUses

/** The refusal of a coupon that cannot be used now. @param name of the input field. @returns undefined where it can be. */
export function couponFault(
  { code, enabled, startsAt, endsAt, minSubTotal }: Usable,
  { applies, subTotal }: Lowered,
  now: Date,
  name: string,
): Refusal | undefined {
  const because = (kind: RefusalReason, fact: string) =>
    new Refusal('COUPON_NOT_APPLICABLE', 'Unable to add coupon.', name, { kind, sentence: `The coupon ${code} ${fact}.` })
  if (!enabled) return because('disabled', 'is disabled')
  if (startsAt && now < startsAt) return because('not_yet', `is valid from ${formatTime(startsAt)} on`)
  if (endsAt && endsAt <= now) return because('over', `was valid until ${formatTime(endsAt)}`)
  if (!applies) return because('other_product', 'applies to other products')
  if (subTotal < minSubTotal)
    return because('minimum', `takes a price of at least ${minSubTotal}; what it applies to costs ${subTotal}`)
  return undefined
}
