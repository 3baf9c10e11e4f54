/** Authenticates merchant keys: a client id and its secret. */
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { WrongGuess } from '../values/errors.ts'
import { heldScopes } from './scopes.ts'
import { digestOf, hashDigest, isSameHash } from './secret.ts'
import type { KeyHolder, KeySecrets, PageBase } from './viewer.ts'

export type KeyPair = { clientId: string; secret: string }

const keptPairs = 1_000
// How long a revoked key or a rotated-out secret may still open the store.
const keptMilliseconds = 5_000

type StoredKey = KeySecrets &
  Pick<KeyHolder, 'storeId' | 'pageBase' | 'currency' | 'timeZone' | 'hasTestClock'> & { scopes: string[]; isRevoked: boolean }

/** The viewer of a right pair, the same object for all its requests, since plans are cached by it, and until when its secret works. */
type KeptPair = { viewer: KeyHolder; readAt: number; worksUntil: Date | null }

const noHash = '0'.repeat(64)

/** The one message for an unknown client, a wrong secret and a revoked key. */
export const wrongPair = 'The client id or secret is not right.'

/**
 * Creates the function that resolves a client id and secret to a merchant.
 *
 * Only right pairs are cached, by the hash of the secret, for five seconds: a flood of wrong ones cannot evict them. Every refusal costs
 * both hashes and one query, be it for an unknown client, a wrong secret or a revoked key, so that timing does not show which it was; and a
 * secret that was created a moment ago works at once.
 *
 * @returns a function that calls `beforeLooking` before it queries the database, and throws WrongGuess for an unknown client, a wrong
 *   secret and a revoked key alike.
 */
export function merchantKeys(
  db: Db,
): (pair: KeyPair, now: Date, beforeLooking: () => Promise<void>) => KeyHolder | Promise<KeyHolder> {
  const kept = new LRUCache<string, KeptPair>({ max: keptPairs })
  // Concurrent requests with the same pair share one query; there are never more of these than requests in progress.
  const looks = new Map<string, Promise<KeyHolder>>()

  async function look(
    pair: string,
    clientId: string,
    digest: string,
    now: Date,
    beforeLooking: () => Promise<void>,
  ): Promise<KeyHolder> {
    const hash = hashDigest(clientId, digest)
    await beforeLooking()
    const stored = await readKey(db, clientId)
    const worksUntil = worksHow(stored, hash, now)
    if (worksUntil === undefined) throw new WrongGuess(wrongPair)
    const viewer = merchant(clientId, stored, hash)
    kept.set(pair, { viewer, readAt: now.getTime(), worksUntil })
    return viewer
  }

  return ({ clientId, secret }, now, beforeLooking) => {
    const digest = digestOf(secret)
    const pair = `${digest} ${clientId}`
    const known = kept.get(pair)
    if (known && isFresh(known, now)) return known.viewer
    const looking = looks.get(pair) ?? look(pair, clientId, digest, now, beforeLooking).finally(() => looks.delete(pair))
    looks.set(pair, looking)
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
      coalesce("currency", 'USD') AS "currency", coalesce("time_zone", 'UTC') AS "timeZone", coalesce("has_test_clock", false) AS "hasTestClock",
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
  { storeId, pageBase, currency, timeZone, hasTestClock, scopes }: StoredKey,
  hash: string,
): KeyHolder => ({
  role: 'merchant',
  storeId,
  pageBase,
  currency,
  timeZone,
  hasTestClock,
  clientId,
  scopes: heldScopes(scopes),
  stillOpens: (secrets, now) => {
    const { isCurrent, isPrevious } = compared(secrets, hash, now)
    return isCurrent || isPrevious
  },
})

/**
 * How long a secret with this hash opens the store: without end (null), until its time is over, or not at all (undefined). Every comparison
 * is made, independent of the result of the others.
 */
function worksHow(key: StoredKey, hash: string, now: Date): Date | null | undefined {
  const { isCurrent, isPrevious } = compared(key, hash, now)
  if (key.isRevoked) return undefined
  if (isCurrent) return null
  return isPrevious ? key.previousWorksUntil : undefined
}

function compared({ secretHash, previousSecretHash, previousWorksUntil }: KeySecrets, hash: string, now: Date) {
  const isCurrent = isSameHash(secretHash, hash)
  const isPrevious = isSameHash(previousSecretHash ?? noHash, hash)
  return { isCurrent, isPrevious: isPrevious && previousWorksUntil !== null && now < previousWorksUntil }
}

/** A clock that steps back must not keep a pair alive. */
function isFresh({ readAt, worksUntil }: KeptPair, now: Date): boolean {
  const age = now.getTime() - readAt
  return age >= 0 && age < keptMilliseconds && (worksUntil === null || now < worksUntil)
}
