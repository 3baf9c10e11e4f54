/** When a delivery that failed is tried again. Pure. */

// So that all that failed together, when a receiver was down, does not come back together.
const jitter = 0.15

/**
 * When a delivery is tried next, after so many tries that failed; undefined when it is given up.
 *
 * @param chance a random number from 0 to 1.
 */
export function nextTry(pauses: readonly number[], tries: number, now: Date, chance: number): Date | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + Math.round(pause * (1 + jitter * chance)))
}
