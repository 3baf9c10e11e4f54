/** The size of a field's arguments: they are coerced, checked and compared or stored, and a client may send many. */
import { characterCount } from '../../values/text.ts'
import { Placeholder, preparedCharacters } from './placeholder.ts'

const charactersOfOthers = 8

/**
 * Counts the characters of names and texts, and eight for any other value; walks without recursion, since clients choose the depth.
 *
 * @param texts collects the places of texts that only a request has; without it they count as the longest.
 */
export function charactersOf(given: unknown, texts?: number[]): number {
  let characters = 0
  const waiting: unknown[] = [given]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (value === null || typeof value !== 'object')
      characters += typeof value === 'string' ? characterCount(value) : charactersOfOthers
    else if (value instanceof Placeholder) characters += charactersOfPlaceholder(value, texts)
    else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else {
      for (const key in value) {
        characters += characterCount(key)
        waiting.push((value as Record<string, unknown>)[key])
      }
    }
  }
  return characters
}

function charactersOfPlaceholder({ type, at }: Placeholder, texts: number[] | undefined): number {
  // A time has none.
  if (type !== 'string') return type === 'object' ? 0 : charactersOfOthers
  texts?.push(at)
  return texts ? 0 : preparedCharacters
}
