/** Pages in GraphQL: `first`, `after`, `last`, `before`, `offset`, cursors and `totalCount`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { compare, type Row } from '../reads/agree.ts'
import { addOddOrders, addOddProducts } from '../reads/odd-rows.ts'
import { readStatements } from '../reads/schema-lists.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

beforeAll(async () => {
  await addOddOrders(store)
  await addOddProducts(store)
})

type Connection = {
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

const selection = 'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

async function page(list: string, args: string): Promise<Connection> {
  const { data, errors } = await store.graphql(`{ list: ${list}(${args}) { ${selection} } }`)
  expect(errors, args).toEqual([])
  return data.list
}

const idsOf = ({ edges }: Connection) => edges.map(({ node }) => Number(node.id))

/** Walks a list to its end, forward or backward, and answers the ids in the list's order. */
async function walk(list: string, orderBy: string, size: number, backward = false): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  for (let steps = 0; steps < 100; steps++) {
    const [count, from] = backward ? ['last', 'before'] : ['first', 'after']
    const found: Connection = await page(list, `orderBy: ${orderBy}, ${count}: ${size}${cursor ? `, ${from}: "${cursor}"` : ''}`)
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = found.pageInfo
    expect([startCursor, endCursor]).toEqual([found.edges.at(0)?.cursor ?? null, found.edges.at(-1)?.cursor ?? null])
    expect(backward ? hasNextPage : hasPreviousPage).toBe(cursor !== null)
    if (backward) ids.unshift(...idsOf(found))
    else ids.push(...idsOf(found))
    if (!(backward ? hasPreviousPage : hasNextPage)) return ids
    cursor = backward ? startCursor : endCursor
  }
  throw new Error('The list does not end.')
}

type Delegate = { findMany(args: object): Promise<Row[]> }
const rowsOf = (model: 'order' | 'product' | 'subscription' | 'transaction') =>
  (store.db[model] as unknown as Delegate).findMany({ where: { storeId: 1n } })

// An enum's values are in the order of their codes.
const enumOrder: Record<string, string[]> = {
  status: ['unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due'],
  result: ['authorized', 'captured', 'failed', 'refunded'],
  financialStatus: ['unpaid', 'paid', 'partially_refunded', 'refunded'],
}

const columns: [list: string, model: 'order' | 'product' | 'subscription' | 'transaction', column: string, kind: string][] = [
  ['orders', 'order', 'customerId', 'id'],
  ['orders', 'order', 'paymentMethodId', 'nullable id'],
  ['orders', 'order', 'total', 'amount'],
  ['orders', 'order', 'totalLabelCost', 'nullable amount'],
  ['subscriptions', 'subscription', 'cancelReason', 'nullable integer'],
  ['products', 'product', 'shipWeight', 'number'],
  ['orders', 'order', 'isRenewal', 'boolean'],
  ['orders', 'order', 'placedAt', 'time'],
  ['subscriptions', 'subscription', 'cancelledAt', 'nullable time'],
  ['products', 'product', 'name', 'text'],
  ['orders', 'order', 'note', 'nullable text'],
  ['transactions', 'transaction', 'result', 'enum'],
  ['subscriptions', 'subscription', 'status', 'enum'],
  ['orders', 'order', 'financialStatus', 'enum'],
]

describe.each(columns)('%s by %3$s, cursors over %4$s', (list, model, column) => {
  it.each(['asc', 'desc'] as const)('%s: give each row once and in order, in both directions', async (direction) => {
    const rows = await rowsOf(model)
    const rank = (value: unknown) => (column in enumOrder ? enumOrder[column]?.indexOf(String(value)) : value)
    const sign = direction === 'asc' ? 1 : -1
    const sorted = rows.sort((one, other) => {
      const [a, b] = [one[column], other[column]]
      const byValue = a === null || b === null ? Number(a === null) - Number(b === null) : compare(rank(a), rank(b))
      return sign * byValue || compare(one.id, other.id)
    })
    const wanted = sorted.map(({ id }) => Number(id))
    expect(new Set(rows.map((row) => String(row[column]))).size).toBeGreaterThan(1)
    const orderBy = `[{ ${column}: ${direction} }]`
    for (const size of [7, 50]) {
      expect(await walk(list, orderBy, size), `forward by ${size}`).toEqual(wanted)
      expect(await walk(list, orderBy, size, true), `backward by ${size}`).toEqual(wanted)
    }
  })
})

describe('a page', () => {
  it('has 10 rows unless asked, and at most 1000', async () => {
    expect((await page('orders', 'offset: 0')).edges).toHaveLength(10)
    expect((await page('orders', 'first: 1000')).edges.length).toBe(await store.db.order.count({ where: { storeId: 1n } }))
  })

  it('has the same rows as nodes and as edges', async () => {
    const { data } = await store.graphql('{ orders(first: 5, offset: 3) { nodes { id } edges { node { id } } } }')
    expect(data.orders.edges.map(({ node }: { node: object }) => node)).toEqual(data.orders.nodes)
    expect(data.orders.nodes).toHaveLength(5)
  })

  it('may begin at an offset, counted behind the cursor', async () => {
    const all = idsOf(await page('orders', 'first: 1000'))
    const found = await page('orders', 'first: 5, offset: 10')
    expect(idsOf(found)).toEqual(all.slice(10, 15))
    expect(found.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    const cursor = found.pageInfo.endCursor
    expect(idsOf(await page('orders', `first: 5, offset: 2, after: "${cursor}"`))).toEqual(all.slice(17, 22))
    expect(await page('orders', 'offset: 100000')).toMatchObject({
      edges: [],
      pageInfo: { hasNextPage: false, startCursor: null },
    })
  })

  it('may lie between two cursors', async () => {
    const { edges } = await page('orders', 'orderBy: [{ total: desc }], first: 30')
    const [from, to] = [edges[3]?.cursor, edges[20]?.cursor]
    const between = await page('orders', `orderBy: [{ total: desc }], after: "${from}", before: "${to}", first: 1000`)
    expect(idsOf(between)).toEqual(edges.slice(4, 20).map(({ node }) => Number(node.id)))
    const end = await page('orders', `orderBy: [{ total: desc }], after: "${from}", before: "${to}", last: 3`)
    expect(idsOf(end)).toEqual(edges.slice(17, 20).map(({ node }) => Number(node.id)))
  })

  it('is ordered by several columns', async () => {
    const rows = await rowsOf('order')
    const rank = ({ financialStatus }: Row) => enumOrder.financialStatus?.indexOf(financialStatus) ?? 0
    const sorted = rows.sort(
      (one, other) => rank(one) - rank(other) || compare(other.placedAt, one.placedAt) || compare(other.id, one.id),
    )
    const orderBy = '[{ financialStatus: asc }, { placedAt: desc }, { id: desc }]'
    const wanted = sorted.map(({ id }) => Number(id))
    expect(await walk('orders', orderBy, 9)).toEqual(wanted)
    expect(await walk('orders', orderBy, 9, true)).toEqual(wanted)
  })
})

describe('a cursor', () => {
  it('stays good after its row is deleted', async () => {
    const { customerId } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n } })
    const order = { storeId: 1n, customerId, financialStatus: 'paid', fulfillmentStatus: 'fulfilled', status: 'closed' } as const
    const amounts = { subTotal: 0n, total: 123n, totalPrice: 0n, placedAt: new Date('2002-02-02') }
    const made = await store.db.order.createManyAndReturn({ data: [1, 2, 3].map(() => ({ ...order, ...amounts })) })
    const filter = 'filter: { total: { eq: 123 } }, orderBy: [{ total: asc }]'
    const { edges } = await page('orders', filter)
    expect(edges).toHaveLength(3)
    await store.db.order.delete({ where: ofStore(made[1]?.id ?? 0n) })
    expect(idsOf(await page('orders', `${filter}, after: "${edges[1]?.cursor}"`))).toEqual([Number(edges[2]?.node.id)])
    expect(idsOf(await page('orders', `${filter}, last: 5, before: "${edges[1]?.cursor}"`))).toEqual([Number(edges[0]?.node.id)])
    await store.db.order.deleteMany({ where: { total: 123n } })
  })

  it.each([8.64e15, -8.64e15, Date.UTC(10_000, 0), -62_135_596_800_001])(
    'at the time %d, which no row has, is refused',
    async (time) => {
      const cursor = Buffer.from(JSON.stringify(['placedAt.asc,id.asc', time, '1'])).toString('base64url')
      const { errors } = await store.graphql(`{ orders(orderBy: [{ placedAt: asc }], after: "${cursor}") { nodes { id } } }`)
      expect(errors).toMatchObject([{ message: 'The cursor is damaged.', extensions: { code: 'BAD_INPUT' } }])
    },
  )

  it('of another order is refused', async () => {
    const { edges } = await page('orders', 'orderBy: [{ total: asc }]')
    for (const args of [
      '',
      'orderBy: [{ total: desc }],',
      'orderBy: [{ placedAt: asc }],',
      'orderBy: [{ total: asc }, { placedAt: asc }],',
    ]) {
      for (const from of ['first: 2, after', 'last: 2, before']) {
        const { errors } = await store.graphql(`{ orders(${args} ${from}: "${edges[0]?.cursor}") { nodes { id } } }`)
        expect(errors, args).toMatchObject([
          { message: 'The cursor does not belong to this list in this order.', extensions: { code: 'BAD_INPUT' } },
        ])
      }
    }
  })
})

describe('totalCount', () => {
  it('counts the whole list, whatever the page', async () => {
    const count = await store.db.order.count({ where: { storeId: 1n, isRenewal: true } })
    const { edges } = await page('orders', 'first: 3, filter: { isRenewal: { eq: true } }')
    for (const args of ['first: 2', 'last: 2', 'offset: 5', `after: "${edges[1]?.cursor}"`]) {
      const { data } = await store.graphql(`{ orders(${args}, filter: { isRenewal: { eq: true } }) { totalCount } }`)
      expect(data.orders.totalCount, args).toBe(count)
    }
  })

  it('is counted only when asked, and rows are read only when asked', async () => {
    const readBy = async (fields: string) => {
      const statements = await readStatements(store, () => store.graphql(`{ orders { ${fields} } }`))
      return statements.map((sql) => ({ count: /SELECT count\(/.test(sql), rows: /LIMIT/.test(sql) }))
    }
    expect(await readBy('nodes { id }')).toEqual([{ count: false, rows: true }])
    expect(await readBy('edges { cursor } pageInfo { hasNextPage }')).toEqual([{ count: false, rows: true }])
    expect(await readBy('totalCount')).toEqual([{ count: true, rows: false }])
    expect(await readBy('nodes { id } edges { node { total } } totalCount')).toEqual([{ count: true, rows: true }])
    expect(await readBy('__typename')).toEqual([])
  })
})
