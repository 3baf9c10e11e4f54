/** The words of mails in each language that ships; another language is one more file of `words/`. */
import { de } from './words/de.ts'
import { en } from './words/en.ts'

export const languages = { en, de } as const

type Language = keyof typeof languages

/** The language of a locale, such as `de-AT`, that there are words for. */
export const languageOf = (locale: string): Language | undefined => {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return language in languages ? (language as Language) : undefined
}
