/** Signals that work is over: as much of an AbortSignal as is asked of one, since a whole one for each request costs more than some answers. */

/** Whether something is over, and why. */
export type Ending = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** The same of a client's patience, which tells when it ends. */
export type ClientSignal = Ending & {
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export class End implements Ending {
  aborted = false
  reason: unknown

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  come(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
  }
}
