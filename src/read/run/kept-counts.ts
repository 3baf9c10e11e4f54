/** The counts of lists that are kept in this process, for each database: a statement takes one and decides whether it holds. */
import { LRUCache } from 'lru-cache'
import type { TextRow } from '../../db/text-query.ts'
import type { BoundValue } from '../filter/placeholder.ts'
import type { CountToKeep } from '../sql/statement.ts'

/** A count with the mark below which it was made, and its server. */
type KeptCount = readonly [mark: string, server: string, count: string]

/** Maximum bytes of all that is kept of a database. */
const mostBytes = 8_388_608
const bytesOfEntry = 400

/** A server that has crashed may lack its last transactions where commits do not wait for the disk: no count is kept for longer. */
const keptMilliseconds = 600_000

const keptOf = new WeakMap<object, LRUCache<string, KeptCount>>()

const newCache = () =>
  new LRUCache<string, KeptCount>({
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 64,
    sizeCalculation: (_kept, key) => bytesOfEntry + 2 * key.length,
    ttl: keptMilliseconds,
  })

/** The count in a cell, without what it may be kept with. */
export const countIn = (cell: string | null | undefined): string => (cell ?? '').split(',', 1)[0] as string

/** The text and the values of a count: its store, its restriction and its filter are among them. */
const keyOf = ({ text, values }: CountToKeep): string => `${text}\n${JSON.stringify(values)}`

/** The values of a statement, with the counts that are kept. @param database the one that is asked. */
export function withKept(values: readonly BoundValue[], counts: readonly CountToKeep[], database: object): readonly BoundValue[] {
  const cache = keptOf.get(database)
  if (counts.length === 0 || !cache) return values
  const filled = [...values]
  for (const count of counts) {
    const kept = cache.get(keyOf(count))
    if (kept) filled.splice(count.at, kept.length, ...kept)
  }
  return filled
}

/** Keeps the counts of a statement that may be kept. @param rows each begins with the index of its page. */
export function keepCounts(rows: readonly TextRow[], counts: readonly CountToKeep[], database: object): void {
  for (const count of counts) {
    const cell = rows.find(([page]) => Number(page) === count.page)?.[1 + count.cell] ?? ''
    const [, mark, server] = cell.split(',')
    if (mark === undefined || server === undefined) continue
    const cache = keptOf.get(database) ?? newCache()
    keptOf.set(database, cache)
    cache.set(keyOf(count), [mark, server, countIn(cell)])
  }
}
