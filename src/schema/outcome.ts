/** What came of a write, as its payload, both surfaces and a repeat of the request hear of it. */
import type { ErrorCode, Refusal } from '../values/errors.ts'
import type { Sentence } from '../values/sentence.ts'

export type UserError = {
  code: ErrorCode
  field: string | null
  /** What is wrong, in the contract's words. */
  message: string
  /** The same for each surface to spell its own way, where it names a field; outcomes that were kept before have none. */
  sentence?: Sentence
}

/** A refusal as it is heard of. */
export const userErrorOf = ({ code, field, message, sentence }: Refusal): UserError => ({
  code,
  field: field ?? null,
  message,
  ...(sentence.some((part) => typeof part === 'object') && { sentence }),
})

/** What came of a write, as far as a repeat of the request has to know. */
export type Outcome = {
  /** Id of the record the payload shows. */
  id: string | null
  userErrors: UserError[]
}

/** An outcome as the first request hears it, with what nobody will hear again. */
export type FirstOutcome = Outcome & {
  /** Values the payload shows this once and nothing keeps: secrets and tokens. */
  shownOnce?: Readonly<Record<string, string>>
  /** A Set-Cookie header for this answer; like the above, a repeat of the request does not get it. */
  cookie?: string
  /** Where the request has an Idempotency-Key: whether it was the first with it, or hears what came of the first. */
  key?: 'first' | 'replayed'
  /** What it costs beside its size, for what is done of it afterwards. */
  points?: number
  /** Whether nothing is kept of it. */
  isDryRun?: boolean
  /** Whether the payment gateway was asked to charge: an error from here on must not invite to pay again. */
  mayBeCharged?: true
  /** The refusal itself, for a process that goes by its kind. */
  refusal?: Refusal
}
