/** Where rows are loaded together: within one request, by kind, and never what another request or an earlier moment has read. */
import { describe, expect, it, vi } from 'vitest'
import { Statement } from '../../src/read/sql/statement.ts'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { openStore } from '../support/store.ts'
import { readStatements } from './schema-lists.ts'

const store = await openStore()

const customerName = (id: number) => writeNodeId({ typeName: 'Customer', storeId: 1n, id: BigInt(id) })

/** The statements that show records, apart from those of the write before. */
const showing = async (work: () => Promise<unknown>) =>
  (await readStatements(store, work)).filter((sql) => /^SELECT t0\."id", concat\(/.test(sql))

describe('Requests that come at once', () => {
  it('share no loader: each reads for itself, what it may see', async () => {
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: { not: store.customerId } } })
    const query = `{ a: order(id: ${id}) { id total } b: order(id: ${id}) { id } }`
    const ask = (as: string) => store.graphql(query, {}, as)
    let told: Awaited<ReturnType<typeof ask>>[] = []
    const statements = await readStatements(store, async () => {
      told = await Promise.all([ask(store.merchant), ask(store.merchant), ask(store.customer), ask(store.otherMerchant)])
    })
    // Two selections each.
    expect(statements).toHaveLength(8)
    expect(told.map(({ data }) => data.a?.id ?? null)).toEqual([String(id), String(id), null, null])
  })

  it('share none for their pages either', async () => {
    const ask = () => store.graphql('{ orders { totalCount } customers { totalCount } }')
    expect(await readStatements(store, () => Promise.all([ask(), ask(), ask()]))).toHaveLength(3)
  })
})

describe('Records that are asked for by their names', () => {
  it('have their statement written once, however many they are and whatever their lists are filtered by', async () => {
    const query = `query ($ids: [ID!]!, $filter: SubscriptionFilter) {
      nodes(nodeIds: $ids) { ... on Customer { id subscriptions(first: 1, filter: $filter) { nodes { id } } } } }`
    const filter = { note: { in: ['a'.repeat(1_000), 'b'.repeat(1_000)] } }
    const written = vi.spyOn(Statement.prototype, 'bind')
    const read = async (ids: string[]) => {
      written.mockClear()
      const { data, errors } = await store.graphql(query, { ids, filter })
      return { errors, nodes: data.nodes.length, written: written.mock.calls.length }
    }
    const names = Array.from({ length: 90 }, (_, index) => customerName(1 + (index % 3)))
    const one = await read(names.slice(0, 1))
    expect(one).toEqual({ errors: [], nodes: 1, written: expect.any(Number) })
    expect(one.written).toBeGreaterThan(0)
    expect(await read(names)).toEqual({ errors: [], nodes: 90, written: one.written })
    written.mockRestore()
  })

  it('are read by one statement where different fields ask the same of them', async () => {
    const ask = (note: string) =>
      `nodes(nodeIds: ["${customerName(1)}"]) { ... on Customer { subscriptions(first: 1, filter: { note: { eq: "${note}" } }) { nodes { id } } } }`
    const read = (other: string) =>
      readStatements(store, () => store.graphql(`{ a: ${ask('x')} b: ${ask('x')} c: ${ask(other)} }`))
    expect(await read('x')).toHaveLength(1)
    expect(await read('y')).toHaveLength(2)
  })
})

describe('A document that writes the same record twice', () => {
  it('shows it as each write left it, by one statement each', async () => {
    const { id } = await store.db.subscription.findFirstOrThrow({ where: { storeId: 1n } })
    const write = (note: string) =>
      `${note}: updateSubscription(input: { id: ${id}, note: "${note}" }) { subscription { note customer { name } } }`
    let notes: string[] = []
    const statements = await showing(async () => {
      const { data, errors } = await store.graphql(`mutation { ${write('one')} ${write('two')} }`)
      expect(errors).toEqual([])
      notes = [data.one, data.two].map(({ subscription }) => subscription.note)
    })
    expect(notes).toEqual(['one', 'two'])
    expect(statements).toHaveLength(2)
  })

  it('shows it as it would be in a dry run, and after that as it is', async () => {
    const { id, note } = await store.db.subscription.findFirstOrThrow({ where: { storeId: 1n } })
    const shown = 'subscription { note }'
    const { data } = await store.graphql(`mutation {
      tried: updateSubscription(input: { id: ${id}, note: "tried" }, dryRun: true) { ${shown} }
      same: updateSubscription(input: { id: ${id} }) { ${shown} } }`)
    expect([data.tried.subscription.note, data.same.subscription.note]).toEqual(['tried', note])
  })
})

describe('Values that rules compute for each record', () => {
  const actions = 'actions { name allowed blockedBy { code } }'

  it('come with the rows of a page', async () => {
    const query = (size: number) => `{ subscriptions(first: ${size}) { nodes { id ${actions} } } }`
    for (const size of [2, 50]) expect(await readStatements(store, () => store.graphql(query(size)))).toHaveLength(1)
  })

  it('come with records by their ids, however many', async () => {
    const rows = await store.db.subscription.findMany({ where: { storeId: 1n }, take: 9 })
    const fields = rows.map(({ id }) => `s${id}: subscription(id: ${id}) { ${actions} }`)
    expect(await readStatements(store, () => store.graphql(`{ ${fields.join(' ')} }`))).toHaveLength(1)
  })
})
