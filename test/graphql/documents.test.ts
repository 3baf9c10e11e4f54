/** The limits of a document, each at its border: as much as is allowed runs, one more is refused before anything is read. */
import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

/** Fields within fields, so many levels of them. */
function nested(depth: number): string {
  const circle = ['customer', 'subscriptions(first: 1)', 'nodes']
  const fields = [
    'subscription(id: 1)',
    ...Array.from({ length: depth - 2 }, (_, index) => circle[index % 3] ?? ''),
    '__typename',
  ]
  return `{ ${fields.join(' { ')} ${'} '.repeat(depth)}`
}

/** Tests that a document runs, and that another is refused without a statement. */
async function expectBorder(allowed: string, refused: string, sentence: string): Promise<void> {
  const answer = await store.graphql(allowed)
  expect({ status: answer.status, errors: answer.errors }).toEqual({ status: 200, errors: [] })
  await expectTooComplex(refused, sentence)
}

async function expectTooComplex(query: string, sentence: string, variables?: Record<string, unknown>): Promise<void> {
  const statements = await store.statements(async () => {
    const { status, data, errors } = await store.graphql(query, variables)
    const codes = errors.map(({ extensions }) => extensions.code)
    expect({ status, data, codes, message: errors[0]?.message }).toEqual({
      status: 400,
      data: undefined,
      codes: ['TOO_COMPLEX'],
      message: expect.stringContaining(sentence),
    })
  })
  expect(statements).toEqual([])
}

describe('A document has at most', () => {
  it('12 levels of fields', () => expectBorder(nested(12), nested(13), 'at most 12 levels of fields'))

  it('12 levels however they are spread over fragments', () =>
    expectBorder(
      `${throughFragments(12)} fragment Tail on Customer { name }`,
      `${throughFragments(12)} fragment Tail on Customer { billing: addresses { id } }`,
      'at most 12 levels of fields',
    ))

  it('2,000 tokens', async () => {
    // Five tokens each, and only fields would be more than 300.
    const document = (last: string) => `${times(399, (index) => `query q${index} { __typename }`)} query q { ${last} }`
    const send = async (query: string) => {
      const response = await store.fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: store.merchant },
        body: JSON.stringify({ query, operationName: 'q' }),
      })
      return (await response.json()) as object
    }
    expect(await send(document('__typename'))).toMatchObject({ data: { __typename: 'Query' } })
    await expectTooComplex(document('__typename __typename'), 'at most 2000 tokens')
  })

  it('30 aliases', () =>
    expectBorder(
      `{ ${times(30, (index) => `a${index}: __typename`)} }`,
      `{ ${times(31, (index) => `a${index}: __typename`)} }`,
      'at most 30 aliases',
    ))

  it('20 directives, those in fragments included', () => {
    const fields = (count: number) => times(count, () => '__typename @include(if: true)')
    return expectBorder(
      `{ ...F ${fields(15)} } fragment F on Query { ${fields(5)} }`,
      `{ ...F ${fields(15)} } fragment F on Query { ${fields(6)} }`,
      'at most 20 directives',
    )
  })

  it('5 lists within each other in the type of a variable', () => {
    const listed = (lists: number) =>
      `query ($a: [Int!]!, $b: ${'['.repeat(lists)}Int${'!]'.repeat(lists)}) { orders(filter: { receivedGift: { eq: { a: $a, b: $b } } }) { totalCount } }`
    return expectTooComplex(listed(6), 'at most 5 lists within each other in the type of a variable', { a: 1, b: 1 })
  })

  it('5 directives at one place', async () => {
    // No five of ours fit at one place, so the schema refuses what the limit lets by.
    const { errors } = await store.graphql(`{ __typename ${'@skip(if: false) '.repeat(5)} }`)
    expect(errors[0]?.extensions.code).toBe('BAD_INPUT')
    await expectTooComplex(`{ __typename ${'@skip(if: false) '.repeat(6)} }`, 'at most 5 directives at one place')
    await expectTooComplex(`query ${'@a '.repeat(6)} { __typename }`, 'at most 5 directives at one place')
  })

  it('300 fields', () =>
    expectBorder(`{ ${'__typename '.repeat(300)} }`, `{ ${'__typename '.repeat(301)} }`, 'at most 300 fields'))

  it('300 fields with every fragment written out, inline ones and those left out included', () => {
    const document = (more: string) => `{ ...A ...A ... on Query @include(if: false) { ...A } ${more} }
      fragment A on Query { ...B ... { ...B } ...B } fragment B on Query { ${'__typename '.repeat(33)} }`
    return expectBorder(document('__typename '.repeat(3)), document('__typename '.repeat(4)), 'at most 300 fields')
  })

  it('10,000 points', () => {
    const lists = times(9, (index) => `a${index}: orders(first: 999) { nodes { id } }`)
    return expectBorder(
      `{ ${lists} orders(first: 999) { nodes { id } } }`,
      `{ ${lists} orders(first: 1000) { nodes { id } } }`,
      'costs 10001 points; at most 10000',
    )
  })
})

/** A selection so deep, of which every second level stands in a fragment, named or not; its last level is the fragment Tail. */
function throughFragments(depth: number): string {
  const levels = (depth - 3) / 3
  const circle = times(
    levels,
    (index) => `fragment F${index} on Customer { ... on Customer { subscriptions(first: 1) { nodes {
    ... { customer { ${index + 1 < levels ? `...F${index + 1}` : '...Tail'} } } } } } }`,
  )
  return `{ subscription(id: 1) { ... on CustomerSubscription { customer { ...F0 } } } } ${circle}`
}

describe('Refused without ado are', () => {
  it.each([
    ['a fragment that spreads itself', '{ ...A } fragment A on Query { ...A }'],
    [
      'fragments in a circle',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ... { ...C } } fragment C on Query { ...A }',
    ],
    ['a circle that nothing spreads', '{ __typename } fragment A on Query { ...A }'],
    [
      'a circle through a field',
      '{ subscription(id: 1) { ...A } } fragment A on CustomerSubscription { customer { subscriptions { nodes { ...A } } } }',
    ],
  ])('%s', async (_what, query) => {
    const statements = await store.statements(async () => {
      const { status, errors } = await store.graphql(query)
      expect({ status, code: errors[0]?.extensions.code }).toEqual({ status: 400, code: 'BAD_INPUT' })
      expect(errors[0]?.message).toMatch(/spreads itself/)
    })
    expect(statements).toEqual([])
  })

  it.each([
    ['three to the power of thirteen fields', `{ ...F0 } ${bomb(13, 3)}`, '300 fields'],
    ['ten to the power of five', `{ ...F0 } ${bomb(5, 10)}`, '300 fields'],
    ['a thousand levels', `{ ${'a { '.repeat(600)} a ${'} '.repeat(600)} }`, '300 fields'],
    ['five hundred levels of inline fragments with a field more than is allowed', inlined(400, 301), '300 fields'],
    ['ten thousand aliases', `{ ${times(10_000, (index) => `a${index}: __typename`)} }`, '65536 characters'],
    ['five hundred directives', `{ ${times(380, () => '__typename @skip(if: false)').slice(0, 9_000)} }`, 'at most'],
    ['the schema twice', '{ __schema { description } a: __schema { description } }', 'at most 1 __schema in an operation'],
    [
      'the schema twice, by a fragment',
      '{ ...A ...A } fragment A on Query { __schema { description } }',
      'at most 1 __schema in an operation',
    ],
    [
      'eleven types',
      `{ ${times(11, (index) => `a${index}: __type(name: "Order") { name }`)} }`,
      'at most 10 __type in an operation',
    ],
    [
      'the inputs of inputs of all types, 29 times',
      `{ __schema { ${times(29, (index) => `a${index}: types { inputFields { type { inputFields { name } } } }`)} } }`,
      'Fields inside __schema take no alias.',
    ],
    [
      'the inputs of arguments of all fields',
      '{ __schema { types { fields { args { type { ...A } } } } } } fragment A on __Type { inputFields { name } }',
      'at most 3 lists within each other in __schema',
    ],
  ])('%s', (_what, query, sentence) => expectTooComplex(query, sentence))

  it('lists within lists', async () => {
    const deep =
      '{ customers(first: 100) { nodes { orders(first: 100) { nodes { transactions(first: 10) { nodes { id } } } } } } }'
    await expectTooComplex(deep, 'costs 120201 points')
    await expectTooComplex('{ customers(first: 100) { nodes { orders(first: 100) { nodes { id } } } } }', 'costs 10201 points')
    await expectTooComplex(
      'query ($n: Int!) { orders(first: $n) { nodes { transactions(first: $n) { nodes { id } } } } }',
      'points',
      {
        n: 100,
      },
    )
  })
})

function bomb(levels: number, width: number): string {
  const fragments = times(levels - 1, (index) => `fragment F${index} on Query { ${`...F${index + 1} `.repeat(width)} }`)
  return `${fragments} fragment F${levels - 1} on Query { ${'__typename '.repeat(width)} }`
}

const inlined = (levels: number, fields: number) =>
  `{ ${'... { '.repeat(levels)} ${'__typename '.repeat(fields)} ${'} '.repeat(levels)} }`

describe('A document that is written in six signs a character', () => {
  it.each([
    [65_536, 200],
    [65_537, 400],
  ])('of %i is counted by its characters', async (characters, status) => {
    const query = '{ __typename }'.padEnd(characters)
    const body = JSON.stringify({ query }).replaceAll(' ', '\\u0020')
    const headers = { 'Content-Type': 'application/json', Authorization: store.merchant }
    expect((await store.fetch('/graphql', { method: 'POST', headers, body })).status).toBe(status)
  })
})

describe('Of a server that allows more tokens', () => {
  const deep = (levels: number) => [
    `{ orders(first: ${'['.repeat(levels)}${']'.repeat(levels)}) { totalCount } }`,
    `${'{ a '.repeat(levels)} ${'} '.repeat(levels)}`,
  ]

  it('a document that nests deeper than can be read is refused, each time it comes', async () => {
    const wide = await openStore({ limits: { ...defaultLimits, characters: 400_000, tokens: 100_000 } })
    for (const text of [...deep(30_000), ...deep(8_000), ...deep(2_000)]) {
      for (const _time of [1, 2]) {
        const { status, errors } = await wide.graphql(text)
        expect({ status, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
          status: 400,
          codes: [expect.stringMatching(/^(TOO_COMPLEX|BAD_INPUT)$/)],
        })
      }
    }
  })
})

describe('What is within the limits runs:', () => {
  it("GraphiQL's introspection with every option", async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    })
    const { status, data, errors } = await store.graphql(query, undefined, store.customer)
    expect({ status, errors }).toEqual({ status: 200, errors: [] })
    expect(data.__schema.types.length).toBeGreaterThan(100)
  })

  it('every route of the REST surface, whatever its own document would cost', async () => {
    const strict = await openStore({ limits: { ...tight, bodyBytes: 1_000, bulkBytes: 1_000, seconds: 10, keyHours: 24 } })
    expect((await strict.graphql('{ orders { nodes { id } } }')).errors[0]?.extensions.code).toBe('TOO_COMPLEX')
    const lists = table.filter(({ method, answer, path }) => method === 'GET' && answer === 'list' && !path.includes('{'))
    expect(lists.length).toBeGreaterThan(10)
    for (const { path } of lists) {
      const as = path.startsWith('/v1/store/') ? strict.customer : strict.merchant
      expect({ path, status: (await strict.rest(`${path}?limit=100`, as)).status }).toEqual({ path, status: 200 })
    }
  })
})

const tight = { characters: 1_000, tokens: 20, depth: 2, aliases: 0, directives: 0, fields: 3, cost: 1, answer: 1_000_000 }
