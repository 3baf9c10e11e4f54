/** The failures of a renewal: how many there were, when they began, and when it is tried next. */
import { plusDays } from './dates.ts'

/** A renewal is tried for so long after it first failed, and may be tried by hand for so long after it last did. */
export const windowDays = 30

export class Failures {
  count = 0
  last: number | null = null
  /** How it last failed. */
  reason: 'declined' | 'out_of_stock' | 'missed' | null = null
  nextTry: number | null = null
  #since = 0

  /** Begins to count the days. */
  begin(at: number): void {
    this.#since = at
  }

  /** A try by itself failed: the next is on one of the given days, or else the time when it is given up. */
  add(at: number, retryDays: readonly number[], reason: 'declined' | 'out_of_stock'): void {
    this.addByHand(at)
    this.reason = reason
    const next = retryDays.map((days) => plusDays(this.#since, days)).find((time) => time > at)
    this.nextTry = next ?? plusDays(this.#since, windowDays)
  }

  /** A try by hand was declined; one that is refused counts for nothing. */
  addByHand(at: number): void {
    this.count += 1
    this.last = at
    this.reason = 'declined'
  }

  /** Nobody tried in time: it is left to people until it is given up. */
  miss(at: number): void {
    this.begin(at)
    this.last = at
    this.reason = 'missed'
    this.nextTry = plusDays(at, windowDays)
  }

  /** It was given more time: it is tried when that is over, and its days are counted from then. */
  wait(until: number): void {
    this.begin(until)
    this.nextTry = until
  }

  /** Whether it failed too long ago to be tried by hand. */
  isOver(at: number): boolean {
    return (this.last ?? this.#since) < plusDays(at, -windowDays)
  }

  isGivenUp(at: number): boolean {
    return plusDays(this.#since, windowDays) <= at
  }

  forget(): void {
    this.count = 0
    this.last = null
    this.reason = null
    this.nextTry = null
  }
}
