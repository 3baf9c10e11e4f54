/** The flat list of values that a metadata record holds, each under the name that a filter gives it. */
import { isDeepStrictEqual } from 'node:util'
import { comparable, type KeyedValue, searchedBytes, searchedText } from '../../values/comparable.ts'

/** One value of a record: `text` is its spelling, absent for objects; `number` or `time` is set when it is one. */
type MetadataEntry = { path: string; text?: string; number?: number; time?: Date }

/** The kinds of owners, by the columns that name them. */
export const ownerTypes = {
  subscriptionId: 'subscription',
  cartId: 'cart',
  orderId: 'order',
  productId: 'product',
  customerId: 'customer',
} as const

export type MetadataOwnerColumn = keyof typeof ownerTypes

/** The column of a metadata record that names its owner, with the owner's id. */
export type MetadataOwner<Id> = { [Column in MetadataOwnerColumn]: Record<Column, Id> }[MetadataOwnerColumn]

/** How each of a record's values says whose it is. */
export function entryOwner<Id>(owner: MetadataOwner<Id>) {
  const [[column, ownerId]] = Object.entries(owner) as [[MetadataOwnerColumn, Id]]
  return { ownerType: ownerTypes[column], ownerId }
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
 * The changes of the list of a record's values when the record changes: the paths whose entries go, and the entries that come. What
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
  return { ...comparable(value as KeyedValue), text: searchedText(String(value)) }
}
