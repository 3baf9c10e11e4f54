/** When a delivery that failed is tried again: after pauses that grow, for three days. Pure. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses between the tries. With what chance adds they end within three days. */
export const pauses: readonly number[] = [
  ...[5 * second, 1 * minute, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 20 * hour, 24 * hour],
]

// So that all that failed together, when a receiver was down, does not come back together.
const jitter = 0.15

/**
 * When a delivery is tried next, after so many tries that failed; undefined when it is given up.
 *
 * @param chance a random number from 0 to 1.
 */
export function nextTry(tries: number, now: Date, chance: number): Date | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + Math.round(pause * (1 + jitter * chance)))
}
