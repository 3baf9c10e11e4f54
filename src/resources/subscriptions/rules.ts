/** The rules of subscriptions. Pure: a row and a time in, a change out, or a refusal. */

import type { PastDueReason } from '../../../prisma/generated/client/enums.ts'
import { givenUpAt, type Tried } from '../../purchases/subscription/next-try.ts'
import type { RenewableChange, RenewableValues, ScheduledColumns } from '../../purchases/subscription/renewable.ts'
import { addDays, advance, dayOfMonth, type Rhythm } from '../../values/calendar.ts'
import { paymentUnderWay, Refusal } from '../../values/errors.ts'
import { withoutPause } from './paid-time.ts'

export type Status = 'unpaid' | 'active' | 'cancelled' | 'suspended' | 'expired' | 'past_due'

/** The inputs of the rules. */
export type Subscription = {
  status: Status
  autorenew: boolean
  /** A gift never has `autorenew`. */
  isGift: boolean
  startDate: Date
  endDate: Date
  skippedDate: Date | null
  lastFailedRenewal: Date | null
  pastDueAt: Date | null
  pastDueReason: PastDueReason | null
  failedRenewals: number
  nextTryAt: Date | null
  isHardDeclined: boolean
  anchorDay: number | null
  cancelledAt: Date | null
  cancelReason: number | null
  paymentUnderWay: boolean
  pausedAt: Date | null
  pausedUntil: Date | null
}

/** A change of a rule: the columns that a charge may change, and those of a pause. */
export type Change = RenewableValues & Partial<Pick<Subscription, 'pausedAt' | 'pausedUntil'>>

/** It stays as it is at its next renewal. */
export const noScheduledChange = {
  scheduledTermId: null,
  scheduledProductInstanceId: null,
  scheduledQuantity: null,
  scheduledFixedPrice: null,
} satisfies ScheduledColumns

/** The term of a subscription: its rhythm, the day of the month it is billed on (0 for none), and its cycles. */
export type Term = { rhythm: Rhythm; rebillDay: number; numCycles: number }

/** How long a renewal that failed may be tried again. */
export const renewalWindowDays = 30

/** Refuses to change what is paid for while a payment for it is with the gateway. */
export function checkNoPayment(row: Subscription): void {
  if (row.paymentUnderWay) throw paymentUnderWay()
}

/** A status as sentences spell it. */
export const spelled = (status: Status): string => status.replace('_', ' ')

/**
 * Cancels, whatever the status: no more renewals, and so no change at one, but what was paid for is still delivered, until the date it was
 * paid for; the pause of one that is paused ends. One that is cancelled or expired stays as it is.
 */
export function cancel(row: Subscription, now: Date, cancelReason: number | null = null): Change {
  checkNoPayment(row)
  if (row.status === 'cancelled' || row.status === 'expired') return {}
  const paidTime = { ...withoutSkip(row, now), ...withoutPause(row, now) }
  return { ...paidTime, status: 'cancelled', autorenew: false, cancelledAt: now, cancelReason, ...untried, ...noScheduledChange }
}

/** Ends at once what `cancel` leaves until the date it was paid for. */
export function endNow(row: Subscription, now: Date): Change {
  const change = cancel(row, now)
  return (change.endDate ?? row.endDate) > now ? { ...change, endDate: now, skippedDate: null } : change
}

/**
 * Reactivates; whether it has to be paid for at once is said by `isDue`. A gift still does not renew by itself; an active one stays as it is.
 * A merchant's reactivation of one that is past due for more than 30 days cancels it in the same act.
 */
export function reactivate(row: Subscription, now: Date, isCustomer: boolean): RenewableChange {
  checkNoPayment(row)
  const { status } = row
  if (status === 'active') return {}
  const isOver = status === 'past_due' && isWindowOver(row, now)
  if (status !== 'cancelled' && status !== 'expired' && !(isOver && !isCustomer)) {
    throw new Refusal(
      'WRONG_STATUS',
      `Only a cancelled or expired subscription can be reactivated; this one is ${spelled(status)}: ${wayFrom[isOver ? 'unpaid' : status]}.`,
    )
  }
  if (!isOver) return reactivated(row)
  return { ...withoutSkip(row, now), ...reactivated(row), ...noScheduledChange }
}

const reactivated = (row: Subscription): RenewableChange => ({
  status: 'active',
  autorenew: !row.isGift,
  cancelledAt: null,
  cancelReason: null,
  ...paidUp,
})

/** The act that makes a subscription of a status active, or leads there. */
const wayFrom = { past_due: 'renew it', suspended: 'resume it', unpaid: 'cancel it first' } as const

/** Whether a renewal failed too long ago to be tried again. */
const isWindowOver = ({ lastFailedRenewal, pastDueAt }: Subscription, now: Date): boolean => {
  const failedAt = lastFailedRenewal ?? pastDueAt
  return failedAt !== null && failedAt < addDays(now, -renewalWindowDays)
}

/** Refuses to reactivate a subscription of an archived customer. */
export function checkCustomer({ archivedAt }: { archivedAt: Date | null }): void {
  if (archivedAt) throw new Refusal('WRONG_STATUS', 'The customer of the subscription is archived; restore the customer first.')
}

/** Nothing is to be tried again. */
export const untried = {
  pastDueAt: null,
  pastDueReason: null,
  failedRenewals: 0,
  nextTryAt: null,
  isHardDeclined: false,
} satisfies RenewableChange

/** Nothing is owed either. */
const paidUp = { lastFailedRenewal: null, ...untried } satisfies RenewableChange

/** Whether the time paid for is over. */
export const isDue = (row: Pick<Subscription, 'endDate'>, now: Date): boolean => row.endDate <= now

/** Whether a renewal still to come is skipped. */
const isSkipped = (row: Subscription, now: Date): boolean => row.skippedDate !== null && row.skippedDate > now

/** Takes back a skip that lies ahead, so that the end date is the one that was paid for. */
export const withoutSkip = (row: Subscription, now: Date): RenewableChange =>
  row.skippedDate && isSkipped(row, now) ? { skippedDate: null, endDate: row.skippedDate } : {}

/** Skips the next renewal of one that renews by itself: the end date moves on by one term. One skip at a time; a second changes nothing. */
export function skip(row: Subscription, now: Date, term: Term): Change {
  checkActive(row, 'skip a renewal')
  if (!row.autorenew) throw new Refusal('WRONG_STATUS', 'Only a subscription that renews can skip a renewal.')
  if (isSkipped(row, now)) return {}
  if (isDue(row, now)) throw new Refusal('WRONG_STATUS', 'The renewal is due already and can no longer be skipped.')
  return { skippedDate: row.endDate, endDate: nextEnd(row, row.endDate, term) }
}

/** Takes a skip back, whether or not it still renews; without one nothing changes. */
export function unskip(row: Subscription, now: Date): Change {
  checkActive(row, 'take back a skip')
  return withoutSkip(row, now)
}

/** Refuses what only an active subscription can do. */
export function checkActive(row: Subscription, what: string): void {
  checkNoPayment(row)
  if (row.status !== 'active') {
    throw new Refusal('WRONG_STATUS', `Only an active subscription can ${what}; this one is ${spelled(row.status)}.`)
  }
}

/** Refuses a renewal unless it is past due and failed within the last 30 days, to the second. */
export function checkRenewable(row: Subscription, now: Date, isCustomer: boolean): void {
  checkNoPayment(row)
  if (row.status !== 'past_due') {
    throw new Refusal(
      'WRONG_STATUS',
      `Only a past due subscription can be renewed; this one is ${spelled(row.status)}${row.status === 'cancelled' || row.status === 'expired' ? ': reactivate it' : ''}.`,
    )
  }
  if (isWindowOver(row, now)) {
    const way = isCustomer ? 'cancel the subscription, then reactivate it' : 'reactivate the subscription'
    throw new Refusal(
      'RENEWAL_WINDOW_PASSED',
      `The renewal failed more than ${renewalWindowDays} days ago and can no longer be tried again: ${way}.`,
    )
  }
  if (row.lastFailedRenewal === null) {
    throw new Refusal('WRONG_STATUS', 'No renewal of this subscription has failed, so there is none to try again.')
  }
}

/** A renewal that was paid: active again, up to the first end of a term that lies ahead. Whether it renews by itself stays as it was. */
export function renewed(row: Subscription, now: Date, term: Term): RenewableChange {
  let endDate = nextEnd(row, row.endDate, term)
  while (endDate <= now) endDate = nextEnd(row, endDate, term)
  return {
    status: 'active',
    endDate,
    skippedDate: null,
    ...paidUp,
    cancelledAt: null,
    cancelReason: null,
  }
}

/** A reactivation that was paid for at once: a term that begins now, and falls on this day from now on. @param change of `reactivate`. */
export function begunAnew(change: RenewableChange, now: Date, term: Term): RenewableChange {
  const anchorDay = dayOfMonth(now)
  const endDate = advance(now, term.rhythm, term.numCycles, term.rebillDay || anchorDay)
  return { ...change, endDate, anchorDay, skippedDate: null }
}

/**
 * A renewal by hand that was declined: it counts like one by itself, which is tried when it would have been anyway, unless the payment method
 * was declined for good.
 */
export function renewalFailed(row: Subscription, now: Date, { isForGood, hasBackup }: Tried): RenewableChange {
  const failed = { lastFailedRenewal: now, failedRenewals: row.failedRenewals + 1, pastDueReason: 'declined' } as const
  if (!isForGood) return failed
  const isTriedByItself = row.pastDueAt !== null && row.nextTryAt !== null && !hasBackup
  return { ...failed, isHardDeclined: true, ...(isTriedByItself && row.pastDueAt && { nextTryAt: givenUpAt(row.pastDueAt) }) }
}

function nextEnd(row: Subscription, from: Date, { rhythm, rebillDay, numCycles }: Term): Date {
  return advance(from, rhythm, numCycles, rebillDay || row.anchorDay || dayOfMonth(row.startDate))
}
