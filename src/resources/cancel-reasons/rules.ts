/** The rules of reasons for cancelling. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'

type Offered = { offer: string | null; couponId: bigint | null }

/** Refuses an offer of a percentage without a coupon, and a coupon with another offer. @throws Refusal BAD_INPUT. */
export function checkOffer({ offer, couponId }: Offered): void {
  if (offer === 'percent' && couponId === null)
    throw badInput(say`${field('couponId')} must name the coupon of the offer: its percentage, and its renewals.`)
  if (offer !== 'percent' && couponId !== null) throw badInput(say`${field('couponId')} goes with the offer percent alone.`)
}
