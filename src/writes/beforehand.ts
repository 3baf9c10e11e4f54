/** Work that has to be done before a write, outside of its transaction: it is thrown by the write, which is then made once more. */
import type { Refusal } from '../values/errors.ts'

export class Beforehand extends Error {
  /** The answer where the work is still to be done after it was, and that of a dry run. */
  readonly refusal: Refusal
  readonly act: () => Promise<void>

  constructor(refusal: Refusal, act: () => Promise<void>) {
    super(refusal.message)
    this.refusal = refusal
    this.act = act
  }
}
