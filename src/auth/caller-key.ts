/**
 * Checks the caller's key again inside a write: a revoked key and a replaced secret are still admitted for a few seconds, and must not be
 * used then to create keys or secrets that would outlast them.
 */
import { type MerchantKey, Prisma } from '../../prisma/generated/client/client.ts'
import { lockRows, type Tx } from '../db/transaction.ts'
import { forbidden, unauthenticated } from '../values/errors.ts'
import { wrongPair } from './merchant-key.ts'
import type { Merchant, Operator, Viewer } from './viewer.ts'

/** The store and the scopes of a caller: the most it may grant or revoke. */
type KeyHolder = Pick<MerchantKey, 'storeId' | 'scopes'>

/**
 * Locks the caller's key, so that it is neither revoked nor given another secret before the transaction ends. The lock is shared.
 *
 * @throws Refusal UNAUTHENTICATED for a key revoked, or a secret ended, meanwhile; FORBIDDEN for a caller without a key.
 */
export async function lockCallerKey(tx: Tx, viewer: Viewer, now: Date): Promise<KeyHolder> {
  if (viewer.role === 'operator') return ofOperator(viewer)
  const { storeId, clientId } = merchantOf(viewer)
  const keys = await lockKeys(tx, Prisma.sql`"store_id" = ${storeId} AND "client_id" = ${clientId} FOR SHARE`)
  return stillOpening(keys, viewer, now)
}

/**
 * Locks the caller's key and the key of its store that is to be changed, which may be the same; the latter is undefined when the store has
 * no such key.
 *
 * @throws Refusal as `lockCallerKey` does.
 */
export async function lockCallerKeyAnd(
  tx: Tx,
  viewer: Viewer,
  id: bigint,
  now: Date,
): Promise<{ own: KeyHolder; other: MerchantKey | undefined }> {
  if (viewer.role === 'operator') {
    const [other] = await lockKeys(tx, Prisma.sql`"store_id" = ${viewer.storeId} AND "id" = ${id} FOR UPDATE`)
    return { own: ofOperator(viewer), other }
  }
  const { storeId, clientId } = merchantOf(viewer)
  // Always in one order: two keys that change each other would otherwise deadlock.
  const either = Prisma.sql`"store_id" = ${storeId} AND ("id" = ${id} OR "client_id" = ${clientId}) ORDER BY "id" FOR UPDATE`
  const keys = await lockKeys(tx, either)
  return { own: stillOpening(keys, viewer, now), other: keys.find((key) => key.id === id) }
}

/** Operators have no key, and may do all that one can. */
const ofOperator = ({ storeId }: Operator): KeyHolder => ({ storeId, scopes: ['*'] })

const lockKeys = (tx: Tx, which: Prisma.Sql) => lockRows(tx, 'MerchantKey', which)

function merchantOf(viewer: Viewer): Merchant {
  if (viewer.role !== 'merchant') throw forbidden('This is for merchants, with a key.')
  return viewer
}

function stillOpening(keys: readonly MerchantKey[], viewer: Viewer, now: Date): MerchantKey {
  const { clientId, stillOpens } = merchantOf(viewer)
  const own = keys.find((key) => key.clientId === clientId)
  if (!own || own.revokedAt) throw unauthenticated('The key has been revoked.')
  if (!stillOpens(own, now)) throw unauthenticated(wrongPair)
  return own
}
