/** Who may manage which key: a key gives and takes only what it may do itself. */
import type { MerchantKey } from '../../../prisma/generated/client/client.ts'
import { holdKey } from '../../auth/manage-keys.ts'
import { requireGivenScopes } from '../../auth/scopes.ts'
import type { Tx } from '../../db/transaction.ts'
import { forbidden, notFound, unauthenticated } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import type { Writer } from '../../writes/write.ts'

/**
 * Checks that the key that asks may give these scopes.
 *
 * It is looked at anew, and held: a key that was revoked is let in for a few seconds more, and must not use them to make
 * itself another.
 *
 * @throws Refusal UNAUTHENTICATED for a key revoked meanwhile, FORBIDDEN naming a scope it lacks.
 */
export async function checkGiver(tx: Tx, viewer: Writer, scopes: readonly string[]): Promise<void> {
  if (viewer.role !== 'merchant') throw forbidden('Keys are managed by merchants.')
  const { storeId, clientId } = viewer
  const own = await holdKey(tx, { storeId, clientId })
  if (!own || own.revokedAt) throw unauthenticated('The key has been revoked.')
  requireGivenScopes(own, scopes)
}

/**
 * Finds the key that is to be changed, and holds it.
 *
 * @throws Refusal NOT_FOUND for one of another store as for a missing one, and what `checkGiver` throws.
 */
export async function holdManagedKey(tx: Tx, viewer: Writer, id: string): Promise<MerchantKey> {
  const key = await holdKey(tx, { storeId: viewer.storeId, id: readId('id', id) })
  if (!key) throw notFound()
  await checkGiver(tx, viewer, key.scopes)
  return key
}
