/**
 * Idempotency keys: a client may send a write again, over either surface and to any instance, without doing it twice.
 *
 * A key is claimed by inserting its row, so that of two requests at once one loses; what came of the write is stored in the
 * write's own transaction, so that after a crash either both are there or neither.
 */
import { createHash } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { actorOf } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'
import type { KeyClaim, Outcome } from './write.ts'

export const keptMilliseconds = 24 * 3_600_000

// A request is over after this time, one way or the other: a claim that is older was left by a crash.
const abandonedMilliseconds = 60_000

/** The fingerprint of a value: equal for equal values, whatever the order of their keys. */
export const fingerprintOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Claims the request's key for a write, if it carries one.
 *
 * @returns the claim, or the outcome of the first request with this key.
 * @throws Refusal IDEMPOTENCY_KEY_REUSED (another write) or IDEMPOTENCY_KEY_IN_USE (still being worked on).
 */
export async function claimKey(
  operation: string,
  input: unknown,
  context: Context,
): Promise<KeyClaim | { outcome: Outcome } | undefined> {
  const { idempotency, db, viewer, now } = context
  if (!idempotency) return undefined
  const claim = { credential: actorOf(viewer), key: idempotency.key }
  const fingerprint = fingerprintOf([operation, input])
  for (;;) {
    const { count } = await db.idempotencyKey.createMany({
      data: { ...claim, fingerprint, createdAt: now },
      skipDuplicates: true,
    })
    if (count === 1) {
      idempotency.isFirst = true
      return claim
    }
    const found = await db.idempotencyKey.findUnique({ where: { credential_key: claim } })
    if (!found) continue
    const age = now.getTime() - found.createdAt.getTime()
    const isAbandoned = found.outcome === null && age > abandonedMilliseconds && !(await hasOpenPayment(db, claim))
    if (age > keptMilliseconds || isAbandoned) {
      await db.idempotencyKey.deleteMany({ where: { ...claim, createdAt: found.createdAt } })
      continue
    }
    if (found.fingerprint !== fingerprint)
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key was already used for another request.')
    if (found.outcome === null) {
      throw new Refusal(
        'IDEMPOTENCY_KEY_IN_USE',
        'The first request with this Idempotency-Key is still being worked on; try again shortly.',
      )
    }
    idempotency.replayed = true
    return { outcome: found.outcome as unknown as Outcome }
  }
}

/** Stores what came of the write, in its own transaction. */
export async function settleKey(tx: Tx, claim: KeyClaim, outcome: Outcome): Promise<void> {
  await tx.idempotencyKey.update({ where: { credential_key: claim }, data: { outcome }, select: { key: true } })
}

/** Forgets keys that have been kept long enough; the server does it once a minute. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - keptMilliseconds) } } })
}

/** Gives a key back after a failure that left nothing done. */
export async function forgetKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { ...claim, outcome: { equals: Prisma.DbNull } } })
}

/** Whether a payment was begun under the key and is not cleared up yet: somebody may have been charged. */
async function hasOpenPayment(db: Db, { credential, key }: KeyClaim): Promise<boolean> {
  const ofClaim = [
    { plan: { path: ['claim', 'key'], equals: key } },
    { plan: { path: ['claim', 'credential'], equals: credential } },
  ]
  return (await db.payment.findFirst({ where: { state: 'recorded', AND: ofClaim }, select: { id: true } })) !== null
}
