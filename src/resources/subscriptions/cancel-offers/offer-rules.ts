/** The rules of offers to customers who are about to cancel. Pure. */
import type { CancelOfferKind, CancelOfferOutcome } from '../../../../prisma/generated/client/enums.ts'
import { Refusal } from '../../../values/errors.ts'
import { checkSchedulable } from '../change/change-rules.ts'
import { pause } from '../pause-rules.ts'
import { type Subscription, skip, type Term } from '../rules.ts'

/** The mutation by which an offer is accepted. */
export const mutationOf = {
  skip: 'skipSubscription',
  pause: 'pauseSubscription',
  percent: 'addSubscriptionCoupon',
  change: 'changeSubscription',
} as const satisfies Record<CancelOfferKind, string>

/** The refusal where nothing is offered, or an offer was shown before. */
export const nothingOffered = () =>
  new Refusal('WRONG_STATUS', 'Nothing is offered for this reason, or an offer was shown before.')

const checks: Record<CancelOfferKind, (row: Subscription, now: Date, term: Term) => unknown> = {
  skip,
  pause: (row, now) => pause(row, now),
  percent: (row) => checkSchedulable(row),
  change: (row) => checkSchedulable(row),
}

/** Refuses to offer what could not be accepted. @throws Refusal of the rule of what is offered. */
export const checkOfferable = (kind: CancelOfferKind, row: Subscription, now: Date, term: Term): void =>
  void checks[kind](row, now, term)

/**
 * Whether an answer is still to be kept.
 *
 * @throws Refusal WRONG_STATUS for an offer that was answered otherwise.
 */
export function checkAnswerable({ outcome }: { outcome: CancelOfferOutcome }, answer: CancelOfferOutcome): boolean {
  if (outcome === 'shown') return true
  if (outcome !== answer) throw new Refusal('WRONG_STATUS', `The offer was ${outcome} before.`)
  return false
}
