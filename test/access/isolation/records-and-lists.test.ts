/** Root fields: a record of others is like one that never was, and a list has, counts and pages what may be seen, no more. */
import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupColumn, groupColumnsOf } from '../../../src/schema/group-columns.ts'
import { writeNodeId } from '../../../src/schema/node-id.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { computedLists, otherFields, type RootField, rootLists, rootRecords } from '../../reads/schema-lists.ts'
import { patience, settled } from '../../support/settled.ts'
import type { Row } from './everything.ts'
import {
  type Answer,
  everyone,
  keyOf,
  merchant,
  missingId,
  oneOfEach,
  openWorld,
  otherMerchant,
  type Principal,
  someOf,
} from './principals.ts'
import { isClosed, listed, refusalAtRoot, sees } from './visible-columns.ts'

const world = await openWorld()

const codeOf = ({ text }: Answer) => JSON.parse(text).errors?.[0]?.extensions.code

test('The schema has no root field but records, lists, nodes, me, store, what is forecast and searched, figures, and events, which test/events asks for', () => {
  expect(otherFields).toEqual(['renewalForecast', 'search', 'me', 'figures', 'store', 'events', 'signedIn', 'node', 'nodes'])
  expect(rootLists.length).toBeGreaterThan(10)
  const tests = globSync('test/resources/**/*.test.ts').map((path) => readFileSync(path, 'utf8'))
  for (const { name } of computedLists) expect(tests.join('\n'), 'a test of its own').toContain(name)
  expect(rootRecords.length).toBeGreaterThan(10)
})

describe('A record', () => {
  const read = (as: Principal, { name }: RootField, id: string) =>
    world.graphql(as, `query ($id: ID!) { ${name}(id: $id) { __typename id } }`, { id })

  test.each(everyone(rootRecords))('$subject of others is for $who like one that never was', async ({ as, of }) => {
    const { seen, unseen } = await world.split(as, of.resource.name)
    const others = someOf(unseen)
    expect(others.length).toBeGreaterThan(0)
    const foreign = await world.measured(() => Promise.all(others.map(({ id }) => read(as, of, String(id)))))
    const missing = await world.missingFor(
      others.map(({ id }) => String(id)),
      () => read(as, of, missingId),
    )
    expect(foreign).toEqual(missing)

    const refusal = refusalAtRoot(of.resource.name, as)
    for (const answer of foreign.result) expect(codeOf(answer)).toBe(refusal ?? 'NOT_FOUND')
    if (refusal) expect(foreign.sql).toEqual([])
    else expect(seen.length).toBeGreaterThan(0)
    if (!refusal) expect(codeOf(await read(as, of, String(seen[0]?.id)))).toBeUndefined()
  })
})

describe('A node', () => {
  const nodeIdOf = ({ resource }: RootField, storeId: bigint, id: bigint) =>
    writeNodeId({ typeName: resource.typeName, storeId, id })
  const read = async (as: Principal, nodeId: string) => {
    const one = await world.graphql(as, 'query ($id: ID!) { node(nodeId: $id) { __typename nodeId } }', { id: nodeId })
    const some = await world.graphql(as, 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { __typename nodeId } }', { ids: [nodeId] })
    return { one, some }
  }

  test.each(everyone(rootRecords))('$subject of others is for $who like one that never was', async ({ as, of }) => {
    const { seen, unseen } = await world.split(as, of.resource.name)
    const others = someOf(unseen)
    const never = BigInt(missingId)
    // Under the name it has, and under the one that it would have in one's own store.
    for (const place of [(row: Row) => row.storeId, () => as.storeId || 1n]) {
      const foreign = await world.measured(() => Promise.all(others.map((row) => read(as, nodeIdOf(of, place(row), row.id)))))
      const missing = await world.measured(() => Promise.all(others.map((row) => read(as, nodeIdOf(of, place(row), never)))))
      expect(foreign).toEqual(missing)
      const refusal = refusalAtRoot(of.resource.name, as)
      for (const { one, some } of foreign.result) {
        expect([codeOf(one), codeOf(some)]).toEqual([refusal, refusal])
        expect(JSON.parse(one.text).data.node).toBeNull()
        expect(JSON.parse(some.text).data.nodes).toEqual([null])
      }
      if (refusal) expect(foreign.sql).toEqual([])
    }
    if (refusalAtRoot(of.resource.name, as)) return
    const [own] = seen as [Row]
    const nodeId = nodeIdOf(of, own.storeId, own.id)
    const { one, some } = await read(as, nodeId)
    expect(JSON.parse(one.text).data.node).toEqual({ __typename: of.resource.typeName, nodeId })
    expect(JSON.parse(some.text).data.nodes).toEqual([{ __typename: of.resource.typeName, nodeId }])
  })
})

type Page = { totalCount: number; edges: { cursor: string; node: { key: string } }[] }

/** Asks a list for a page, with its archived rows. */
async function list(as: Principal, { name, resource }: RootField, page: string) {
  const args = resource.archivedBy ? `${page}, archived: true` : page
  const answer = await world.graphql(
    as,
    `{ list: ${name}(${args}) { totalCount edges { cursor node { key: ${keyOf(resource)} } } } }`,
  )
  const found = JSON.parse(answer.text).data?.list as Page | null
  const edges = found?.edges ?? []
  return { code: codeOf(answer), count: found?.totalCount, keys: edges.map(({ node }) => BigInt(node.key)), edges }
}

/** The columns that a viewer may group by, or those that it may not. */
const columnsFor = (as: Principal, resource: Resource, areOpen: boolean): GroupColumn[] =>
  [...groupColumnsOf(resource).values()].filter(({ column, link }) => {
    const isOpen = !link || (sees(link.target.name, as) !== undefined && !link.closedTo.includes(as.role))
    return (isOpen && !isClosed((link?.target ?? resource).name, column.source, as)) === areOpen
  })

describe('An aggregate', () => {
  test.each(everyone(rootLists))('$subject is for $who of the rows of the list', async ({ as, of: { name, resource } }) => {
    const refusal = refusalAtRoot(resource.name, as)
    const columns = refusal ? [] : columnsFor(as, resource, true)
    const args = resource.archivedBy ? '(archived: true)' : ''
    const { count } = await list(as, { name, resource }, 'first: 1')
    for (let from = 0; from === 0 || from < columns.length; from += 20) {
      const some = columns.slice(from, from + 20)
      const groups = some.map(
        (each, place) => `g${place}: groups(by: [{ column: ${each.name} }], first: 1000) { nodes { count key { value } } }`,
      )
      const answer = await world.graphql(as, `{ list: ${name}Aggregate${args} { count ${groups.join(' ')} } }`)
      expect(codeOf(answer)).toBe(refusal)
      if (refusal) return
      const { list: found } = JSON.parse(answer.text).data
      expect(found.count).toBe(count)
      for (const [place, { name: column }] of some.entries()) {
        const counts: number[] = found[`g${place}`].nodes.map((group: { count: number }) => group.count)
        expect({ column, sum: counts.reduce((sum, each) => sum + each, 0) }).toEqual({ column, sum: count })
      }
    }
  })

  const closed = everyone(rootLists).filter(
    ({ as, of: { resource } }) => !refusalAtRoot(resource.name, as) && columnsFor(as, resource, false).length > 0,
  )

  test.each(closed)('$subject is not grouped, counted or ordered for $who by what is closed to them', async ({ as, of }) => {
    const [open] = columnsFor(as, of.resource, true)
    for (const { name } of columnsFor(as, of.resource, false)) {
      const [measure, total] = [`{ countDistinct: ${name} }`, '{ totalCount }']
      for (const asked of [
        `groups(by: [{ column: ${name} }]) ${total}`,
        `countDistinct(column: ${name})`,
        `groups(by: [], orderBy: [{ by: ${measure} }]) ${total}`,
        `groups(by: [{ column: ${open?.name} }], top: { n: 1, by: ${measure} }) ${total}`,
      ]) {
        const code = codeOf(await world.graphql(as, `{ ${of.name}Aggregate { ${asked} } }`))
        expect({ asked, code }).toEqual({ asked, code: expect.stringMatching(/^(FORBIDDEN|UNAUTHENTICATED)$/) })
      }
    }
  })
})

describe('A list', () => {
  test.each(everyone(rootLists))('$subject shows and counts for $who what they may see', async ({ as, of }) => {
    const refusal = refusalAtRoot(of.resource.name, as)
    const { code, count, keys } = await list(as, of, 'first: 1000')
    expect(code).toBe(refusal)
    if (refusal) return
    const { seen, unseen } = await world.split(as, of.resource.name)
    const own = seen.filter(listed[of.resource.name] ?? (() => true)).map((row) => row[keyOf(of.resource)] as bigint)
    expect(own.length).toBeGreaterThan(0)
    expect(unseen.length).toBeGreaterThan(0)
    expect({ count, keys }).toEqual({ count: own.length, keys: own })

    const last = await list(as, of, 'last: 2')
    expect(last).toMatchObject({ count: own.length, keys: own.slice(-2) })
    const offset = await list(as, of, `first: 1000, offset: ${own.length - 1}`)
    expect(offset).toMatchObject({ count: own.length, keys: own.slice(-1) })
    expect((await list(as, of, `offset: ${own.length}`)).keys).toEqual([])
  })

  const open = everyone(rootLists).filter(({ as, of }) => !refusalAtRoot(of.resource.name, as))

  test.each(open)('$subject shows $who the same rows in whatever order', async ({ as, of }) => {
    const own = (await list(as, of, 'first: 1000')).keys
    const columns = [...of.resource.columns.values()].filter(({ kind, list, mask, name }) => {
      return kind !== 'json' && !list && !mask && !isClosed(of.resource.name, name, as)
    })
    for (const { name } of columns) {
      const { keys, count } = await list(as, of, `first: 1000, orderBy: [{ ${name}: desc }]`)
      expect({ name, count, keys: keys.sort() }).toEqual({ name, count: own.length, keys: [...own].sort() })
    }
  })

  test.each(open)('$subject takes from $who a cursor of others for a mere place in the order', async ({ as, of }) => {
    const { seen: all, unseen } = await world.split(as, of.resource.name)
    const seen = all.filter(listed[of.resource.name] ?? (() => true))
    const key = keyOf(of.resource)
    const others = oneOfEach(unseen)
    for (const { id } of others) {
      const cursor = (place: string) => Buffer.from(JSON.stringify(['id.asc', place])).toString('base64url')
      for (const [side, isBeyond] of [
        ['after', (own: bigint) => own > id],
        ['before', (own: bigint) => own < id],
      ] as const) {
        const { keys, count } = await list(as, of, `first: 1000, ${side}: "${cursor(String(id))}"`)
        const beyond = seen.filter((row) => isBeyond(row.id)).map((row) => row[key])
        expect({ keys, count }).toEqual({ keys: beyond, count: seen.length })
      }
    }
    const place = async (at: bigint | string) => {
      const cursor = Buffer.from(JSON.stringify(['id.asc', String(at)])).toString('base64url')
      return (await list(as, of, `after: "${cursor}"`)).code
    }
    const foreign = await world.measured(() => Promise.all(others.map(({ id }) => place(id))))
    const missing = await world.measured(() => Promise.all(others.map(() => place(missingId))))
    expect(foreign).toEqual(missing)
  })
})

describe('The changes of a list', () => {
  const marked = rootLists.filter(({ resource }) => resource.markedBy)
  beforeAll(() => settled(world.store.db), patience)

  test.each(everyone(marked))('$subject are for $who the rows of the list, for merchants alone', async ({ as, of }) => {
    const { code, count, keys } = await list(as, of, 'changedSince: "", first: 1000')
    if (as.role !== 'merchant') {
      expect(code).toBe(as.role === 'customer' ? 'FORBIDDEN' : 'UNAUTHENTICATED')
      return
    }
    const { seen } = await world.split(as, of.resource.name)
    const own = seen.map((row) => row[keyOf(of.resource)] as bigint)
    expect({ count, keys: keys.sort() }).toEqual({ count: own.length, keys: own.sort() })
  })

  test(
    'have the deletions of the own store',
    async () => {
      const { db } = world.store
      const says = async (as: Principal, { name }: RootField, since: string) => {
        const asked = `{ list: ${name}(changedSince: "${since}", first: 1000) { changes { nextMark deleted } } }`
        return JSON.parse((await world.graphql(as, asked)).text).data.list.changes as { nextMark: string; deleted: string[] }
      }
      const since = await Promise.all(marked.map(async (of) => ({ of, mark: (await says(merchant, of, '')).nextMark })))
      for (const { of } of since) {
        const recordType = snakeCase(of.resource.model.name)
        const data = [1n, 2n].map((storeId) => ({ storeId, recordType, recordId: 1_000_000n + storeId }))
        await db.tombstone.createMany({ data })
      }
      await settled(db)
      for (const { of, mark } of since) {
        expect((await says(merchant, of, mark)).deleted).toEqual(['1000001'])
        expect((await says(otherMerchant, of, mark)).deleted).toEqual(['1000002'])
      }
    },
    3 * patience,
  )
})

describe('me', () => {
  test('is the customer of the token, and nobody of another store with the same id', async () => {
    const { store } = world
    const id = String(store.customerId)
    expect((await store.graphql('{ me { id } }', {}, store.customer)).data.me).toEqual({ id })
    const elsewhere = await store.customerToken(store.customerId, 2n)
    expect((await store.graphql('{ me { id } }', {}, elsewhere)).data.me).toBeNull()
    expect((await store.graphql('{ orders { totalCount } }', {}, elsewhere)).data.orders.totalCount).toBe(0)
    expect((await store.graphql('{ me { id } }', {}, '')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await store.graphql('{ me { id } }')).errors[0]?.extensions.code).toBe('FORBIDDEN')
  })
})
