/** Checks, counts, cuts and converts texts. */

/**
 * Returns the fault of a text, or undefined for a valid one.
 *
 * PostgreSQL cannot store the NUL character, and half a surrogate pair would silently become another character.
 */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'text must not contain the NUL character'
  if (!text.isWellFormed()) return 'text must be well-formed Unicode'
  return undefined
}

// A text without surrogates fails this test at once: V8 stores most texts as Latin-1.
const surrogatePairs = /[\ud800-\udbff][\udc00-\udfff]/g

/** Counts the characters of a text, as all limits do: Unicode code points; an emoji may be one or several. */
export function characterCount(text: string): number {
  let count = text.length
  surrogatePairs.lastIndex = 0
  while (surrogatePairs.test(text)) count -= 1
  return count
}

/** Whether a text has more than so many characters; one that is far too long is not counted. */
export const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && (text.length > 2 * characters || characterCount(text) > characters)

/** The first characters of a text. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text
  let end = 0
  for (let left = characters; left > 0 && end < text.length; left -= 1) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/**
 * Decodes a text of a form or a query string. For a text of nothing but plus signs `replaceAll` takes five times as long.
 *
 * @throws URIError for a broken percent-encoding, and for one that is not UTF-8.
 */
export const formDecoded = (text: string): string => decodeURIComponent(text.replace(/\+/g, ' '))

/** The contract's spelling of a name: `quantityOnHand` → `quantity_on_hand`, `last4` stays. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Escapes a text for HTML, for elements and for attributes in quotation marks. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Shortens a received value for an error message. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return isLongerThan(text, 60) ? `${cutText(text, 60)}…` : text
}

/** Splits a path: `/v1/books` and `/v1/books/` alike are an empty step, `v1` and `books`. */
export const stepsOf = (path: string): string[] => (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
