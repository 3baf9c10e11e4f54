/**
 * Idempotency keys: a client may retry a write, over either surface and on any instance, and it is executed once.
 *
 * A key is claimed by inserting its row in the write's own transaction, and the outcome is stored there too: after a crash or an outage
 * either both exist or neither. Only a write that is suspended for a payment commits its claim before it has an outcome, together with the
 * record of the payment: the key stays with the payment and is settled with it. One that is suspended for refunds has an outcome, which is
 * shown once the gateway has answered.
 */

import { createHash } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { actorOf, type Viewer } from '../auth/viewer.ts'
import { defaultLimits } from '../config/limits.ts'
import type { Context, Idempotency } from '../context.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import { type Outcome, userErrorOf } from '../schema/outcome.ts'
import { Refusal } from '../values/errors.ts'
import type { KeyClaim } from './result.ts'

/**
 * The key claim of a viewer in a store; the ids of customers are unique per store only. Visitors without a credential cannot be told apart:
 * a key of one is not another's, and so none counts.
 */
export function claimOf(viewer: Viewer, idempotency: Idempotency | undefined): KeyClaim | undefined {
  if (!idempotency || viewer.role === 'stranger' || (viewer.role === 'visitor' && viewer.cartId === 0n)) return undefined
  return { storeId: viewer.storeId, credential: actorOf(viewer), key: idempotency.key }
}

/** The fingerprint of a value: equal for equal values, in any order of their keys. */
export const fingerprintOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether a key has expired. A key of an open payment does not. */
const isOld = (clock: Clock, hours: number): Prisma.Sql =>
  Prisma.sql`kept.outcome IS NOT NULL AND kept.created_at < ${timeAgo(clock, { hours })}`

export const keyInUse = () =>
  new Refusal(
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this Idempotency-Key is still being worked on; try again shortly, or in two minutes where the payment gateway did not answer.',
  )

/**
 * Claims the request's key for a write, if it carries one, until the end of the transaction; concurrent requests do not wait.
 *
 * @param outcome the outcome of the write, if it is known already.
 *
 * @returns the claim, with the given-up payment to resume, if any; or the outcome of the first request with this key.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED (another write) or IDEMPOTENCY_KEY_IN_USE (still in progress).
 */
export async function claimKey(
  tx: Tx,
  operation: string,
  input: unknown,
  { idempotency, viewer, clock, limits }: Pick<Context, 'idempotency' | 'viewer' | 'clock' | 'limits'>,
  outcome?: Outcome,
): Promise<KeyClaim | { outcome: Outcome } | undefined> {
  const claim = claimOf(viewer, idempotency)
  if (!idempotency || !claim) return undefined
  const { storeId, credential, key } = claim
  const fingerprint = fingerprintOf([operation, input])
  // A request that is refused the lock would otherwise wait for the row of an open transaction.
  const count = await tx.$executeRaw`
    INSERT INTO idempotency_key AS kept (store_id, credential, key, fingerprint, outcome, created_at)
    SELECT ${storeId}::bigint, ${credential}, ${key}, ${fingerprint}, ${outcome ? JSON.stringify(outcome) : null}::jsonb, ${clock.inSql()}
    WHERE pg_try_advisory_xact_lock(hashtextextended(${`${storeId} ${credential} ${key}`}, 0))
    ON CONFLICT (store_id, credential, key) DO UPDATE SET fingerprint = excluded.fingerprint, outcome = excluded.outcome,
      created_at = excluded.created_at, request_hash = NULL, status = NULL, body = NULL, payment_id = NULL, refund_id = NULL
    WHERE ${isOld(clock, limits.keyHours)}`
  if (count === 1) return claim
  const found = await tx.idempotencyKey.findUnique({
    where: { storeId_credential_key: claim },
    select: { fingerprint: true, outcome: true, refundId: true, payment: { select: { id: true, state: true } } },
  })
  if (!found) throw keyInUse()
  if (found.fingerprint !== fingerprint)
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key was already used for another request.')
  if (found.outcome === null) {
    if (found.payment?.state === 'given_up') return { ...claim, paymentId: found.payment.id }
    throw keyInUse()
  }
  if (found.refundId !== null && (await isActBeingAsked(tx, storeId, found.refundId))) throw keyInUse()
  return { outcome: found.outcome as unknown as Outcome }
}

/** The condition that the gateway is being asked for a refund, or is yet to be. @param row the name of the refund in its statement. */
export const isBeingAsked = (row: string): Prisma.Sql => Prisma.raw(`${row}.status = 'pending' AND ${row}.accepted_at IS NULL`)

/** Whether that holds for a refund of an act. */
async function isActBeingAsked(tx: Tx, storeId: bigint, actId: bigint): Promise<boolean> {
  const found = await tx.$queryRaw<object[]>`
    SELECT id FROM refund WHERE store_id = ${storeId}::bigint AND act_id = ${actId}::bigint AND ${isBeingAsked('refund')} LIMIT 1`
  return found.length > 0
}

/** The stored part of an outcome: secrets and cookies of the first answer are never stored. */
const keptOf = ({ id, userErrors, change, many }: Outcome) => ({
  outcome: { id, userErrors, ...(change && { change }), ...(many && { many }) },
})

/** Stores the outcome of the write, in its own transaction. @param refundId the first refund of its act, for which a gateway is asked. */
export async function settleKey(
  tx: Tx,
  { storeId, credential, key }: KeyClaim,
  outcome: Outcome,
  refundId?: bigint,
): Promise<void> {
  const where = { storeId_credential_key: { storeId, credential, key } }
  const data = { ...keptOf(outcome), ...(refundId !== undefined && { refundId }) }
  await tx.idempotencyKey.update({ where, data, select: { key: true } })
}

/** Stores the refusal of an act of refunds under its key: the gateway has declined one after the first request ended. */
export async function refuseKeyOf(tx: Tx, storeId: bigint, actId: bigint, refusal: Refusal): Promise<void> {
  const userErrors = JSON.stringify([userErrorOf(refusal)])
  await tx.$executeRaw`
    UPDATE idempotency_key SET outcome = jsonb_set(outcome, '{userErrors}', ${userErrors}::jsonb)
    WHERE store_id = ${storeId}::bigint AND refund_id = ${actId}::bigint`
}

/** Attaches a key to a payment that was made for another request. */
export async function keepWith(tx: Tx, { storeId, credential, key }: KeyClaim, paymentId: bigint): Promise<void> {
  const where = { storeId_credential_key: { storeId, credential, key } }
  await tx.idempotencyKey.update({ where, data: { paymentId }, select: { key: true } })
}

/** Identifies a payment: its id, and the store of its plan. */
type PaymentName = { id: bigint; plan: { storeId: bigint } }

const openOf = ({ id, plan: { storeId } }: PaymentName) => ({ storeId, paymentId: id, outcome: { equals: Prisma.DbNull } })

/** Stores the outcome of a payment under each key that it was made or resumed for. */
export async function settleKeysOf(tx: Tx, payment: PaymentName, outcome: Outcome): Promise<void> {
  await tx.idempotencyKey.updateMany({ where: openOf(payment), data: keptOf(outcome) })
}

/** Releases the keys of a payment without an outcome: they may be used again. */
export async function forgetKeysOf(tx: Tx, payment: PaymentName): Promise<void> {
  await tx.idempotencyKey.deleteMany({ where: openOf(payment) })
}

/** A stored answer, replayed byte for byte. */
export type KeptAnswer = { requestHash: string; status: number; body: string }

/** The answer stored for a key, if there is one. */
export async function findAnswer(
  db: Db,
  { storeId, credential, key }: KeyClaim,
  clock: Clock,
  hours: number,
): Promise<KeptAnswer | undefined> {
  const [answer] = await db.$queryRaw<KeptAnswer[]>`
    SELECT request_hash AS "requestHash", status, body FROM idempotency_key AS kept
    WHERE store_id = ${storeId} AND credential = ${credential} AND key = ${key} AND status IS NOT NULL AND NOT (${isOld(clock, hours)})`
  return answer
}

/** Stores the answer to a request with a key. A write that waits for its payment is still open: it has no answer to store yet. */
export async function keepAnswer(db: Db, claim: KeyClaim, answer: KeptAnswer): Promise<void> {
  await db.idempotencyKey.updateMany({ where: { ...claim, outcome: { not: Prisma.DbNull } }, data: answer })
}

/** Deletes expired keys, a batch at a time; the server runs it once a minute. */
export async function forgetOldKeys(db: Db, clock: Clock, hours = defaultLimits.keyHours): Promise<number> {
  return inBatches(
    db,
    (size) => Prisma.sql`
    DELETE FROM idempotency_key WHERE (store_id, credential, key) IN (
      SELECT store_id, credential, key FROM idempotency_key AS kept WHERE ${isOld(clock, hours)} ORDER BY created_at LIMIT ${size})`,
  )
}
