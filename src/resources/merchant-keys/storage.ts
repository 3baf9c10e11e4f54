/** How merchant keys are kept: made, given another secret, and revoked. */
import { type MerchantKey, Prisma } from '../../../prisma/generated/client/client.ts'
import type { KeyScope } from '../../auth/scopes.ts'
import { hashSecret, newClientId, newSecret } from '../../auth/secret.ts'
import { lockRows, type Tx } from '../../db/transaction.ts'
import type { Overlap } from '../../values/overlap.ts'
import { type Changes, changesOf } from '../../writes/changes.ts'
import { checkKeyLimit, type KeyName, revoke, rotate } from './rules.ts'

/** A key after a write, without any hash. */
type KeyWritten = { id: bigint; changes: Changes }

/** A key with its new secret, which is nowhere but here. */
type KeyWithSecret = KeyWritten & { clientId: string; secret: string }

/** A rotated key; `previousWorksUntil` is null when the secret before has ended. */
type RotatedKey = KeyWithSecret & { previousWorksUntil: Date | null }

type NewKey = { storeId: bigint; name: KeyName | null; scopes: readonly KeyScope[]; staffId?: bigint | null }

/**
 * Makes a key.
 *
 * @throws Refusal BAD_INPUT when the store has as many keys as it may.
 */
export async function createKey(tx: Tx, { storeId, name, scopes, staffId = null }: NewKey, now: Date): Promise<KeyWithSecret> {
  await lockKeyLimit(tx, storeId)
  const clientId = newClientId()
  const secret = newSecret()
  const { id } = await tx.merchantKey.create({
    data: { storeId, name, clientId, secretHash: hashSecret(clientId, secret), scopes: [...scopes], createdAt: now, staffId },
    select: { id: true },
  })
  return { id, clientId, secret, changes: { name: { from: null, to: name }, scopes: { from: null, to: scopes } } }
}

/** Locks the store, so that of several keys made at once none slips past the limit. Only writes that lock it too have to wait. */
async function lockKeyLimit(tx: Tx, storeId: bigint): Promise<void> {
  await lockRows(tx, 'Store', Prisma.sql`"id" = ${storeId} FOR NO KEY UPDATE`)
  checkKeyLimit(await tx.merchantKey.count({ where: { storeId, revokedAt: null } }))
}

/**
 * Gives a key that is held a new secret; the one before works on for the overlap, in seconds.
 *
 * @throws Refusal WRONG_STATUS; see `rotate`.
 */
export async function rotateKey(tx: Tx, key: MerchantKey, overlapSeconds: Overlap, now: Date): Promise<RotatedKey> {
  const { storeId, id, clientId } = key
  const secret = newSecret()
  const change = rotate(key, hashSecret(clientId, secret), overlapSeconds, now)
  await tx.merchantKey.update({ where: { storeId_id: { storeId, id } }, data: change, select: { id: true } })
  const { rotatedAt, previousWorksUntil } = change
  return { id, clientId, secret, previousWorksUntil, changes: changesOf(key, { rotatedAt, previousWorksUntil }) }
}

/** Withdraws a key that is held; doing it again changes nothing. */
export async function revokeKey(tx: Tx, key: MerchantKey, now: Date): Promise<KeyWritten> {
  const { storeId, id } = key
  const change = revoke(key, now)
  if (!change.revokedAt) return { id, changes: {} }
  await tx.merchantKey.update({ where: { storeId_id: { storeId, id } }, data: change, select: { id: true } })
  const { revokedAt, previousWorksUntil } = change
  return { id, changes: changesOf(key, { revokedAt, previousWorksUntil }) }
}
