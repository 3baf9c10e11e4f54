/** Pages far behind the first: they cost the entries of an index that are passed over, not their rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const count = 1_500

beforeAll(async () => {
  await store.db.$executeRaw`
    INSERT INTO coupon (store_id, code, name, discount_type, discount_value, created_at)
    SELECT 1, 'deep-' || n, 'Coupon ' || n % 7, 'amount', n, now() FROM generate_series(1, ${count}::int) n`
})

type Row = { id: string; code: string; name: string; products: object[] }

async function coupons(args: string): Promise<{ nodes: Row[]; pageInfo: object; totalCount: number }> {
  const { data, errors } = await store.graphql(
    `{ coupons(${args}) { totalCount pageInfo { hasNextPage hasPreviousPage } nodes { id code name products { id } } } }`,
  )
  expect(errors).toEqual([])
  return data.coupons
}

const filter = 'filter: { code: { like: "deep-%" } }'

describe('A page behind a thousand rows', () => {
  it.each(['{ id: asc }', '{ id: desc }', '{ name: asc }', '{ name: desc }'])(
    'by %s follows the ones before it',
    async (order) => {
      const all = await coupons(`${filter}, orderBy: [${order}], first: 1000`)
      const edge = await coupons(`${filter}, orderBy: [${order}], first: 20, offset: 990`)
      const deep = await coupons(`${filter}, orderBy: [${order}], first: 1000, offset: 1000`)
      expect(edge.nodes.slice(0, 10)).toEqual(all.nodes.slice(990))
      expect(edge.nodes.slice(10)).toEqual(deep.nodes.slice(0, 10))
      expect(new Set([...all.nodes, ...deep.nodes].map(({ id }) => id)).size).toBe(count)
      expect(deep).toMatchObject({ totalCount: count, pageInfo: { hasNextPage: false, hasPreviousPage: true } })
      expect((await coupons(`${filter}, orderBy: [${order}], first: 100, offset: 1100`)).nodes).toEqual(
        deep.nodes.slice(100, 200),
      )
    },
  )

  it('finds the ids of its rows first', async () => {
    const [deep = ''] = await store.statements(() => store.graphql('{ coupons(offset: 1000) { nodes { id products { id } } } }'))
    expect(deep).toMatch(/FROM \(SELECT t0\."id" FROM "coupon" t0 WHERE .* OFFSET \$2\) passed JOIN "coupon" t0 ON /)
    const [near = ''] = await store.statements(() => store.graphql('{ coupons(offset: 999) { nodes { id products { id } } } }'))
    expect(near).not.toContain('passed')
  })

  it('is empty behind the end of a list, on REST too', async () => {
    const { body } = await store.rest('/v1/subscriptions/?limit=1000&page=2')
    expect(body).toMatchObject({ results: [], next: null })
  })
})
