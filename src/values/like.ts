/**
 * The pattern language of `like` and `ilike`: `%` stands for any run of characters and is the only wildcard.
 *
 * LIKE's own `_` and `\` have no meaning in it; a pattern becomes one or two conditions on a text, which add `%` to the escaped text.
 */

type TextCondition = Partial<Record<'equals' | 'contains' | 'startsWith' | 'endsWith', string>> & { mode?: 'insensitive' }

/**
 * Translates a pattern into conditions on a text that must all hold.
 *
 * `box%` → starts with · `%box` → ends with · `%box%` → contains · `box` → is · `a%b` → starts with `a%b` and ends with `a%b`, which
 * together match exactly `a%b`.
 */
export function likeConditions(pattern: string, ignoreCase: boolean): TextCondition[] {
  const conditions = anchored(pattern, ignoreCase)
  return ignoreCase ? conditions.map((condition) => ({ ...condition, mode: 'insensitive' })) : conditions
}

function anchored(pattern: string, ignoreCase: boolean): TextCondition[] {
  const open = { start: pattern.startsWith('%'), end: pattern.endsWith('%') }
  const core = escaped(withoutEnds(pattern))
  if (core === '' && open.start) return [{ contains: '' }]
  if (open.start && open.end) return [{ contains: core }]
  if (open.end) return [{ startsWith: core }]
  if (open.start) return [{ endsWith: core }]
  // Case-insensitive equality is a LIKE too and needs the escapes; case-sensitive equality is `=` and does not.
  if (!pattern.includes('%')) return [{ equals: ignoreCase ? core : pattern }]
  return [{ startsWith: core }, { endsWith: core }]
}

// No regular expression: one for the trailing run restarts at each `%` of every other run.
function withoutEnds(pattern: string): string {
  let start = 0
  let end = pattern.length
  while (pattern[start] === '%') start += 1
  while (end > start && pattern[end - 1] === '%') end -= 1
  return pattern.slice(start, end)
}

const escaped = (text: string): string => text.replace(/[\\_]/g, (character) => `\\${character}`)
