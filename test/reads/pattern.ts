/** A reference for `like` and `ilike`: patterns read as regular expressions, and generators of patterns and texts. */
import fc from 'fast-check'

/** Whether a text matches a pattern in which `%` is the only wildcard. */
export function matches(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  const literals = pattern.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const form = new RegExp(`^${literals.join('[\\s\\S]*')}$`, ignoreCase ? 'i' : '')
  return (text) => form.test(text)
}

// Few letters, so that patterns often match; and all characters that mean something to SQL or to a regular expression.
const letters = ['a', 'a', 'A', 'b', 'B', '_', '\\', '.', '\n', "'"]

export const likeText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...letters, '%'), { maxLength: 6 })
  .map((parts) => parts.join(''))

export const patternText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...letters, '%', '%', '%'), { maxLength: 6 })
  .map((parts) => parts.join(''))
