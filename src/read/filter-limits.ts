/** How much one filter may ask for, and the parts of all filters that count towards it. */
import type { Viewer } from '../auth/viewer.ts'
import { maxListLength } from '../schema/operators.ts'
import { badInput } from '../values/errors.ts'
import { likeConditions } from '../values/like.ts'
import { type Name, say } from '../values/sentence.ts'
import { characterCount, isLongerThan } from '../values/text.ts'
import { charactersOf } from './argument-size.ts'
import type { Condition } from './comparison.ts'

/** How many characters a text to compare with may have: more than a query string on REST has room for. */
export const maxTextLength = 8_000
/** How many characters the values of one filter may have together: all are sent and compared, and one variable may fill many lists. */
export const maxFilterCharacters = 65_536
/** How many characters a pattern may have, and how many patterns one filter: each is held to each text at each of its places. */
const maxPatternLength = 100
export const maxFilterPatterns = 20
/** How many relations one filter may follow, one inside the other. */
export const maxFilterLinks = 3
/** How deep AND, OR and NOT may nest. */
export const maxFilterGroups = 10
/** How many conditions and values one filter may have in all. */
export const maxFilterSize = 1_000
const tooManyConditions = `A filter may have at most ${maxFilterSize} conditions and values.`

/** How far a filter has got: who asks, what it stands inside of, and how much more it may ask for. */
export type Progress = {
  viewer: Viewer
  /** How many relations it has followed. */
  links: number
  /** How many of AND, OR and NOT it stands inside of. */
  groups: number
  /** Whether it stands inside a NOT, where a condition on a missing value must be false rather than unknown. */
  isNegated: boolean
  /** Conditions and values that may still come, patterns among them, and characters, shared by the whole filter. */
  left: { count: number; patterns: number; characters: number }
}

/** @throws Refusal BAD_INPUT beyond the conditions that a filter may have. */
export function spend({ left }: Progress, count: number): void {
  left.count -= count
  if (left.count < 0) throw badInput(tooManyConditions)
}

export const isPattern = (operator: string): operator is 'like' | 'ilike' => operator === 'like' || operator === 'ilike'

/** The conditions on a text that a pattern stands for. */
export function patternConditions(named: Name, operator: 'like' | 'ilike', pattern: string, { left }: Progress): Condition[] {
  if (isLongerThan(pattern, maxPatternLength))
    throw badInput(say`${named} takes patterns of at most ${maxPatternLength} characters, not ${characterCount(pattern)}.`)
  left.patterns -= 1
  if (left.patterns < 0) throw badInput(`A filter may have at most ${maxFilterPatterns} patterns (like, ilike).`)
  return likeConditions(pattern, operator === 'ilike')
}

/** @throws Refusal BAD_INPUT for an operand that is too long, by itself or with those before it. */
export function checkLength(named: Name, operand: unknown, { left }: Progress): void {
  if (Array.isArray(operand) && operand.length > maxListLength) {
    throw badInput(say`${named} takes a list of at most ${maxListLength} values, not ${operand.length}.`)
  }
  const texts = Array.isArray(operand) ? operand : [operand]
  if (texts.some((text) => typeof text === 'string' && isLongerThan(text, maxTextLength))) {
    throw badInput(say`${named} is compared with texts of at most ${maxTextLength} characters.`)
  }
  if (texts.some((value) => typeof value === 'object' && charactersOf(value) > maxTextLength)) {
    throw badInput(say`${named} is compared with JSON of at most ${maxTextLength} characters.`)
  }
  left.characters -= charactersOf(operand)
  if (left.characters < 0) throw badInput(`The values of a filter may have at most ${maxFilterCharacters} characters together.`)
}
