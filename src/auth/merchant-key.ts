/** Authenticates merchant keys: a client id and its secret. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { WrongGuess } from '../values/errors.ts'
import { digestOf, hashDigest, isSameHash } from './secret.ts'
import type { KeySecrets, Merchant, PageBase } from './viewer.ts'

export type KeyPair = { clientId: string; secret: string }

const keptKeys = 1_000
// How long a revoked key or a rotated-out secret may still open the store.
const keptMilliseconds = 5_000

type StoredKey = KeySecrets &
  Pick<Merchant, 'storeId' | 'pageBase' | 'currency' | 'hasTestClock'> & { scopes: string[]; isRevoked: boolean }

/**
 * A key with both hashes of the secret that opened it, and its viewer: the same object for all requests of the key, since plans are cached
 * by it.
 */
type KeptKey = StoredKey & { readAt: number; digest: string; hash: string; viewer?: Merchant }

type Hashes = Pick<KeptKey, 'digest' | 'hash'>

const noHash = '0'.repeat(64)

// Stands in for a key that is not cached, so that the same comparisons are made as for any other.
const nobody: KeptKey = {
  storeId: 0n,
  pageBase: null,
  currency: '',
  hasTestClock: false,
  scopes: [],
  secretHash: noHash,
  previousSecretHash: noHash,
  previousWorksUntil: new Date(0),
  isRevoked: true,
  readAt: 0,
  digest: noHash,
  hash: noHash,
}

/** The one message for an unknown client, a wrong secret and a revoked key. */
export const wrongPair = 'The client id or secret is not right.'

/**
 * Creates the function that resolves a client id and secret to a merchant.
 *
 * Only keys that a right secret opened just now are cached, for five seconds: a flood of wrong ones cannot evict them. Every refusal has
 * cost one query, be it for an unknown client, a wrong secret or a revoked key, so that timing does not show which it was; and a secret
 * that was created a moment ago works at once.
 *
 * @returns a function that calls `beforeLooking` before it queries the database, and throws WrongGuess for an unknown client, a wrong
 *   secret and a revoked key alike.
 */
export function merchantKeys(
  db: Db,
): (pair: KeyPair, now: Date, beforeLooking: () => Promise<void>) => Merchant | Promise<Merchant> {
  const kept = new LRUCache<string, KeptKey>({ max: keptKeys })
  // Concurrent requests with the same pair share one query; there are never more of these than requests in progress.
  const looks = new Map<string, Promise<Merchant>>()

  async function look(
    clientId: string,
    { digest, hash }: Hashes,
    now: Date,
    beforeLooking: () => Promise<void>,
  ): Promise<Merchant> {
    await beforeLooking()
    const stored = await readKey(db, clientId)
    if (!opens(stored, hash, now)) throw new WrongGuess(wrongPair)
    const viewer = merchant(clientId, stored, hash)
    kept.set(clientId, { ...stored, readAt: now.getTime(), digest, hash, viewer })
    return viewer
  }

  return ({ clientId, secret }, now, beforeLooking) => {
    const known = kept.get(clientId) ?? nobody
    const digest = digestOf(secret)
    // Only the secret that opened the key is spared the outer hash: any other takes the same time, whatever the client is.
    const hash = isSameHash(known.digest, digest) ? known.hash : hashDigest(clientId, digest)
    if (opens(known, hash, now) && isFresh(known, now)) {
      const { viewer } = known
      return viewer && hash === known.hash ? viewer : merchant(clientId, known, hash)
    }
    const name = `${clientId} ${hash}`
    const looking = looks.get(name) ?? look(clientId, { digest, hash }, now, beforeLooking).finally(() => looks.delete(name))
    looks.set(name, looking)
    return looking
  }
}

/**
 * Reads a key. An unknown client has a row here too, of the same columns with the same types: a missing row, or a null, would be read
 * faster by some 20 µs, and a thousand tries could measure that.
 */
async function readKey(db: Db, clientId: string): Promise<StoredKey> {
  const [{ pageBase, ...row }] = await db.$queryRaw<[Omit<StoredKey, 'pageBase'> & { pageBase: number }]>`
    SELECT coalesce("store_id", 0) AS "storeId", coalesce("page_base", ${serversOwn}) AS "pageBase",
      coalesce("currency", 'USD') AS "currency", coalesce("has_test_clock", false) AS "hasTestClock",
      coalesce("scopes", '{*}') AS "scopes",
      coalesce("secret_hash", ${noHash}) AS "secretHash", coalesce("previous_secret_hash", ${noHash}) AS "previousSecretHash",
      coalesce("previous_works_until", 'epoch') AS "previousWorksUntil",
      "merchant_key"."id" IS NULL OR "revoked_at" IS NOT NULL AS "isRevoked"
    FROM (SELECT ${clientId}::text AS "client_id") AS "asked" LEFT JOIN "merchant_key" USING ("client_id")
      LEFT JOIN "store" ON "store"."id" = coalesce("merchant_key"."store_id", 0)`
  return { ...row, pageBase: pageBase === serversOwn ? null : (pageBase as PageBase) }
}

// Stands in for a null in the row.
const serversOwn = -1

const merchant = (
  clientId: string,
  { storeId, pageBase, currency, hasTestClock, scopes }: StoredKey,
  hash: string,
): Merchant => ({
  role: 'merchant',
  storeId,
  pageBase,
  currency,
  hasTestClock,
  clientId,
  scopes,
  stillOpens: (secrets, now) => fits(secrets, hash, now),
})

/** Whether a secret with this hash opens the store; every comparison is made, whatever the result of the others. */
function opens(key: StoredKey, hash: string, now: Date): boolean {
  const isFitting = fits(key, hash, now)
  return !key.isRevoked && isFitting
}

function fits({ secretHash, previousSecretHash, previousWorksUntil }: KeySecrets, hash: string, now: Date): boolean {
  const isCurrent = isSameHash(secretHash, hash)
  const isPrevious = isSameHash(previousSecretHash ?? noHash, hash)
  return isCurrent || (isPrevious && previousWorksUntil !== null && now < previousWorksUntil)
}

/** A clock that steps back must not keep a key alive. */
function isFresh({ readAt }: KeptKey, now: Date): boolean {
  const age = now.getTime() - readAt
  return age >= 0 && age < keptMilliseconds
}
