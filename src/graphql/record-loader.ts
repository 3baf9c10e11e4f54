/**
 * Reads records by their ids, together: however many a document asks for, by whatever names, those of one type that are asked
 * for the same fields are one statement.
 */
import { isDeepStrictEqual } from 'node:util'
import { createContextCache } from '@pothos/core'
import DataLoader from 'dataloader'
import type { Context } from '../context.ts'
import { delegateName } from './model.ts'
import type { Resource } from './registry.ts'
import { visibleAtRoot } from './visible.ts'

type Row = Record<string, unknown> & { id: bigint }

/** A record that is wanted, and which of its columns and relations. */
type Wanted = { id: bigint; query: object }

/** How many ids one statement takes; a database takes three times as many. */
const maxIds = 10_000

type Loader = DataLoader<Wanted, Row | undefined>

// They go with their request. What they read is not kept: a request may read, write and read again.
const loadersOf = createContextCache<Map<Resource, Loader>, Context>(() => new Map())

/**
 * Reads a record, or answers undefined for one that is missing or that the viewer may not see.
 *
 * @param query what of it, as `queryFromInfo` or a field of Pothos says.
 * @throws Refusal when the resource is not open to the viewer at all.
 */
export async function loadRecord(resource: Resource, id: bigint, query: object, context: Context): Promise<Row | undefined> {
  const loaders = loadersOf(context)
  const known = loaders.get(resource)
  const loader = known ?? makeLoader(resource, context)
  if (!known) loaders.set(resource, loader)
  return loader.load({ id, query })
}

function makeLoader(resource: Resource, { db, viewer }: Context): Loader {
  const seen = visibleAtRoot(resource, viewer)
  const delegate = db[delegateName(resource.model) as 'subscription']

  async function read({ query, ids }: Alike): Promise<Map<bigint, Row>> {
    const rows = await delegate.findMany({ ...query, where: { AND: [{ id: { in: [...ids] } }, seen] } })
    return new Map(rows.map((row) => [row.id, row as Row]))
  }

  // A statement that fails is the fault of none but those who asked for it.
  const readOrFail = async (group: Alike) => [group, await read(group).catch((error: Error) => error)] as const

  return new DataLoader(
    async (wanted) => {
      const groups = alike(wanted)
      const found = new Map(await Promise.all([...new Set(groups)].map(readOrFail)))
      return wanted.map(({ id }, index) => {
        const rows = found.get(groups[index] as Alike)
        return rows instanceof Map ? rows.get(id) : rows
      })
    },
    { cache: false, maxBatchSize: maxIds },
  )
}

/** Records of which the same is wanted. */
type Alike = { query: object; ids: Set<bigint> }

/** The group of each record. A document has few selections: each is compared with each, values and all. */
function alike(wanted: readonly Wanted[]): Alike[] {
  const groups = new Map<object, Alike>()
  return wanted.map(({ id, query }) => {
    const known = groups.get(query) ?? [...groups.values()].find((group) => isDeepStrictEqual(group.query, query))
    const group = known ?? { query, ids: new Set() }
    groups.set(query, group)
    group.ids.add(id)
    return group
  })
}
