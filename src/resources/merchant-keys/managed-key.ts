/** The permission to manage a key: a key grants and revokes only its own scopes. */
import type { MerchantKey } from '../../../prisma/generated/client/client.ts'
import { lockCallerKey, lockCallerKeyAnd } from '../../auth/caller-key.ts'
import { requireGivenScopes } from '../../auth/scopes.ts'
import { notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'

/** Keys go by real time, not by the store's clock. */
type KeyWrite = Pick<Write, 'tx' | 'viewer' | 'context'>

/**
 * Checks that the key that asks may give these scopes.
 *
 * @throws Refusal FORBIDDEN naming a scope it lacks, and what `lockCallerKey` throws.
 */
export async function checkGrant({ tx, viewer, context }: KeyWrite, scopes: readonly string[]): Promise<void> {
  requireGivenScopes(await lockCallerKey(tx, viewer, context.now), scopes)
}

/**
 * Finds the key that is to be changed, and holds it.
 *
 * @throws Refusal NOT_FOUND for one of another store as for a missing one, FORBIDDEN naming a scope that the key that asks
 *   lacks, and what `lockCallerKey` throws.
 */
export async function lockManagedKey({ tx, viewer, context }: KeyWrite, id: string): Promise<MerchantKey> {
  const { own, other } = await lockCallerKeyAnd(tx, viewer, readId(field('id'), id), context.now)
  if (!other) throw notFound()
  requireGivenScopes(own, other.scopes)
  return other
}
