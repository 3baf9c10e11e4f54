/** How much an answer has to say: aliases show one text of a database a hundred times, for next to nothing until it is written. */
import { Refusal } from '../errors.ts'

export type AnswerSize = {
  /** Of names and values; other values than texts count as eight. */
  characters: number
  values: number
  /** Characters of texts, and of names beyond what the schema's own have. */
  text: number
}

export const noAnswer: AnswerSize = { characters: 0, values: 0, text: 0 }

/** What a field is called is no work, unless a client calls it by a long name. */
const freeNameCharacters = 32

/** Measures a result, and stops beyond a limit of characters. */
export function sizeOf(result: unknown, limit: number): AnswerSize {
  let characters = 0
  let values = 0
  let text = 0
  const waiting: unknown[] = [result]
  while (waiting.length > 0 && characters <= limit) {
    const value = waiting.pop()
    if (value === null || typeof value !== 'object') {
      values += 1
      characters += typeof value === 'string' ? value.length : 8
      if (typeof value === 'string') text += value.length
    } else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else {
      for (const key in value) {
        characters += key.length
        if (key.length > freeNameCharacters) text += key.length - freeNameCharacters
        waiting.push((value as Record<string, unknown>)[key])
      }
    }
  }
  return { characters, values, text }
}

/** The refusal of an answer that is longer than one may be; of the whole of it, whichever field was too long. */
export class AnswerTooLong extends Refusal {
  constructor(limit: number) {
    super('TOO_COMPLEX', `The answer would have more than ${limit} characters; ask for less at a time.`)
  }
}
