/** The words of the customers' page in each language that ships; another language is one more file of `words/`. Pure. */

import { de } from './words/de.ts'
import { en } from './words/en.ts'
import type { AccountWords } from './words/words.ts'

const languages: Readonly<Record<string, AccountWords>> = { en, de }

const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0] ?? ''

/** A locale that Intl takes; undefined for what is none. */
function canonical(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale.replace('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** The locales that a browser prefers, first the most. */
function accepted(header: string): string[] {
  const entries = header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = parameters.find((each) => each.trim().startsWith('q='))
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0 }
    })
  return entries
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => canonical(tag) ?? [])
}

/**
 * The words of a page and the locale of its amounts and dates: the customer's own, else what the browser accepts, else the shop's, else English.
 *
 * @param own the customer's locale. @param header Accept-Language. @param shop the locale of the shop.
 */
export function wordsFor(
  own: string | null | undefined,
  header: string | undefined,
  shop?: string | null,
): { words: AccountWords; locale: string } {
  const asked = [own ?? '', ...accepted(header ?? ''), shop ?? ''].flatMap((each) => (each && canonical(each)) || [])
  const locale = asked.find((each) => languageOf(each) in languages) ?? 'en'
  return { words: languages[languageOf(locale)] ?? en, locale }
}
