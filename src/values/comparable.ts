/** Classifies the values of free-form keys for comparison: numbers, times, or text, whose beginning is searched. */
import { parseNumber } from './number.ts'
import { parseTime } from './time.ts'

/** A value by its type of comparison. */
type Comparable = { number: number } | { time: Date } | { text: string }

export type KeyedValue = string | number | boolean

/**
 * Classifies a value: numbers compare as numbers, times as times, all else as text.
 *
 * A text that is a number (`"10"`, `"9.50"`) is one, since forms send all values as text; `"02134"` stays text, so that postal codes keep
 * their zeros, and so does a text with more digits than a number holds.
 */
export function comparable(value: KeyedValue): Comparable {
  if (typeof value === 'number') return { number: value }
  if (typeof value === 'boolean') return { text: String(value) }
  const number = parseNumber(value)
  if (number !== undefined) return { number }
  const time = parseTime(value)
  return time ? { time } : { text: searchedText(value) }
}

// An index entry holds at most 2,704 bytes; longer texts are stored in the record and can be read, but only their beginning is searched.
export const searchedBytes = 800

/** The part of a text that is searched: its first 800 bytes, whole characters only. */
export function searchedText(text: string): string {
  const bytes = Buffer.from(text)
  // Decoding as a stream omits a character that was cut in half.
  return bytes.length <= searchedBytes ? text : new TextDecoder().decode(bytes.subarray(0, searchedBytes), { stream: true })
}
