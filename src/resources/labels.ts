/** The fields by which the staff label records: tags, and a note that no customer sees. */
import { tagKey, tagsField } from '../values/tags.ts'
import { text } from '../values/writable.ts'

/** The writable labels of a record. @param of the kind of record: `order`. */
export const labels = (of: string) => ({
  tags: tagsField(of),
  internalNote: text('A note for the staff, which no customer sees', { max: 10_000, ifNull: 'none' }),
})

/** Tags are compared by their keys. */
export const tagsMatched = { column: 'tagKeys', keysOf: (tag: string) => [tagKey(tag)] } as const
