/** Wrong values: the message names the argument or the variable, and an operation that costs too much its dearest list. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const messages = async (query: string, variables?: Record<string, unknown>) =>
  (await store.graphql(query, variables)).errors.map(({ message }) => message)

const listed = (args: string) => `{ orders(${args}) { totalCount } }`
const time = 'must be an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T13:45:00Z, not soon'

describe('A wrong literal', () => {
  it.each([
    [listed('first: "x"'), 'first', 'Int cannot represent non-integer value: "x"'],
    [listed('after: 5'), 'after', 'String cannot represent a non string value: 5'],
    [listed('filter: "x"'), 'filter', 'Expected value of type "OrderFilter", found "x".'],
    [listed('filter: { placedAt: { gt: "soon" } }'), 'filter.placedAt.gt', time],
    [listed('filter: { placedAt: { in: ["soon"] } }'), 'filter.placedAt.in', time],
    [
      listed('filter: { OR: [{ status: { eq: shut } }] }'),
      'filter.OR.status.eq',
      'Value "shut" does not exist in "OrderStatus" enum.',
    ],
    [
      listed('filter: { colour: 1 }'),
      'filter.colour',
      expect.stringMatching(/^Field "colour" is not defined by type "OrderFilter"/),
    ],
    [listed('orderBy: { id: up }'), 'orderBy.id', 'Value "up" does not exist in "Direction" enum.'],
    ['{ order(id: null) { id } }', 'id', 'Expected value of type "ID!", found null.'],
    ['{ orders @include(if: 3) { totalCount } }', 'if', 'Boolean cannot represent a non boolean value: 3'],
    [
      'mutation { updateOrder(input: { id: 1, note: 5 }) { userErrors { message } } }',
      'input.note',
      'String cannot represent a non string value: 5',
    ],
  ])('names its argument: %s', async (query, name, complaint) => {
    const [message = '', ...others] = await messages(query)
    const [place, ...rest] = message.split('; ')
    expect([place, rest.join('; '), others]).toEqual([`Argument "${name}" got an invalid value`, complaint, []])
  })

  it('names each of several', async () => {
    expect(await messages('{ orders(first: "x", offset: "y") { totalCount } }')).toEqual([
      'Argument "first" got an invalid value; Int cannot represent non-integer value: "x"',
      'Argument "offset" got an invalid value; Int cannot represent non-integer value: "y"',
    ])
  })

  it('names the variable whose default it is', async () => {
    expect(await messages('query ($n: Int = "x") { orders(first: $n) { totalCount } }')).toEqual([
      'Variable "$n" has an invalid default value; Int cannot represent non-integer value: "x"',
    ])
  })

  it('has its location', async () => {
    const { errors } = await store.graphql(listed('first: "x"'))
    expect(errors[0]).toMatchObject({ locations: [{ line: 1, column: 17 }], extensions: { code: 'BAD_INPUT' } })
  })
})

describe('A wrong variable', () => {
  it('is named, with the path inside it', async () => {
    const query = 'query ($filter: OrderFilter) { orders(filter: $filter) { totalCount } }'
    expect(await messages(query, { filter: { placedAt: { gt: 'soon' } } })).toEqual([
      `Variable "$filter" got invalid value "soon" at "filter.placedAt.gt"; ${time}`,
    ])
  })
})

describe('An operation that costs too much', () => {
  it('names the list that reads most rows, by the names of its answer', async () => {
    const query = `query ($n: Int) {
      few: customers(first: 1) { nodes { id } }
      all: customers(first: 100) { nodes { id orders(first: 2) { nodes { id } } bought: orders(first: $n) { nodes { id } } } }
    }`
    expect(await messages(query, { n: 500 })).toEqual([
      expect.stringMatching(
        /^The operation costs \d+ points; at most 10000 are run: ask for fewer rows or records at once\. Its most expensive list is all\.nodes\.bought, of up to 50000 rows\.$/,
      ),
    ])
    expect(await messages(query, { n: 5 })).toEqual([])
  })

  it('names a list whose filter costs more than its rows', async () => {
    const f = { OR: Array.from({ length: 150 }, () => ({ customer: { email: { eq: 'a' } } })) }
    const lists = Array.from({ length: 8 }, (_, index) => `l${index}: orders(first: 1, filter: $f) { nodes { id } }`).join()
    const query = `query ($f: OrderFilter) { dear: customers(first: 900) { nodes { id } } ${lists} }`
    const [message] = await messages(query, { f })
    expect(message).toMatch(/Its most expensive list is l0, of up to 1 rows\.$/)
  })
})

describe('Parameters that are empty texts', () => {
  it.each(['variables', 'extensions'])('%s: "" is none', async (name) => {
    for (const empty of ['', null, undefined]) {
      const response = await store.fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: store.merchant },
        body: JSON.stringify({ query: '{ __typename }', [name]: empty }),
      })
      expect([response.status, await response.json()]).toMatchObject([200, { data: { __typename: 'Query' } }])
    }
    const asked = await store.fetch(`/graphql?query={__typename}&${name}=`, { headers: { Authorization: store.merchant } })
    expect(asked.status).toBe(200)
  })

  it.each(['variables', 'extensions'])('%s of another kind is refused', async (name) => {
    const response = await store.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: store.merchant },
      body: JSON.stringify({ query: '{ __typename }', [name]: 'x' }),
    })
    expect([response.status, (await response.json()).errors[0].message]).toEqual([
      400,
      `Expected "${name}" param to be empty or an object, but given string.`,
    ])
  })
})
