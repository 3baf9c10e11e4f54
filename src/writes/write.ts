/** What a write is given, what it answers, and how it stops half-way for a payment. */
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/transaction.ts'
import type { ErrorCode, Refusal } from '../errors.ts'
import { faultsOf } from '../values/faults.ts'
import type { Changes } from './log.ts'

/** Makes out one idempotency key: in which store, whose it is, and what the client calls it. */
export type KeyClaim = {
  storeId: bigint
  credential: string
  key: string
  /** The payment that was made for the key and given up; the request goes on with it. */
  paymentId?: bigint
}

/** Somebody who may write: merchants always, customers where a mutation says so. */
export type Writer = Extract<Viewer, { storeId: bigint }>

/** What a write is given: the transaction it works in, who asks, and the one `now`. */
export type Write = { tx: Tx; viewer: Writer; now: Date; context: Context; claim: KeyClaim | undefined }

/** What a write did: the record it is about, and what is to be remembered of it. */
export type Written = {
  /** Id of the record the payload shows; none after a deletion. */
  id?: bigint
  /** The records the log entry is kept on. */
  subscriptionId?: bigint
  orderId?: bigint
  note?: string | null | undefined
  /** Columns that changed. */
  changes?: Changes
  /** Values the payload shows this once and nothing keeps: secrets and tokens. */
  shownOnce?: Readonly<Record<string, string>>
  /** A Set-Cookie header for this answer; like the above, a repeat of the request does not get it. */
  cookie?: string
  /** A refusal that left something behind, such as a declined payment and its failed transaction. */
  refusal?: Refusal
}

export type UserError = { code: ErrorCode; field: string | null; message: string }

/** What came of a write, as far as a repeat of the request has to know. */
export type Outcome = { id: string | null; userErrors: UserError[] }

/** What a repeat of a request will hear of what it wrote. */
export const outcomeOf = ({ id, refusal }: Pick<Written, 'id' | 'refusal'>): Outcome => ({
  id: id === undefined ? null : String(id),
  userErrors: refusal ? faultsOf(refusal).map(({ code, field = null, message }) => ({ code, field, message })) : [],
})

/** An outcome as the first request hears it, with what nobody will hear again. */
export type FirstOutcome = Outcome & Pick<Written, 'shownOnce' | 'cookie'>

/** Records that a refused write was about, for its log entry; `write` fills it in as it finds them. */
export type Subject = { subscriptionId?: bigint; orderId?: bigint; note?: string | null | undefined }

/** Stores what a write did, in the transaction that did it, and makes its answer. */
export type Finish = (tx: Tx, written: Written) => Promise<FirstOutcome>

/**
 * A write that stops half-way to have a payment taken: what it reserved is committed first, so that a crash leaves a record
 * to clear up by. `complete` does the rest in transactions of its own, and settles the keys the payment was made for.
 */
export type Charging = { complete: (finish: Finish) => Promise<FirstOutcome> }

export type WriteFunction = (write: Write, subject: Subject) => Promise<Written | Charging>
