/**
 * The most frequent counts of lists read indexes alone, owners of a value of metadata are found in the order of an index, and a far
 * page passes over entries of one.
 */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore({ isApart: true })
const { db } = store

// Only of pages that all see alike an index-only scan looks at no rows.
for (const table of ['subscription', 'order', 'transaction', 'shipment', 'customer', 'metadata_entry'])
  await db.$executeRawUnsafe(`VACUUM ANALYZE "${table}"`)

type Node = { 'Node Type': string; 'Index Name'?: string; Plans?: Node[] }

const withParts = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(withParts)]

/** The plan of the one statement that a document asks, where there were more rows than a look at all of them pays for. */
async function planOf(document: string): Promise<Node[]> {
  const [text = '', ...others] = await store.statements(() => store.graphql(document))
  expect(others).toEqual([])
  const values = Array(Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))).fill('NULL')
  return db.$transaction(async (tx) => {
    // One plan for all values: what they are does not matter.
    for (const setting of [
      'enable_seqscan = off',
      'enable_bitmapscan = off',
      'enable_sort = off',
      'plan_cache_mode = force_generic_plan',
    ])
      await tx.$executeRawUnsafe(`SET LOCAL ${setting}`)
    await tx.$executeRawUnsafe(`PREPARE asked AS ${text}`)
    const [row] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(
      `EXPLAIN (FORMAT JSON) EXECUTE asked(${values.join(', ')})`,
    )
    await tx.$executeRawUnsafe('DEALLOCATE asked')
    if (!row) throw new Error('There is no plan')
    return withParts(row['QUERY PLAN'][0].Plan)
  })
}

const scansOf = (nodes: Node[]): string[] =>
  nodes.map((node) => node['Node Type']).filter((type) => /Scan$/.test(type) && type !== 'Subquery Scan')

const time = '"2026-01-02T03:04:05Z"'

describe('The count of a list', () => {
  it.each([
    ['subscriptions', '{}'],
    ['subscriptions', '{ status: { eq: active } }'],
    ['subscriptions', '{ status: { ne: active } }'],
    ['subscriptions', '{ status: { in: [active, past_due] } }'],
    ['subscriptions', `{ endDate: { gt: ${time} } }`],
    ['subscriptions', `{ startDate: { lt: ${time} } }`],
    ['subscriptions', '{ customerId: { eq: 1 } }'],
    ['subscriptions', '{ productId: { eq: 1 } }'],
    ['subscriptions', `{ status: { eq: active }, endDate: { gt: ${time} } }`],
    ['subscriptions', '{ metadata: [{ key: "plan", eq: "gold" }] }'],
    ['subscriptions', '{ metadata: [{ key: "seats", gt: 3 }] }'],
    ['orders', '{}'],
    ['orders', `{ placedAt: { gt: ${time} } }`],
    ['orders', '{ status: { eq: open } }'],
    ['orders', '{ customerId: { eq: 1 } }'],
    ['orders', `{ status: { eq: open }, placedAt: { gt: ${time} } }`],
    ['orders', `{ customerId: { eq: 1 }, placedAt: { gt: ${time} } }`],
    ['transactions', '{}'],
    ['transactions', `{ createdAt: { gt: ${time} } }`],
    ['transactions', '{ result: { eq: captured } }'],
    ['transactions', '{ orderId: { eq: 1 } }'],
    ['transactions', `{ result: { eq: captured }, createdAt: { gt: ${time} } }`],
    ['shipments', '{}'],
    ['shipments', '{ status: { eq: unshipped } }'],
    ['shipments', '{ customerId: { eq: 1 } }'],
    ['customers', '{}'],
    ['customers', `{ createdAt: { gt: ${time} } }`],
    ['customers', '{ email: { eq: "a@example.org" } }'],
  ])('of %s by %s looks at no row', async (list, filter) => {
    const scans = scansOf(await planOf(`{ ${list}(filter: ${filter}) { totalCount } }`))
    expect(new Set(scans)).toEqual(new Set(['Index Only Scan']))
  })
})

describe('A page behind a thousand rows', () => {
  it.each([
    ['orders', '{ id: asc }', 'products { name }'],
    ['orders', '{ id: desc }', 'customer { name }'],
    ['orders', '{ placedAt: desc }', 'products { name } customer { name }'],
    ['subscriptions', '{ id: asc }', 'customer { name }'],
  ])('of %s by %s passes over nothing but entries of an index', async (list, order, others) => {
    const nodes = await planOf(`{ ${list}(offset: 1000, orderBy: [${order}]) { nodes { id ${others} } } }`)
    const passed = nodes.filter((node) => node['Node Type'] === 'Limit').map((node) => scansOf(withParts(node)))
    expect(passed).toContainEqual(['Index Only Scan'])
  })
})

describe('Those who have a value of metadata', () => {
  it.each([
    ['a text', '{ key: "plan", eq: "gold" }', 'metadata_entry_store_id_owner_type_path_text_owner_id_idx'],
    ['a number', '{ key: "seats", eq: 3 }', 'metadata_entry_number_idx'],
    ['a time', `{ key: "since", eq: ${time} }`, 'metadata_entry_time_idx'],
  ])('are found by %s in the order of their ids, and no more of them than are asked for', async (_what, condition, index) => {
    for (const list of ['subscriptions', 'customers', 'carts']) {
      const nodes = await planOf(`{ ${list}(first: 5, filter: { metadata: [${condition}] }) { nodes { id } } }`)
      const types = nodes.map((node) => node['Node Type'])
      expect(types).toContain('Limit')
      expect(types).not.toContain('Sort')
      expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toContain(index)
    }
  })

  it('have it of their own: an entry of what has no metadata, or is in another store, cannot be', async () => {
    const entry = { storeId: 1n, ownerType: 'subscription', path: 'plan', text: 'gold' } as const
    const without = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, metadata: null } })
    await expect(db.metadataEntry.create({ data: { ...entry, ownerId: without.id } })).rejects.toMatchObject({ code: 'P2003' })
    const theirs = await db.metadata.findFirstOrThrow({ where: { storeId: 2n, ownerType: 'subscription' } })
    await expect(db.metadataEntry.create({ data: { ...entry, ownerId: theirs.ownerId } })).rejects.toMatchObject({
      code: 'P2003',
    })
  })
})
