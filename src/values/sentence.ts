/**
 * Error messages with the names of input fields kept apart from the text, so that each surface spells names its own way. Input quoted from
 * a client is part of the text, and is never respelled.
 */
import { snakeCase } from './text.ts'

/**
 * The name of an input field, or the path to one: `endDate`, `products[0].term`; of a filter with its operator. With `key` it is one
 * free-form key of the field `name`, as the client wrote it.
 */
export type Name = { readonly name: string; readonly operator?: string; readonly key?: string }

export type Sentence = readonly (string | Name)[]

/** The step of a REST filter that leads to free-form keys; the rest of the path is the key, with any characters. */
export const keyStep = '_md'

/** The name of an input field, in the schema's spelling, for use in a sentence. */
export const field = (path: string): Name => ({ name: path })

/** The name of a filter with its operator: `placedAt.gt`, on REST `placed_at__gt`. */
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

/** The first of some ids, for an error that says which there are. */
export const someIds = (ids: readonly bigint[]): string => `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' …' : ''}`

/** Joins several sentences. */
export const joined = (sentences: readonly Sentence[]): Sentence =>
  sentences.flatMap((sentence, place) => (place === 0 ? sentence : [' ', ...sentence]))

/** The first name in a sentence, which is its subject. */
export const nameIn = (sentence: Sentence): string | undefined =>
  sentence.find((part): part is Name => typeof part === 'object')?.name

const spelled = (sentence: Sentence, spell: (name: Name) => string): string =>
  sentence.map((part) => (typeof part === 'string' ? part : spell(part))).join('')

/** Formats a sentence with the contract's names, for REST and the log. */
export const inContract = (sentence: Sentence): string =>
  spelled(sentence, ({ name, operator = 'eq', key }) => {
    const called = key === undefined ? snakeCase(name) : `${keyStep}.${key}`
    return operator === 'eq' ? called : `${called}__${snakeCase(operator)}`
  })

/** Formats a sentence with the schema's names. */
export const inGraphql = (sentence: Sentence): string =>
  spelled(sentence, ({ name, operator, key }) =>
    [key === undefined ? name : `${name} ${key}`, operator].filter((part) => part !== undefined).join('.'),
  )

/** Formats a sentence with a command's options: `overlapSeconds` is `--overlap`. */
export const inOptions = (sentence: Sentence): string =>
  spelled(sentence, ({ name }) => `--${snakeCase(name.replace(/(?:Seconds|Id)$/, '')).replaceAll('_', '-')}`)
