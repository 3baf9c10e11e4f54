/** Codes of authenticator apps: TOTP by RFC 6238, with SHA-1, six digits and thirty seconds, which all apps know; and codes for its loss. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashOf } from '../values/hash.ts'

const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** Steps that a clock may be off, to either side. */
const tolerance = 1

const recoveryCodes = 10
const recoveryBytes = 10

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Writes bytes in base32 (RFC 4648), without padding: `foobar` is `MZXW6YTBOI`. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Reads base32 that `base32` wrote. */
function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => base32(randomBytes(secretBytes))

/** The link that an app reads from a QR code. @param issuer the shop, and the person's `account` there. */
export function otpauthUrl(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${digits}&period=${stepSeconds}`
}

/** The code of a step: the number of half minutes since 1970. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const from = (mac[mac.length - 1] ?? 0) & 0xf
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step at a time. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds)

/**
 * The step whose code was given, now or one step to either side.
 *
 * @param after the last step that was used: a code is good once.
 * @returns undefined for a code that is none of them.
 */
export function matchingStep(secret: string, given: string, now: Date, after: number): number | undefined {
  const code = Buffer.from(
    given
      .replace(/\s/g, '')
      .padEnd(digits)
      .slice(0, digits + 1),
  )
  const around = Array.from({ length: 2 * tolerance + 1 }, (_, at) => stepAt(now) - tolerance + at)
  const same = around.filter((step) => isSame(code, Buffer.from(codeAt(secret, step))))
  return same.find((step) => step > after)
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** New codes for who has lost the app, each good once: 80 bits in four groups. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => (base32(randomBytes(recoveryBytes)).match(/.{4}/g) ?? []).join('-').toLowerCase())

/** The hash that a recovery code is stored as, however it is typed. */
export const hashRecoveryCode = (code: string): string => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
