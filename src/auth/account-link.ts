/**
 * The token of a mailed link to the customer's page. A mail is written after the link was made, and neither its row nor its event may hold the
 * token: it is derived of the link's nonce with a signing key, by whoever sends the mail, and only its hash is stored with the link. With the
 * signing key, as when it leaked, the link ends.
 */
import { createHmac, hash, randomBytes } from 'node:crypto'

const linkBytes = 16

/** How long a link works, in minutes. */
export const linkMinutes = 15

/** A random nonce, which is no secret. */
export const newNonce = (): string => randomBytes(linkBytes).toString('base64url')

/** A random token of a session or a form. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The token of a link. @param secret of the signing key that the link names. */
export const linkToken = (secret: Uint8Array, storeId: bigint, nonce: string): string =>
  createHmac('sha256', secret).update(`account link ${storeId} ${nonce}`).digest('base64url')

/** The hash that a token of 256 bits is stored as, of a link or a session. */
export const tokenHash = (token: string): string => hash('sha256', `account ${token}`)

/** Whether a text has the form of a token, so that others are not looked up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
