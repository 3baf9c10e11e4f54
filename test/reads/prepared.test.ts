/** Queries that are prepared for their shape answer with other values as those that are run for the first time. */
import { describe, expect, it } from 'vitest'
import { allBlocks } from '../documents/pages.ts'
import { comparePrepared } from '../support/prepared-agrees.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const found = comparePrepared()
const viewers = [store.merchant, store.otherMerchant, store.customer, await store.customerToken(2n), undefined]

const { data: placed } = await store.graphql('{ orders(orderBy: [{ placedAt: desc }], first: 9) { edges { cursor } } }')
const cursors: string[] = placed.orders.edges.map(({ cursor }: { cursor: string }) => cursor)

const orders = `query ($filter: OrderFilter, $first: Int, $last: Int, $offset: Int, $after: String, $before: String, $order: [OrderOrder!], $whole: Boolean = true) {
  orders(filter: $filter, first: $first, last: $last, offset: $offset, after: $after, before: $before, orderBy: $order) {
    totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { id total customer @include(if: $whole) { id } transactions(first: $first) { nodes { id } } } } }`
const filtered = 'query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount nodes { id } } }'

const aggregated = `query ($filter: OrderFilter, $period: OrderPeriod, $compareTo: ComparedPeriod, $by: [OrderGroupBy!]!, $order: [OrderGroupOrder!], $top: OrderTop, $first: Int) {
  ordersAggregate(filter: $filter, period: $period, compareTo: $compareTo) {
    count sum { total } groups(by: $by, orderBy: $order, top: $top, first: $first) { totalCount nodes { key { value start } count sum { total } previous { count } } } } }`
const year = { column: 'placed_at', from: '2026-01-01', to: '2027-01-01' }

const documents: [what: string, text: string, variables: Record<string, unknown>[]][] = [
  ['keys of groups', aggregated, ['status', 'customer_country', 'none', 'id'].map((column) => ({ by: [{ column }] }))],
  [
    'periods of groups',
    aggregated,
    ['2026-01-01', '2026-06-15', '2027-05-01', 'soon'].flatMap((from) =>
      [undefined, 'previous_year', 'previous_period'].map((compareTo) => ({
        ...{ period: { ...year, from }, compareTo },
        by: [{ time: { column: 'placed_at', bucket: 'month', fill: true } }],
      })),
    ),
  ],
  [
    'parts of the calendar and zones',
    aggregated,
    ['day', 'week', 'year'].flatMap((bucket) =>
      ['UTC', 'Europe/Berlin', 'Nowhere'].map((zone) => ({ by: [{ time: { column: 'placed_at', bucket, zone } }] })),
    ),
  ],
  [
    'tops and orders of groups',
    aggregated,
    [1, 2, 0].flatMap((n) =>
      ['asc', 'desc'].map((direction) => ({
        ...{ by: [{ column: 'customer_id' }], top: { n, by: { sum: 'total' } }, first: 2 },
        order: [{ by: { count: true }, direction }],
      })),
    ),
  ],
  ['filters of groups', aggregated, ['open', 'closed'].map((eq) => ({ filter: { status: { eq } }, by: [{ column: 'status' }] }))],
  ['sizes', orders, [1, 2, 1000, 0, 1001, null].map((first) => ({ first }))],
  ['last rows', orders, [1, 3].map((last) => ({ last }))],
  ['offsets', orders, [0, 1, 5, 1000, -1].map((offset) => ({ offset }))],
  ['conditions', orders, [true, false, null].map((whole) => ({ whole }))],
  ['cursors', orders, [...cursors.slice(0, 3), 'nowhere'].map((after) => ({ order: [{ placedAt: 'desc' }], after }))],
  ['cursors before', orders, cursors.slice(2, 4).map((before) => ({ order: [{ placedAt: 'desc' }], before, last: 2 }))],
  ['cursors of another order', orders, cursors.slice(0, 2).map((after) => ({ order: [{ total: 'asc' }], after }))],
  [
    'orders',
    orders,
    ['asc', 'desc'].flatMap((by) => [{ order: [{ total: by }] }, { order: [{ placedAt: by }, { id: 'desc' }] }]),
  ],
  ['ids', filtered, ['1', '2', '03', 'x', '0', '99999999999999999999', 3].map((eq) => ({ filter: { id: { eq } } }))],
  ['lists', filtered, [[], ['1'], ['1', '2'], ['2', 'x'], Array(101).fill('1')].map((ids) => ({ filter: { id: { in: ids } } }))],
  ['missing values', filtered, [true, false, null].map((isNull) => ({ filter: { note: { isNull } } }))],
  ['null', filtered, [{ filter: null }, { filter: { note: null } }, { filter: { note: { eq: null } } }, {}]],
  ['enums', filtered, ['active', 'cancelled', 'none'].map((eq) => ({ filter: { status: { eq } } }))],
  ['patterns', filtered, ['%a%', 'a%', '%', 'x'.repeat(101)].map((like) => ({ filter: { note: { like } } }))],
  ['times', filtered, ['2026-11-01', '2027-01-01', 'soon'].map((gt) => ({ filter: { endDate: { gt } } }))],
  [
    'ranges',
    filtered,
    [['2026-01-01', '2027-01-01'], ['2027-01-01', '2026-01-01'], ['2026-01-01']].map((between) => ({
      filter: { endDate: { between } },
    })),
  ],
  [
    'metadata',
    filtered,
    ['gold', 9, '9', true, '2026-11-01'].map((eq) => ({
      filter: {
        metadata: [
          { key: 'plan', eq },
          { key: 'seats', isNull: false },
        ],
      },
    })),
  ],
  ['metadata keys', filtered, ['plan', 'seats', 'shoe.size'].map((key) => ({ filter: { metadata: [{ key, isNull: false }] } }))],
  [
    'relations',
    filtered,
    [1, 5000, 10 ** 6].map((gt) => ({ filter: { orders: { total: { gt } }, NOT: { customer: { id: { eq: String(gt) } } } } })),
  ],
  ['addresses', filtered, ['a@example.org', 'B@Example.org'].map((eq) => ({ filter: { customer: { email: { eq } } } }))],
  ['paths', filtered, ['/v1/subscriptions/1/', '/v1/subscriptions/2/', 'nowhere'].map((eq) => ({ filter: { url: { eq } } }))],
  [
    'records',
    'query ($id: ID!) { subscription(id: $id) { id orders(first: 2) { nodes { id } } } }',
    ['1', '2', '0', 'x'].map((id) => ({ id })),
  ],
  [
    'stores',
    'query ($days: Int) { store { id currency } inventoryShortfalls(days: $days) { nodes { needed } } }',
    [1, 30, 0].map((days) => ({ days })),
  ],
]

/** The answer, but for the budget that is left. */
async function answer(text: string, variables: Record<string, unknown>, as: string | undefined) {
  const headers = { 'Content-Type': 'application/json', ...(as && { Authorization: as }) }
  const response = await store.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query: text, variables }) })
  const { data, errors, extensions } = (await response.json()) as { [name: string]: { cost?: { requested: number } } }
  return JSON.stringify({ data, errors, requested: extensions?.cost?.requested })
}

describe('A query that is run again', () => {
  it.each(documents)('with other %s answers as if nothing had been prepared', async (_what, text, given) => {
    const first = new Map<string, string>()
    expect(await answer(`${text} #`, { ...given[0] }, store.merchant)).toMatch(/^."data":/)
    const nameOf = (variables: object, as: string | undefined) => JSON.stringify([variables, as])
    let place = 0
    for (const as of viewers)
      for (const variables of given) first.set(nameOf(variables, as), await answer(`${text} # ${place++}`, variables, as))
    for (let time = 0; time < 2; time += 1)
      for (const variables of given)
        for (const as of viewers) expect(await answer(text, variables, as)).toBe(first.get(nameOf(variables, as)))
  })

  it('from the examples of the documents is prepared as it is run', async () => {
    const texts = allBlocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
    const bodies = texts.flatMap((text) => [...text.matchAll(/'(\{"query":[^']+\})'/g)].map(([, body = '']) => body))
    const paths = texts.flatMap((text) => [...text.matchAll(/:4000(\/v1\/[^\s'"]*)/g)].map(([, path = '']) => path))
    const queries = bodies.map((body) => JSON.parse(body) as { query: string; variables?: object })
    const read = queries.filter(({ query }) => !/^\s*(mutation|subscription)/.test(query))
    expect([read.length > 5, paths.length > 30]).toEqual([true, true])
    for (let time = 0; time < 2; time += 1)
      for (const as of viewers) {
        for (const { query, variables = {} } of read) expect(await answer(query, { ...variables }, as)).not.toMatch(/"INTERNAL"/)
        for (const path of paths) expect((await store.rest(path, as)).status, path).toBeLessThan(500)
      }
  })

  it('is prepared, unless it is refused', () => {
    expect(found.compared).toBeGreaterThan(1_000)
    expect(found.unprepared).toEqual([])
  })
})
