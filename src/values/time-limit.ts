/** Limits of time: one timer for all that have the same, since to set and clear one for each costs as much as some answers do. */

/** What has begun, between those that began before and after it. */
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

/** Calls back whatever takes longer than a time, in milliseconds. */
export class TimeLimit {
  private readonly milliseconds: number
  // No Map: each time it is rehashed its former table is left, which leads to the next. Once one of them has become old, so does all that
  // was ever in those behind it, until V8 looks through everything.
  private first: TimedWork | undefined
  private last: TimedWork | undefined
  private isLooking = false

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  /** @param timeOut is called once, when the time is up; not if what is answered was given to `end` before. */
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

/** There are as many as settings say how long something may take. */
const limits = new Map<number, TimeLimit>()

/** The limit of all work, of whatever kind, that may take so many milliseconds. */
export function timeLimit(milliseconds: number): TimeLimit {
  const limit = limits.get(milliseconds) ?? new TimeLimit(milliseconds)
  limits.set(milliseconds, limit)
  return limit
}
