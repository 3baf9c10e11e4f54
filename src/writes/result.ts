/** The result of a write, done or suspended for a payment, and the records that its log entry refers to. */
import type { Viewer } from '../auth/viewer.ts'
import type { Tx } from '../db/transaction.ts'
import { type FirstOutcome, type Outcome, type RecordChange, userErrorOf } from '../schema/outcome.ts'
import type { MoneyMove, Refusal } from '../values/errors.ts'
import { faultsOf } from '../values/faults.ts'
import type { Changes } from './changes.ts'
import type { EmittedEvent } from './events.ts'

/** Identifies an idempotency key: the store, the credential, and the client's key. */
export type KeyClaim = {
  storeId: bigint
  credential: string
  key: string
  /** The given-up payment that was made for the key; the request resumes it. */
  paymentId?: bigint
}

/** The records that a log entry refers to, its note, and the customer of its events. */
export type Subject = { subscriptionId?: bigint; orderId?: bigint; customerId?: bigint; note?: string | null | undefined }

/** The result for one of several records; each that changed has a log entry and an event of its own. */
export type WrittenRecord = Subject & {
  index: number
  id?: bigint
  /** Its kind, where the write has records of several. */
  recordType?: string
  change?: RecordChange
  changes?: Changes
  emits?: readonly EmittedEvent[]
  refusal?: Refusal
}

/** The result of a write: its record, and data for the log beside the locked and changed rows. */
export type Written = Subject & {
  /** Id of the record the payload shows; undefined after a deletion. */
  id?: bigint
  /** The changes, where they are not simply the changed columns. */
  changes?: Changes
  /** The change made to the record, where the write may make it or change it. */
  change?: RecordChange
  /** The results for several records, in place of the one. */
  many?: readonly WrittenRecord[]
  /** The events of the write itself, where they differ from the first type it declares. */
  emits?: readonly EmittedEvent[]
  /** Values the payload shows once and nothing stores: secrets and tokens. */
  shownOnce?: Readonly<Record<string, string>>
  /** The viewer that it is shown to, where the write has made its credential. */
  viewer?: Viewer
  /** A Set-Cookie header for this answer; like `shownOnce`, a replay does not repeat it. */
  cookie?: string
  /** Points for work after the answer, beside its size; a replay does not pay them again. */
  points?: number
  /** Whether there was nothing to do, so that the log needs no entry. */
  isNothing?: true
  /** The time of the write, where it is not its own: a new store may have a test clock that is set elsewhere. */
  createdAt?: Date
  /** The subscriptions that a settled payment began or changed, and when. */
  moved?: { subscriptionIds: readonly bigint[]; at: Date } | undefined
  /** A refusal that left records behind, such as a declined payment and its failed transaction. */
  refusal?: Refusal
}

/** The outcome that a replay of the request returns. */
export const outcomeOf = ({ id, refusal, change, many }: Pick<Written, 'id' | 'refusal' | 'change' | 'many'>): Outcome => ({
  id: idText(id ?? refusal?.current?.id),
  userErrors: refusal ? faultsOf(refusal).map(userErrorOf) : [],
  ...(change && { change }),
  ...(many && { many: many.map(recordOutcome) }),
})

const idText = (id: bigint | undefined): string | null => (id === undefined ? null : String(id))

const recordOutcome = ({ index, change, id, refusal }: WrittenRecord) => ({
  ...outcomeOf({ ...(id !== undefined && { id }), ...(refusal && { refusal }) }),
  index,
  change: change ?? null,
})

/** Stores the result of a write, in its own transaction, and returns the outcome. */
export type Commit = (tx: Tx, written: Written) => Promise<FirstOutcome>

/**
 * A write that is suspended for a payment or a refund: its reservations are committed first, so that a crash leaves a record to reconcile by.
 * `resume` does the rest in transactions of its own, and settles the idempotency keys of the payment.
 */
export type PendingCharge = {
  resume: (commit: Commit) => Promise<FirstOutcome>
  /** The direction in which the gateway moves money; a payment unless given. */
  moves?: MoneyMove
  /** The part of the write that is done whatever the gateway answers, and is logged at once. */
  done?: Written
}
