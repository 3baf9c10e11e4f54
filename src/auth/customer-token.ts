/** Tokens: signed, and bound to one customer of one store for some hours, or to one cart of a visitor for thirty days. */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Db } from '../db/connect.ts'
import { decodeBase64 } from '../values/base64.ts'
import { badInput, unauthenticated, WrongGuess } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { cartTokenSeconds, longestTokenSeconds, type SigningKeyTable, signingKey, signingSecrets } from './signing-keys.ts'

const algorithm = 'HS256'
const issuer = 'tandem'
// Another issuer, so that the id of a cart is never taken for a customer's.
const cartIssuer = 'tandem cart'
const shortestTokenSeconds = 60
// Tolerates a token that another instance signed a moment from now: clocks follow the database's, each slightly off.
const aheadSeconds = 5

export const tokenLifetimeSeconds = 3_600

export type TokenSubject = { storeId: bigint; customerId: bigint }

/** A token as issued or sent. */
export type SignedToken = { token: string; expiresAt: Date }

/**
 * Checks the requested lifetime of a token; an hour by default.
 *
 * @throws Refusal BAD_INPUT outside of a minute to a day.
 */
export function readLifetime(seconds: number | null | undefined): number {
  if (seconds === undefined || seconds === null) return tokenLifetimeSeconds
  if (!Number.isInteger(seconds) || seconds < shortestTokenSeconds || seconds > longestTokenSeconds) {
    throw badInput(
      say`${field('lifetimeSeconds')} must be a whole number of seconds from ${shortestTokenSeconds} to ${longestTokenSeconds}.`,
    )
  }
  return seconds
}

/** Signs a customer's token with the newest key, inside a transaction or outside. */
export const signCustomerToken = (
  db: SigningKeyTable,
  { storeId, customerId }: TokenSubject,
  now: Date,
  lifetimeSeconds: number = tokenLifetimeSeconds,
): Promise<SignedToken> => sign(db, { issuer, storeId, subject: customerId }, now, lifetimeSeconds)

async function sign(
  db: SigningKeyTable,
  { issuer: by, storeId, subject }: { issuer: string; storeId: bigint; subject: bigint },
  now: Date,
  lifetimeSeconds: number,
): Promise<SignedToken> {
  const key = await signingKey(db, now)
  const issuedAt = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({ store: String(storeId) })
    .setProtectedHeader({ alg: algorithm, kid: key.id })
    .setSubject(String(subject))
    .setIssuer(by)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(Buffer.from(key.secret, 'base64url'))
  return { token, expiresAt: new Date((issuedAt + lifetimeSeconds) * 1_000) }
}

const expired = 'The token has expired.'
const early = 'The token is not valid yet.'

/** The one answer to every token that is not ours, and to one of another store. */
const notValid = 'The token is not valid.'

export const notOurToken = () => new WrongGuess(notValid)

/** A cart of a store, which a token opens. */
type CartSubject = { storeId: bigint; cartId: bigint }

/** Signs the token of a visitor's cart, inside the transaction that makes it. */
export const signCartToken = (db: SigningKeyTable, { storeId, cartId }: CartSubject, now: Date): Promise<SignedToken> =>
  sign(db, { issuer: cartIssuer, storeId, subject: cartId }, now, cartTokenSeconds)

/**
 * Creates the function that resolves a token to its customer, or to its cart.
 *
 * @returns a function that throws Refusal UNAUTHENTICATED for a token that is expired or malformed, WrongGuess for one that is not ours.
 */
export function tokens(
  db: Db,
): (token: string, now: Date, beforeLooking: () => Promise<void>) => Promise<(TokenSubject | CartSubject) & SignedToken> {
  const secretOf = signingSecrets(db)
  return async (token, now, beforeLooking) => {
    // The verifier would ignore invalid characters and trailing bits.
    if (token.split('.').some((part) => decodeBase64(part, 'base64url') === undefined)) throw unauthenticated(notValid)
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const secret = await secretOf(kid, beforeLooking)
        if (!secret) throw new errors.JWSSignatureVerificationFailed()
        return secret
      },
      {
        algorithms: [algorithm],
        issuer: [issuer, cartIssuer],
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'iat', 'store'],
      },
    ).catch(refuse)
    const { iat, exp, iss } = payload as { iat: number; exp: number; iss: string }
    const longestSeconds = iss === cartIssuer ? cartTokenSeconds : longestTokenSeconds
    const age = now.getTime() / 1_000 - iat
    if (age > longestSeconds) throw unauthenticated(expired)
    if (age < -aheadSeconds) throw unauthenticated(early)
    if (!(exp - iat <= longestSeconds)) throw notOurToken()
    const id = readClaim(payload, 'sub')
    return {
      ...{ storeId: readClaim(payload, 'store'), token, expiresAt: new Date(exp * 1_000) },
      ...(iss === cartIssuer ? { cartId: id } : { customerId: id }),
    }
  }
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw unauthenticated(expired)
  if (error instanceof errors.JWTClaimValidationFailed && isEarly(error)) throw unauthenticated(early)
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) throw unauthenticated(notValid)
  if (error instanceof errors.JOSEError) throw notOurToken()
  throw error
}

/** Whether a token has not expired; ours carry no `nbf`. */
const isEarly = ({ claim, reason }: errors.JWTClaimValidationFailed): boolean => reason === 'check_failed' && claim === 'nbf'

function readClaim(payload: JWTPayload, name: string): bigint {
  const claim = payload[name]
  if (typeof claim !== 'string' || !/^[1-9]\d{0,17}$/.test(claim)) throw notOurToken()
  return BigInt(claim)
}
