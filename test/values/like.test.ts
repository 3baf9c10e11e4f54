/** Patterns: `%` is the only wildcard. What the database makes of them is proven in graphql/filter-like.test.ts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeConditions } from '../../src/values/like.ts'
import { likeText, matches, patternText } from '../reads/pattern.ts'

type Condition = ReturnType<typeof likeConditions>[number]

/** Prisma's SQL of a text condition: an equality, or a LIKE pattern with the text put into it unescaped. */
function holds(text: string, { mode, ...condition }: Condition): boolean {
  const ignoreCase = mode === 'insensitive'
  return Object.entries(condition).every(([operator, operand]) => {
    if (operator === 'equals') return ignoreCase ? sqlLike(text, operand, true) : text === operand
    const pattern = { contains: `%${operand}%`, startsWith: `${operand}%`, endsWith: `%${operand}` }[operator]
    return sqlLike(text, pattern ?? '', ignoreCase)
  })
}

/** SQL's LIKE: `%` is any run, `_` any character, a backslash makes the next one literal. */
function sqlLike(text: string, pattern: string, ignoreCase: boolean): boolean {
  const source = pattern.replace(/\\([\s\S])|%|_|([\s\S])/g, (found, literal?: string, plain?: string) => {
    if (found === '%') return '[\\s\\S]*'
    if (found === '_') return '[\\s\\S]'
    return (literal ?? plain ?? found).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, ignoreCase ? 'i' : '').test(text)
}

describe('a pattern', () => {
  it.each([
    ['box', 'box', true],
    ['box', 'Box', false],
    ['box%', 'boxes', true],
    ['box%', 'a box', false],
    ['%box', 'a box', true],
    ['%box%', 'a boxer', true],
    ['a%b', 'ab', true],
    ['a%b', 'a to b', true],
    ['a%b', 'abc', false],
    ['a%a', 'a', false],
    ['%', '', true],
    ['%%', 'anything', true],
    ['', '', true],
    ['', 'x', false],
    ['a_b', 'a_b', true],
    ['a_b', 'axb', false],
    ['%_%', 'ab', false],
    ['a\\b', 'a\\b', true],
    ['a\\%', 'a\\b', true],
    ['a\\%', 'a%', false],
    ['%\\', 'a\\', true],
  ])('%s on %j holds: %s', (pattern, text, wanted) => {
    expect(likeConditions(pattern, false).every((condition) => holds(text, condition))).toBe(wanted)
    expect(matches(pattern, false)(text)).toBe(wanted)
  })

  it.each([false, true])('means what the reference matcher says, upper and lower case being the same: %s', (ignoreCase) => {
    fc.assert(
      fc.property(patternText, likeText, (pattern, text) => {
        const conditions = likeConditions(pattern, ignoreCase)
        expect(conditions.every((condition) => holds(text, condition))).toBe(matches(pattern, ignoreCase)(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('matches the text it is made of by putting % anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab_\\]{0,3}$/), { minLength: 1, maxLength: 4 }), (parts) => {
        const conditions = likeConditions(parts.join('%'), false)
        expect(conditions.every((condition) => holds(parts.join('xx'), condition))).toBe(true)
      }),
    )
  })
})
