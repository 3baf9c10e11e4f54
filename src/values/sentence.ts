/**
 * What is said of a request, with the names of its input fields apart from the words around them: each surface spells names its own
 * way. What a client wrote stands among the words, and is never spelled otherwise.
 */
import { snakeCase } from './text.ts'

/**
 * The name of an input field, or the path to one: `endDate`, `products[0].term`; of a filter also what it is compared by. With `key`
 * it is one free-form key of the field `name`, as the client wrote it.
 */
export type Name = { readonly name: string; readonly operator?: string; readonly key?: string }

export type Sentence = readonly (string | Name)[]

/** The step of a filter on REST that leads to free-form keys; what follows it is the key, whatever it is made of. */
export const keyStep = '_md'

/** The name of an input field as the schema has it, to stand in a sentence. */
export const field = (path: string): Name => ({ name: path })

/** The name of a filter with what it compares by: `placedAt.gt`, on REST `placed_at__gt`. */
export const condition = (name: string, operator: string): Name => ({ name, operator })

/** The name of a filter by a free-form key: `metadata shoe.size.gt`, on REST `_md.shoe.size__gt`. */
export const conditionOnKey = (name: string, key: string, operator?: string): Name => ({
  name,
  key,
  ...(operator !== undefined && { operator }),
})

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

const spelled = (sentence: Sentence, spell: (name: Name) => string): string =>
  sentence.map((part) => (typeof part === 'string' ? part : spell(part))).join('')

/** As the contract spells names, on REST and in the log. */
export const inContract = (sentence: Sentence): string =>
  spelled(sentence, ({ name, operator = 'eq', key }) => {
    const called = key === undefined ? snakeCase(name) : `${keyStep}.${key}`
    return operator === 'eq' ? called : `${called}__${snakeCase(operator)}`
  })

/** As the schema spells them. */
export const inGraphql = (sentence: Sentence): string =>
  spelled(sentence, ({ name, operator, key }) =>
    [key === undefined ? name : `${name} ${key}`, operator].filter((part) => part !== undefined).join('.'),
  )

/** As the options of a command are spelled: `overlapSeconds` is `--overlap`. */
export const inOptions = (sentence: Sentence): string =>
  spelled(sentence, ({ name }) => `--${snakeCase(name.replace(/(?:Seconds|Id)$/, '')).replaceAll('_', '-')}`)
