/** The statements of reads: the lists of a document are one, their counts included; the number of rows changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { resourceOf } from '../support/described.ts'
import { openStore } from '../support/store.ts'
import { readStatements, rootLists, scalarsOf } from './schema-lists.ts'

const store = await openStore()
const ids: Record<string, bigint> = {}

beforeAll(async () => {
  const { db } = store
  const { subscriptionId } = await db.subscriptionCoupon.findFirstOrThrow({ where: { storeId: 1n, appliedAt: null } })
  const survey = await db.productSurveyResult.findFirstOrThrow({
    where: { storeId: 1n, subscription: { customerId: store.customerId } },
  })
  ids.sub_id = subscriptionId
  ids.subscription_id = survey.subscriptionId
  ids.customer_id = store.customerId
  const hook = { url: 'https://shop.example/hook', secret: 'whsec_b3du', lastSequence: 0n, createdAt: new Date('2026-01-02') }
  ids.webhook_id = (await db.webhook.create({ data: { storeId: 1n, ...hook } })).id
  ids.order_id = (await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: store.customerId } })).id
  ids.staff_id = (await db.staff.findFirstOrThrow({ where: { storeId: 1n } })).id
  ids.product_id = (await db.productSurvey.findFirstOrThrow({ where: { storeId: 1n } })).productId
})

/** How many statements a GraphQL operation is read by. */
async function costOf(query: string): Promise<number> {
  const statements = await readStatements(store, async () => {
    const { errors } = await store.graphql(query)
    expect(errors, query).toEqual([])
  })
  return statements.length
}

describe.each(rootLists)('$name', ({ name, resource }) => {
  const scalars = scalarsOf(resource)

  it.each([2, 50])('costs one statement, its count included, with %i rows on a page', async (size) => {
    expect(await costOf(`{ ${name}(first: ${size}) { nodes { ${scalars} } } }`)).toBe(1)
    expect(await costOf(`{ ${name}(first: ${size}) { totalCount edges { cursor node { ${scalars} } } } }`)).toBe(1)
  })
})

const restLists = table.filter(({ answer, method }) => answer === 'list' && method === 'GET')

describe.each(restLists)('GET $path', ({ path, embeddable }) => {
  const address = () => path.replace(/\{(\w+)\}/g, (_found, name: string) => String(ids[name]))
  const as = () => (path.startsWith('/v1/store/') ? store.customer : store.merchant)

  it.each([2, 50])('costs one statement with limit=%i', async (limit) => {
    const statements = await readStatements(store, async () => {
      const { status } = await store.rest(`${address()}?limit=${limit}`, as())
      expect(status).toBe(200)
    })
    expect(statements).toHaveLength(1)
  })

  it.skipIf(embeddable.length === 0)('costs the same with all relations embedded', async () => {
    const statements = await readStatements(store, async () => {
      const { status } = await store.rest(`${address()}?limit=50&with=all`, as())
      expect(status).toBe(200)
    })
    expect(statements).toHaveLength(1)
  })
})

const nested: [what: string, query: (size: number) => string][] = [
  [
    'subscriptions with customer, billing, term and the last orders with their products',
    (size) => `{ subscriptions(first: ${size}) { totalCount nodes { id status customer { name email } billing { rebillMonths }
      term { name numCycles } orders(first: 5, orderBy: [{ placedAt: desc }]) { nodes { id total products { name quantity } } } } } }`,
  ],
  [
    'customers with orders and their transactions',
    (size) => `{ customers(first: ${size}) { nodes { id name orders(first: 10) { totalCount nodes { id total
      transactions(first: 10) { totalCount nodes { id result total } } } } } } }`,
  ],
  [
    'the dashboard: 20 subscriptions with their customer and that customer’s last 5 orders',
    (size) => `{ subscriptions(first: ${size}, filter: { status: { eq: active } }) { totalCount nodes { id status endDate
      customer { id name orders(first: 5, orderBy: [{ placedAt: desc }]) { nodes { id placedAt total status } } } } } }`,
  ],
  [
    'products with every short list they have',
    (
      size,
    ) => `{ products(first: ${size}) { nodes { id instances { id sku variants { variantValue { value } } } giftinstances { id }
      baseTermPrices { price term { name } } giftTermPrices { price } giftTerms { name } subscriptionTypes { terms { name } } } } }`,
  ],
]

describe.each(nested)('%s', (_what, query) => {
  it('cost one statement, whatever the number of rows', async () => {
    const [few, many] = [await costOf(query(2)), await costOf(query(20))]
    expect([few, many]).toEqual([1, 1])
  })
})

describe('the same relation asked for twice with other arguments', () => {
  const twice = (size: number) => `{ subscriptions(first: ${size}) { nodes { id
    first: orders(first: 1) { nodes { id } } last: orders(last: 1) { nodes { id } } } } }`
  const thrice = (size: number) => `{ customers(first: ${size}) { nodes { id
    all: orders(first: 3) { nodes { id } } open: orders(filter: { status: { eq: open } }) { totalCount nodes { id } }
    closed: orders(filter: { status: { eq: closed } }) { totalCount } } } }`

  it.each([
    ['two aliases', twice],
    ['three aliases and their counts', thrice],
  ])('costs one statement: %s', async (_what, query) => {
    const [few, many] = [await costOf(query(2)), await costOf(query(20))]
    expect([few, many]).toEqual([1, 1])
  })

  it('answers each alias by its own arguments', async () => {
    const { data, errors } =
      await store.graphql(`{ customers(first: 30) { nodes { id all: orders(first: 100) { totalCount nodes { id status } }
      open: orders(first: 100, filter: { status: { eq: open } }) { totalCount nodes { id status } } last: orders(last: 1) { nodes { id status } } } } }`)
    expect(errors).toEqual([])
    type Orders = { totalCount: number; nodes: { id: string; status: string }[] }
    let [orders, open] = [0, 0]
    for (const customer of data.customers.nodes as { all: Orders; open: Orders; last: Orders }[]) {
      expect(customer.open.nodes).toEqual(customer.all.nodes.filter(({ status }) => status === 'open'))
      expect(customer.last.nodes).toEqual(customer.all.nodes.slice(-1))
      expect([customer.all.totalCount, customer.open.totalCount]).toEqual([customer.all.nodes.length, customer.open.nodes.length])
      orders += customer.all.totalCount
      open += customer.open.totalCount
    }
    expect(orders).toBe(await store.db.order.count({ where: { storeId: 1n } }))
    expect(open).toBe(await store.db.order.count({ where: { storeId: 1n, status: 'open' } }))
  })
})

describe('the root fields of a document', () => {
  it.each<[what: string, statements: number, query: string]>([
    [
      'five lists',
      1,
      '{ subscriptions { nodes { id } } orders { nodes { id } } customers { totalCount } products { nodes { id } } shipments { edges { cursor } } }',
    ],
    [
      'a list under three names',
      1,
      '{ a: orders(first: 1) { nodes { id } } b: orders(last: 1) { nodes { id } } c: orders { totalCount } }',
    ],
    [
      'more lists than one statement reads',
      2,
      `{ ${Array.from({ length: 17 }, (_, index) => `a${index}: orders(first: 1) { nodes { id } }`)} }`,
    ],
    [
      'lists that may be a lot of text together',
      2,
      '{ a: orders { nodes { transactions { nodes { id } } } } b: orders(first: 9) { nodes { transactions { nodes { id } } } } c: orders(first: 9) { nodes { transactions { nodes { id } } } } }',
    ],
    ['a list and a record', 2, '{ orders { nodes { id } } order(id: 1) { id } }'],
    ['nothing of any row', 0, '{ __typename orders { __typename } }'],
  ])('are one statement as far as they are lists: %s', async (_what, statements, query) => {
    expect(await costOf(query)).toBe(statements)
  })
})

describe('any number of records by their names or ids', () => {
  const nodeId = (typeName: string, id: number) => writeNodeId({ typeName, storeId: 1n, id: BigInt(id) })
  const order = '... on Order { total customer { name } transactions(first: 2) { nodes { result } } }'
  const named = (count: number, type: string, selection: string, from = 1) =>
    Array.from({ length: count }, (_, index) => `${type}${index}: node(nodeId: "${nodeId(type, index + from)}") { ${selection} }`)
  const ids = (typeName: string, count: number) =>
    `[${Array.from({ length: count }, (_, index) => `"${nodeId(typeName, index + 1)}"`)}]`

  it.each<[what: string, statements: number, query: string]>([
    ['one name', 1, `{ ${named(1, 'Order', order)} }`],
    ['thirty names by thirty aliases', 1, `{ ${named(30, 'Order', order)} }`],
    ['a hundred names in one list', 1, `{ nodes(nodeIds: ${ids('Order', 100)}) { ${order} } }`],
    [
      'names in lists and alone',
      1,
      `{ a: nodes(nodeIds: ${ids('Order', 100)}) { ${order} } b: nodes(nodeIds: ${ids('Order', 50)}) { ${order} } ${named(9, 'Order', order)} }`,
    ],
    ['names of two types', 2, `{ ${named(9, 'Order', 'nodeId')} ${named(9, 'Customer', 'nodeId')} }`],
    [
      'names of two types in one list with fields of both',
      2,
      `{ nodes(nodeIds: ["${nodeId('Order', 1)}", "${nodeId('Customer', 1)}", "${nodeId('Order', 2)}"]) { ${order} ... on Customer { name } } }`,
    ],
    ['two selections of one type', 2, `{ ${named(9, 'Order', 'nodeId')} a: node(nodeId: "${nodeId('Order', 1)}") { ${order} } }`],
    [
      'two selections of one type that differ in an argument only',
      2,
      `{ ${named(3, 'Order', order)} a: node(nodeId: "${nodeId('Order', 1)}") { ${order.replace('first: 2', 'first: 3')} } }`,
    ],
    ['names of what there is not', 1, `{ ${named(9, 'Order', order, 1_000_000)} }`],
    [
      'ids by aliases, and a name with the same selection',
      1,
      `{ a: subscription(id: 1) { nodeId status customer { name } } b: subscription(id: 2) { nodeId status customer { name } }
         c: node(nodeId: "${nodeId('CustomerSubscription', 3)}") { ... on CustomerSubscription { nodeId status customer { name } } } }`,
    ],
  ])('are one statement a type and selection: %s', async (_what, statements, query) => {
    expect(await costOf(query)).toBe(statements)
  })

  it('are each answered by its own', async () => {
    const query = `{ ${named(12, 'Order', '... on Order { id total }')} missing: order(id: 99999) { id } a: order(id: 5) { id total } b: order(id: 7) { id total } }`
    const { data, errors } = await store.graphql(query)
    const rows = await store.db.order.findMany({ where: { storeId: 1n, id: { lte: 12n } }, orderBy: { id: 'asc' } })
    const shown = rows.map(({ id, total }) => ({ id: String(id), total: Number(total) }))
    expect(Array.from({ length: 12 }, (_, index) => data[`Order${index}`])).toEqual(shown)
    expect([data.a, data.b, data.missing]).toEqual([shown[4], shown[6], null])
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
  })
})

describe('one record', () => {
  it('costs one read on either surface', async () => {
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n } })
    const scalars = scalarsOf(resourceOf('Order'))
    expect(await costOf(`{ order(id: ${id}) { ${scalars} customer { name } products { name } } }`)).toBe(1)
    expect(await readStatements(store, () => store.rest(`/v1/orders/${id}?with=all`))).toHaveLength(1)
  })

  it('that is refused before it is looked for costs nothing', async () => {
    for (const path of ['/v1/orders/abc', '/v1/orders/?nonsense=1', '/v1/orders/?limit=0', '/v1/nowhere/']) {
      expect(await readStatements(store, () => store.rest(path)), path).toEqual([])
    }
  })
})
