/** The rules of consents. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime, wholeSecond } from '../../values/time.ts'

/** Clocks of clients differ. */
const aheadSeconds = 60

/**
 * When a consent was given: now, unless it says another time.
 *
 * @throws Refusal BAD_INPUT for a time that lies ahead.
 */
export function checkAcceptedAt(acceptedAt: Date | null, now: Date): Date {
  const at = wholeSecond(now)
  if (acceptedAt === null) return at
  if (acceptedAt.getTime() - at.getTime() > aheadSeconds * 1_000)
    throw badInput(say`${field('acceptedAt')} must not lie after ${formatTime(at)}.`)
  return acceptedAt
}
