/**
 * What is said of a request, with the names of its input fields apart from the words around them: each surface spells names its own
 * way. What a client wrote stands among the words, and is never spelled otherwise.
 */
import { snakeCase } from './text.ts'

/** The name of an input field, or the path to one: `endDate`, `products[0].term`. */
export type Name = { readonly name: string }

export type Sentence = readonly (string | Name)[]

/** The name of an input field as the schema has it, to stand in a sentence. */
export const field = (path: string): Name => ({ name: path })

/** The name of a field inside another. */
export const within = ({ name }: Name, inner: string): Name => field(`${name}.${inner}`)

/** A sentence, such as say`${field('endDate')} must be a time, not null.` */
export function say(texts: TemplateStringsArray, ...values: (string | number | bigint | Name)[]): Sentence {
  return texts.flatMap((text, place) => {
    const value = values[place]
    return value === undefined ? [text] : [text, typeof value === 'object' ? value : String(value)]
  })
}

/** Several sentences one after the other. */
export const joined = (sentences: readonly Sentence[]): Sentence =>
  sentences.flatMap((sentence, place) => (place === 0 ? sentence : [' ', ...sentence]))

/** The first name in a sentence: what it is about. */
export const nameIn = (sentence: Sentence): string | undefined =>
  sentence.find((part): part is Name => typeof part === 'object')?.name

const spelled = (sentence: Sentence, spell: (name: string) => string): string =>
  sentence.map((part) => (typeof part === 'string' ? part : spell(part.name))).join('')

/** As the contract spells names, on REST and in the log. */
export const inContract = (sentence: Sentence): string => spelled(sentence, snakeCase)

/** As the schema spells them. */
export const inGraphql = (sentence: Sentence): string => spelled(sentence, (name) => name)

/** As the options of a command are spelled: `overlapSeconds` is `--overlap`. */
export const inOptions = (sentence: Sentence): string =>
  spelled(sentence, (name) => `--${snakeCase(name.replace(/(?:Seconds|Id)$/, '')).replaceAll('_', '-')}`)
