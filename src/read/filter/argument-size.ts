/** The size of a field's arguments: they are coerced, checked and compared or stored, and a client may send many. */
import { characterCount } from '../../values/text.ts'

const charactersOfOthers = 8

/** Counts the characters of names and texts, and eight for any other value; walks without recursion, since clients choose the depth. */
export function charactersOf(given: unknown): number {
  let characters = 0
  const waiting: unknown[] = [given]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (value === null || typeof value !== 'object')
      characters += typeof value === 'string' ? characterCount(value) : charactersOfOthers
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
