/**
 * Looks at the key that asks once more, inside a write: a key that was revoked, and a secret that was replaced, are let in for
 * a few seconds more, and must not use them to make what would outlast them.
 */
import { type MerchantKey, Prisma } from '../../prisma/generated/client/client.ts'
import { lockRows, type Tx } from '../db/transaction.ts'
import { forbidden, unauthenticated } from '../values/errors.ts'
import { wrongPair } from './merchant-key.ts'
import type { Merchant, Operator, Viewer } from './viewer.ts'

/** What whoever asks may give and take. */
type KeyHolder = Pick<MerchantKey, 'storeId' | 'scopes'>

/**
 * Holds the key that asks, so that it is neither revoked nor given another secret before the transaction ends. Others may
 * hold it so at the same time.
 *
 * @throws Refusal UNAUTHENTICATED for a key revoked, or a secret ended, meanwhile; FORBIDDEN for who asks without a key.
 */
export async function holdAskingKey(tx: Tx, viewer: Viewer, now: Date): Promise<KeyHolder> {
  if (viewer.role === 'operator') return ofOperator(viewer)
  const { storeId, clientId } = merchantOf(viewer)
  const keys = await lockKeys(tx, Prisma.sql`"store_id" = ${storeId} AND "client_id" = ${clientId} FOR SHARE`)
  return stillOpening(keys, viewer, now)
}

/**
 * Holds the key that asks and one of its store that is to be changed, which may be the same; the latter is undefined when the
 * store has no such key.
 *
 * @throws Refusal what `holdAskingKey` throws.
 */
export async function holdAskingKeyAnd(
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
  // In one order whoever asks: of two keys that change each other, each would else hold what the other waits for.
  const either = Prisma.sql`"store_id" = ${storeId} AND ("id" = ${id} OR "client_id" = ${clientId}) ORDER BY "id" FOR UPDATE`
  const keys = await lockKeys(tx, either)
  return { own: stillOpening(keys, viewer, now), other: keys.find((key) => key.id === id) }
}

/** Operators have no key, and may all that one can. */
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
