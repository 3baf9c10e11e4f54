/** The failures of a renewal: how many there were, when they began, and when it is tried next. */
import { plusDays } from './dates.ts'

/** A renewal is tried for so long after it first failed, and may be tried by hand for so long after it last did. */
export const windowDays = 30

type FailedTry = {
  retryDays: readonly number[]
  reason: 'declined' | 'out_of_stock'
  /** Whether the bank forbids to try the subscription's own card again. */
  isForGood: boolean
  /** Whether the other card is still to be tried for this renewal. */
  isOtherLeft: boolean
}

export class Failures {
  count = 0
  last: number | null = null
  /** How it last failed. */
  reason: 'declined' | 'out_of_stock' | 'missed' | null = null
  nextTry: number | null = null
  /** Whether the card is not to be tried again. */
  isForGood = false
  #since = 0

  /** Begins to count the days. */
  begin(at: number): void {
    this.#since = at
  }

  /**
   * A try by itself failed: the next is at once with the other card, where that was not tried yet; else on one of the given days, unless the
   * card is not to be tried again; or it is given up.
   */
  add(at: number, { retryDays, reason, isForGood, isOtherLeft }: FailedTry): void {
    this.addByHand(at)
    this.reason = reason
    this.isForGood ||= isForGood
    const day = retryDays.map((days) => plusDays(this.#since, days)).find((time) => time > at)
    const usual = this.isForGood && !isOtherLeft ? undefined : day
    this.nextTry = isOtherLeft && reason === 'declined' ? at : (usual ?? plusDays(this.#since, windowDays))
  }

  /** A try by hand was declined for good: by itself the card is tried no more, but the other one where that was not tried. */
  endTries(isOtherLeft: boolean): void {
    this.isForGood = true
    if (!isOtherLeft && this.nextTry !== null) this.nextTry = plusDays(this.#since, windowDays)
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
    this.isForGood = false
    this.count = 0
    this.last = null
    this.reason = null
    this.nextTry = null
  }
}
