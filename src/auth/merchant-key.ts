/** Lets in who holds a merchant key: a client id and its secret. */
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

/** With both hashes of the secret that opened it, and whom it lets in: the same object for all their requests, which plans know them by. */
type KeptKey = StoredKey & { readAt: number; digest: string; hash: string; viewer?: Merchant }

type Hashes = Pick<KeptKey, 'digest' | 'hash'>

const noHash = '0'.repeat(64)

// Stands in for a key that is not kept, so that the same is compared for it as for any other.
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

/** What is wrong with an unknown client, a wrong secret and a revoked key alike. */
export const wrongPair = 'The client id or secret is not right.'

/**
 * Makes the function that turns a client id and secret into a merchant.
 *
 * Only keys that were just opened with a right secret are kept in memory, for five seconds: no flood of wrong ones can push
 * them out. Whatever is refused has cost one look into the database, be it an unknown client, a wrong secret or a revoked key,
 * so that time tells nobody which it was; and a secret that was made a moment ago works at once.
 *
 * @returns a function that calls `beforeLooking` before it looks into the database, and throws WrongGuess for an unknown
 *   client, a wrong secret and a revoked key alike.
 */
export function merchantKeys(
  db: Db,
): (pair: KeyPair, now: Date, beforeLooking: () => Promise<void>) => Merchant | Promise<Merchant> {
  const kept = new LRUCache<string, KeptKey>({ max: keptKeys })
  // Requests that come at once with one pair look together; there are never more of them than requests under way.
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
    // Only the secret that opened the key is spared the outer hash: any other takes as long, whatever the client is.
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
 * Reads a key. An unknown client has a row here too, of the same columns with the same types: a row less, or a null, would be
 * read faster by some 20 µs, and a thousand tries could tell.
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

/** Whether a secret with this hash opens the store; every comparison is made, whatever the others say. */
function opens(key: StoredKey, hash: string, now: Date): boolean {
  const isFitting = fits(key, hash, now)
  return !key.isRevoked && isFitting
}

function fits({ secretHash, previousSecretHash, previousWorksUntil }: KeySecrets, hash: string, now: Date): boolean {
  const isCurrent = isSameHash(secretHash, hash)
  const isPrevious = isSameHash(previousSecretHash ?? noHash, hash)
  return isCurrent || (isPrevious && previousWorksUntil !== null && now < previousWorksUntil)
}

/** A clock that is set back must not keep a key alive. */
function isFresh({ readAt }: KeptKey, now: Date): boolean {
  const age = now.getTime() - readAt
  return age >= 0 && age < keptMilliseconds
}
