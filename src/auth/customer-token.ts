/** Customer tokens: signed, bound to one customer of one store, and short-lived. */
import { randomBytes, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/connect.ts'
import { unauthenticated } from '../errors.ts'
import type { CustomerViewer } from './viewer.ts'

const algorithm = 'HS256'
const issuer = 'tandem'
const cachedKeys = 100
const cachedMilliseconds = 60_000

export const tokenLifetimeSeconds = 3_600

export type TokenSubject = { storeId: bigint; customerId: bigint }

/** Signs a token with the newest key, making the first key of a new database. */
export async function signCustomerToken(
  db: Db,
  subject: TokenSubject,
  now: Date,
  lifetimeSeconds: number = tokenLifetimeSeconds,
): Promise<string> {
  const key = (await db.signingKey.findFirst({ orderBy: { createdAt: 'desc' } })) ?? (await makeSigningKey(db, now))
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ store: String(subject.storeId) })
    .setProtectedHeader({ alg: algorithm, kid: key.id })
    .setSubject(String(subject.customerId))
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(Buffer.from(key.secret, 'base64url'))
}

async function makeSigningKey(db: Db, now: Date) {
  return db.signingKey.create({ data: { id: randomUUID(), secret: randomBytes(32).toString('base64url'), createdAt: now } })
}

/**
 * Makes the function that turns a token into its customer.
 *
 * @returns a function that throws Refusal UNAUTHENTICATED for a token that is expired, tampered with, or not ours.
 */
export function customerTokens(db: Db): (token: string, now: Date) => Promise<CustomerViewer> {
  const secrets = new LRUCache<string, { secret: Uint8Array | undefined }>({
    max: cachedKeys,
    ttl: cachedMilliseconds,
    fetchMethod: async (id) => {
      const key = await db.signingKey.findUnique({ where: { id } })
      return { secret: key ? Buffer.from(key.secret, 'base64url') : undefined }
    },
  })
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const { secret } = (kid && kid.length < 100 && (await secrets.fetch(kid))) || {}
          if (!secret) throw new errors.JWSSignatureVerificationFailed()
          return secret
        },
        { algorithms: [algorithm], issuer, currentDate: now, requiredClaims: ['sub', 'exp', 'iat', 'store'] },
      )
      return { role: 'customer', storeId: BigInt(String(payload.store)), customerId: BigInt(String(payload.sub)) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthenticated('The token has expired.')
      if (error instanceof errors.JOSEError) throw unauthenticated('The token is not valid.')
      throw error
    }
  }
}
