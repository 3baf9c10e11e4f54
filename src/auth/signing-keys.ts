/** The keys that sign the tokens of customers and of carts: the newest signs, older ones verify until their last token has expired. */
import { randomBytes, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Prisma, type SigningKey } from '../../prisma/generated/client/client.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'

/** The longest life of a customer's token, in seconds. */
export const longestTokenSeconds = 86_400

/** The life of a cart's token, in seconds. */
export const cartTokenSeconds = 30 * 86_400

/** Time that an instance may still verify tokens with a withdrawn key that it has cached, in seconds. */
export const keyCacheSeconds = 5

const cachedKeys = 100
const renewedMilliseconds = 30 * 86_400_000
// A key no longer signs once a newer one exists. An hour covers requests in progress then and clocks that disagree.
const retiredMilliseconds = cartTokenSeconds * 1_000 + 3_600_000

type AsksRows = Pick<Db, '$queryRaw'>

/** A client, also one inside a transaction. */
export type SigningKeyTable = AsksRows & Pick<Db, 'signingKey'>

const keyWhere = async (db: AsksRows, which: Prisma.Sql): Promise<SigningKey | undefined> => {
  const [key] = await db.$queryRaw<SigningKey[]>`SELECT id, secret, created_at AS "createdAt" FROM signing_key ${which}`
  return key
}

const newestKey = (db: AsksRows) => keyWhere(db, Prisma.sql`ORDER BY created_at DESC, id DESC LIMIT 1`)

/** The key to sign with; a new database gets its first one. If two requests create it concurrently, both keys are valid. */
export const signingKey = async (db: SigningKeyTable, now: Date): Promise<SigningKey> => (await newestKey(db)) ?? addKey(db, now)

async function addKey(db: SigningKeyTable, now: Date): Promise<SigningKey> {
  const newest = await newestKey(db)
  // Times are whole seconds, and the new key has to be the newest even beside one from a clock that is ahead.
  const createdAt = new Date(Math.max(now.getTime(), newest ? newest.createdAt.getTime() + 1_000 : 0))
  return db.signingKey.create({ data: { id: randomUUID(), secret: randomBytes(32).toString('base64url'), createdAt } })
}

/**
 * Creates a key, which signs from now on.
 *
 * @param withdrawOlder whether the older keys end now, and with them every token signed so far; otherwise none does.
 * @returns the id of the new key.
 */
export function rotateSigningKey(db: Db, now: Date, withdrawOlder: boolean): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const { id } = await addKey(tx, now)
    if (withdrawOlder) await tx.signingKey.deleteMany({ where: { id: { not: id } } })
    return id
  })
}

/** Creates a key when the newest is 30 days old, and deletes keys whose last token has expired; safe to run concurrently. */
export async function renewSigningKeys(db: Db, now: Date): Promise<void> {
  if (isDue(await newestKey(db), now)) {
    await inTransaction(db, async (tx) => {
      await lockKeys(tx)
      if (isDue(await newestKey(tx), now)) await addKey(tx, now)
    })
  }
  const before = new Date(now.getTime() - retiredMilliseconds)
  await db.$executeRaw`
    DELETE FROM signing_key WHERE created_at < (SELECT max(created_at) FROM signing_key WHERE created_at <= ${before}::timestamptz)`
}

const isDue = (newest: SigningKey | undefined, now: Date): boolean =>
  newest !== undefined && now.getTime() - newest.createdAt.getTime() > renewedMilliseconds

/** Serializes changes to the keys among instances; reading them is not blocked. */
const lockKeys = (tx: Tx) => tx.$executeRaw`LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE`

/** Creates the function that looks up the secret of a key, cached for five seconds. */
export function signingSecrets(db: Db): (id: unknown, beforeLooking: () => Promise<void>) => Promise<Uint8Array | undefined> {
  const secrets = new LRUCache<string, Uint8Array>({
    max: cachedKeys,
    ttl: keyCacheSeconds * 1_000,
    fetchMethod: async (id) => {
      const key = await keyWhere(db, Prisma.sql`WHERE id = ${id}`)
      // Missing keys are not cached: made-up ids would evict the keys in use.
      return key ? Buffer.from(key.secret, 'base64url') : undefined
    },
  })
  // Ids come from clients: one of the wrong shape is not looked up.
  return async (id, beforeLooking) => {
    if (typeof id !== 'string' || !isKeyId.test(id)) return undefined
    if (!secrets.has(id)) await beforeLooking()
    return secrets.fetch(id)
  }
}

const isKeyId = /^[\da-f-]{36}$/
