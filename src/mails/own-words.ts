/** The own words of a store for a kind of mails in a language, in the place of those that ship. */
import type { KindWords } from './words/words.ts'

export type OwnWords = { language: string } & Partial<KindWords>
