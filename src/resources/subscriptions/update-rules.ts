/** Decides what an update changes of a subscription. Pure. */

import { dayOfMonth } from '../../values/calendar.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import type { Checked, GivenOf } from '../../values/writable.ts'
import { differing } from '../../values/written-values.ts'
import { paidUntil } from './paid-time.ts'
import { type Change, checkNoPayment, type Subscription, spelled, withoutSkip } from './rules.ts'
import { writable } from './writable.ts'

/**
 * Decides what an update changes: changes that the status forbids are refused once the values are right. No update has the
 * subscription charged at once, a subscription that no longer renews ends with the time paid for, and a value that is there already is
 * never refused.
 *
 * @param now the time in the store.
 * @throws Refusal BAD_INPUT or WRONG_STATUS.
 */
export function update(row: Subscription, given: GivenOf<typeof writable>, now: Date): Checked<typeof writable> & Change {
  const change = differing(writable, row, given, { endDate: (endDate) => checkBegun(row, endDate) })
  const { endDate, autorenew, note: _, externalId: _id, tags: _tags, internalNote: _internal, ...charged } = { ...change }
  if (endDate !== undefined || autorenew !== undefined || Object.keys(charged).length > 0) checkNoPayment(row)
  if (autorenew) checkMayRenew(row)
  const changed = { ...row, ...change }
  if (endDate !== undefined) checkNotCharged(changed, now)
  if (autorenew) checkNotOver(changed, now)
  // A date set by hand is the day its renewals fall on from then on, and takes the place of a skip.
  if (endDate !== undefined) return { ...change, anchorDay: dayOfMonth(endDate), skippedDate: null }
  return autorenew === false ? { ...change, ...withoutSkip(row, now) } : change
}

function checkBegun({ startDate }: Subscription, endDate: Date): void {
  if (endDate < startDate)
    throw badInput(say`${field('endDate')} must not lie before ${field('startDate')}, ${formatTime(startDate)}.`)
}

function checkMayRenew({ isGift, status }: Subscription): void {
  if (isGift) throw badInput('A gift does not renew by itself.', 'autorenew')
  if (status !== 'cancelled' && status !== 'expired') return
  const sentence = say`${field('autorenew')} must be false: the subscription is ${spelled(status)}; reactivate it, and it renews again.`
  throw new Refusal('WRONG_STATUS', sentence)
}

function checkNotCharged({ status, autorenew, endDate }: Subscription, now: Date): void {
  const renews = autorenew && (status === 'active' || status === 'past_due')
  if (renews && endDate < now)
    throw badInput(
      say`${field('endDate')} must not lie in the past, before ${formatTime(now)}: the subscription would be charged at once.`,
    )
}

function checkNotOver(row: Subscription, now: Date): void {
  const endDate = paidUntil(row, now)
  if (endDate < now)
    throw badInput(
      say`${field('autorenew')} must be false: the time paid for ended on ${formatTime(endDate)}; with an ${field('endDate')} to come it may be true.`,
    )
}
