/** Acts on a subscription by hand: the request, its effect on a life, and the reason of a refusal. */
import { monthDay, plusDays, stepped, written } from '../dates.ts'
import { windowDays } from '../failures.ts'
import type { Life } from '../life.ts'
import { fits } from '../price.ts'
import { attempt, beginAnew, closeUnpaid } from '../renewal.ts'
import type { SimulatedCoupon } from '../story.ts'
import { told } from '../told.ts'
import type { Act } from './act.ts'

export type SubscriptionAct = {
  name: string
  given: object
  /** @returns the code of the refusal that is expected, if one is. */
  happen(life: Life, at: number): string | undefined
}

const simply = (name: string, happen: SubscriptionAct['happen']): SubscriptionAct => ({ name, given: {}, happen })

export const skip = simply('skipSubscription', (life, at) => {
  if (life.status !== 'active' || !life.autorenew) return 'WRONG_STATUS'
  if (life.skipped !== null && life.skipped > at) return undefined
  // A renewal that is due already is charged at once.
  if (life.end <= at) return 'WRONG_STATUS'
  const { pace, cycles, rebillDay } = life.product
  life.skipped = life.end
  life.end = stepped(life.end, pace, cycles, rebillDay || life.day)
  life.event(at, 'subscription.skipped')
  return undefined
})

export const unskip = simply('unskipSubscription', (life, at) => {
  if (life.status !== 'active') return 'WRONG_STATUS'
  if (life.takeSkipBack(at)) life.event(at, 'subscription.unskipped')
  return undefined
})

export const cancel = simply('cancelSubscription', (life, at) => {
  if (life.status === 'cancelled' || life.status === 'expired') return undefined
  life.cancel(at)
  return undefined
})

export const reactivate = simply('reactivateSubscription', (life, at) => {
  if (life.status === 'active') return undefined
  // For merchants one that is past due for long is cancelled and reactivated in one; a declined charge leaves it as it was.
  const isOver = life.status === 'past_due' && life.failures.isOver(at)
  if (life.status !== 'cancelled' && life.status !== 'expired' && !isOver) return 'WRONG_STATUS'
  if (life.paidFor(at) <= at) {
    const came = beginAnew(life, at)
    if (came !== 'paid') return came === 'no stock' ? 'OUT_OF_STOCK' : 'PAYMENT_DECLINED'
  } else {
    closeUnpaid(life, at)
    life.takeSkipBack(at)
  }
  life.status = 'active'
  life.scheduled = null
  life.failures.forget()
  life.autorenew = !life.beginning.isGift
  life.cancelledAt = null
  life.event(at, 'subscription.reactivated')
  return undefined
})

export const renew = simply('renewSubscription', (life, at) => {
  if (life.status !== 'past_due' || life.failures.last === null) return 'WRONG_STATUS'
  if (life.failures.last < plusDays(at, -windowDays)) return 'RENEWAL_WINDOW_PASSED'
  const came = attempt(life, at)
  if (came === 'declined' || came === 'declined for good') life.failures.addByHand(at)
  if (came === 'declined for good') life.failures.endTries(life.isOtherLeft)
  if (came === 'paid') return undefined
  return came === 'no stock' ? 'OUT_OF_STOCK' : 'PAYMENT_DECLINED'
})

export const turn = (autorenew: boolean): SubscriptionAct => ({
  name: 'updateSubscription',
  given: { autorenew },
  happen(life, at) {
    if (autorenew === life.autorenew) return undefined
    if (autorenew && life.beginning.isGift) return 'BAD_INPUT'
    if (autorenew && (life.status === 'cancelled' || life.status === 'expired')) return 'WRONG_STATUS'
    if (autorenew && life.paidUntil(at) < at) return 'BAD_INPUT'
    life.autorenew = autorenew
    if (!autorenew) life.takeSkipBack(at)
    return undefined
  },
})

export const moveEnd = (end: number): SubscriptionAct => ({
  name: 'updateSubscription',
  given: { endDate: written(end) },
  happen(life, at) {
    if (end === life.end) return undefined
    if (end < life.beginning.start) return 'BAD_INPUT'
    const renews = life.autorenew && (life.status === 'active' || life.status === 'past_due')
    if (renews && end < at) return 'BAD_INPUT'
    life.end = end
    life.day = monthDay(end)
    life.skipped = null
    life.yieldCredit(at)
    return undefined
  },
})

export const giveCredit = (credit: number | null): SubscriptionAct => ({
  name: 'updateSubscription',
  given: { credit },
  happen(life, at) {
    life.credit = credit
    life.yieldCredit(at)
    return undefined
  },
})

export const addCoupon = (coupon: SimulatedCoupon): SubscriptionAct => ({
  name: 'addSubscriptionCoupon',
  given: { couponId: coupon.id },
  happen(life, at) {
    if (!coupon.isEnabled || !fits(coupon, life.product)) return 'COUPON_NOT_APPLICABLE'
    if (life.coupons.some((waiting) => waiting.coupon === coupon)) return 'COUPON_ALREADY_ADDED'
    life.coupons.push({ coupon, left: coupon.renewals, isHeld: false })
    life.event(at, 'subscription_coupon.added')
    return undefined
  },
})

export const removeCoupon = (coupon: SimulatedCoupon): SubscriptionAct => ({
  name: 'removeSubscriptionCoupon',
  given: { couponId: coupon.id },
  happen(life, at) {
    const found = life.coupons.find((waiting) => waiting.coupon === coupon && !waiting.isHeld)
    if (!found) return 'NOT_FOUND'
    life.coupons = life.coupons.filter((waiting) => waiting !== found)
    life.event(at, 'subscription_coupon.removed')
    return undefined
  },
})

/** An act on a subscription, as it is done. */
export function actOn(life: Life, { name, given, happen }: SubscriptionAct): Act {
  const id = name.endsWith('Coupon') ? { subscriptionId: life.beginning.id } : { id: life.beginning.id }
  return {
    ...{ name, input: { ...id, ...given } },
    happen(at) {
      const code = happen(life, at)
      life.changes.push(at)
      return code
    },
    tell: (at, what) => life.tell(at, what),
    told: (...difference) => told(life, ...difference),
  }
}
