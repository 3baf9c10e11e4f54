/** The requested points of operations, counted by hand, their charge, and that both surfaces charge the same for the same. */
import { getOperationAST, getVariableValues, parse, print, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { planCost } from '../../src/read/cost/cost.ts'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

function cost(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query)
  expect(validate(schema, document)).toEqual([])
  const operation = getOperationAST(document, /query (only)/.exec(query)?.[1])
  if (!operation) throw new Error('no operation')
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  expect(errors).toBeUndefined()
  return planCost(schema, document, operation, coerced ?? {}).costOf(coerced ?? {}).requested
}

const rows = '{ nodes { id } }'
const names = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `n${index}`))

describe('An operation asks for', () => {
  it.each([
    ['one point at least', '{ __typename }', 1],
    ['one for a record, and nothing for its values', '{ subscription(id: 1) { id status note } }', 1],
    ['little for what belongs to a record', '{ subscription(id: 1) { customer { name } term { name } } }', 2],
    [
      'one for each name of what belongs to a record',
      '{ subscription(id: 1) { a: customer { name } b: customer { name } term { name } } }',
      4,
    ],
    [
      'one for the record, one for each of its renewals to come, and one for what these are computed from',
      '{ subscription(id: 1) { upcoming(first: 7) { date } } }',
      9,
    ],
    ['as much for each row of a page', '{ subscriptions(first: 20) { nodes { upcoming { date } } } }', 61],
    ['no more renewals than there may be', '{ subscription(id: 1) { upcoming(first: 999) { date } } }', 14],
    ['a thousand for a forecast of the store', '{ renewalForecast(from: "2026-11-22", to: "2026-11-23") { count } }', 1_000],
    ['one for a list and one for each of its rows', `{ orders(first: 20) ${rows} }`, 21],
    ['ten rows unless a page size is given', `{ orders ${rows} }`, 11],
    ['as much for the last rows', `{ orders(last: 20) ${rows} }`, 21],
    ['as much for the last rows when first is null', `{ orders(first: null, last: 20) ${rows} }`, 21],
    ['ten rows when the page size is null', `{ orders(first: null) ${rows} }`, 11],
    ['the same for each edge with its record', '{ orders(first: 20) { edges { cursor node { id } } } }', 1 + 20 + 1],
    [
      'the rows that are read for what tells of a page, ten for a count',
      '{ orders(first: 20) { totalCount pageInfo { hasNextPage } } }',
      1 + 20 + 10 + 1,
    ],
    [
      'one for each group of a filter, whatever is in it',
      `{ orders(filter: { AND: [{}, {}], NOT: { OR: [{}] } }) ${rows} }`,
      11 + 4,
    ],
    ['one for each condition of a filter', `{ orders(filter: { total: { gt: 1, lt: 9 }, note: { eq: "x" } }) ${rows} }`, 11 + 3],
    [
      'ten for a pattern, and one for each 100 characters of it',
      `{ orders(filter: { note: { like: "${'x'.repeat(250)}%" }, customer: { email: { ilike: "%x" } } }) ${rows} }`,
      11 + (10 + 2) + (10 + 10),
    ],
    [
      'ten for a pattern on a key of metadata',
      `{ subscriptions(filter: { metadata: [{ key: "a", like: "x%" }] }) ${rows} }`,
      11 + 1 + 10,
    ],
    [
      'ten for each relation in it, under AND, OR and NOT too',
      `{ orders(filter: { OR: [{ customer: { email: { eq: "x" } } }, { NOT: { products: { product: { name: { eq: "x" } } } } }] }) ${rows} }`,
      11 + (10 + 1) + (10 + 10 + 1),
    ],
    [
      'one for a list of values, two for a key of metadata',
      `{ subscriptions(filter: { id: { in: [1, 2, 3] }, metadata: [{ key: "a", gt: 1 }] }) ${rows} }`,
      11 + 1 + 2,
    ],
    [
      'the conditions again for each row that a filtered list stands in',
      `{ customers(first: 5) { nodes { orders(first: 7, filter: { total: { gt: 1 } }) ${rows} } } }`,
      1 + 5 * (1 + (1 + 7) + 1),
    ],
    ['one row at least, however few are asked for', `{ orders(first: -5) ${rows} }`, 2],
    ['a thousand rows at most, since more are refused', `{ orders(first: 2000000000) ${rows} }`, 1_001],
    ['the page size times a row with all that is in it', '{ orders(first: 50) { nodes { customer { id } } } }', 1 + 50 + 1],
    [
      'page size times page size',
      `{ customers(first: 5) { nodes { orders(first: 7) { nodes { transactions(first: 3) ${rows} } } } } }`,
      1 + 5 * (1 + (1 + 7 * (1 + (1 + 3)))),
    ],
    ['three rows for a list without pages', '{ products(first: 50) { nodes { images { id } } } }', 1 + 50 + 3],
    [
      'three of them within each of three',
      '{ products(first: 50) { nodes { instances { images { id } } } } }',
      1 + 50 + 3 * (1 + 3),
    ],
    [
      'a page within a list without pages three times',
      '{ product(id: 1) { subscriptionTypes { terms { subscriptions(first: 9) { nodes { id } } } } } }',
      1 + 3 * 3 * 10 + 1,
    ],
    [
      'a hundred for a list without pages that is met again within itself',
      '{ product(id: 1) { instances { product { instances { id } } } } }',
      1 + 3 * 100 + 1,
    ],
    ['one for a record by its name', '{ node(nodeId: "x") { nodeId __typename ... on Order { id } } }', 1],
    ['one for each of the names in a list', '{ nodes(nodeIds: ["x", "y", "x"]) { nodeId } }', 3],
    ['a hundred for as many names or more, since more are refused', `{ nodes(nodeIds: ${names(500)}) { nodeId } }`, 100],
    [
      'what a record costs by its name whichever type it is of: the dearest of those that are asked for',
      `{ node(nodeId: "x") { ... on Customer { orders(first: 20) ${rows} } ... on Order { transactions(first: 30) ${rows} } } }`,
      1 + 31,
    ],
    [
      'that for each of the names, under fragments on the interface too, and where types have one name for two things',
      `{ nodes(nodeIds: ${names(50)}) { ... on Node { ... on Order { a: log(first: 2) ${rows} } ... on CustomerSubscription { a: coupons(first: 40) ${rows} } } } }`,
      50 * (1 + 41),
    ],
    [
      'nothing for what a record is not',
      `{ order(id: 1) { ... on Node { ... on Customer { orders(first: 900) ${rows} } } } }`,
      1,
    ],
    ['ten for a write, and what it shows', 'mutation { cancelSubscription(input: { id: 1 }) { subscription { id } } }', 10 + 2],
    [
      'one for each 256 characters that are written',
      `mutation { replaceMetadata(input: { owner: { customerId: 1 }, data: { text: "${'x'.repeat(2_560)}" } }) { userErrors { code } } }`,
      10 + 10 + 2,
    ],
    [
      'ten for each write',
      'mutation { a: cancelSubscription(input: { id: 1 }) { userErrors { code } } skipSubscription(input: { id: 1 }) { subscription { id } } }',
      2 * (10 + 1) + 1,
    ],
    ['a hundred for the schema', '{ __schema { types { name } } }', 100],
    ['ten for a type of it', '{ __type(name: "Order") { name } a: __type(name: "Cart") { name } }', 20],
    [
      'one for each group of a filter where they are more than its conditions',
      '{ orders(first: 1, filter: { NOT: { NOT: { NOT: { OR: [{}, { id: { eq: 1 } }] } } } }) { nodes { id } } }',
      2 + 5,
    ],
    ['what the operation that is meant costs', `query only { me { id } } query other { orders ${rows} }`, 1],
  ])('%s', (_what, query, points) => {
    expect(cost(query)).toBe(points)
  })
})

describe('Fragments', () => {
  it.each([
    ['cost what is in them', '{ ...A } fragment A on Query { orders(first: 20) { nodes { id } } }', 21],
    ['once, however often they are spread', '{ ...A ...A } fragment A on Query { me { id } orders { nodes { id } } }', 1 + 11],
    [
      'once with what they are merged with',
      '{ orders { nodes { id } } ...A } fragment A on Query { orders { nodes { customer { id } } } }',
      11 + 1,
    ],
    ['inline ones too', '{ ... on Query { ... { orders(first: 20) { ... on OrderConnection { nodes { id } } } } } }', 21],
    [
      'take the page size of the list they are spread in, whichever came first',
      `{ small: orders(first: 2) { ...A } large: orders(first: 900) { ...A } tiny: orders(first: 1) { ... { ...A } } }
        fragment A on OrderConnection { nodes { id } }`,
      3 + 901 + 2,
    ],
    [
      'and do not take it along into the rows',
      '{ customers(first: 50) { nodes { ...A } } } fragment A on Customer { addresses { id } orders { ...B } } fragment B on OrderConnection { nodes { id } }',
      1 + 50 * (1 + 11) + 3,
    ],
  ])('%s', (_what, query, points) => {
    expect(cost(query)).toBe(points)
  })
})

describe('A variable for a page size', () => {
  const list = `orders(first: $n) ${rows}`
  it.each([
    ['counts as what was sent', `query ($n: Int) { ${list} }`, { n: 50 }, 51],
    ['counts as the default when nothing was sent', `query ($n: Int = 50) { ${list} }`, {}, 51],
    ['counts as what was sent and not as its default', `query ($n: Int = 50) { ${list} }`, { n: 5 }, 6],
    ['counts as no page size when null was sent in spite of a default', `query ($n: Int = 50) { ${list} }`, { n: null }, 11],
    ['counts as no page size when nothing is known of it', `query ($n: Int) { ${list} }`, {}, 11],
    ['counts for last, too', `query ($n: Int) { orders(last: $n) ${rows} }`, { n: 50 }, 51],
    ['gives way to last when it is null', `query ($n: Int) { orders(first: $n, last: 50) ${rows} }`, { n: null }, 51],
    [
      'is not looked for among what all objects have',
      `query ($constructor: Int) { orders(first: $constructor) ${rows} }`,
      {},
      11,
    ],
    [
      'has the default of the operation that is meant',
      `query only($n: Int = 50) { ${list} } query other($n: Int = 2) { ${list} }`,
      {},
      51,
    ],
  ])('%s', (_what, query, variables, points) => {
    expect(cost(query, variables)).toBe(points)
  })
})

describe('What is left out', () => {
  const all = `orders(first: 20) ${rows}`
  it.each([
    ['costs nothing', '@include(if: false)', undefined, 1],
    ['costs nothing when it is skipped', '@skip(if: true)', undefined, 1],
    ['costs what it costs when it is in', '@include(if: true) @skip(if: false)', undefined, 21],
    ['costs nothing when one of two leaves it out', '@include(if: true) @skip(if: true)', undefined, 1],
    ['is left out by a variable', '@include(if: $a)', false, 1],
    ['is in by a variable', '@include(if: $a)', true, 21],
    ['is skipped by a variable', '@skip(if: $a)', true, 1],
  ])('%s', (_what, directives, a, points) => {
    const head = a === undefined ? 'query' : 'query ($a: Boolean!)'
    const variables = a === undefined ? {} : { a }
    expect(cost(`${head} { orders(first: 20) ${directives} ${rows} __typename }`, variables)).toBe(points)
    expect(cost(`${head} { ... ${directives} { ${all} } __typename }`, variables)).toBe(points)
    expect(cost(`${head} { ...A ${directives} __typename } fragment A on Query { ${all} }`, variables)).toBe(points)
  })

  it('is left out by the default of a variable', () => {
    expect(cost(`query ($a: Boolean! = false) { orders @include(if: $a) ${rows} __typename }`)).toBe(1)
    expect(cost(`query ($a: Boolean! = false) { orders @include(if: $a) ${rows} __typename }`, { a: true })).toBe(11)
    // Allowed by a default, and refused when it runs.
    expect(cost(`query ($a: Boolean = true) { orders @include(if: $a) ${rows} __typename }`, { a: null })).toBe(1)
  })
})

describe('Over HTTP', async () => {
  const rate = { burst: 1_000_000, perSecond: 1 }
  const { fetch, graphql, merchant, rest } = await openStore({
    budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) },
    // REST's own documents are larger than what others may send.
    limits: { ...defaultLimits, aliases: 500, fields: 1_000, directives: 100 },
  })
  const remaining = async () => {
    const { headers } = await fetch('/v1/shoes/', { headers: { Authorization: merchant } })
    return Number(headers.get('ratelimit-remaining')) + 1
  }

  it('an answer tells what was asked for and what it was charged, also when a field of it failed', async () => {
    for (const [query, requested, charged] of [
      ['{ orders(first: 20) { nodes { id } } }', 21, 1],
      ['{ order(id: 999999) { id } }', 1, 1],
      ['{ orders { nodes { id } } a: orders { nodes { id } } me { id } }', 23, 2],
    ] as const) {
      const left = (await remaining()) - 1
      const response = await fetch(`/graphql?query=${encodeURIComponent(query)}`, { headers: { Authorization: merchant } })
      const { extensions } = (await response.json()) as { extensions: unknown }
      const standing = { burst: 1_000_000, perSecond: 1, remaining: left - charged }
      expect(extensions).toEqual({ cost: { requested, charged, ...standing } })
      expect(response.headers.get('ratelimit-remaining')).toBe(String(left - charged))
    }
  })

  it('an error costs as much as 400 characters', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `"${index}"`)
    const ask = (count: number) => graphql(`{ nodes(nodeIds: [${names.slice(0, count)}]) { __typename } }`)
    const before = await remaining()
    expect((await ask(100)).errors).toHaveLength(100)
    // A point and a quarter, what is asked with 100 names, the errors, as many times `null`, and a point for asking what is left.
    expect(before - (await remaining())).toBe(
      1 + Math.round(1.25 + (100 * 400 + '{"nodes":[]}'.length + 100 * 'null,'.length) / 24_576),
    )
  })

  it('a wrong name that is not told costs a 64th of a point', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `"x${index}"`)
    const lists = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}: nodes(nodeIds: $names) { __typename }`)
    const ask = async (count: number) => {
      const { data, errors } = await graphql(`query ($names: [ID!]!) { ${lists(count)} }`, { names })
      expect([Object.keys(data).length, errors.length]).toEqual([count, Math.min(101, count * 100)])
    }
    const before = await remaining()
    await ask(21)
    const paid = before - (await remaining()) - 1
    // Of 2,100 names 101 are told; the others are 31 points.
    expect(paid).toBeGreaterThan(31)
    expect(paid).toBeLessThan(50)
  })

  it('a document that comes for the first time costs a point for each 128 tokens beside', async () => {
    // An operation of 256 tokens with its braces; its beginning and its end count too.
    const search = `?query={${'+__typename'.repeat(254)}}`
    const ask = () => fetch(`/graphql${search}`, { headers: { Authorization: merchant } })
    const costs = [await ask(), await ask()].map(({ headers }) => headers.get('ratelimit-cost'))
    expect(costs).toEqual(['3', '1'])
  })

  it('a text that is no document costs a point for each 128 of its characters, but no more than one of as many tokens as are read', async () => {
    const ask = (query: string) => fetch(`/graphql?query=${query}`, { headers: { Authorization: merchant } })
    const broken = `{${'+a'.repeat(127)}+`
    const endless = `{${'a,'.repeat(2_500)}`
    const costs = await Promise.all(
      [broken, broken, endless].map(async (text) => (await ask(text)).headers.get('ratelimit-cost')),
    )
    expect(costs).toEqual(['2', '2', '15'])
  })

  it('an operation beyond the limit is not paid for', async () => {
    const before = await remaining()
    const { errors } = await graphql('{ customers(first: 1000) { nodes { orders(first: 1000) { nodes { id } } } } }')
    expect(errors[0]?.extensions.code).toBe('TOO_COMPLEX')
    // A point for coming in, and one for asking what is left.
    expect(await remaining()).toBe(before - 2)
  })

  const spent = async (send: () => Promise<{ status: number }>) => {
    const before = await remaining()
    const answer = await send()
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
    return before - (await remaining()) - 1
  }
  it.each([
    ['/v1/orders/', '?limit=70', { first: 70 }],
    ['/v1/subscriptions/', '?limit=20', { first: 20 }],
    ['/v1/inventory/', '?limit=20', { first: 20 }],
    ['/v1/subscriptions/{sub_id}', '', { sub_id: 1 }],
  ])('a row of the REST surface costs what its operation costs over GraphQL: %s%s', async (path, search, variables) => {
    const row = table.find((each) => each.method === 'GET' && each.path === path)
    const query = row ? print(row.graphql) : ''
    const overGraphql = () => {
      const headers = { Authorization: merchant, 'Content-Type': 'application/json' }
      return fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    }
    // Valid documents are cached; the first time they are paid for.
    await overGraphql()
    const overRest = await spent(() => rest(`${path.replace(/\{\w+\}/, '1')}${search}`))
    // The contract's names are longer by an underscore, and GraphQL's ids by their quotes.
    expect(Math.abs((await spent(overGraphql)) - overRest)).toBeLessThanOrEqual(1)
  })

  it('an empty page is cheap, and a full one costs what it has', async () => {
    const [empty, small, full] = [0, 10, 100].map(
      (rows) => () => rest(`/v1/orders/?limit=${rows || 1000}&total__ge=${rows ? 0 : 1e12}`),
    )
    if (!empty || !small || !full) throw new Error('no pages')
    expect(await spent(empty)).toBe(1)
    const [ofTen, ofHundred] = [await spent(small), await spent(full)]
    expect(ofHundred).toBeGreaterThan(2 * ofTen)
    // One, and as many characters as the orders have.
    const { body } = await rest('/v1/orders/?limit=100')
    // The demo store has a dozen more: asking for a thousand costs what there is.
    expect((await spent(() => rest('/v1/orders/?limit=1000'))) - ofHundred).toBeLessThanOrEqual(1)
    expect(ofHundred).toBeCloseTo(1 + JSON.stringify(body.results).length / 24_576, -1)
  })

  it('a write costs ten, and its size', async () => {
    const put = (length: number) => {
      const body = JSON.stringify({ text: 'x'.repeat(length) })
      return rest('POST /v1/subscriptions/1/metadata/', merchant, { body }).then(({ status }) => ({
        status: status === 201 ? 200 : status,
      }))
    }
    const [small, large] = [await spent(() => put(10)), await spent(() => put(51_200))]
    expect(small).toBe(11)
    // The points of the stored text, of the answer and of the body.
    expect(large - small).toBe(51_200 / 256 + Math.round(51_200 / 24_576) + Math.floor(51_200 / 16_384))
  })

  it('what is sent costs its size too, though it is refused: it is read before that is known', async () => {
    const cursor = 'x'.repeat(65_536)
    const before = await remaining()
    const { errors } = await graphql('query ($a: String) { products(after: $a) { nodes { id } } }', { a: cursor })
    expect(errors[0]?.message).toBe('The cursor does not belong to this list in this order.')
    // A point for coming in, a quarter for the list, and a point for asking what is left.
    expect(before - (await remaining())).toBe(2 + 65_536 / 16_384 + 65_536 / 4_096)
  })
})

describe('A page of a thousand without embedded relations', async () => {
  const store = await openStore()

  it.each(table.filter(({ answer }) => answer === 'list').map(({ name, graphql, path }) => [name, graphql, path] as const))(
    'may be asked for in a document of a client too: %s',
    (_name, document, path) => {
      const ids = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1']))
      expect(cost(print(document), { ...ids, first: 1_000 })).toBeLessThan(defaultLimits.cost * 0.8)
    },
  )

  it.each([
    ['ListStoreProducts', store.merchant],
    ['ListShipments', store.customer],
    ['ListOrders', store.merchant],
  ])('and is answered, for all that it is a client who wrote it: %s', async (name, as) => {
    const document = table.find((each) => each.name === name)?.graphql
    const text = `# Ours\n${document && print(document)}`
    const { data, errors } = await store.graphql(text, { first: 1_000 }, as)
    expect(errors).toEqual([])
    expect(Object.values<{ totalCount: number }>(data)[0]?.totalCount).toBeGreaterThan(0)
  })
})

describe('A page of which only the place is asked for', () => {
  it('costs the rows that are read to say it', () => {
    expect(cost('{ orders(first: 100) { pageInfo { hasNextPage } } }')).toBe(102)
    expect(cost('{ orders(first: 100) { pageInfo { hasNextPage } nodes { id } } }')).toBe(102)
    expect(cost('{ customers(first: 10) { nodes { orders(first: 100) { pageInfo { endCursor } } } } }')).toBe(1022)
  })
})

describe('An answer', () => {
  const note = 'x'.repeat(8_000)
  const shown = (aliases: number) =>
    `{ subscriptions(first: 10) { nodes { ${Array.from({ length: aliases }, (_, index) => `a${index}: note`).join(' ')} } } }`

  it('costs a point for each 24,576 characters', async () => {
    const budget = {
      rate: { burst: 10_000, perSecond: 1 },
      buckets: bucketsInMemory({ burst: 10_000, perSecond: 1 }, () => today.getTime()),
    }
    const store = await openStore({ budget })
    await store.db.subscription.updateMany({ data: { note } })
    const ask = async (query: string) => {
      const body = JSON.stringify({ query })
      const headers = { 'Content-Type': 'application/json', Authorization: store.merchant }
      const response = await store.fetch('/graphql', { method: 'POST', headers, body })
      return ((await response.json()) as { extensions: { cost: { charged: number } } }).extensions.cost.charged
    }
    for (const aliases of [1, 29]) {
      expect(await ask(shown(aliases))).toBe(Math.round(1.25 + (10 * aliases * `"a10":"${note}",`.length) / 24_576))
    }
    // A long name is as much text as any.
    expect(await ask(`{ order(id: 1) { ${'x'.repeat(32 + 24_576)}: id } }`)).toBe(2)
  })

  it('of more characters than one may have is refused, and paid for as far as it was made', async () => {
    const small = await openStore({ limits: { ...defaultLimits, answer: 100_000 } })
    await small.db.subscription.updateMany({ data: { note } })
    expect((await small.graphql(shown(1))).errors).toEqual([])
    const refused = await small.graphql(shown(2))
    expect({ status: refused.status, error: refused.errors[0]?.message }).toEqual({
      status: 400,
      error: 'The answer would have more than 100000 characters; ask for less at a time.',
    })
    const rate = { burst: 100, perSecond: 1 }
    const limits = { ...defaultLimits, answer: 100_000 }
    const poor = await openStore({ limits, budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
    await poor.db.subscription.updateMany({ data: { note } })
    const headers = { Authorization: poor.merchant }
    const response = await poor.fetch(`/graphql?query=${encodeURIComponent(shown(29))}`, { headers })
    expect(Number(response.headers.get('ratelimit-remaining'))).toBe(100 - Math.round(1.25 + 100_000 / 24_576))
  })

  it.each([
    ['rows', '{ orders(first: 100) { nodes { id placedAt status total } } }'],
    [
      'a thousand rows',
      '{ orders(first: 1000) { nodes { id placedAt status total note } edges { cursor } pageInfo { hasNextPage } } }',
    ],
    ['a list of each row', '{ customers(first: 2) { nodes { orders(first: 50) { nodes { id placedAt status total } } } } }'],
    ['a short list', '{ products(first: 2) { nodes { instances { id sku url type nodeId } } } }'],
    ['a record', '{ customer(id: 1) { orders(first: 50) { nodes { id placedAt status total note } } } }'],
    ['lists in lists', '{ products(first: 9) { nodes { variants { values { id value description images { url } } } } } }'],
  ])('is not read when %s would be far too long for it', async (_what, query) => {
    const small = await openStore({ limits: { ...defaultLimits, answer: 150 } })
    const { status, data, errors } = await small.graphql(query)
    expect({ status, data, errors }).toMatchObject({
      status: 400,
      data: undefined,
      errors: [{ message: 'The answer would have more than 150 characters; ask for less at a time.' }],
    })
    expect((await small.graphql('{ orders(first: 1) { nodes { id } } }')).errors).toEqual([])
  })

  it('to a write is told even to who cannot pay for its length', async () => {
    const rate = { burst: 20, perSecond: 1 }
    const poor = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
    const write = `mutation($data: Json!) { replaceMetadata(input: { owner: { customerId: 1 }, data: $data }) { metadata { a: data b: data c: data d: data } } }`
    const { data, errors } = await poor.graphql(write, { data: { text: 'x'.repeat(60_000) } })
    expect(errors).toEqual([])
    expect(data.replaceMetadata.metadata.d.text).toHaveLength(60_000)
  })
})
