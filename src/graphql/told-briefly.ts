/** Variables as graphql-js is to see them where it may refuse them: it first writes the whole of what is wrong into a sentence. */
import type { VariableDefinitionNode } from 'graphql'
import type { Values } from '../read/reading.ts'
import { cutText, isLongerThan } from '../values/text.ts'

/** Of longer texts only what takes any text takes some: no time, number or name is as long. */
const longText = 10_000

/** No input type has as many fields: of an object with more, the first are enough to tell that one is unknown, unless it takes any. */
const mostFields = 200

/** Of an object with more, or longer, only so much is written. */
const toldFields = 20
const toldCharacters = 200

/** What graphql-js asks an object for when it writes it. No input type has a field of that name, so a client's own is wrong by itself. */
const writes = 'toJSON'

/**
 * Copies the values of some variables, so that their long texts end early and their large objects say little of themselves.
 *
 * @returns whether the copies have all that was given; where not, what is right of them has to be read whole.
 */
export function toldBriefly(
  given: Values,
  definitions: readonly VariableDefinitionNode[],
): { values: Values; isComplete: boolean } {
  let isComplete = true
  const brief = (value: unknown): unknown => {
    if (typeof value === 'string') {
      isComplete &&= !isLongerThan(value, longText)
      return cutText(value, longText)
    }
    if (Array.isArray(value)) return value.map(brief)
    if (typeof value !== 'object' || value === null) return value
    if (Object.hasOwn(value, writes)) {
      isComplete = false
      return { [writes]: null }
    }
    const names = Object.keys(value)
    isComplete &&= names.length <= mostFields
    const fields = names.slice(0, mostFields).map((name) => [brief(name) as string, brief((value as Values)[name])] as const)
    const copy = Object.fromEntries(fields)
    if (fields.length <= toldFields && !fields.flat().some(isLong)) return copy
    const told = () => Object.fromEntries(fields.slice(0, toldFields).map(([name, part]) => [shortened(name), shortened(part)]))
    // Not among the fields that are read.
    return Object.defineProperty(copy, writes, { value: told, enumerable: false })
  }
  const names = definitions.map(({ variable }) => variable.name.value).filter((name) => Object.hasOwn(given, name))
  return { values: Object.fromEntries(names.map((name) => [name, brief(given[name])])), isComplete }
}

const isLong = (part: unknown): part is string => typeof part === 'string' && isLongerThan(part, toldCharacters)

const shortened = (part: unknown): unknown => (isLong(part) ? cutText(part, toldCharacters) : part)
