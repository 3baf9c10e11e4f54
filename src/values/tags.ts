/** Tags: a set of short texts of a record, compared without case and accents, each in the spelling that it was given in first. Pure. */
import { folded } from './fold.ts'
import { type Name, type Sentence, say } from './sentence.ts'
import { isLongerThan, shown } from './text.ts'
import { hasVisible, normalized } from './text-form.ts'
import { made } from './writable.ts'

export const mostTags = 50
export const mostTagCharacters = 40

const blanks = /\p{Zs}+/gu
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** A tag as it is stored: in normal form C, without blanks around it, and with one blank between its words. */
const tidy = (tag: string): string => normalized(tag).replace(blanks, ' ').replace(/^ | $/g, '')

/** The key that a tag is compared by. A tag of marks alone keeps them. */
export const tagKey = (tag: string): string => folded(tidy(tag)) || tidy(tag)

const tagKeys = (tags: readonly string[]): string[] => tags.map(tagKey)

const inOrder = (one: readonly [string, string], other: readonly [string, string]) => (one[0] < other[0] ? -1 : 1)

/**
 * A set of tags: each once, in the order of their keys.
 *
 * @param given in the order in which their spellings count: of two that are the same, the first.
 */
const tagSet = (given: readonly string[]): string[] => {
  const byKey = new Map<string, string>()
  for (const tag of given.map(tidy)) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  return [...byKey].sort(inOrder).map(([, tag]) => tag)
}

/** The tags that are given, in the spellings of those before. */
export function keptSpellings(given: readonly string[], before: readonly string[] = []): string[] {
  const keys = new Set(tagKeys(given))
  return tagSet([...before.filter((tag) => keys.has(tagKey(tag))), ...given])
}

/** The tags of a record with some added, each in the spelling that it has there. */
export const withTags = (before: readonly string[], added: readonly string[]): string[] => tagSet([...before, ...added])

/** The tags of a record without some. */
export function withoutTags(before: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(tagKeys(removed))
  return before.filter((tag) => !keys.has(tagKey(tag)))
}

/** The values of a row with the keys of its tags, where they are among them: whatever writes tags writes their keys. */
export const withTagKeys = <Values extends object>(values: Values): Values =>
  'tags' in values ? { ...values, tagKeys: tagKeys(values.tags as string[]) } : values

/** The fault of tags, as a sentence with the name of their field; undefined for valid ones. */
export function tagsFault(tags: readonly string[], name: Name): Sentence | undefined {
  for (const tag of tags) {
    if (isLongerThan(tag, mostTagCharacters))
      return say`${name} must have tags of at most ${mostTagCharacters} characters, unlike ${shown(tag)}.`
    if (!hasVisible(tag)) return say`${name} must have a visible character in each tag, unlike ${JSON.stringify(tag)}.`
    if (control.test(tag))
      return say`${name} must have no control characters, such as a line break, unlike ${JSON.stringify(tag)}.`
  }
  return tags.length > mostTags ? say`${name} must have at most ${mostTags} tags, not ${tags.length}.` : undefined
}

/** The tags of a record as a field. @param of the kind of record: `order`. */
export const tagsField = (of: string) =>
  made(
    'Strings',
    `The tags of the ${of}`,
    [`at most ${mostTags} of ${mostTagCharacters} characters`],
    {
      initially: [] as readonly string[],
      besides: 'case and accents make no difference, and each tag is kept in the spelling it has',
    },
    tagsFault,
    { stored: keptSpellings },
  )
