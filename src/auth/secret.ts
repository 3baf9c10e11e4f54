/** Generates, hashes and compares the client ids and secrets of merchant keys. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

// Secret scanners find a leaked secret by this prefix.
const secretPrefix = 'tsk_'
const secretBytes = 32

/** Generates a unique client id. */
export const newClientId = (): string => `tk_${randomBytes(9).toString('hex')}`

/** Generates a secret: 256 random bits in base64url, after a prefix that scanners recognize. */
export const newSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64url')}`

/**
 * The hash a secret is stored as: HMAC-SHA-256, keyed with the client id, over the SHA-256 of the secret in hexadecimal.
 *
 * A fast hash is right here. A slow one protects passwords that people choose, because those can be guessed; a secret of 256 random bits
 * cannot, and every request would pay for the slowness. The client id as key makes a hash useless on any other row. Older databases stored
 * the inner hash alone; a migration hashed that once more.
 */
export const hashSecret = (clientId: string, secret: string): string => hashDigest(clientId, digestOf(secret))

/** The inner hash of a secret. */
export const digestOf = (secret: string): string => hash('sha256', secret)

/** The outer hash over an inner one; it takes several times as long. */
export const hashDigest = (clientId: string, digest: string): string =>
  createHmac('sha256', clientId).update(digest).digest('hex')

const hashCharacters = 64
// Reused for every comparison: allocating two for each would take longer than comparing.
const left = Buffer.alloc(hashCharacters)
const right = Buffer.alloc(hashCharacters)

/** Compares two hashes, each in hexadecimal, in constant time. */
export function isSameHash(one: string, other: string): boolean {
  if (one.length !== hashCharacters || other.length !== hashCharacters) return false
  left.write(one, 'latin1')
  right.write(other, 'latin1')
  return timingSafeEqual(left, right)
}
