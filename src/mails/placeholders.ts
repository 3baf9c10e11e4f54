/** Placeholders of a shop's own words: `{{ order }}`, from a closed list for each kind of mail. Pure. */
import { nearestName } from '../values/nearest.ts'

const pattern = /\{\{([^{}]*)\}\}/g

/**
 * The fault of a text with placeholders: the sentence behind the name of its field.
 *
 * @param known those of its kind.
 */
export function placeholderFault(text: string, known: readonly string[]): string | undefined {
  for (const [whole, inner = ''] of text.matchAll(pattern)) {
    const name = inner.trim()
    if (known.includes(name)) continue
    const meant = nearestName(name, known)
    return `has ${whole}, which is no placeholder${meant ? `; did you mean {{ ${meant} }}?` : ` of this mail: it may have ${known.map((each) => `{{ ${each} }}`).join(', ')}.`}`
  }
  if (/\{\{|\}\}/.test(text.replace(pattern, ''))) return 'has a placeholder that is not closed: it is written {{ order }}.'
  return undefined
}

/** Fills placeholders in; values stay texts, whatever they look like. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(pattern, (whole, inner: string) => values[inner.trim()] ?? whole)
