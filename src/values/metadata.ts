/** What a value in free-form metadata is: a number, a time or text; and the flat list of values a record holds. */
import { isDeepStrictEqual } from 'node:util'
import { parseTime } from './time.ts'

/** The one name that is no key: JavaScript would take what it stands for as the prototype of the record. */
export const neverKey = '__proto__'

/** How a metadata value compares. */
type Comparable = { number: number } | { time: Date } | { text: string }

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
  return time ? { time } : { text: searchedText(value) }
}

/** One value of a record: `text` is its spelling, absent for objects; `number` or `time` is set when it is one. */
type MetadataEntry = { path: string; text?: string; number?: number; time?: Date }

/** The column of a metadata record that names its owner, with the owner's id. */
export type MetadataOwner<Id> = { subscriptionId: Id } | { cartId: Id } | { customerId: Id }

/** How each of a record's values says whose it is. */
export function entryOwner<Id>(owner: MetadataOwner<Id>) {
  if ('subscriptionId' in owner) return { ownerType: 'subscription', ownerId: owner.subscriptionId } as const
  if ('cartId' in owner) return { ownerType: 'cart', ownerId: owner.cartId } as const
  return { ownerType: 'customer', ownerId: owner.customerId } as const
}

// An index entry holds at most 2,704 bytes; longer texts are kept in the record and can be read, but only their
// beginning is searched.
const searchedBytes = 800

/** The part of a text that is searched: its first 800 bytes, whole characters only. */
function searchedText(text: string): string {
  const bytes = Buffer.from(text)
  // Decoding as a stream leaves out a character that was cut in half.
  return bytes.length <= searchedBytes ? text : new TextDecoder().decode(bytes.subarray(0, searchedBytes), { stream: true })
}

/**
 * Lists every value of a metadata record under the name a filter gives it: its key, or the dotted path through nested
 * objects and arrays. Where a key and a path have the same name, the one nearer the top wins. Null counts as missing;
 * objects are present without a value.
 */
export function metadataEntries(data: Record<string, unknown>): MetadataEntry[] {
  return [...namedValues(data).entries.values()]
}

/** The entries by their paths, and the paths that two values have. */
function namedValues(data: Record<string, unknown>): { entries: Map<string, MetadataEntry>; ambiguous: Set<string> } {
  const entries = new Map<string, MetadataEntry>()
  const ambiguous = new Set<string>()
  let level: [prefix: string, object: object][] = [['', data]]
  while (level.length > 0) {
    const below: typeof level = []
    for (const [prefix, object] of level) {
      for (const [key, value] of Object.entries(object)) {
        const path = prefix + key
        if (value === null || value === undefined || Buffer.byteLength(path) > searchedBytes) continue
        if (entries.has(path)) ambiguous.add(path)
        else entries.set(path, { path, ...storedValue(value) })
        if (typeof value === 'object') below.push([`${path}.`, value])
      }
    }
    level = below
  }
  return { entries, ambiguous }
}

/**
 * What has to be done to the list of a record's values when it changes: the paths whose entries go, and the entries that come. What
 * stays is not touched: writing costs by what a client sends, not by all that the record has.
 */
export function changedEntries(
  from: Record<string, unknown>,
  to: Record<string, unknown>,
): { gone: string[]; added: MetadataEntry[] } {
  // Which of two values has a path depends on the order of the keys, and what is kept has forgotten in which they came.
  const { entries: before, ambiguous } = namedValues(from)
  const { entries: after } = namedValues(to)
  const isSame = (entry: MetadataEntry) => !ambiguous.has(entry.path) && isDeepStrictEqual(entry, before.get(entry.path))
  const added = [...after.values()].filter((entry) => !isSame(entry))
  const changed = new Set(added.map(({ path }) => path))
  return { gone: [...before.keys()].filter((path) => !after.has(path) || changed.has(path)), added }
}

function storedValue(value: unknown): Partial<MetadataEntry> {
  if (typeof value === 'object') return {}
  return { ...comparable(value as MetadataValue), text: searchedText(String(value)) }
}
