/** Relations: wherever they lead from what one may see, they end at rows that one may see, and count no others. */
import { describe, expect, test } from 'vitest'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { rootLists } from '../../reads/schema-lists.ts'
import { resourceOf } from '../../support/described.ts'
import { delegate, isForeign, type Row } from './everything.ts'
import { keyOf, openWorld, type Principal, principals } from './principals.ts'
import { isOwn, isPart, refusalAtRoot, rules, sees } from './visible-columns.ts'

const world = await openWorld()
const { db, all } = world

const isOpen = (as: Principal, { target, closedTo }: Link) => sees(target.name, as) !== undefined && !closedTo.includes(as.role)

// How many relations are followed one after the other. Every relation of every type is met within them; of merchants the
// database's own keys make sure that all of a row's relations stay in its store.
const depth = { merchant: 1, customer: 2, visitor: 3, stranger: 0 }
const rows = (resource: Resource) => `(first: 200${resource.archivedBy ? ', archived: true' : ''})`

/** Everything of a row that may be followed, so many relations deep. */
function selection(as: Principal, resource: Resource, left: number): string {
  const links = left === 0 ? [] : [...resource.links.values()].filter((link) => isOpen(as, link))
  const followed = links.map((link) => {
    const inner = `{ ${selection(as, link.target, left - 1)} }`
    return link.isConnection ? `${link.name}${rows(link.target)} { totalCount nodes ${inner} }` : `${link.name} ${inner}`
  })
  return ['__typename', keyOf(resource), ...followed].join(' ')
}

/** The shortest way to every type, by the names of lists and relations: `products { nodes { billing { … } } }`. */
function waysOf(as: Principal): Map<string, (inner: string) => string> {
  const ways = new Map<string, (inner: string) => string>()
  for (const { name, resource } of rootLists) {
    if (!refusalAtRoot(resource.name, as))
      ways.set(resource.name, (inner) => `{ ${name}${rows(resource)} { nodes { ${inner} } } }`)
  }
  // A map answers what is added while it is walked.
  for (const [from, way] of ways) {
    for (const link of resourceOf(from).links.values()) {
      if (ways.has(link.target.name) || !isOpen(as, link)) continue
      ways.set(link.target.name, (inner) =>
        way(
          `__typename ${keyOf(resourceOf(from))} ${link.name}${link.isConnection ? `${rows(link.target)} { nodes { ${inner} } }` : ` { ${inner} }`}`,
        ),
      )
    }
  }
  return ways
}

type Found = Record<string, unknown> & { __typename: string }

/** Every row in an answer. */
function* rowsIn(value: unknown): Generator<Found> {
  if (value === null || typeof value !== 'object') return
  if ('__typename' in value) yield value as Found
  for (const each of Object.values(value)) yield* rowsIn(each)
}

/** The archived rows in an answer, but for a principal's own and the single records that a row of these leads to, with what they are made of. */
function* archivedIn(value: unknown, as: Principal, isOfOwn = false, mayBeArchived = false): Generator<Found> {
  if (value === null || typeof value !== 'object') return
  if (!('__typename' in value)) {
    for (const each of Object.values(value)) yield* archivedIn(each, as, isOfOwn, mayBeArchived)
    return
  }
  const found = value as Found
  const { name, links } = resourceOf(found.__typename)
  const leadsToOwn = isOfOwn || isOwn(name, as)
  const row = rowOf(found)
  const isArchived = (row?.archivedAt ?? null) !== null || row?.deleted === true
  if (isArchived && !isOwn(name, as) && !mayBeArchived) yield found
  for (const [key, each] of Object.entries(found)) {
    const link = links.get(key)
    const isOne = link !== undefined && !link.list
    const inner = leadsToOwn && (isOne || (link !== undefined && isPart(link.target.name)))
    yield* archivedIn(each, as, inner, leadsToOwn && (isOne || rules[link?.target.name ?? '']?.elsewhere !== undefined))
  }
}

const rowOf = ({ __typename, id, productInstanceId }: Found): Row | undefined =>
  __typename === 'InventoryCount'
    ? all.rows('ProductInventory').find((row) => String(row.productInstanceId) === productInstanceId)
    : all.find(resourceOf(__typename).model.name, id)

/** The products a customer or visitor may know of: those on show, and those the customer bought. */
function knownProducts({ storeId, customerId }: Principal): Set<bigint> {
  const onShow = all.rows('Product').filter((row) => row.storeId === storeId && row.visible && !row.deleted)
  const bought = all
    .rows('OrderProduct')
    .concat(all.rows('Subscription'))
    .filter((row) => customerId && [row.customerId, all.find('Order', row.orderId)?.customerId].includes(customerId))
  return new Set([...onShow.map(({ id }) => id), ...bought.map(({ productId }) => productId as bigint)])
}

/** The right count of a row's connection, by the row's id. */
async function countsOf(as: Principal, resource: Resource, link: Link): Promise<Map<string, number>> {
  const [outer, inner] = link.path
  const where = sees(link.target.name, as)
  const among = { AND: [link.only, link.target.listed, inner ? { [inner]: where } : (where ?? {})] }
  const select = { id: true, [outer]: { where: among, select: { id: true } } }
  const found = await delegate(db, resource.model.name).findMany({ select })
  return new Map(found.map((row) => [String(row.id), (row[outer] as unknown[]).length]))
}

describe.each(principals.filter(({ role }) => role !== 'stranger').map((as) => ({ who: as.name, as })))('For $who', ({ as }) => {
  const ways = waysOf(as)
  const known = knownProducts(as)
  const counts = new Map<string, Promise<Map<string, number>>>()

  const follow = async (query: string) => {
    const { data, errors } = JSON.parse((await world.graphql(as, query)).text)
    expect(errors).toBeUndefined()
    if (as.role !== 'merchant') expect([...archivedIn(data, as)].map(({ __typename, id }) => `${__typename} ${id}`)).toEqual([])
    return [...rowsIn(data)]
  }

  test.each([...ways.keys()].map((type) => ({ type })))('what $type leads to is theirs to see', async ({ type }) => {
    const way = ways.get(type) as (inner: string) => string
    const found = await follow(way(selection(as, resourceOf(type), depth[as.role])))
    const strangers = found.filter((each) => {
      const { model } = resourceOf(each.__typename)
      const row = rowOf(each)
      if (!row || isForeign(all, model.name, row, as)) return true
      const products =
        as.role === 'merchant' || all.customersOf(model.name, row).length > 0 ? [] : all.productsOf(model.name, row)
      return products.some((product) => !known.has(product))
    })
    expect(strangers.map(({ __typename, id }) => `${__typename} ${id}`)).toEqual([])
    const { typeName } = resourceOf(type)
    expect(found.filter(({ __typename }) => __typename === typeName).length).toBeGreaterThan(0)

    for (const each of found) {
      const resource = resourceOf(each.__typename)
      for (const link of resource.links.values()) {
        const page = each[link.name] as { totalCount: number; nodes: Found[] } | undefined
        if (!link.isConnection || page?.totalCount === undefined) continue
        const name = `${resource.name}.${link.name}`
        const wanted = counts.get(name) ?? countsOf(as, resource, link)
        counts.set(name, wanted)
        const count = (await wanted).get(String(each.id))
        expect({ name, id: each.id, count: page.totalCount, rows: page.nodes.length }).toEqual({
          name,
          id: each.id,
          count,
          rows: Math.min(count ?? 0, 200),
        })
      }
    }
  })

  const shut = [...ways.keys()].flatMap((type) =>
    [...resourceOf(type).links.values()].filter((link) => !isOpen(as, link)).map((link) => ({ type, link, path: link.name })),
  )

  test.runIf(shut.length > 0).each(shut)('$path of $type is closed', async ({ type, link }) => {
    const way = ways.get(type) as (inner: string) => string
    const { result, sql } = await world.measured(() =>
      world.graphql(as, way(`${link.name}${link.isConnection ? ' { totalCount }' : ' { __typename }'}`)),
    )
    expect(JSON.parse(result.text).errors[0].extensions.code).toMatch(/^(FORBIDDEN|UNAUTHENTICATED)$/)
    expect(sql).toEqual([])
  })
})
