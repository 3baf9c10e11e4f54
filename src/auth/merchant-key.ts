/** Lets in who holds a merchant key: a client id and its secret. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { unauthenticated } from '../errors.ts'
import { hashSecret, isSameHash } from './secret.ts'
import type { Merchant } from './viewer.ts'

export type KeyPair = { clientId: string; secret: string }

const keptKeys = 1_000
// How long a revoked key or a rotated-out secret may still open the store.
const keptMilliseconds = 5_000

type StoredKey = {
  storeId: bigint
  scopes: string[]
  secretHash: string
  previousSecretHash: string | null
  previousWorksUntil: Date | null
  revokedAt: Date | null
}

type KeptKey = StoredKey & { readAt: number }

// Stands in for a missing key, so that the same is done for it as for any other.
const nobody: StoredKey = {
  storeId: 0n,
  scopes: [],
  secretHash: hashSecret('', ''),
  previousSecretHash: null,
  previousWorksUntil: null,
  revokedAt: new Date(0),
}

/**
 * Makes the function that turns a client id and secret into a merchant.
 *
 * Only keys that were just opened with a right secret are kept in memory, for five seconds: no flood of wrong ones can push
 * them out. Whatever is refused has cost one look into the database, be it an unknown client, a wrong secret or a revoked key,
 * so that time tells nobody which it was; and a secret that was made a moment ago works at once.
 *
 * @returns a function that throws Refusal UNAUTHENTICATED for an unknown client, a wrong secret and a revoked key alike.
 */
export function merchantKeys(db: Db): (pair: KeyPair, now: Date) => Promise<Merchant> {
  const kept = new LRUCache<string, KeptKey>({ max: keptKeys })
  return async ({ clientId, secret }, now) => {
    const hash = hashSecret(clientId, secret)
    const known = kept.get(clientId) ?? { ...nobody, readAt: 0 }
    if (opens(known, hash, now) && isFresh(known, now)) return merchant(clientId, known)
    const stored = (await db.merchantKey.findUnique({ where: { clientId }, select: columns })) ?? nobody
    if (!opens(stored, hash, now)) throw unauthenticated('The client id or secret is not right.')
    kept.set(clientId, { ...stored, readAt: now.getTime() })
    return merchant(clientId, stored)
  }
}

const columns = {
  storeId: true,
  scopes: true,
  secretHash: true,
  previousSecretHash: true,
  previousWorksUntil: true,
  revokedAt: true,
} as const

const merchant = (clientId: string, { storeId, scopes }: StoredKey): Merchant => ({
  role: 'merchant',
  storeId,
  clientId,
  scopes,
})

/** Whether a secret with this hash opens the store; every comparison is made, whatever the others say. */
function opens(key: StoredKey, hash: string, now: Date): boolean {
  const isCurrent = isSameHash(key.secretHash, hash)
  const isPrevious = isSameHash(key.previousSecretHash ?? nobody.secretHash, hash)
  const worksStill = key.previousWorksUntil !== null && now < key.previousWorksUntil
  return !key.revokedAt && (isCurrent || (isPrevious && worksStill))
}

/** A clock that is set back must not keep a key alive. */
function isFresh({ readAt }: KeptKey, now: Date): boolean {
  const age = now.getTime() - readAt
  return age >= 0 && age < keptMilliseconds
}
