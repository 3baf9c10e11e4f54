/** The rules of pausing and resuming a subscription. Pure. */
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime, wholeSecond } from '../../values/time.ts'
import { withoutPause } from './paid-time.ts'
import { type Change, checkActive, checkNoPayment, isDue, type Subscription, spelled, withoutSkip } from './rules.ts'

/**
 * Pauses an active subscription; a skip that lies ahead is taken back. One that is paused only gets another time until which it is paused,
 * where one is given.
 *
 * @param until null to resume it by hand alone.
 * @throws Refusal WRONG_STATUS, or BAD_INPUT for a time that does not lie ahead.
 */
export function pause(row: Subscription, now: Date, until?: Date | null): Change {
  const pausedUntil = until && wholeSecond(until)
  const isPaused = row.status === 'suspended'
  if (isPaused && (pausedUntil === undefined || pausedUntil?.getTime() === row.pausedUntil?.getTime())) return {}
  if (pausedUntil && pausedUntil <= now) throw badInput(say`${field('pausedUntil')} must lie after ${formatTime(now)}.`)
  if (isPaused) return { pausedUntil: pausedUntil ?? null }
  checkActive(row, 'be paused')
  if (isDue(row, now))
    throw new Refusal('WRONG_STATUS', 'The time that was paid for is over, so that there is nothing left to pause.')
  return { ...withoutSkip(row, now), status: 'suspended', pausedAt: now, pausedUntil: pausedUntil ?? null }
}

/** Resumes a paused subscription: its end date moves by the paused days. An active one stays as it is. */
export function resume(row: Subscription, now: Date): Change {
  checkNoPayment(row)
  if (row.status === 'active') return {}
  if (row.status !== 'suspended')
    throw new Refusal('WRONG_STATUS', `Only a paused subscription can be resumed; this one is ${spelled(row.status)}.`)
  return { ...withoutPause(row, now), status: 'active' }
}
