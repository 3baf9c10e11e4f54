/** The demo store, into which a click signs in. */
import { demoKeys } from '../../prisma/seed/demo.ts'
import { hashSecret, isSameHash } from '../auth/secret.ts'
import type { Db } from '../db/connect.ts'

/** The id of the first owner of a store, where it is a demo store: one with a key whose secret everybody knows. */
export async function demoOwner(db: Db, storeId: bigint): Promise<bigint | undefined> {
  const clientIds = demoKeys.map(({ clientId }) => clientId as string)
  const keys = await db.$queryRaw<{ clientId: string; secretHash: string }[]>`
    SELECT client_id AS "clientId", secret_hash AS "secretHash" FROM merchant_key
    WHERE store_id = ${storeId} AND client_id = ANY(${clientIds}::text[]) AND revoked_at IS NULL`
  const isDemo = demoKeys.some(({ clientId, secret }) =>
    keys.some((key) => key.clientId === clientId && isSameHash(key.secretHash, hashSecret(clientId, secret))),
  )
  if (!isDemo) return undefined
  const [owner] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM staff WHERE store_id = ${storeId} AND role = 'owner' AND status = 'active' ORDER BY id LIMIT 1`
  return owner?.id
}
