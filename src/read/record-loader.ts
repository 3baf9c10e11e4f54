/**
 * Reads rows by their ids, together: however many a document asks for, by whatever names, those that are asked for by the same
 * statement are read by one.
 */
import { isDeepStrictEqual } from 'node:util'
import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import type { TextRow } from '../db/text-query.ts'
import { ask } from './ask.ts'
import type { Reading, RowToRead } from './reading.ts'

/** The statement that looks for a row. */
export type Lookup = RowToRead['lookup']

/** How many ids one statement takes. */
const maxIds = 10_000

// What they read is not kept: a request may read, write and read again.
const newLoader = ({ context }: Reading) =>
  new DataLoader<RowToRead, TextRow | undefined>(
    async (wanted) => {
      const groups = alike(wanted)
      const found = new Map(await Promise.all([...new Set(groups.values())].map(readOrFail)))
      return wanted.map(({ id }, index) => {
        const rows = found.get(groups[index] as Alike)
        return rows instanceof Error ? rows : rows?.get(String(id))
      })

      // A statement that fails is the fault of none but those who asked for it.
      async function readOrFail(group: Alike) {
        return [group, await readAll(group, context).catch((error: Error) => error)] as const
      }
    },
    { cache: false, maxBatchSize: maxIds },
  )

/** Reads a row, or answers undefined for one that there is not. */
export function loadRow(lookup: Lookup, id: bigint, reading: Reading): Promise<TextRow | undefined> {
  if (reading.isOneByOne) return read(lookup, [String(id)], reading.context).then(([row]) => row)
  reading.rows ??= newLoader(reading)
  return reading.rows.load({ lookup, id })
}

/** Rows for which the same statement looks. */
type Alike = { lookup: Lookup; ids: Set<string> }

function read({ one, several, values }: Lookup, ids: readonly string[], context: Context): Promise<TextRow[]> {
  const [storeId, , ...others] = values
  const isOne = ids.length === 1
  return ask(isOne ? one : several, [storeId, isOne ? ids[0] : ids, ...others], context)
}

async function readAll({ lookup, ids }: Alike, context: Context): Promise<Map<string, TextRow>> {
  const rows = await read(lookup, [...ids], context)
  return new Map(rows.map((row) => [row[lookup.key] as string, row]))
}

/** The group of each row that is wanted; those of a group are looked for by the same text and values, the id apart. */
function alike(wanted: readonly RowToRead[]): Alike[] {
  // A client may ask for thousands by one statement whose values take a megabyte: nothing is done for each that grows with those.
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
