/** Rechecks keys that were admitted long ago: a stream stays open only as long as its key opens the store. */
import type { MerchantKey } from '../../prisma/generated/client/client.ts'
import type { Db } from '../db/connect.ts'
import { type Refusal, unauthenticated } from '../values/errors.ts'
import { wrongPair } from './merchant-key.ts'
import type { KeyHolder } from './viewer.ts'

type KeyFound = Pick<
  MerchantKey,
  'storeId' | 'clientId' | 'secretHash' | 'previousSecretHash' | 'previousWorksUntil' | 'revokedAt'
>

/** Merchants whose key was revoked or whose secret has ended, with the reason; their client ids are unique among all stores. */
export async function ended(db: Db, merchants: readonly KeyHolder[], now: Date): Promise<Map<KeyHolder, Refusal>> {
  const asked = [...new Map(merchants.map((merchant) => [merchant.clientId, merchant])).values()]
  const storeIds = asked.map(({ storeId }) => storeId)
  const clientIds = asked.map(({ clientId }) => clientId)
  const found = await db.$queryRaw<KeyFound[]>`
    SELECT key.store_id AS "storeId", key.client_id AS "clientId", key.secret_hash AS "secretHash",
      key.previous_secret_hash AS "previousSecretHash", key.previous_works_until AS "previousWorksUntil",
      key.revoked_at AS "revokedAt"
    FROM unnest(${storeIds}::bigint[], ${clientIds}::text[]) AS asked (store_id, client_id)
    JOIN merchant_key AS key ON key.store_id = asked.store_id AND key.client_id = asked.client_id`
  const keys = new Map(found.map((key) => [key.clientId, key]))
  const refusals = new Map<KeyHolder, Refusal>()
  for (const merchant of merchants) {
    const key = keys.get(merchant.clientId)
    if (!key || key.revokedAt) refusals.set(merchant, unauthenticated('The key has been revoked.'))
    else if (!merchant.stillOpens(key, now)) refusals.set(merchant, unauthenticated(wrongPair))
  }
  return refusals
}
