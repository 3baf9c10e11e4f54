/** The shop's own words of a kind of mails in a language, as a form opens with them and sends them. Pure. */
import type { FormValues } from '../../parts/run-act.ts'
import { touched } from '../../parts/touched.ts'

const names = ['subject', 'heading', 'text'] as const

type StoredMailWords = { language: string } & { [Name in (typeof names)[number]]?: string }

/** The values of the form. @param stored the words of all languages. */
export function openedWords(stored: unknown, language: string): FormValues {
  const own = (stored as readonly StoredMailWords[]).find((words) => words.language === language)
  return Object.fromEntries(names.map((name) => [name, own?.[name] ?? '']))
}

/** Null brings back the words of the program: the API keeps a text that is left out. */
const textsOf = (values: FormValues) =>
  Object.fromEntries(names.map((name) => [name, values[name]?.trim() ? values[name] : null]))

export const wordsInput = (kind: string, language: string, opened: FormValues, values: FormValues) => ({
  kind,
  words: [{ language, ...touched(textsOf(values), textsOf(opened)) }],
})
