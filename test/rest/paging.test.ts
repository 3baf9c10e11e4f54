/** Pages on REST: page numbers from 0, `limit`, `count`, `next` and `prev`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { createApp } from '../../src/start/app.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const fromOne = await openStore({ pageBase: 1 })

type Found = { id: number; placed_at: string }
const idsOf = (rows: Found[]) => rows.map(({ id }) => id)
let orders: Found[]

beforeAll(async () => {
  const rows = await store.db.order.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
  orders = rows.map(({ id, placedAt }) => ({ id: Number(id), placed_at: `${placedAt.toISOString().slice(0, 19)}Z` }))
  expect(orders.length).toBeGreaterThan(30)
})

const get = async (query: string, { rest } = store) => (await rest(`/v1/orders/${query}`)).body

describe('a list', () => {
  it('has 10 rows on a page unless asked, and page 0 is the first', async () => {
    const page = await get('')
    expect(idsOf(page.results)).toEqual(idsOf(orders.slice(0, 10)))
    expect(page).toMatchObject({ count: orders.length, next: '?page=1', prev: null })
    expect(await get('?page=0')).toEqual(page)
  })

  it('has up to 1000 rows on a page', async () => {
    const page = await get('?limit=1000')
    expect(idsOf(page.results)).toEqual(idsOf(orders))
    expect(page).toMatchObject({ count: orders.length, next: null, prev: null })
  })

  it('is in ascending order of id, whatever the page', async () => {
    const page = await get('?page=2&limit=7')
    expect(idsOf(page.results)).toEqual(idsOf(orders.slice(14, 21)))
    expect(page).toMatchObject({ count: orders.length, next: '?page=3&limit=7', prev: '?page=1&limit=7' })
  })

  it('has no next page behind the last row, also when the last page is full', async () => {
    const size = orders.length
    expect(await get(`?limit=${size}`)).toMatchObject({ next: null, prev: null })
    expect(await get(`?limit=${size - 1}`)).toMatchObject({ next: `?page=1&limit=${size - 1}` })
    expect((await get(`?limit=${size - 1}&page=1`)).results).toHaveLength(1)
  })

  it('is empty past its end, with its count and the way back', async () => {
    const last = Math.ceil(orders.length / 10) - 1
    for (const page of [last + 1, last + 500]) {
      const { status, body } = await store.rest(`/v1/orders/?page=${page}`)
      expect([status, body]).toEqual([200, { count: orders.length, next: null, prev: `?page=${last}`, results: [] }])
    }
  })

  it('that matches nothing has count 0 and no pages', async () => {
    expect(await get('?total__lt=-1')).toEqual({ count: 0, next: null, prev: null, results: [] })
  })

  it('counts all rows that match, not those on the page', async () => {
    const count = await store.db.order.count({ where: { storeId: 1n, isRenewal: true } })
    expect(await get('?is_renewal=true&limit=1')).toMatchObject({ count, results: [{}] })
  })
})

describe('next and prev', () => {
  it('have the page first, then every other parameter received, encoded again', async () => {
    const { body } = await store.rest(
      '/v1/products/?name__like=%25&limit=2&sort=-name&name__ne=a+b%26c%3Dd&_=7&utm_source=m%C3%BCll&page=1',
    )
    const rest = 'name__like=%25&limit=2&sort=-name&name__ne=a%20b%26c%3Dd&_=7&utm_source=m%C3%BCll'
    expect([body.next, body.prev]).toEqual([`?page=2&${rest}`, `?page=0&${rest}`])
  })

  it('keep parameters that are repeated', async () => {
    const page = await get('?total__ge=1&total__ge=2&limit=2')
    expect(page.next).toBe('?page=1&total__ge=1&total__ge=2&limit=2')
  })

  it('may be put behind the URL that was called: a later ? counts as &, and the last page wins', async () => {
    const first = await get('?limit=3&sort=-id')
    expect((await get(`?limit=3&sort=-id${first.next}`)).results).toEqual((await get(first.next)).results)
    const third = await get(`?limit=3&sort=-id${first.next}?page=2`)
    expect(idsOf(third.results)).toEqual(idsOf(orders.toReversed().slice(6, 9)))
    expect(await get('?page=7&page=1')).toEqual(await get('?page=1'))
  })

  it.each(['?limit=8', '?sort=-placed_at&limit=8', '?sort=total&total__ge=1&limit=8'])(
    'may be put behind the URL that was called last, again and again: %s',
    async (start) => {
      const found: Found[] = []
      let [url, next] = [start, '']
      while (next !== null) {
        const { status, body } = await store.rest(`/v1/orders/${url}${next}`)
        expect([status, body.errors]).toEqual([200, undefined])
        found.push(...body.results)
        url += next
        next = body.next
      }
      const { results } = await get(`${start}&limit=1000`)
      expect(idsOf(found)).toEqual(idsOf(results))
    },
  )

  it.each([
    '',
    '?limit=1000',
    '?limit=7',
    '?limit=4&sort=-placed_at',
    '?limit=13&is_renewal=true&sort=-total',
    '?limit=1&is_gift=true',
  ])('lead from %s through each row once, and back', async (start) => {
    const forward: Found[] = []
    let [query, last] = [start, start]
    for (let steps = 0; query !== null && steps < 200; steps++) {
      const page = await get(query)
      forward.push(...page.results)
      ;[last, query] = [query, page.next]
    }
    const { count, results } = await get(`${start}${start ? '&' : '?'}limit=1000`)
    expect(idsOf(forward)).toEqual(idsOf(results))
    expect(new Set(idsOf(forward)).size).toBe(count)

    const backward: Found[] = []
    for (let back: string | null = last; back !== null; ) {
      const page: { results: Found[]; prev: string | null } = await get(back)
      backward.unshift(...page.results)
      back = page.prev
    }
    expect(idsOf(backward)).toEqual(idsOf(forward))
  })
})

describe('sort', () => {
  it('puts rows in a total order, by id where nothing else tells them apart', async () => {
    const wanted = [...orders].sort((one, other) =>
      one.placed_at < other.placed_at ? 1 : one.placed_at > other.placed_at ? -1 : one.id - other.id,
    )
    for (const sort of ['-placed_at,id', '-placed_at']) {
      expect(idsOf((await get(`?limit=1000&sort=${sort}`)).results)).toEqual(idsOf(wanted))
    }
    expect(idsOf((await get('?limit=1000&sort=-placed_at&sort=-id')).results)).toEqual(
      idsOf(
        [...orders].sort((one, other) =>
          one.placed_at < other.placed_at ? 1 : one.placed_at > other.placed_at ? -1 : other.id - one.id,
        ),
      ),
    )
  })

  it('takes several fields, those that few values tell apart first', async () => {
    const { results } = await get('?limit=1000&sort=status,-is_renewal,-id')
    const key = ({ status, is_renewal, id }: { status: string; is_renewal: boolean; id: number }) =>
      `${status === 'open' ? 0 : 1}${is_renewal ? 0 : 1}${String(1_000_000 - id)}`
    expect(results.map(key)).toEqual(results.map(key).sort())
    expect(
      new Set(results.map(({ status, is_renewal }: { status: string; is_renewal: boolean }) => `${status}${is_renewal}`)).size,
    ).toBe(4)
  })
})

describe('with PAGE_BASE=1', () => {
  it('page 1 is the first, and links count from 1', async () => {
    const first = await get('', fromOne)
    expect(idsOf(first.results)).toEqual(idsOf(orders.slice(0, 10)))
    expect(first).toMatchObject({ next: '?page=2', prev: null })
    expect(await get('?page=1', fromOne)).toEqual(first)
    const second = await get(first.next, fromOne)
    expect(idsOf(second.results)).toEqual(idsOf(orders.slice(10, 20)))
    expect(second).toMatchObject({ next: '?page=3', prev: '?page=1' })
    const pages = Math.ceil(orders.length / 10)
    expect(await get(`?page=${pages + 9}`, fromOne)).toMatchObject({ results: [], next: null, prev: `?page=${pages}` })
  })

  it('page 0 is the first page too', async () => {
    const first = await get('', fromOne)
    expect(await get('?page=0', fromOne)).toEqual(first)
    expect(await get('?page=0&limit=1000', fromOne)).toEqual(await get('?limit=1000', fromOne))
    const { status, body } = await fromOne.rest('/v1/orders/?page=-1')
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [expect.stringMatching(/^page must be a whole number from 0 to \d+, not -1\.$/)],
    })
  })
})

describe("A store's own page base", () => {
  const log = { info: () => {}, warn: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
  let ask: (path: string, as?: string) => Promise<{ next: string; prev: string | null; results: Found[] }>

  // Another instance, which has not met the stores yet: the server counts from 1, and the first store from 0.
  beforeAll(async () => {
    await fromOne.db.store.update({ where: { id: 1n }, data: { pageBase: 0 } })
    const app = createApp({ db: fromOne.db, clock: clockOf(() => today), log, pageBase: 1, isEmbedded: true })
    ask = async (path, as) => {
      const url = path.startsWith('http') ? path : `http://127.0.0.1${path}`
      const response = await app.fetch(new Request(url, { headers: as ? { Authorization: as } : {} }))
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      return response.json() as ReturnType<typeof ask>
    }
  })

  it('is that of its merchants, customers and visitors, and of nobody else', async () => {
    const { merchant, otherMerchant, customer, customerToken } = fromOne
    const theirs = await customerToken(17n, 2n)
    const lists: [path: string, as: string | undefined, base: number][] = [
      ['/v1/orders/?limit=1', merchant, 0],
      ['/v1/store/api/products/?limit=1', merchant, 0],
      ['/v1/store/api/shipments/?limit=1', customer, 0],
      ['http://localhost/v1/store/api/shipments/?limit=1', customer, 0],
      ['/v1/store/api/products/?limit=1', undefined, 0],
      ['http://localhost/v1/store/api/products/?limit=1', undefined, 0],
      ['/v1/orders/?limit=1', otherMerchant, 1],
      ['/v1/store/api/products/?limit=1', otherMerchant, 1],
      ['/v1/store/api/products/?limit=1', theirs, 1],
      ['http://second.localhost/v1/store/api/products/?limit=1', theirs, 1],
      ['http://second.localhost/v1/store/api/products/?limit=1', undefined, 1],
    ]
    for (const [path, as, base] of lists) {
      const first = await ask(path, as)
      expect({ path, next: first.next, prev: first.prev }).toMatchObject({ path, next: `?page=${base + 1}&limit=1`, prev: null })
      for (const page of [0, base]) expect(idsOf((await ask(`${path}&page=${page}`, as)).results)).toEqual(idsOf(first.results))
      const second = await ask(`${path}${first.next}`, as)
      expect(second.prev).toBe(`?page=${base}&limit=1`)
      expect(idsOf(second.results)).not.toEqual(idsOf(first.results))
    }
  })

  it('costs no statement: it is known with the key, and with the address', async () => {
    const counted = (path: string, as?: string) => fromOne.statements(() => ask(path, as))
    expect(await counted('/v1/orders/', fromOne.merchant)).toHaveLength(1)
    expect(await counted('/v1/store/api/products/')).toHaveLength(1)
    expect(await counted('/v1/store/api/shipments/', fromOne.customer)).toHaveLength(1)
    // The database itself holds it to what there is.
    await expect(fromOne.db.store.update({ where: { id: 2n }, data: { pageBase: 2 } })).rejects.toThrow('store_page_base')
  })
})
