/** Merchant keys: a client id and a secret, of which only a hash is stored. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { WrongGuess } from '../errors.ts'
import type { Merchant } from './viewer.ts'

export type KeyPair = { clientId: string; secret: string }

/** The hash a secret is stored as. Fast is right here: the secret is 256 random bits, so nobody can guess it from the hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const cachedKeys = 1_000
// How long a revoked key may still open the store.
const cachedMilliseconds = 5_000

type StoredKey = { storeId: bigint; scopes: string[]; secretHash: string; revokedAt: Date | null }

// Stands in for a missing key, so that an unknown client takes as long as a wrong secret.
const nobody: StoredKey = { storeId: 0n, scopes: [], secretHash: hashSecret(''), revokedAt: new Date(0) }

/**
 * Makes the function that turns a client id and secret into a merchant; keys are kept in memory for five seconds.
 *
 * @returns a function that throws Refusal UNAUTHENTICATED for an unknown client, a wrong secret and a revoked key alike.
 */
export function merchantKeys(db: Db): (pair: KeyPair) => Promise<Merchant> {
  const keys = new LRUCache<string, StoredKey>({
    max: cachedKeys,
    ttl: cachedMilliseconds,
    fetchMethod: async (clientId) => (await db.merchantKey.findUnique({ where: { clientId } })) ?? nobody,
  })
  return async ({ clientId, secret }) => {
    const key = (await keys.fetch(clientId)) ?? nobody
    const isRight = timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(key.secretHash))
    if (!isRight || key.revokedAt) throw new WrongGuess('The client id or secret is not right.')
    return { role: 'merchant', storeId: key.storeId, clientId, scopes: key.scopes }
  }
}
