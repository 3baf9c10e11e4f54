/** Batches reads of rows by id: rows with the same statement are read by one, however many a document selects, under any aliases. */
import { isDeepStrictEqual } from 'node:util'
import DataLoader from 'dataloader'
import type { Context } from '../../context.ts'
import type { TextRow } from '../../db/text-query.ts'
import type { Reading, RowToRead } from '../request.ts'
import { queryRows } from './query-rows.ts'

/** The statement that finds a row. */
export type Lookup = RowToRead['lookup']

/** Maximum ids of one statement. */
const maxIds = 10_000

// Rows are not cached: a request may read, write and read again.
const newLoader = ({ context }: Reading) =>
  new DataLoader<RowToRead, TextRow | undefined>(
    async (wanted) => {
      const groups = alike(wanted)
      const found = new Map(await Promise.all([...new Set(groups.values())].map(readOrFail)))
      return wanted.map(({ id }, index) => {
        const rows = found.get(groups[index] as Alike)
        return rows instanceof Error ? rows : rows?.get(String(id))
      })

      // A failed statement fails only its own callers.
      async function readOrFail(group: Alike) {
        return [group, await readAll(group, context).catch((error: Error) => error)] as const
      }
    },
    { cache: false, maxBatchSize: maxIds },
  )

/** Reads a row; undefined for a missing one. */
export function loadRow(lookup: Lookup, id: bigint, reading: Reading): Promise<TextRow | undefined> {
  if (reading.isOneByOne) return read(lookup, [String(id)], reading.context).then(([row]) => row)
  reading.rows ??= newLoader(reading)
  return reading.rows.load({ lookup, id })
}

/** Rows with the same statement. */
type Alike = { lookup: Lookup; ids: Set<string> }

function read({ one, several, values }: Lookup, ids: readonly string[], context: Context): Promise<TextRow[]> {
  const [storeId, , ...others] = values
  const isOne = ids.length === 1
  return queryRows(isOne ? one : several, [storeId, isOne ? ids[0] : ids, ...others], context)
}

async function readAll({ lookup, ids }: Alike, context: Context): Promise<Map<string, TextRow>> {
  const rows = await read(lookup, [...ids], context)
  return new Map(rows.map((row) => [row[lookup.key] as string, row]))
}

/** Groups rows by their statement: text and values, except the id. */
function alike(wanted: readonly RowToRead[]): Alike[] {
  // One request may load thousands of rows by a statement with a megabyte of values: no work per row grows with the values.
  const groups = new Map<Lookup, Alike>()
  const byText = new Map<string, Alike[]>()
  const groupOf = (lookup: Lookup): Alike => {
    const sameText = byText.get(lookup.one) ?? []
    const known = sameText.find((group) => isDeepStrictEqual(group.lookup.values, lookup.values))
    if (known) return known
    const group = { lookup, ids: new Set<string>() }
    byText.set(lookup.one, [...sameText, group])
    return group
  }
  return wanted.map(({ id, lookup }) => {
    const group = groups.get(lookup) ?? groupOf(lookup)
    groups.set(lookup, group)
    group.ids.add(String(id))
    return group
  })
}
