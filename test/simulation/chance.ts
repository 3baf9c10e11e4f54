/** Chance that can be had again: the same seed gives the same numbers. */

export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 up to 1: the generator known as mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number between two others, both of which it may be. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** Whether something happens that does so in that share of all cases. */
  is(share: number): boolean {
    return this.next() < share
  }

  one<T>(of: readonly T[]): T {
    const found = of[Math.floor(this.next() * of.length)]
    if (found === undefined) throw new Error('There is nothing to choose from.')
    return found
  }
}
