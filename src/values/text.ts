/** What may not stand in any text that comes in. */

/**
 * Says what is wrong with a text, or undefined when nothing is.
 *
 * PostgreSQL cannot store the NUL character, and half a surrogate pair would silently become another character.
 */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'text must not contain the NUL character'
  if (!text.isWellFormed()) return 'text must be well-formed Unicode'
  return undefined
}

/** The beginning of a text, without half a surrogate pair at its end. */
export const cutText = (text: string, characters: number): string => text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')

/**
 * What a form or a query string says by an encoded text. In one of nothing but plus signs `replaceAll` takes five times as long.
 *
 * @throws URIError for a broken percent-encoding, and for one that is not UTF-8.
 */
export const formDecoded = (text: string): string => decodeURIComponent(text.replace(/\+/g, ' '))

/** The contract's spelling of a name: `quantityOnHand` → `quantity_on_hand`, `last4` stays. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** Shortens a received value so that it can stand in a sentence. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${cutText(text, 60)}…` : text
}
