/** How long the secret before works on once it is replaced. Pure. */
import { badInput } from './errors.ts'
import { field, say } from './sentence.ts'

/** Unless said otherwise: a day. */
export const defaultOverlapSeconds = 86_400
/** The longest: 30 days. */
export const maxOverlapSeconds = 30 * 86_400

/** Seconds within the bounds; only `readOverlap` makes them. */
export type Overlap = number & { readonly checked: 'overlap' }

/**
 * Reads for how long the secret before is to work on; a day unless given.
 *
 * @throws Refusal BAD_INPUT outside of 0 to 30 days.
 */
export function readOverlap(given: number | null | undefined): Overlap {
  const seconds = given ?? defaultOverlapSeconds
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > maxOverlapSeconds)
    throw badInput(say`${field('overlapSeconds')} must be a whole number of seconds from 0 to ${maxOverlapSeconds}.`)
  return seconds as Overlap
}
