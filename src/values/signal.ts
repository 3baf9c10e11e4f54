/** Abort signals with only the used part of AbortSignal: a real one for each request costs more than some answers. */

/** Whether something has been aborted, and why. */
export type Ending = Pick<AbortSignal, 'aborted' | 'reason' | 'throwIfAborted'>

/** The signal that a client has disconnected, with a listener. */
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
