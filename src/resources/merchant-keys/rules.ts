/** The rules of merchant keys, and the changes of each action. Pure. */

import { badInput, Refusal } from '../../values/errors.ts'
import type { Overlap } from '../../values/overlap.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import { name } from '../../values/writable-texts.ts'
import { checked } from '../../values/written-values.ts'

export const maxNameLength = 100
/** The writable fields of a key. */
export const writable = { name: name('The purpose of the key', { max: maxNameLength, notBlank: true, ifNull: 'nothing' }) }
/** Each key has a budget of its own: without an end to them there would be none to what a store may ask for. */
export const maxValidKeys = 100

/** A name that may stand on an operator's terminal; only `readName` makes one. */
export type KeyName = string & { readonly checked: 'name' }

type Key = { secretHash: string; previousWorksUntil: Date | null; revokedAt: Date | null }

/** The columns a rotation writes. */
type Rotation = {
  secretHash: string
  previousSecretHash: string | null
  previousWorksUntil: Date | null
  rotatedAt: Date
}

/**
 * Reads the name of a key, refusing one that says nothing, is too long, or would write on an operator's terminal.
 *
 * @throws Refusal BAD_INPUT.
 */
export function readName(name: string | null | undefined): KeyName | null {
  checked(writable, { name })
  if (name === null || name === undefined) return null
  if (hidden.test(name)) throw badInput(say`${field('name')} must be one line, without control characters or invisible ones.`)
  return name as KeyName
}

// Control characters, those that turn the direction of writing or are not seen, and the ends of lines and paragraphs.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Refuses one more key than a store may have.
 *
 * @throws Refusal BAD_INPUT.
 */
export function checkKeyLimit(validKeys: number): void {
  if (validKeys >= maxValidKeys) throw badInput(`A store has at most ${maxValidKeys} valid keys; revoke one first.`)
}

/**
 * The changes of a new secret; the one before works on for the overlap, given in seconds.
 *
 * At most two secrets work at a time: a promise that an earlier one works on is kept, unless all are ended
 * at once by an overlap of 0.
 *
 * @throws Refusal WRONG_STATUS for a revoked key or an overlap that is not over.
 */
export function rotate(key: Key, secretHash: string, overlapSeconds: Overlap, now: Date): Rotation {
  if (key.revokedAt) throw new Refusal('WRONG_STATUS', 'The key is revoked and stays so; make a new one.')
  if (overlapSeconds === 0) return { secretHash, previousSecretHash: null, previousWorksUntil: null, rotatedAt: now }
  if (key.previousWorksUntil && now < key.previousWorksUntil) {
    throw new Refusal(
      'WRONG_STATUS',
      `The secret before this one works until ${formatTime(key.previousWorksUntil)}. Rotate with an overlap of 0 to end both at once, wait, or make another key.`,
    )
  }
  const previousWorksUntil = new Date(now.getTime() + overlapSeconds * 1000)
  return { secretHash, previousSecretHash: key.secretHash, previousWorksUntil, rotatedAt: now }
}

/** The changes of a revocation; a revoked key stays as it is. */
export const revoke = ({ revokedAt }: Pick<Key, 'revokedAt'>, now: Date) =>
  revokedAt ? {} : { revokedAt: now, previousSecretHash: null, previousWorksUntil: null }
