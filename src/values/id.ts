/** Identifiers: whole numbers that a JSON number can hold, written as digits in GraphQL and as numbers on REST. */
import { badInput } from './errors.ts'
import { type Name, say } from './sentence.ts'
import { shown } from './text.ts'

/** Parses an identifier, or returns undefined. Accepted: `12`, `9007199254740991`. Refused: `0`, `-1`, `1.5`, `012`, `12 `. */
export function parseId(text: string): bigint | undefined {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? BigInt(text) : undefined
}

/**
 * Reads an identifier. Accepted: `12`, `9007199254740991`. Refused: `0`, `-1`, `1.5`, `012`, `12 `, `9007199254740993`.
 *
 * @throws Refusal BAD_INPUT naming the parameter.
 */
export function readId(name: string | Name, text: string): bigint {
  const id = parseId(text)
  if (id === undefined) {
    throw badInput(say`${name} must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, not ${shown(text)}.`)
  }
  return id
}

/**
 * Reads an identifier where an impossible one, such as `-1` or `9007199254740993`, is no fault but simply missing: it is read as 0, which
 * no record has.
 *
 * @throws Refusal BAD_INPUT naming the parameter, for a text that is no whole number.
 */
export const readAnyId = (name: string | Name, text: string): bigint => parseId(text) ?? (isWhole(text) ? 0n : readId(name, text))

/** Whether a text is a whole number in its usual spelling, of any size and sign. */
export const isWhole = (text: string): boolean => /^(0|-?[1-9]\d{0,399})$/.test(text)

/** Reads the operand of an identifier's comparison: an identifier, or 0, where clients that iterate over ids begin. */
export const readIdBound = (name: string | Name, text: string): bigint => (text === '0' ? 0n : readId(name, text))
