/** The limits of a filter, and the counters that enforce them. */
import type { Viewer } from '../../auth/viewer.ts'
import { maxListLength, operatorOf } from '../../schema/operators.ts'
import type { OfOwn } from '../../schema/visible.ts'
import { badInput } from '../../values/errors.ts'
import { likeConditions } from '../../values/like.ts'
import { type Name, say } from '../../values/sentence.ts'
import { characterCount, isLongerThan } from '../../values/text.ts'
import { charactersOf } from './argument-size.ts'
import type { Condition } from './comparison.ts'

/** Maximum characters of an operand: more than a query string on REST has room for. */
export const maxTextLength = 8_000
/** Maximum characters of all operands of one filter: all are sent and compared, and one variable may fill many lists. */
export const maxFilterCharacters = 65_536
/** Maximum characters of a pattern, and maximum patterns of one filter: each is matched at each position of each text. */
const maxPatternLength = 100
export const maxFilterPatterns = 20
/** Maximum relations that a filter follows, one inside the other. */
export const maxFilterLinks = 3
/** Maximum nesting of AND, OR and NOT. */
export const maxFilterGroups = 10
/** Maximum conditions and values of one filter. */
export const maxFilterSize = 1_000
const tooManyConditions = `A filter may have at most ${maxFilterSize} conditions and values.`

/** The state of a filter's compilation: the viewer, the nesting so far, and the remaining budget. */
export type Progress = OfOwn & {
  viewer: Viewer
  /** The relations followed so far. */
  links: number
  /** The enclosing AND, OR and NOT. */
  groups: number
  /** Whether an enclosing group is a NOT, where a condition on a missing value must be false rather than unknown. */
  isNegated: boolean
  /** The remaining conditions and values, patterns, and characters, shared by the whole filter. */
  left: { count: number; patterns: number; characters: number }
}

/** @throws Refusal BAD_INPUT when the filter exceeds its conditions and values. */
export function spend({ left }: Progress, count: number): void {
  left.count -= count
  if (left.count < 0) throw badInput(tooManyConditions)
}

export const isPattern = (operator: string): operator is 'like' | 'ilike' => operatorOf(operator)?.operand === 'pattern'

/** The text conditions that are equivalent to a pattern. */
export function patternConditions(named: Name, operator: 'like' | 'ilike', pattern: string, { left }: Progress): Condition[] {
  if (isLongerThan(pattern, maxPatternLength))
    throw badInput(say`${named} takes patterns of at most ${maxPatternLength} characters, not ${characterCount(pattern)}.`)
  left.patterns -= 1
  if (left.patterns < 0) throw badInput(`A filter may have at most ${maxFilterPatterns} patterns (like, ilike).`)
  return likeConditions(pattern, operator === 'ilike')
}

/** @throws Refusal BAD_INPUT for an operand that is too long, alone or with the previous ones. */
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
