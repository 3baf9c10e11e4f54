/** Bad requests in GraphQL: each answers 4xx, or an error at its field, with a code of the schema and nothing of our inside. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { expectRefusal } from './refusal.ts'

const store = await openStore()

type Body = { data?: unknown; errors?: { message: string; extensions?: { code?: string } }[] }

async function send(init: RequestInit, query = ''): Promise<{ status: number; body: Body }> {
  const headers = { Authorization: store.merchant, ...init.headers }
  const response = await store.fetch(`/graphql${query}`, { ...init, headers })
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/json/)
  return { status: response.status, body: JSON.parse(text) }
}

const json = { 'Content-Type': 'application/json' }
const post = (body: unknown, headers: Record<string, string> = json) =>
  send({ method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

const ids = '{ orders { nodes { id } } }'

describe('A document that is wrong', () => {
  it.each([
    ['that does not parse', '{ orders {\n  nodes { id }\n  )', { line: 3, column: 3 }],
    ['that ends too soon', '{ orders {', { line: 1, column: 11 }],
    ['with an unknown field', '{\n  orders { nodes { shoe } } }', { line: 2, column: 20 }],
  ])('%s, is told where', async (_what, query, place) => {
    const { status, body } = await post({ query })
    expect({ status, body }).toEqual({
      status: 400,
      body: { errors: [expect.objectContaining({ locations: [place], extensions: { code: 'BAD_INPUT' } })] },
    })
  })

  it.each([
    ['of more than 16,384 characters', ' '.repeat(16_384)],
    ['of more than 250 lines', '\n'.repeat(250)],
  ])('%s, is told what and not where: to look for a place takes as long as the text, for each error', async (_what, space) => {
    const { status, body } = await post({ query: `{ orders { nodes { shoe } } }${space}` })
    expect([status, body.errors]).toEqual([
      400,
      [{ message: expect.stringContaining('shoe'), extensions: { code: 'BAD_INPUT' } }],
    ])
  })
})

describe('a document', () => {
  it.each([
    ['that does not parse', '{ orders {'],
    ['that is empty', ''],
    ['that is only a comment', '# nothing'],
    ['with an unknown root field', '{ shoes { id } }'],
    ['with an unknown field', '{ orders { nodes { shoe } } }'],
    ['with an unknown argument', '{ orders(shoe: 1) { nodes { id } } }'],
    ['without a selection', '{ orders }'],
    ['with an unknown fragment', '{ orders { nodes { ...Shoe } } }'],
    ['with a fragment that uses itself', 'fragment A on Order { ...A } { orders { nodes { ...A } } }'],
    ['with an unknown filter', '{ orders(filter: { shoe: { eq: 1 } }) { nodes { id } } }'],
    ['with an unknown operator', '{ orders(filter: { total: { about: 1 } }) { nodes { id } } }'],
    ['with a filter of the wrong type', '{ orders(filter: { total: { eq: "1" } }) { nodes { id } } }'],
    ['with a null operand', '{ orders(filter: { note: { eq: null } }) { nodes { id } } }'],
    ['with a fraction for an amount', '{ orders(filter: { total: { eq: 1.5 } }) { nodes { id } } }'],
    ['with an amount beyond 2^63', '{ orders(filter: { total: { eq: 9223372036854775808 } }) { nodes { id } } }'],
    [
      'with a metadata number beyond 2^53',
      '{ carts(filter: { metadata: [{ key: "a", gt: 9007199254740993 }] }) { nodes { id } } }',
    ],
    ['with a weight beyond 2^53', '{ products(filter: { shipWeight: { eq: 9007199254740993 } }) { nodes { id } } }'],
    ['with a JSON number beyond 2^53', '{ products(filter: { meta: { eq: { a: [9007199254740993] } } }) { nodes { id } } }'],
    ['with a pattern for a path', '{ orders(filter: { url: { like: "%1%" } }) { nodes { id } } }'],
    ['with a null path', '{ orders(filter: { url: { eq: null } }) { nodes { id } } }'],
    ['with a null part', '{ orders(filter: { orderGiftInfo: { giftMessage: null } }) { nodes { id } } }'],
    ['with an integer beyond 32 bits', '{ inventory(filter: { quantityOnHand: { eq: 3000000000 } }) { nodes { id } } }'],
    ['with a time that is none', '{ orders(filter: { placedAt: { gt: "yesterday" } }) { nodes { id } } }'],
    ['with a time before the year 1', '{ orders(filter: { placedAt: { gt: "0001-01-01T00:00:00+14:00" } }) { nodes { id } } }'],
    ['with a value an enum does not have', '{ orders(filter: { status: { eq: lost } }) { nodes { id } } }'],
    ['with text for an enum', '{ orders(filter: { status: { eq: "open" } }) { nodes { id } } }'],
    ['with an object for metadata', '{ subscriptions(filter: { metadata: [{ key: "a", eq: { b: 1 } }] }) { nodes { id } } }'],
    ['with a metadata condition without an operator', '{ subscriptions(filter: { metadata: [{ key: "a" }] }) { nodes { id } } }'],
    ['with an unknown order', '{ orders(orderBy: [{ shoe: asc }]) { nodes { id } } }'],
    ['with an order of two columns in one', '{ orders(orderBy: [{ total: asc, id: asc }]) { nodes { id } } }'],
    ['with an empty order', '{ orders(orderBy: [{}]) { nodes { id } } }'],
    ['with a column ordered by twice', '{ orders(orderBy: [{ total: asc }, { total: desc }]) { nodes { id } } }'],
    ['with a null order', '{ orders(orderBy: [{ total: null }]) { nodes { id } } }'],
    ['with first: 0', '{ orders(first: 0) { nodes { id } } }'],
    ['with first: -1', '{ orders(first: -1) { nodes { id } } }'],
    ['with first: 1001', '{ orders(first: 1001) { nodes { id } } }'],
    ['with first: 1.5', '{ orders(first: 1.5) { nodes { id } } }'],
    ['with last: 0', '{ orders(last: 0) { nodes { id } } }'],
    ['with last: 1001', '{ orders(last: 1001) { nodes { id } } }'],
    ['with first and last together', '{ orders(first: 1, last: 1) { nodes { id } } }'],
    ['with offset and last together', '{ orders(offset: 1, last: 1) { nodes { id } } }'],
    ['with a negative offset', '{ orders(offset: -1) { nodes { id } } }'],
    ['with a huge offset', '{ orders(offset: 2147483647) { nodes { id } } }'],
    ['with first: 0 inside a record', '{ customers { nodes { orders(first: 0) { nodes { id } } } } }'],
    ['with an id 0', '{ order(id: 0) { id } }'],
    ['with an id that is a word', '{ order(id: "one") { id } }'],
    ['with an id beyond 2^53', '{ order(id: 9007199254740993) { id } }'],
    ['with an id beyond 2^64', '{ order(id: "99999999999999999999999") { id } }'],
    ['with an id in exponent form', '{ order(id: 1e3) { id } }'],
    ['with an id of no order', '{ order(id: 9007199254740991) { id } }'],
    [
      'with an id as a filter beyond 2^53',
      '{ orders(filter: { customerId: { in: ["1", "9007199254740993"] } }) { nodes { id } } }',
    ],
    ['with a NUL character', '{ orders(filter: { note: { eq: "a\\u0000b" } }) { nodes { id } } }'],
    ['with half a surrogate pair', '{ orders(filter: { note: { eq: "\\ud800" } }) { nodes { id } } }'],
    ['with two operations and no name', 'query A { orders { totalCount } } query B { orders { totalCount } }'],
    ['with two operations of one name', 'query A { orders { totalCount } } query A { orders { totalCount } }'],
    ['with a variable it does not declare', '{ order(id: $id) { id } }'],
    ['with a subscription operation', 'subscription { orders { totalCount } }'],
  ])('%s is refused', async (_what, query) => {
    const { status, body } = await post({ query })
    expectRefusal(body)
    expect(status).toBeLessThan(500)
  })

  it.each(['application/json', 'application/graphql-response+json', '*/*'])(
    'that cannot be run answers 400 as %s',
    async (Accept) => {
      for (const query of ['{ orders {', '{ shoes }', ''])
        expect((await post({ query }, { ...json, Accept })).status, query).toBe(400)
    },
  )

  it('whose answer may not be JSON is refused before anything is done', async () => {
    const write = 'mutation { updateSubscription(input: { id: 1, note: "Unheard" }) { userErrors { code } } }'
    const { status, body } = await post({ query: write }, { ...json, Accept: 'text/plain' })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'The answer is JSON; Accept must allow application/json.' }] },
    })
    expect((await store.db.subscription.findUniqueOrThrow({ where: ofStore(1n) })).note).not.toBe('Unheard')
  })

  it.each(['', 'x', 'e30', Buffer.from('[]').toString('base64url'), Buffer.from('["id.asc"]').toString('base64url')])(
    'with the cursor %j is refused',
    async (cursor) => {
      for (const from of ['first: 2, after', 'last: 2, before']) {
        expectRefusal((await post({ query: `{ orders(${from}: "${cursor}") { nodes { id } } }` })).body)
      }
    },
  )

  it.each(['[[]]', '{"a":1}'])('with a cursor that holds %s is refused', async (held) => {
    const after = Buffer.from(`["id.asc",${held}]`).toString('base64url')
    expectRefusal((await post({ query: `{ orders(after: "${after}") { nodes { id } } }` })).body)
  })

  it.each([
    ['id', 'id', ['1.5']],
    ['id', 'id', [1]],
    ['id', 'id', ['99999999999999999999']],
    ['id', 'id', [null]],
    ['placedAt', 'placedAt', ['soon', '1']],
    ['note', 'note', ['a\u0000b', '1']],
    ['note', 'note', [{ a: 1 }, '1']],
    ['status', 'status', ['lost', '1']],
    ['isGift', 'isGift', ['true', '1']],
  ])('with a forged cursor of %s is refused: %j', async (column, _name, values) => {
    const order = column === 'id' ? 'id.asc' : `${column}.asc,id.asc`
    const after = Buffer.from(JSON.stringify([order, ...values])).toString('base64url')
    const orderBy = column === 'id' ? '[]' : `[{ ${column}: asc }]`
    const { body } = await post({
      query: `query ($after: String) { orders(orderBy: ${orderBy}, after: $after) { nodes { id } } }`,
      variables: { after },
    })
    expectRefusal(body)
  })

  it.each([
    ['placedAt', '"+275760-09-13T00:00:00.000Z"'],
    ['placedAt', '"-000001-01-01T00:00:00.000Z"'],
    ['placedAt', '"9999-12-31T23:59:59.999Z"'],
    ['total', '"9999999999999999"'],
    ['total', '"-9999999999999999"'],
    ['note', '"\\ud800"'],
    ['totalLabelCost', 'null'],
  ])('with a forged cursor of %s at %s is refused or answered, but does not fail', async (column, value) => {
    for (const direction of ['asc', 'desc']) {
      const after = Buffer.from(`["${column}.${direction},id.asc",${value},"1"]`).toString('base64url')
      const { body } = await post({
        query: `{ orders(orderBy: [{ ${column}: ${direction} }], after: "${after}") { nodes { id } } }`,
      })
      if (body.errors) expectRefusal(body)
      else expect(body.data).toBeTruthy()
    }
  })

  it('with a forged cursor beyond a double is refused or answered, but does not fail', async () => {
    const after = Buffer.from('["shipWeight.asc,id.asc",1e999,"1"]').toString('base64url')
    const { body } = await post({ query: `{ products(orderBy: [{ shipWeight: asc }], after: "${after}") { nodes { id } } }` })
    if (body.errors) expectRefusal(body)
    else expect(body.data).toEqual({ products: { nodes: [] } })
  })
})

describe('variables', () => {
  const query = 'query ($filter: OrderFilter, $first: Int) { orders(filter: $filter, first: $first) { nodes { id } } }'
  // As text: what is nested this deep cannot be written by JSON.stringify.
  const nested = (depth: number) =>
    `{"query":${JSON.stringify(query)},"variables":{"filter":${'{"NOT":'.repeat(depth)}{"id":{"eq":"1"}}${'}'.repeat(depth)}}}`

  it.each<[string, unknown]>([
    ['of the wrong type', { first: 'ten' }],
    ['unknown to the filter', { filter: { shoe: { eq: 1 } } }],
    ['with a fraction', { first: 1.5 }],
    ['that are a list', [1]],
    ['that are text', 'x'],
    ['with a NUL character', { filter: { note: { eq: 'a\u0000b' } } }],
    ['with half a surrogate pair', { filter: { note: { eq: '\ud800' } } }],
    ['with half a surrogate pair in a list', { filter: { note: { in: ['a', '\udc00\ud800'] } } }],
    ['with half a surrogate pair in a name', { '\ud800': 1 }],
    ['with relations nested too deep', { filter: { customer: { orders: { customer: { orders: { id: { eq: '1' } } } } } } }],
    ['with a list too long', { filter: { id: { in: Array.from({ length: 101 }, (_, index) => String(index + 1)) } } }],
    [
      'with more values than a statement can hold',
      { filter: { OR: Array.from({ length: 400 }, () => ({ id: { in: Array.from({ length: 100 }, () => '1') } })) } },
    ],
  ])('%s are refused', async (_what, variables) => {
    const { status, body } = await post({ query, variables })
    expectRefusal(body)
    expect(status).toBeLessThan(500)
  })

  it.each([100, 1_000, 20_000])('with conditions nested %i deep are refused, or answered', async (depth) => {
    const { status, body } = await post(nested(depth))
    if (body.errors) expectRefusal(body)
    else expect(body.data).toBeTruthy()
    expect(status).toBeLessThan(500)
  })
})

describe('a request', () => {
  it.each<[string, () => Promise<{ status: number; body: Body }>, number]>([
    ['GET with broken variables', () => send({ method: 'GET' }, `?query=${encodeURIComponent(ids)}&variables=xx`), 400],
    ['GET with broken extensions', () => send({ method: 'GET' }, `?query=${encodeURIComponent(ids)}&extensions=xx`), 400],
    ['GET without a query', () => send({ method: 'GET' }), 400],
    ['GET with broken percent-encoding', () => send({ method: 'GET' }, '?query=%zz'), 400],
    [
      'GET of a mutation',
      () => send({ method: 'GET' }, `?query=${encodeURIComponent('mutation { cancelSubscription { id } }')}`),
      405,
    ],
    ['PUT', () => send({ method: 'PUT', headers: json, body: '{}' }), 405],
    ['DELETE', () => send({ method: 'DELETE' }), 405],
    ['POST without a body', () => send({ method: 'POST', headers: json }), 400],
    ['POST of broken JSON', () => post('{"query":'), 400],
    ['POST of a JSON text', () => post('"x"'), 400],
    ['POST of JSON null', () => post('null'), 400],
    ['POST of a batch', () => post([{ query: ids }]), 400],
    ['POST of an empty object', () => post({}), 400],
    ['POST of a query that is a number', () => post({ query: 1 }), 400],
    ['POST of an unknown property', () => post({ query: ids, shoe: 1 }), 400],
    [
      'POST of a form',
      () => post(`query=${encodeURIComponent(ids)}`, { 'Content-Type': 'application/x-www-form-urlencoded' }),
      4,
    ],
    ['POST of plain text', () => post(JSON.stringify({ query: ids }), { 'Content-Type': 'text/plain' }), 4],
    ['POST of multipart', () => post('--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }), 4],
    ['POST of compressed JSON', () => post(JSON.stringify({ query: ids }), { ...json, 'Content-Encoding': 'gzip' }), 415],
    ['POST of an unknown operationName', () => post({ query: 'query A { orders { totalCount } }', operationName: 'B' }), 400],
    ['POST of an operationName that is a number', () => post({ query: ids, operationName: 1 }), 400],
    ['POST of more than 1 MiB', () => post({ query: ids, variables: { x: 'x'.repeat(1_100_000) } }), 413],
    ['POST of a document with 20000 braces', () => post({ query: '{a'.repeat(20_000) }), 400],
    [
      'a wrong key',
      () =>
        send({ method: 'POST', headers: { ...json, Authorization: 'Bearer demo.wrong' }, body: JSON.stringify({ query: ids }) }),
      401,
    ],
  ])('%s is refused', async (_what, request, wanted) => {
    const { status, body } = await request()
    expectRefusal(body)
    expect(body.data ?? null).toBeNull()
    // 4 stands for any 4xx.
    expect(wanted === 4 ? Math.floor(status / 100) : status).toBe(wanted)
  })

  it.each<[object, string]>([
    [{ query: 1 }, 'Expected "query" param to be a string, but given number.'],
    [{ query: ids, operationName: ['A'] }, 'Expected "operationName" param to be a string, but given array.'],
    [{ query: ids, variables: [] }, 'Expected "variables" param to be empty or an object, but given array.'],
    [{ query: ids, extensions: 'x' }, 'Expected "extensions" param to be empty or an object, but given string.'],
    [{ query: ids, shoe: 1 }, 'Unexpected parameter "shoe" in the request body.'],
    [{ query: ids, constructor: 1 }, 'Unexpected parameter "constructor" in the request body.'],
    [{ query: ids, operationName: 'B' }, 'Could not determine what operation to execute.'],
  ])('of %j says what is wrong with it', async (given, sentence) => {
    expect((await post(given)).body.errors?.map(({ message }) => message)).toEqual([sentence])
  })

  it.each(['AND', 'OR', 'NOT', 'customer', 'metadata'])('with null for %s says that it has to be left out', async (name) => {
    const [error] = (await post({ query: `{ subscriptions(filter: { ${name}: null }) { totalCount } }` })).body.errors ?? []
    expect(error?.message).toBe(`filter.${name} must not be null; leave it out where it asks for nothing.`)
  })

  it.each<[string, string]>([
    ['query={a}&query={b}', 'The query parameter is given twice.'],
    ['query={a}&variables={}&variables={}', 'The variables parameter is given twice.'],
    ['query=caf%E9', 'The query string has a broken percent-encoding: caf%E9.'],
    ['query={a}&variables=[]', 'The variables parameter must be a JSON object.'],
    ['query={a}&variables=xx', 'The variables parameter is not valid JSON.'],
  ])('by GET with ?%s says what is wrong with it', async (search, sentence) => {
    const { status, body } = await send({ method: 'GET' }, `?${search}`)
    expect({ status, told: body.errors?.map(({ message }) => message) }).toEqual({ status: 400, told: [sentence] })
  })

  it('by GET may carry what says nothing, and has a plus sign for a blank', async () => {
    const { status, body } = await send({ method: 'GET' }, '?_=1&_=2&query={+orders+{+totalCount+}+}&variables=&documentId=')
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { orders: {} } } })
  })

  it('may have null for whatever it does not give', async () => {
    const { status, body } = await post({
      query: ids,
      operationName: null,
      variables: null,
      extensions: null,
      documentId: null,
      shoe: null,
    })
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  })
})
