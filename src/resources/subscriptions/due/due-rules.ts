/** The steps of a subscription that are due at a time: at its end date, at the next try of a renewal that failed, or at the end
 * of its pause. Pure. */
import type { PastDueReason } from '../../../../prisma/generated/client/enums.ts'
import { afterFailure, type Tried } from '../../../purchases/subscription/next-try.ts'
import type { RenewableChange } from '../../../purchases/subscription/renewable.ts'
import { addDays } from '../../../values/calendar.ts'
import { type Change, noScheduledChange, renewalWindowDays, type Subscription, untried } from '../rules.ts'

/** The settings of a store for renewals that fail. */
export type Schedule = {
  /** When they are tried again, in days since they first failed, in their order. */
  retryDays: readonly number[]
  /** Whether a subscription is cancelled when the last try has failed and thirty days have passed. */
  cancelsPastDue: boolean
}

/**
 * A step: charge it, end it, move what credit an ended one has, note that it was missed, give up charging it, try when its extra time is
 * over, or resume it.
 */
export type Step = 'renew' | 'resume' | 'expire' | 'credit' | 'miss' | 'cancel' | 'leave' | 'postpone'

/** When a subscription is due next, if ever. Must match `purchases/subscription/due-sql.ts`, where an ended one is due only with credit. */
export function dueAt({
  status,
  endDate,
  nextTryAt,
  pausedUntil,
}: Pick<Subscription, 'status' | 'endDate' | 'nextTryAt' | 'pausedUntil'>): Date | null {
  if (status === 'past_due') return nextTryAt
  if (status === 'suspended') return pausedUntil
  return status === 'unpaid' ? null : endDate
}

/**
 * The step of a subscription that is due now; undefined when none is.
 *
 * A renewal that was not made within thirty days of its date, such as one of before the worker ran, is not charged
 * without a request: it is past due, and the merchant decides.
 */
export function dueStep(row: Subscription, now: Date, { cancelsPastDue }: Pick<Schedule, 'cancelsPastDue'>): Step | undefined {
  if (row.paymentUnderWay) return undefined
  switch (row.status) {
    case 'cancelled':
      if (row.endDate > now) return undefined
      // One that was cancelled when its time was over, such as one that was past due, has no end to come.
      return row.cancelledAt && row.cancelledAt >= row.endDate ? 'credit' : 'expire'
    case 'expired':
      return row.endDate <= now ? 'credit' : undefined
    case 'active':
      if (row.endDate > now) return undefined
      if (!row.autorenew) return 'expire'
      return row.endDate < addDays(now, -renewalWindowDays) ? 'miss' : 'renew'
    case 'past_due':
      if (row.nextTryAt === null || row.nextTryAt > now) return undefined
      // A subscription whose renewal was turned off, or that was given more time, is not charged for an earlier failure.
      if (!row.autorenew) return 'expire'
      if (row.endDate > now) return 'postpone'
      if (row.pastDueAt && addDays(row.pastDueAt, renewalWindowDays) <= now) return cancelsPastDue ? 'cancel' : 'leave'
      return 'renew'
    case 'suspended':
      return row.pausedUntil && row.pausedUntil <= now ? 'resume' : undefined
    default:
      return undefined
  }
}

/** The time paid for is over and nothing more is to come. */
export const expired = (): Change => ({ status: 'expired', autorenew: false, ...untried, ...noScheduledChange })

/** Its renewal was not made in time: it is past due and tried by hand alone, until it is given up like any other. */
export const missed = (now: Date): Change => ({
  status: 'past_due',
  lastFailedRenewal: now,
  pastDueAt: now,
  pastDueReason: 'missed',
  nextTryAt: addDays(now, renewalWindowDays),
})

/** The last try has failed: it stays past due, and is tried no more. */
export const left = (): Change => ({ nextTryAt: null })

/** It is tried again when the time that it was given is over, from when on its days are counted. */
export const postponed = ({ endDate }: Subscription): Change => ({ nextTryAt: endDate, pastDueAt: endDate })

/**
 * A renewal by itself that failed: the first makes it past due, each says when the next try is, and the last when it is given up.
 *
 * @param tried with which payment method, and what the bank said.
 */
export function failedByItself(
  row: Subscription,
  now: Date,
  pastDueReason: PastDueReason,
  { retryDays }: Pick<Schedule, 'retryDays'>,
  tried: Tried = {},
): RenewableChange {
  const isFirst = row.status !== 'past_due'
  const pastDueAt = isFirst ? now : (row.pastDueAt ?? now)
  const failedRenewals = (isFirst ? 0 : row.failedRenewals) + 1
  const before = { pastDueAt, isDeclined: pastDueReason === 'declined', isHardDeclined: !isFirst && row.isHardDeclined }
  const next = afterFailure({ ...before, ...tried, retryDays, now })
  return { status: 'past_due', lastFailedRenewal: now, pastDueAt, pastDueReason, failedRenewals, ...next }
}
