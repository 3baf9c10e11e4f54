/** Limits of time: one timer for all that have the same, since to set and clear one for each costs as much as some answers do. */

/** Calls back whatever takes longer than a time, in milliseconds. */
export class TimeLimit {
  private readonly milliseconds: number
  /** When each began: the first of them is the first whose time is up. */
  private readonly began = new Map<() => void, number>()
  private isLooking = false

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  /** @param timeOut is called once, when the time is up; not if it was given to `end` before. */
  begin(timeOut: () => void): void {
    this.began.set(timeOut, performance.now())
    if (!this.isLooking) this.lookIn(this.milliseconds)
  }

  end(timeOut: () => void): void {
    this.began.delete(timeOut)
  }

  private lookIn(milliseconds: number): void {
    this.isLooking = true
    setTimeout(() => this.look(), milliseconds).unref()
  }

  private look(): void {
    this.isLooking = false
    for (const [timeOut, began] of this.began) {
      const left = began + this.milliseconds - performance.now()
      if (left > 0) {
        this.lookIn(left)
        return
      }
      this.began.delete(timeOut)
      timeOut()
    }
  }
}
