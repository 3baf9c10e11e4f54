/**
 * The one door for writes: every mutation goes through it, and so every write is all or nothing, obeys the
 * Idempotency-Key, and leaves a log entry, done or refused.
 */
import { once } from 'node:events'
import { actorOf } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type ErrorCode, Refusal } from '../errors.ts'
import { type Charge, type ChargeRequest, chargeDeadlineMilliseconds, GatewayUnclear } from '../payments/gateway.ts'
import { claimKey, settleKey } from './idempotency.ts'
import { type Entry, writeLog } from './log.ts'
import type { Charging, FirstOutcome, KeyClaim, Outcome, Subject, WriteFunction, Writer, Written } from './write.ts'

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
  const finish = async (
    tx: Tx,
    claim: KeyClaim | undefined,
    { shownOnce, cookie, ...written }: Written,
  ): Promise<FirstOutcome> => {
    const outcome = outcomeOf(written)
    await writeLog(tx, { ...entry, ...subject, ...written })
    if (claim) await settleKey(tx, claim, outcome)
    if (shownOnce && context.idempotency) context.idempotency.hasSecret = true
    return { ...outcome, ...(shownOnce && { shownOnce }), ...(cookie && { cookie }) }
  }
  let first: FirstOutcome | (Charging & { claim: KeyClaim | undefined })
  try {
    first = await inTransaction(context.db, async (tx) => {
      const claim = await claimKey(tx, operation, input, context)
      if (claim && 'outcome' in claim) return claim.outcome
      const written = await write({ tx, viewer, now: context.now, context, claim }, subject)
      return 'settle' in written ? { ...written, claim } : finish(tx, claim, written)
    })
  } catch (error) {
    // Nothing was done, and no key is held: the same one may try again.
    if (!(error instanceof Refusal) || requestCodes.has(error.code)) throw error
    return keepRefusal(error, { ...entry, ...subject }, input, context)
  }
  if (!('settle' in first)) return first
  // From here on somebody may have been charged: the key is kept whatever happens, and so is the record of the payment.
  const { request, settle, claim } = first
  const charge = await chargeOnce(context, request)
  return inTransaction(context.db, async (tx) => finish(tx, claim, await settle(tx, charge)))
}

const outcomeOf = ({ id, refusal }: Written): Outcome => ({
  id: id === undefined ? null : String(id),
  userErrors: refusal ? [{ code: refusal.code, field: refusal.field ?? null, message: refusal.message }] : [],
})

async function chargeOnce({ gateway, report }: Context, request: ChargeRequest): Promise<Charge> {
  const signal = AbortSignal.timeout(chargeDeadlineMilliseconds)
  const overdue = once(signal, 'abort').then(() => Promise.reject(new GatewayUnclear('The gateway did not answer in time.')))
  try {
    return await Promise.race([gateway.charge({ ...request, signal }), overdue])
  } catch (error) {
    report(error)
    throw new Refusal('UNAVAILABLE', 'The payment gateway did not answer. The payment will be cleared up; do not pay again.')
  }
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
