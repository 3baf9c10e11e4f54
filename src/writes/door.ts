/**
 * The one door for writes: every mutation goes through it, and so every write is all or nothing, obeys the
 * Idempotency-Key, and leaves a log entry, done or refused.
 */
import { actorOf } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { type ErrorCode, Refusal } from '../errors.ts'
import { claimKey, settleKey } from './idempotency.ts'
import { type Entry, writeLog } from './log.ts'
import {
  type Charging,
  type Finish,
  type FirstOutcome,
  type Outcome,
  outcomeOf,
  type Subject,
  type WriteFunction,
  type Writer,
} from './write.ts'

// Refusals of these kinds concern the request as a whole and stay GraphQL errors; all others are answers about the input.
const requestCodes = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INTERNAL',
  'UNAVAILABLE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
])

/** What was asked for: the mutation and its input make out whether a repeated key means the same request. */
export type Asked = { operation: string; recordType: string | undefined; input: unknown }

/**
 * Runs a write once.
 *
 * @throws Refusal of the kinds that concern the request as a whole; every other refusal is in the outcome.
 */
export async function throughDoor(
  { operation, recordType, input }: Asked,
  context: Context,
  viewer: Writer,
  write: WriteFunction,
): Promise<FirstOutcome> {
  const subject: Subject = {}
  const entry: Entry = {
    storeId: viewer.storeId,
    createdAt: context.now,
    actor: actorOf(viewer),
    surface: context.surface,
    operation,
    requestId: context.requestId,
    recordType,
  }
  const finish: Finish = async (tx, { shownOnce, cookie, ...written }) => {
    await writeLog(tx, { ...entry, ...subject, ...written })
    if (shownOnce) context.holds.secret = true
    return { ...outcomeOf(written), ...(shownOnce && { shownOnce }), ...(cookie && { cookie }) }
  }
  let first: FirstOutcome | Charging
  try {
    first = await inTransaction(context.db, async (tx) => {
      const claim = await claimKey(tx, operation, input, context)
      if (claim && 'outcome' in claim) return claim.outcome
      const written = await write({ tx, viewer, now: context.now, context, claim }, subject)
      if ('complete' in written) return written
      const outcome = await finish(tx, written)
      if (claim) await settleKey(tx, claim, outcome)
      return outcome
    })
  } catch (error) {
    // Nothing was done, and no key is held: the same one may try again.
    if (!(error instanceof Refusal) || requestCodes.has(error.code)) throw error
    return keepRefusal(error, { ...entry, ...subject }, input, context)
  }
  // From here on somebody may be charged: the key stays with the payment, whatever happens.
  return 'complete' in first ? first.complete(finish) : first
}

/** Logs a refusal, and keeps it under the request's key: unless another request with it came in between, whose outcome counts. */
function keepRefusal(refusal: Refusal, entry: Entry, input: unknown, context: Context): Promise<Outcome> {
  const outcome = outcomeOf({ refusal })
  return inTransaction(context.db, async (tx) => {
    const claim = await claimKey(tx, entry.operation, input, context, outcome)
    if (claim && 'outcome' in claim) return claim.outcome
    await writeLog(tx, { ...entry, refusal })
    return outcome
  })
}
