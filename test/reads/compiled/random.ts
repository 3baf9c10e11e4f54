/** Choices by chance that are the same for the same seed. */

export type Random = ReturnType<typeof randomOf>

/** Makes a source of choices; each seed has its own. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  // Mulberry32: 32 bits of state, even enough for tests.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const one = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return {
    /** A whole number from 0, less than the limit. */
    below,
    /** Whether something of that likelihood happens. */
    chance: (likelihood: number): boolean => next() < likelihood,
    one,
    /** One of some things that may be none. */
    maybeOne: <T>(items: readonly T[]): T | undefined => (items.length > 0 ? one(items) : undefined),
    /** Some of many, each at most once, in any order. */
    some<T>(items: readonly T[], count: number): T[] {
      const left = [...items]
      const taken: T[] = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1))
      return taken
    },
  }
}
