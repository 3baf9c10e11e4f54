/** Cursors: the server takes back every one that it made, whatever its row holds, in every order of every list. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Prisma } from '../../prisma/generated/client/client.ts'
import { behind, readOrder } from '../../src/read/filter/order.ts'
import type { Resource } from '../../src/schema/registry.ts'
import type { Row } from '../reads/agree.ts'
import { delegateName } from '../reads/delegate.ts'
import { addOddOrders, addOddProducts, oddTexts } from '../reads/odd-rows.ts'
import { rootLists } from '../reads/schema-lists.ts'
import { isStored } from '../support/described.ts'
import { ofStore } from '../support/of-store.ts'
import { beforeChecks } from '../support/old-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ isApart: true })
const { db } = store

const odd: Record<string, unknown[]> = {
  text: [
    ...oddTexts,
    'x'.repeat(20_000),
    '\u0001"\\'.repeat(2_000),
    '👋'.repeat(5_000),
    '\ufeff',
    '\u2028',
    '\uffff',
    '\u{10ffff}',
  ],
  // Up to what 64 bits hold, for sums may be beyond what a JSON number holds.
  amount: [0n, -1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  integer: [0, -1, 2 ** 31 - 1, -(2 ** 31)],
  number: [0, -0, 0.1, 0.1 + 0.2, 1 / 3, 5e-324, 1.5e300, -1e21, 2 ** 53],
  time: ['0001-01-01T00:00:00Z', '0099-12-31T23:59:59Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'].map(
    (text) => new Date(text),
  ),
}

/** Columns whose values an index bounds, or wants to be different. */
const isUnique = (resource: string, name: string) =>
  name === 'externalId' || ['Customer.email', 'Product.slug', 'ProductInstance.sku'].includes(`${resource}.${name}`)
/** The column that triggers write. */
const isMarked = (name: string) => name === 'updatedAt'

type Delegate = { findMany(args?: object): Promise<Row[]>; update(args: object): Promise<unknown> }
const delegate = ({ model }: Resource) => db[delegateName(model.name) as 'order'] as unknown as Delegate

const orderable = ({ columns }: Resource) =>
  [...columns.values()].filter(({ kind, list, mask }) => kind !== 'json' && !list && !mask)

const stored = (resource: Resource) => orderable(resource).filter(isStored)

/** Gives the rows of a list odd values in turn, each column its own; every fifth row misses what it may miss. */
async function makeOdd(resource: Resource) {
  const rows = await delegate(resource).findMany({
    where: { storeId: 1n, ...(resource.name === 'Address' && { frozenKey: null }) },
    orderBy: { id: 'asc' },
    take: 60,
  })
  for (const [index, { id }] of rows.entries()) {
    const data = stored(resource).flatMap(({ name, kind, required }, turn) => {
      const values = odd[kind]
      if (!values || isMarked(name) || isUnique(resource.name, name)) return []
      const value = values[(index + turn) % values.length]
      return [[name, !required && index % 5 === 0 ? null : value]]
    })
    if (data.length > 0) await delegate(resource).update({ where: ofStore(id), data: Object.fromEntries(data) })
  }
}

const changeable = rootLists.filter(({ resource }) =>
  [
    'Order',
    'Product',
    'Subscription',
    'Customer',
    'Address',
    'Transaction',
    'ProductInstance',
    'LogEntry',
    'Shipment',
    'Label',
  ].includes(resource.name),
)

beforeAll(async () => {
  await addOddProducts(store)
  await addOddOrders(store)
  const entry = {
    storeId: 1n,
    createdAt: new Date('2026-01-01'),
    actor: 'key x',
    surface: 'rest',
    operation: 'o',
    requestId: 'r',
  } as const
  await db.logEntry.createMany({ data: oddTexts.map((message): Prisma.LogEntryCreateManyInput => ({ ...entry, message })) })
  await beforeChecks(db, async () => {
    for (const { resource } of changeable) await makeOdd(resource)
  })
})

const page = async (list: string, type: string, variables: object) => {
  const query = `query ($orderBy: [${type}Order!], $first: Int, $last: Int, $after: String, $before: String) {
    ${list}(orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) {
      edges { cursor node { __typename ${type === 'InventoryCount' ? 'id: productInstanceId' : 'id'} } } pageInfo { hasNextPage hasPreviousPage }
    }
  }`
  const { data, errors } = await store.graphql(query, { ...variables })
  expect(errors, JSON.stringify(variables).slice(0, 200)).toEqual([])
  const { edges, pageInfo } = data[list] as {
    edges: { cursor: string; node: { id: string } }[]
    pageInfo: Record<string, boolean>
  }
  return { edges, pageInfo, ids: edges.map(({ node }) => node.id) }
}

/** Walks a list by pages of one size, forward and then backward, and answers the ids it met. */
async function walk(list: string, type: string, orderBy: object[], size: number) {
  const forward: string[] = []
  const backward: string[] = []
  for (let after: string | undefined, more = true; more; ) {
    const { ids, edges, pageInfo } = await page(list, type, { orderBy, first: size, after })
    forward.push(...ids)
    after = edges.at(-1)?.cursor
    more = pageInfo.hasNextPage === true
  }
  for (let before: string | undefined, more = true; more; ) {
    const { ids, edges, pageInfo } = await page(list, type, { orderBy, last: size, before })
    backward.unshift(...ids)
    before = edges[0]?.cursor
    more = pageInfo.hasPreviousPage === true
  }
  return { forward, backward }
}

/** The condition behind a cursor, maybe with a bound for the first column in front. */
type Behind = { AND?: [bound: object, places: Behind]; OR?: { AND: object[] }[] }

describe('Every cursor', () => {
  it.each(rootLists)('of $name is read as what it was made of', async ({ name: list, resource }) => {
    const key = resource.columns.has('id') ? 'id' : 'productInstanceId'
    const rows = await delegate(resource).findMany({ where: { storeId: 1n } })
    const rowOf = new Map(rows.map((row) => [String(row[key]), row]))
    for (const column of orderable(resource)) {
      const { name, kind } = column
      for (const direction of ['asc', 'desc'] as const) {
        const orderBy = [{ [name]: direction }]
        const terms = readOrder(resource, orderBy)
        const { edges } = await page(list, resource.name, { orderBy, first: 500 })
        for (const { cursor, node } of edges) {
          const row = rowOf.get(node.id) as Row
          const condition = () => behind(terms, cursor)
          expect(condition, `${name} ${kind} ${String(row[name]).slice(0, 50)}`).not.toThrow()
          if (name === 'id' || !isStored(column)) continue
          const { AND: [, places] = [], OR = places?.OR } = condition() as Behind
          const [tie] = OR?.at(-1)?.AND ?? []
          expect(tie).toEqual({ [name]: { equals: kind === 'number' ? (row[name] as number) + 0 : row[name] } })
        }
      }
    }
  })

  const ordered = changeable.flatMap(({ name: list, resource }) =>
    orderable(resource).map(({ name }) => ({ list, resource, name })),
  )

  it.each(ordered)('of $list by $name leads to the next page', async ({ list, resource, name }) => {
    const orderBy = [{ [name]: 'asc' }]
    const { ids } = await page(list, resource.name, { orderBy, first: 1_000 })
    const { forward, backward } = await walk(list, resource.name, orderBy, Math.ceil(ids.length / 2))
    expect({ forward, backward }).toEqual({ forward: ids, backward: ids })
  })

  // One column of each kind that has odd values, in small steps.
  it.each(['message', 'note', 'total', 'totalLabelCost', 'placedAt', 'shipWeight'])(
    'over an odd %s leads to the next rows',
    async (name) => {
      const list = { message: 'logEntries', shipWeight: 'products' }[name] ?? 'orders'
      const type = { message: 'LogEntry', shipWeight: 'Product' }[name] ?? 'Order'
      const orderBy = [{ [name]: 'desc' }]
      const { ids } = await page(list, type, { orderBy, first: 1_000 })
      const { forward, backward } = await walk(list, type, orderBy, 4)
      expect({ forward, backward }).toEqual({ forward: ids, backward: ids })
    },
  )
})

describe('A cursor', () => {
  it('has one spelling', async () => {
    const query = 'query ($a: String) { products(after: $a, first: 1) { edges { cursor } } }'
    const { data } = await store.graphql(query)
    const [{ cursor }] = data.products.edges
    const plain = Buffer.from(cursor, 'base64url').toString('base64')
    expect((await store.graphql(query, { a: cursor })).errors).toEqual([])
    for (const a of [`${cursor}=`, `${cursor}!`, ` ${cursor}`, `${cursor}\n`, ...(plain === cursor ? [] : [plain])]) {
      const { errors } = await store.graphql(query, { a })
      expect(errors.map(({ message }) => message)).toEqual(['The cursor does not belong to this list in this order.'])
    }
  })
})

describe('A cursor over odd values', () => {
  it('was made of rows that have them', async () => {
    for (const { resource } of changeable) {
      const rows = await delegate(resource).findMany({ where: { storeId: 1n } })
      for (const { name, kind, required } of stored(resource)) {
        if (!odd[kind] || isMarked(name) || isUnique(resource.name, name) || rows.length < 2) continue
        const values = rows.map((row) => row[name])
        expect(new Set(values.map(String)).size, `${resource.name}.${name}`).toBeGreaterThan(1)
        if (!required && rows.length > 5) expect(values).toContain(null)
      }
    }
  })

  it('takes none that it did not make, however long it is, without parsing it', async () => {
    const brackets = (count: number, before = '') => Buffer.from(before + '['.repeat(count)).toString('base64url')
    for (const cursor of [brackets(350_000), brackets(1_000), brackets(150_000, '["id.asc",')]) {
      const { errors } = await store.graphql('query ($a: String) { products(after: $a) { nodes { id } } }', { a: cursor })
      expect(errors[0]?.message).toBe('The cursor does not belong to this list in this order.')
    }
  })

  it('shows sums beyond 2^53 with all their digits, and takes them back', async () => {
    const { id } = await db.order.findFirstOrThrow({ where: { storeId: 1n, total: 2n ** 53n + 1n } })
    const { headers } = new Request('http://x', {
      headers: { Authorization: store.merchant, 'Content-Type': 'application/json' },
    })
    const exact = /"total":9007199254740993[,}]/
    expect(await (await store.fetch(`/v1/orders/${id}`, { headers })).text()).toMatch(exact)
    const body = JSON.stringify({ query: `{ order(id: ${id}) { total } }` })
    expect(await (await store.fetch('/graphql', { method: 'POST', headers, body })).text()).toMatch(exact)
    for (const [amount, found] of [
      ['9007199254740993', true],
      ['9007199254740992', false],
      ['-9223372036854775808', false],
    ] as const) {
      const rest = await store.rest(`/v1/orders/?total=${amount}&id=${id}`)
      expect(rest.body.count).toBe(found ? 1 : 0)
      for (const literal of [`"${amount}"`, amount]) {
        const { data, errors } = await store.graphql(
          `{ orders(filter: { id: { eq: ${id} }, total: { eq: ${literal} } }) { totalCount } }`,
        )
        expect(errors).toEqual([])
        expect(data.orders.totalCount).toBe(found ? 1 : 0)
      }
    }
  })
})
