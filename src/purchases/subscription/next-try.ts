/** When a renewal that failed is tried next by itself. Pure. */
import type { Shape } from '../../db/shape.ts'
import { addDays } from '../../values/calendar.ts'
import type { RenewableChange } from './renewable.ts'

/** Days after its first failure at which a renewal is given up. */
const lastTryDays = 30

/** When a renewal is given up that first failed at a time. */
export const givenUpAt = (pastDueAt: Date): Date => addDays(pastDueAt, lastTryDays)

/** The first of the store's days that lies ahead, or else the time when the renewal is given up. */
const nextDay = (pastDueAt: Date, retryDays: readonly number[], now: Date): Date =>
  retryDays.map((days) => addDays(pastDueAt, days)).find((time) => time > now) ?? givenUpAt(pastDueAt)

/** A try of a renewal, as the next one depends on it. */
export type Tried = {
  /** Whether it was declined for good: its payment method is not tried again. */
  isForGood?: boolean
  /** Whether it was with the backup payment method. */
  isBackup?: boolean
  /** Whether the backup payment method was still to be tried, once the other one is declined. */
  hasBackup?: boolean
}

type Failed = Tried & { pastDueAt: Date; isDeclined: boolean; isHardDeclined: boolean; retryDays: readonly number[]; now: Date }

/**
 * The next try of a renewal that failed: at once with the backup payment method, which is tried once; else on the store's days, unless the
 * payment method was declined for good: then not before the renewal is given up.
 */
export function afterFailure({ isForGood = false, isBackup = false, hasBackup = false, ...failed }: Failed) {
  const { pastDueAt, isDeclined, retryDays, now } = failed
  const isHardDeclined = failed.isHardDeclined || (isForGood && !isBackup)
  const isBackupLeft = hasBackup && !(isBackup && isDeclined)
  if (isBackupLeft && isDeclined) return { isHardDeclined, nextTryAt: now }
  return {
    isHardDeclined,
    nextTryAt: isHardDeclined && !isBackupLeft ? givenUpAt(pastDueAt) : nextDay(pastDueAt, retryDays, now),
  }
}

type PastDue = Pick<
  Shape<'Subscription'>,
  'status' | 'autorenew' | 'endDate' | 'pastDueAt' | 'pastDueReason' | 'nextTryAt' | 'isHardDeclined' | 'paymentUnderWay'
>

/**
 * The change of a subscription that gets another payment method while it is past due: what the bank said of the one before counts no
 * more, and the renewal is tried at once where the store says so. One that is tried by hand alone stays as it is.
 */
export function withOtherMethod(
  row: PastDue,
  now: Date,
  { retryDays, chargeOnNewCard }: Pick<Shape<'Store'>, 'retryDays' | 'chargeOnNewCard'>,
): RenewableChange {
  const { status, autorenew, endDate, pastDueAt, pastDueReason, nextTryAt, isHardDeclined } = row
  if (status !== 'past_due' || !autorenew || row.paymentUnderWay || pastDueReason === 'missed') return {}
  if (!pastDueAt || !nextTryAt || endDate > now || givenUpAt(pastDueAt) <= now) return {}
  if (chargeOnNewCard) return { isHardDeclined: false, nextTryAt: now }
  return isHardDeclined ? { isHardDeclined: false, nextTryAt: nextDay(pastDueAt, retryDays, now) } : {}
}
