/** What a value in free-form metadata is: a number, a time or text; and the flat list of values a record holds. */
import { parseTime } from './time.ts'

/** How a metadata value compares. */
export type Comparable = { number: number } | { time: Date } | { text: string }

export type MetadataValue = string | number | boolean

/**
 * Decides how a value compares: numbers as numbers, times as times, all else as text.
 *
 * A text that is a number in its usual spelling (`"10"`, `"-2.5"`) is one, since forms send all values as text;
 * `"02134"` stays text, so that postal codes keep their zeros.
 */
export function comparable(value: MetadataValue): Comparable {
  if (typeof value === 'number') return { number: value }
  if (typeof value === 'boolean') return { text: String(value) }
  if (Number.isFinite(Number(value)) && String(Number(value)) === value) return { number: Number(value) }
  const time = parseTime(value)
  return time ? { time } : { text: value }
}

/** One value of a record: `text` is its spelling, absent for objects; `number` or `time` is set when it is one. */
export type MetadataEntry = { path: string; text?: string; number?: number; time?: Date }

// An index entry holds at most 2,704 bytes; longer texts are kept in the record and can be read, but only their
// beginning is searched.
const searchedCharacters = 512

/**
 * Lists every value of a metadata record under the name a filter gives it: its key, or the dotted path through nested
 * objects and arrays. Where both exist, the key itself wins. Null counts as missing; objects are present without a value.
 */
export function metadataEntries(data: Record<string, unknown>): MetadataEntry[] {
  const entries = new Map<string, MetadataEntry>()
  const visit = (value: unknown, path: string) => {
    if (value === null || value === undefined || path.length > searchedCharacters) return
    if (!entries.has(path)) entries.set(path, { path, ...storedValue(value) })
    if (typeof value === 'object') for (const [key, child] of Object.entries(value)) visit(child, `${path}.${key}`)
  }
  // Own keys go in before any path, so that they win.
  for (const [key, value] of Object.entries(data)) {
    if (value !== null && value !== undefined && key.length <= searchedCharacters)
      entries.set(key, { path: key, ...storedValue(value) })
  }
  for (const [key, value] of Object.entries(data)) {
    if (value !== null && typeof value === 'object') {
      for (const [name, child] of Object.entries(value)) if (data[`${key}.${name}`] === undefined) visit(child, `${key}.${name}`)
    }
  }
  return [...entries.values()]
}

function storedValue(value: unknown): Partial<MetadataEntry> {
  if (typeof value === 'object') return {}
  const text = String(value).slice(0, searchedCharacters)
  return { ...comparable(value as MetadataValue), text }
}
