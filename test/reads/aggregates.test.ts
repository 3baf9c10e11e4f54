/** Aggregates on both surfaces: what they answer, what they cost, and what is refused. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { expectNothingInside, expectRefusal } from './refusal.ts'
import { readStatements } from './schema-lists.ts'

const store = await openStore()
const path = '/v1/orders/aggregate/'

/** The groups of orders on both surfaces: of GraphQL its nodes, of REST its results. */
async function both(aggregate: string, groups: string, values: string, query: string) {
  const { data, errors } = await store.graphql(
    `{ ordersAggregate${aggregate} { groups(${groups}) { totalCount nodes { key { value start isOthers } ${values} } } } }`,
  )
  expect(errors).toEqual([])
  const { status, body } = await store.rest(`${path}?${query}`)
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
  const { totalCount, nodes } = data.ordersAggregate.groups
  expect(body.count).toBe(totalCount)
  return { nodes, results: body.results }
}

describe('An aggregate of orders', () => {
  it('has the sum, the average and the extremes of all orders, in the currency of the store', async () => {
    const orders = await store.db.order.findMany({ where: { storeId: 1n } })
    const total = orders.reduce((sum, order) => sum + Number(order.total), 0)
    const { data } = await store.graphql(
      '{ ordersAggregate { count currency sum { total } avg { total } min { total placedAt } max { total } } }',
    )
    const totals = orders.map((order) => Number(order.total))
    const first = new Date(Math.min(...orders.map(({ placedAt }) => placedAt?.getTime() ?? 0)))
    expect(data.ordersAggregate).toEqual({
      count: orders.length,
      currency: 'USD',
      sum: { total },
      avg: { total: Math.round(total / orders.length) },
      min: { total: Math.min(...totals), placedAt: `${first.toISOString().slice(0, 19)}Z` },
      max: { total: Math.max(...totals) },
    })
    const { body } = await store.rest(`${path}?sum=total&avg=total&min=total&max=total`)
    expect(body).toEqual({
      ...{ count: 1, next: null, prev: null },
      results: [
        {
          key: [],
          count: orders.length,
          sum: { total },
          avg: { total: data.ordersAggregate.avg.total },
          min: { total: Math.min(...totals) },
          max: { total: Math.max(...totals) },
        },
      ],
    })
  })

  it('groups by columns, relations and months, and compares each month with that of a year before', async () => {
    const { nodes, results } = await both(
      '(period: { column: placed_at, from: "2026-01-01", to: "2027-01-01", zone: "Europe/Berlin" }, compareTo: previous_year)',
      'by: [{ time: { column: placed_at, bucket: quarter, fill: true } }, { column: customer_country }]',
      'count sum { total } previous { count sum { total } }',
      'group=placed_at:quarter,customer.country&sum=total&period=placed_at&from=2026-01-01&to=2027-01-01&zone=Europe/Berlin&fill=true&compare_to=previous_year',
    )
    expect(nodes.map(({ key }: { key: { value: string }[] }) => key[0]?.value)).toEqual([
      '2026-01-01',
      '2026-04-01',
      '2026-07-01',
      '2026-10-01',
    ])
    expect(nodes[0].key).toEqual([
      { value: '2026-01-01', start: '2025-12-31T23:00:00Z', isOthers: false },
      { value: 'US', start: null, isOthers: false },
    ])
    for (const [place, { key, count, sum, previous }] of nodes.entries()) {
      expect(results[place]).toMatchObject({ count, sum, previous })
      expect(results[place].key.map(({ value }: { value: unknown }) => value)).toEqual(
        key.map(({ value }: { value: unknown }) => value),
      )
    }
  })

  it('takes the filters of the list, and counts what the list counts', async () => {
    const list = await store.rest('/v1/orders/?status=closed&total__gt=3000&customer.country=US&limit=1')
    const { body } = await store.rest(`${path}?status=closed&total__gt=3000&customer.country=US`)
    expect(body.results).toEqual([{ key: [], count: list.body.count }])
    expect(list.body.count).toBeGreaterThan(0)
  })

  it('keeps the series of the greatest values, and adds up all others', async () => {
    const { nodes, results } = await both(
      '',
      'by: [{ column: customer_id }], top: { n: 2, by: { sum: total } }, orderBy: [{ by: { sum: total }, direction: desc }]',
      'count sum { total }',
      'group=customer.id&sum=total&top=2&top_by=sum.total&sort=-sum.total',
    )
    expect(nodes).toHaveLength(3)
    expect(nodes.filter(({ key }: { key: { isOthers: boolean }[] }) => key[0]?.isOthers)).toHaveLength(1)
    expect(results.map(({ sum }: { sum: object }) => sum)).toEqual(nodes.map(({ sum }: { sum: object }) => sum))
    const { data } = await store.graphql('{ ordersAggregate { count sum { total } } }')
    const added = (of: (node: { count: number; sum: { total: number } }) => number) =>
      nodes.map(of).reduce((a: number, b: number) => a + b)
    expect(added(({ count }) => count)).toBe(data.ordersAggregate.count)
    expect(added(({ sum }) => sum.total)).toBe(data.ordersAggregate.sum.total)
  })

  it('is paged on both surfaces', async () => {
    const { data } = await store.graphql(
      '{ ordersAggregate { groups(by: [{ column: customer_id }], first: 3) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } nodes { key { value } } } } }',
    )
    const { totalCount, pageInfo, nodes } = data.ordersAggregate.groups
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await store.graphql(
      `{ ordersAggregate { groups(by: [{ column: customer_id }], first: 3, after: "${pageInfo.endCursor}") { nodes { key { value } } pageInfo { hasPreviousPage } } } }`,
    )
    expect(next.data.ordersAggregate.groups.pageInfo.hasPreviousPage).toBe(true)
    const one = await store.rest(`${path}?group=customer_id&limit=3`)
    expect(one.body).toMatchObject({ count: totalCount, next: expect.stringContaining('page=1'), prev: null })
    const two = await store.rest(`${path}${one.body.next}`)
    const idsOf = (groups: { key: { value: unknown }[] }[]) => groups.map(({ key }) => Number(key[0]?.value))
    expect(idsOf(one.body.results)).toEqual(idsOf(nodes))
    expect(idsOf(two.body.results)).toEqual(idsOf(next.data.ordersAggregate.groups.nodes))
  })

  it('groups by free-form keys', async () => {
    const { body } = await store.rest('/v1/subscriptions/aggregate/?group=_md.plan&sort=-count')
    const counted = await store.rest('/v1/subscriptions/?_md.plan=gold&limit=1')
    const gold = body.results.find(({ key }: { key: { value: unknown }[] }) => key[0]?.value === 'gold')
    expect(gold).toEqual({ key: [{ column: 'plan', value: 'gold', start: null, is_others: false }], count: counted.body.count })
  })

  it('writes sums beyond 2^53 with all digits', async () => {
    const orders = await store.db.order.findMany({ where: { storeId: 1n, customerId: 3n }, take: 2 })
    for (const { id } of orders)
      await store.db.order.update({ where: { storeId_id: { storeId: 1n, id } }, data: { total: 9_007_199_254_740_993n } })
    try {
      const ids = orders.map(({ id }) => id)
      const response = await store.fetch(`${path}?id__in=${ids}&sum=total&max=total`, {
        headers: { Authorization: store.merchant },
      })
      expect(await response.text()).toContain('"sum":{"total":18014398509481986},"max":{"total":9007199254740993}')
    } finally {
      for (const { id, total } of orders)
        await store.db.order.update({ where: { storeId_id: { storeId: 1n, id } }, data: { total } })
    }
  })
})

describe('A period', () => {
  it.each([
    ['0001-01-01', '9999-12-31', 'America/New_York'],
    ['0001-01-01', '0001-01-02', 'Pacific/Kiritimati'],
    ['9999-12-30', '9999-12-31', 'Pacific/Pago_Pago'],
    ['2026-03-29', '2026-03-30', 'Europe/Berlin'],
    ['2026-01-01T00:00:00+14:00', '2026-01-01T00:00:01+14:00', 'UTC'],
  ])('may be from %s to %s in %s', async (from, to, zone) => {
    for (const compare of ['', '&compare_to=previous_year', '&compare_to=previous_period']) {
      const { status, body } = await store.rest(
        `${path}?group=placed_at:year&period=placed_at&from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&zone=${zone}&fill=true${compare}`,
      )
      expect({ compare, status, errors: body.errors }).toEqual({ compare, status: 200, errors: undefined })
    }
  })
})

it('An aggregate of computed rows takes the number that they are computed from', async () => {
  for (const days of [1, 60]) {
    const list = await store.rest(`/v1/inventory/shortfalls/?days=${days}`)
    const { status, body } = await store.rest(`/v1/inventory/shortfalls/aggregate/?days=${days}&sum=short`)
    expect({ status, count: body.results?.[0].count }).toEqual({ status: 200, count: list.body.count })
    const short = list.body.results.reduce((sum: number, row: { short: number }) => sum + row.short, 0)
    expect(body.results[0].sum.short).toBe(short)
  }
})

describe('Aggregates cost one statement', () => {
  it.each([
    ['alone', '{ ordersAggregate { count sum { total } groups(by: [{ column: status }]) { totalCount nodes { count } } } }'],
    [
      'beside lists and other aggregates',
      '{ orders { totalCount nodes { id } } ordersAggregate { count } subscriptionsAggregate { groups(by: [{ column: status }]) { nodes { count } } } }',
    ],
    [
      'under each record of a page',
      '{ customers(first: 50) { nodes { id ordersAggregate { count sum { total } groups(by: [{ column: status }]) { nodes { key { value } count } } } } } }',
    ],
  ])('%s', async (_where, query) => {
    const statements = await readStatements(store, async () => expect((await store.graphql(query)).errors).toEqual([]))
    expect(statements).toHaveLength(1)
  })

  it('on REST', async () => {
    const statements = await readStatements(store, async () => {
      expect((await store.rest(`${path}?group=status,placed_at:month&sum=total`)).status).toBe(200)
    })
    expect(statements).toHaveLength(1)
  })
})

const days = 'period=placed_at&from=2026-01-01&to=2027-01-01'

describe('An aggregate is refused on REST', () => {
  it.each([
    ['an unknown column', 'group=statu', 'Unknown column: statu; did you mean status?'],
    [
      'an unknown part of the calendar',
      'group=placed_at:mont',
      'placed_at:mont names no part of the calendar; behind the colon is one of day, week, month, quarter, year.',
    ],
    ['a part of the calendar of a text', 'group=status:month', 'status is no time: only a time lies in a part of the calendar.'],
    ['a sum of a text', 'sum=status', 'Unknown column of sum: status'],
    ['twenty keys', `group=${Array(20).fill('status')}`, 'by takes at most 5 keys, not 20.'],
    ['two times', 'group=placed_at:month,updated_at:day', 'by takes one time.'],
    ['a zone that is none', `${days}&zone=Berlin`, 'period.zone must be an IANA time zone, such as Europe/Berlin, not Berlin.'],
    [
      'a period without a column',
      'from=2026-01-01',
      'period, from and to belong together: the column of a time, its start, and its end.',
    ],
    [
      'a period of a text',
      'period=status&from=2026-01-01&to=2026-02-01',
      'status is no time of these records; there are cancelled_at, edited_at, placed_at, paid_at, updated_at.',
    ],
    [
      'an end before the start',
      'period=placed_at&from=2026-02-01&to=2026-01-01',
      'period.to must be after period.from; it is not part of the period.',
    ],
    [
      'a day that is none',
      'period=placed_at&from=2026-02-30&to=2026-03-01',
      'period.from must be a day, such as 2026-11-20, or an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T13:45:00Z, not 2026-02-30.',
    ],
    ['a comparison without a period', 'compare_to=previous_year', 'compare_to takes period, the time that is compared.'],
    [
      'an unknown comparison',
      `${days}&compare_to=last_year`,
      'compare_to must be previous_period or previous_year, not last_year.',
    ],
    ['a fill without a time', 'fill=true', 'fill takes a time in group, such as placed_at:month.'],
    ['a fill without a period', 'group=placed_at:month&fill=true', 'fill takes period with the same column, placed_at.'],
    ['a top of no series', 'group=placed_at:month&top=3', 'top keeps series: by needs a key beside the time.'],
    ['a top that is too large', 'group=status&top=1000', 'top must be a whole number from 1 to 100, not 1000.'],
    ['an order by nothing', 'group=status&sort=-totl', 'Unknown sort field: totl; a value is count, or such as sum.total'],
    [
      'more groups than there may be',
      `group=placed_at:day&period=placed_at&from=1900-01-01&to=2027-01-01&fill=true`,
      'There would be more than 10000 groups; narrow the filter or the period, or group by less.',
    ],
    [
      'more series and days than there may be',
      'group=id,placed_at:day&fill=true&period=placed_at&from=2000-01-01&to=2026-12-31',
      'There would be more than 10000 groups; narrow the filter or the period, or group by less.',
    ],
    ['an unknown filter', 'stauts=open', 'Unknown filter: stauts; did you mean status?'],
  ])('for %s', async (_what, query, sentence) => {
    const { status, body } = await store.rest(`${path}?${query}`)
    expect(status).toBe(400)
    expect(body.errors[0]).toContain(sentence)
    expectNothingInside(body)
  })
})

describe('An aggregate is refused in GraphQL', () => {
  it.each([
    ['an unknown column', 'groups(by: [{ column: statu }]) { totalCount }'],
    ['a cursor of a list', 'groups(by: [{ column: status }], after: "bm93aGVyZQ") { totalCount }'],
    ['a page that is too large', 'groups(by: [{ column: status }], first: 1001) { totalCount }'],
    ['an order by nothing', 'groups(by: [{ column: status }], orderBy: [{}]) { totalCount }'],
    ['an order by a key that is none', 'groups(by: [{ column: status }], orderBy: [{ key: 2 }]) { totalCount }'],
    ['two zones', 'groups(by: [{ time: { column: placed_at, bucket: day, zone: "Asia/Tokyo" } }]) { totalCount }'],
    ['no key', 'groups(by: [{ metadata: "" }]) { totalCount }'],
    ['a key of two kinds', 'groups(by: [{ column: status, metadata: "plan" }]) { totalCount }'],
  ])('for %s', async (_what, field) => {
    const period = 'period: { column: placed_at, from: "2026-01-01", to: "2026-02-01", zone: "Europe/Berlin" }'
    const { data, errors } = await store.graphql(`{ ordersAggregate(${period}) { ${field} } }`)
    expectRefusal({ errors })
    expect(data?.ordersAggregate ?? null).toBeNull()
  })
})
