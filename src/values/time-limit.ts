/** Time limits: one timer per duration, since setting and clearing one for each piece of work costs as much as some answers. */

/** A piece of work with a limit, linked to its neighbours in order of their start. */
export class TimedWork {
  readonly timeOut: () => void
  readonly until: number
  before: TimedWork | undefined
  after: TimedWork | undefined

  constructor(timeOut: () => void, until: number, before: TimedWork | undefined) {
    this.timeOut = timeOut
    this.until = until
    this.before = before
  }
}

/** Calls back for each piece of work that exceeds a duration, in milliseconds. */
export class TimeLimit {
  private readonly milliseconds: number
  // A linked list and no Map: each rehash of a Map leaves its former table, which references the next. Once one of them is in the old
  // generation, so is everything ever held by those behind it, until V8's next full collection.
  private first: TimedWork | undefined
  private last: TimedWork | undefined
  private isLooking = false

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  /** @param timeOut is called once, when the time is up, unless `end` was called with the returned work before. */
  begin(timeOut: () => void): TimedWork {
    const { last } = this
    const running = new TimedWork(timeOut, performance.now() + this.milliseconds, last)
    if (last) last.after = running
    else this.first = running
    this.last = running
    if (!this.isLooking) this.lookIn(this.milliseconds)
    return running
  }

  end(running: TimedWork): void {
    const { before, after } = running
    if (before) before.after = after
    else if (this.first === running) this.first = after
    if (after) after.before = before
    else if (this.last === running) this.last = before
    running.before = undefined
    running.after = undefined
  }

  private lookIn(milliseconds: number): void {
    this.isLooking = true
    setTimeout(() => this.look(), milliseconds).unref()
  }

  private look(): void {
    this.isLooking = false
    for (let { first } = this; first; { first } = this) {
      const left = first.until - performance.now()
      if (left > 0) {
        this.lookIn(left)
        return
      }
      this.end(first)
      first.timeOut()
    }
  }
}

/** The limits by duration; there are as many as settings declare durations. */
const limits = new Map<number, TimeLimit>()

/** The shared limit for all work of one duration, in milliseconds. */
export function timeLimit(milliseconds: number): TimeLimit {
  const limit = limits.get(milliseconds) ?? new TimeLimit(milliseconds)
  limits.set(milliseconds, limit)
  return limit
}
