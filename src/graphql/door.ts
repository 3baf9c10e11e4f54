/**
 * The one door for writes: every mutation goes through it, and so every write is all or nothing, obeys the
 * Idempotency-Key, and leaves a log entry, done or refused.
 */
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type ErrorCode, Refusal } from '../errors.ts'
import type { Charge, ChargeRequest } from '../payments/gateway.ts'
import type { RecordedPayment } from '../purchases/reserve.ts'
import { claimKey, forgetKey, type KeyClaim, settleKey } from './idempotency.ts'

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
  /** A refusal that left something behind, such as a declined payment and its failed transaction. */
  refusal?: Refusal
}

export type Changes = Record<string, { from: unknown; to: unknown }>

export type UserError = { code: ErrorCode; field: string | null; message: string }

/** What came of a write, as far as a repeat of the request has to know. */
export type Outcome = { id: string | null; userErrors: UserError[] }

/** Records that a refused write was about, for its log entry; `write` fills it in as it finds them. */
export type Subject = { subscriptionId?: bigint; orderId?: bigint; note?: string | null | undefined }

/**
 * A write that stops half-way to have a payment taken: what it reserved is committed first, so that a crash leaves a record
 * to clear up by, and what follows is committed when the gateway has answered.
 */
export type Charging = { payment: RecordedPayment; request: ChargeRequest; settle: (tx: Tx, charge: Charge) => Promise<Written> }

export type WriteFunction = (write: Write, subject: Subject) => Promise<Written | Charging>

// Refusals of these kinds concern the request as a whole and stay GraphQL errors; all others are answers about the input.
const requestCodes = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INTERNAL',
  'UNAVAILABLE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
])

/**
 * Runs a write once.
 *
 * @param operation name of the mutation; with the input it makes out whether a repeated key means the same request.
 * @throws Refusal of the kinds that concern the request as a whole; every other refusal is in the outcome.
 */
export async function throughDoor(
  operation: string,
  input: unknown,
  context: Context,
  viewer: Writer,
  write: WriteFunction,
): Promise<Outcome> {
  const claim = await claimKey(operation, input, context)
  if (claim && 'outcome' in claim) return claim.outcome
  const subject: Subject = {}
  const finish = async (tx: Tx, written: Written): Promise<Outcome> => {
    const outcome = outcomeOf(written)
    await writeLog(tx, context, viewer, operation, { ...subject, ...written })
    if (claim) await settleKey(tx, claim, outcome)
    return outcome
  }
  let first: Outcome | Charging
  try {
    first = await inTransaction(context.db, async (tx) => {
      const written = await write({ tx, viewer, now: context.now, context, claim }, subject)
      return 'payment' in written ? written : finish(tx, written)
    })
  } catch (error) {
    return refusedOutcome(error, operation, context, viewer, subject, claim)
  }
  if (!('payment' in first)) return first
  // From here on somebody may have been charged: the key is kept whatever happens, and so is the record of the payment.
  const { request, settle } = first
  const charge = await chargeOnce(context, request)
  return inTransaction(context.db, async (tx) => finish(tx, await settle(tx, charge)))
}

const outcomeOf = ({ id, refusal }: Written): Outcome => ({
  id: id === undefined ? null : String(id),
  userErrors: refusal ? [{ code: refusal.code, field: refusal.field ?? null, message: refusal.message }] : [],
})

async function chargeOnce({ gateway, report }: Context, request: ChargeRequest): Promise<Charge> {
  try {
    return await gateway.charge(request)
  } catch (error) {
    report(error)
    throw new Refusal('UNAVAILABLE', 'The payment gateway did not answer. The payment will be cleared up; do not pay again.')
  }
}

async function refusedOutcome(
  error: unknown,
  operation: string,
  context: Context,
  viewer: Writer,
  subject: Subject,
  claim: KeyClaim | undefined,
): Promise<Outcome> {
  if (!(error instanceof Refusal) || requestCodes.has(error.code)) {
    // Nothing was done: the same key may try again.
    if (claim) await forgetKey(context.db, claim)
    throw error
  }
  const outcome = outcomeOf({ refusal: error })
  await inTransaction(context.db, async (tx) => {
    await writeLog(tx, context, viewer, operation, { ...subject, refusal: error })
    if (claim) await settleKey(tx, claim, outcome)
  })
  return outcome
}

async function writeLog(
  tx: Tx,
  context: Context,
  viewer: Writer,
  operation: string,
  { subscriptionId, orderId, note, changes, refusal }: Written & Subject,
): Promise<void> {
  await tx.logEntry.create({
    data: {
      storeId: viewer.storeId,
      createdAt: context.now,
      actor: actorOf(viewer),
      surface: context.surface,
      operation,
      requestId: context.requestId,
      subscriptionId: subscriptionId ?? null,
      orderId: orderId ?? null,
      note: note ?? null,
      changes: JSON.parse(JSON.stringify(changes ?? {}, plain)),
      refusedBy: refusal?.code ?? null,
      message: refusal?.message ?? null,
    },
    select: { id: true },
  })
}

/** Who writes, as the log and idempotency keys name them. */
export function actorOf(viewer: Viewer): string {
  if (viewer.role === 'merchant') return `key ${viewer.clientId}`
  return viewer.role === 'customer' ? `customer ${viewer.customerId}` : viewer.role
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

/** The columns in which a row changes, each with its old and new value. */
export function changesOf<Row extends object>(row: Row, change: Partial<Row>): Changes {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, to]) => {
      const from = row[name as keyof Row] as unknown
      return to === undefined || sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one, plain) === JSON.stringify(other, plain)
