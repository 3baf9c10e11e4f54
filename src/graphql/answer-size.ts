/** How much an answer has to say: aliases show one text of a database a hundred times, for next to nothing until it is written. */

/**
 * Counts the characters of a result, names and values, and stops counting beyond a limit; other values than texts count as
 * eight.
 */
export function charactersOf(result: unknown, limit: number): number {
  let characters = 0
  const waiting: unknown[] = [result]
  while (waiting.length > 0 && characters <= limit) {
    const value = waiting.pop()
    if (typeof value === 'string') characters += value.length
    else if (value === null || typeof value !== 'object') characters += 8
    else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else {
      for (const key in value) {
        characters += key.length
        waiting.push((value as Record<string, unknown>)[key])
      }
    }
  }
  return characters
}
