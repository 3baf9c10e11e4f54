/** The outcome of a write, shared by its payload, both surfaces and a replay. */
import type { Viewer } from '../auth/viewer.ts'
import type { ErrorCode, MoneyMove, Reason, Refusal } from '../values/errors.ts'
import type { Sentence } from '../values/sentence.ts'

export type UserError = {
  code: ErrorCode
  field: string | null
  /** The error message, with the contract's names. */
  message: string
  /** The sentence for each surface to format, where it names a field; outcomes stored by earlier versions have none. */
  sentence?: Sentence
  /** The reason beside the message, where there is one. */
  because?: Reason
  /** The present mark of a record that is not as it was read; a text, since outcomes are stored as JSON. */
  changedIn?: string
}

/** The public form of a refusal. */
export const userErrorOf = ({ code, field, message, sentence, because, current }: Refusal): UserError => ({
  code,
  field: field ?? null,
  message,
  ...(sentence.some((part) => typeof part === 'object') && { sentence }),
  ...(because && { because }),
  ...(current && { changedIn: String(current.changedIn) }),
})

/** The changes that a write makes to a record. */
export const recordChanges = ['created', 'updated', 'restored', 'unchanged'] as const

export type RecordChange = (typeof recordChanges)[number]

/** The outcome for one of several records: its place among them, its id, and what was done, or why nothing was. */
export type RecordOutcome = { index: number; id: string | null; change: RecordChange | null; userErrors: UserError[] }

/** The part of a write's outcome that a replay needs. */
export type Outcome = {
  /** Id of the record the payload shows. */
  id: string | null
  userErrors: UserError[]
  /** The change made to the record, where the write may make it or change it. */
  change?: RecordChange
  /** The outcomes of several records, each with its place. */
  many?: RecordOutcome[]
}

/** The outcome for the first request, with values that a replay does not repeat. */
export type FirstOutcome = Outcome & {
  /** Values the payload shows once and nothing stores: secrets and tokens. */
  shownOnce?: Readonly<Record<string, string>>
  /** The viewer that what was written is shown to, where the write has made its credential. */
  viewer?: Viewer
  /** A Set-Cookie header for this answer; like `shownOnce`, a replay does not repeat it. */
  cookie?: string
  /** Where the request has an Idempotency-Key: whether it was the first with it, or a replay. */
  key?: 'first' | 'replayed'
  /** Points for work after the answer, beside its size. */
  points?: number
  /** Whether the write was rolled back. */
  isDryRun?: boolean
  /** The purpose that the payment gateway was called for: an error from here on must not suggest asking again. */
  mayBeCharged?: MoneyMove
  /** The refusal itself, for a caller in process that depends on its class. */
  refusal?: Refusal
}
