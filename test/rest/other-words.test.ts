/** Words of other interfaces: a request that nearly says something is told how it is said here, for the value that it gave. */
import { describe, expect, it } from 'vitest'
import { json, mutate } from '../resources/writing.ts'
import { openStore } from '../store.ts'

const store = await openStore()
const { db, merchant } = store

/** The sentences a request is refused with. */
async function told(path: string, { rest } = store): Promise<string[]> {
  const { status, body } = await rest(path, path.startsWith('/v1/store/') ? store.customer : merchant)
  expect(status, path).toBe(400)
  return body.errors
}

const paging: [query: string, sentence: string][] = [
  ['offset=20', 'Unknown parameter: offset; write page=2.'],
  ['offset=100&limit=50', 'Unknown parameter: offset; write page=2&limit=50.'],
  ['skip=0', 'Unknown parameter: skip; write page=0.'],
  ['offset=15', 'Unknown parameter: offset; a page begins where a multiple of limit does: write page and limit.'],
  ['offset=-10', 'Unknown parameter: offset; a page begins where a multiple of limit does: write page and limit.'],
  ['offset=', 'Unknown parameter: offset; a page begins where a multiple of limit does: write page and limit.'],
  ['per_page=50', 'Unknown parameter: per_page; write limit=50.'],
  ['perPage=50', 'Unknown parameter: perPage; write limit=50.'],
  ['page_size=1000', 'Unknown parameter: page_size; write limit=1000.'],
  ['page[size]=7', 'Unknown parameter: page[size]; write limit=7.'],
  ['page_size=5000', 'Unknown parameter: page_size; write limit, at most 1000.'],
  ['per_page=many', 'Unknown parameter: per_page; write limit, at most 1000.'],
  ['page[number]=3', 'Unknown parameter: page[number]; write page=3.'],
  ['cursor=eyJpZCI6MX0', 'Unknown parameter: cursor; follow next, which is given with each page, or write page.'],
  ['starting_after=12', 'Unknown parameter: starting_after; follow next, which is given with each page, or write page.'],
]

const others: [query: string, sentence: string][] = [
  ['sort_by=placed_at', 'Unknown parameter: sort_by; write sort=placed_at.'],
  ['order_by=-placed_at,id', 'Unknown parameter: order_by; write sort=-placed_at,id.'],
  ['ordering=placedAt+desc', 'Unknown parameter: ordering; write sort=-placed_at.'],
  ['orderBy=total:asc', 'Unknown parameter: orderBy; write sort=total.'],
  ['sort_by=shoe', 'Unknown parameter: sort_by; write sort and a field, with - before it for the largest or latest first.'],
  [
    'fields=id,total',
    'Unknown parameter: fields; a record is answered whole, and over GraphQL with the fields that are selected.',
  ],
  ['include=transactions,cart', 'Unknown parameter: include; write with=transactions,cart.'],
  ['expand=customer', 'Unknown parameter: expand; write with=customer.'],
  ['expand[]=cart', 'Unknown parameter: expand[]; write with=cart.'],
  [
    'include=shoes',
    'Unknown parameter: include; write with, which takes customer, order_gift_info, products, address, cart, fulfillments, logs, subscriptions, transactions.',
  ],
  ['q=Quill', 'Unknown parameter: q; write a pattern for one field, such as customer.name__ilike=%25Quill%25.'],
  ['search=a+b', 'Unknown parameter: search; write a pattern for one field, such as customer.name__ilike=%25a%20b%25.'],
  ['format=xml', 'Unknown format: xml; answers are json.'],
  ['format=csv', 'Unknown format: csv; answers are json.'],
]

describe('a list', () => {
  it.each([...paging, ...others])('?%s is told: %s', async (query, sentence) => {
    expect(await told(`/v1/orders/?${query}`)).toEqual([sentence])
  })

  it('tells sentences that work as they are written', async () => {
    for (const [query, sentence] of [...paging, ...others]) {
      const written = /(?:write|such as) ([\w.]+=\S*)\.$/.exec(sentence)?.[1]
      if (written) expect([query, (await store.rest(`/v1/orders/?${written}`)).status]).toEqual([query, 200])
    }
  })

  it('repeats nothing that is long, and takes no other name for one of these', async () => {
    const long = 'x'.repeat(5_000)
    expect(await told(`/v1/orders/?q=${long}`)).toEqual([
      'Unknown parameter: q; write a pattern for one field, such as customer.name__ilike.',
    ])
    expect(await told(`/v1/orders/?include=${'cart,'.repeat(999)}cart&sort_by=${'id,'.repeat(500)}id`)).toEqual([
      'Unknown parameter: include; write with=cart.',
      'Unknown parameter: sort_by; write sort=id.',
    ])
    expect(await told('/v1/orders/?p1=1&q2=x')).toEqual(['Unknown filter: p1', 'Unknown filter: q2'])
  })

  it('counts from where the store counts', async () => {
    const fromOne = await openStore({ pageBase: 1 })
    expect(await told('/v1/orders/?offset=20&limit=10', fromOne)).toEqual(['Unknown parameter: offset; write page=3&limit=10.'])
  })

  it('searches by a column that its rows have', async () => {
    expect(await told('/v1/products/?q=tea')).toEqual([
      'Unknown parameter: q; write a pattern for one field, such as name__ilike=%25tea%25.',
    ])
    expect(await told('/v1/inventory/?search=tea')).toEqual([
      'Unknown parameter: search; write a pattern for one field, such as product.name__ilike=%25tea%25.',
    ])
  })

  it('of the Store API, which embeds nothing, names no with', async () => {
    expect(await told('/v1/store/api/shipments/?include=customer')).toEqual([
      'Unknown parameter: include; a record is answered whole, and over GraphQL with the fields that are selected.',
    ])
  })

  it('names all of them at once, beside what else is wrong', async () => {
    expect(await told('/v1/orders/?offset=100&per_page=50&stauts=open')).toEqual([
      'Unknown parameter: offset; write page=2.',
      'Unknown parameter: per_page; write limit=50.',
      'Unknown filter: stauts; did you mean status?',
    ])
  })

  it('says nothing of it where the schema is not shown', async () => {
    const hidden = await openStore({ showsSchema: false })
    expect(await told('/v1/orders/?q=x&customer__id=1&with=crat', hidden)).toEqual([
      'Unknown relation: crat',
      'Unknown parameter: q',
      'Unknown filter: customer__id',
    ])
  })
})

describe('a filter', () => {
  it.each([
    ['orders', 'customer=1', 'customer_id'],
    ['orders', 'customer__gt=1', 'customer_id__gt'],
    ['orders', 'address=1', 'address_id'],
    ['orders', 'products=1', 'products.id'],
    ['orders', 'customer.orders=1', 'customer.orders.id'],
    ['transactions', 'order__id=1', 'order_id'],
    ['transactions', 'order__id__in=1,2', 'order_id__in'],
    ['transactions', 'order__placed_at__gt=2026-01-01', 'order.placed_at__gt'],
    ['orders', 'customer__email=x', 'customer.email'],
    ['orders', 'customer__email__ilike=x', 'customer.email__ilike'],
    ['orders', 'subscriptions__customer__email=x', 'subscriptions.customer.email'],
    ['orders', 'ship_address.city=Salem', 'address.city'],
    ['orders', 'shipping_address.city__ilike=salem', 'address.city__ilike'],
    ['orders', 'ship_address__city=Salem', 'address.city'],
    ['subscriptions', 'customer.shipments.ship_address=1', 'customer.shipments.ship_address_id'],
    ['subscriptions', 'metadata.plan=gold', '_md.plan'],
    ['subscriptions', 'metadata.shoe.size__gt=9', '_md.shoe.size__gt'],
    ['subscriptions', 'customer.metadata.plan=gold', 'customer._md.plan'],
  ])('of %s, ?%s, is told to be %s', async (list, query, meant) => {
    const [name = ''] = query.split('=')
    expect(await told(`/v1/${list}/?${query}`)).toEqual([`Unknown filter: ${name}; did you mean ${meant}?`])
    const asMeant = query.replace(name, meant)
    expect((await store.rest(`/v1/${list}/?${asMeant}`)).status).toBe(200)
  })
})

describe('with=', () => {
  it('names the nearest relation, or those that there are', async () => {
    expect(await told('/v1/subscriptions/?with=ordrs,Coupons')).toEqual([
      'Unknown relation: ordrs; did you mean orders?',
      'Unknown relation: Coupons; did you mean coupons?',
    ])
    expect(await told('/v1/orders/?with=log')).toEqual(['Unknown relation: log; did you mean logs?'])
    expect(await told('/v1/orders/1?with=coupons')).toEqual([
      'Unknown relation: coupons; known are customer, order_gift_info, products, address, cart, fulfillments, logs, subscriptions, transactions, all.',
    ])
  })
})

describe('a path of one record', () => {
  it('leaves limit and page unread, whatever they say', async () => {
    const plain = await store.rest('/v1/orders/1')
    for (const query of ['limit=100', 'page=0', 'page=1&limit=10', 'limit=0&page=x', 'limit=&page='])
      expect((await store.rest(`/v1/orders/1?${query}`)).body, query).toEqual(plain.body)
    expect((await store.rest('/v1/store/api/products/1/?limit=10&page=1')).status).toBe(200)
    expect((await store.rest('/v1/subscriptions/3/metadata/?limit=10&page=1')).status).toBe(200)
    expect((await store.rest('/v1/product_instances/1/inventory/?limit=10&page=1')).status).toBe(200)
  })

  it('is told what would be said here, and that answers are json', async () => {
    expect(await told('/v1/orders/1?expand=cart&format=xml')).toEqual([
      'Unknown parameter: expand; write with=cart.',
      'Unknown format: xml; answers are json.',
    ])
    expect((await store.rest('/v1/orders/1?format=JSON')).status).toBe(200)
    const { body } = await store.rest('PUT /v1/orders/1/?format=xml', merchant, json({ note: 'x' }))
    expect(body).toEqual({ errors: ['Unknown format: xml; answers are json.'] })
  })
})

describe('a date without its leading zeros', () => {
  it('is read in filters of both surfaces', async () => {
    const count = await db.order.count({ where: { storeId: 1n, placedAt: { gt: new Date('2026-01-05') } } })
    const { body } = await store.rest('/v1/orders/?placed_at__gt=2026-1-5T00:00:00Z')
    expect(body.count).toBe(count)
    const { data } = await store.graphql('{ orders(filter: { placedAt: { gt: "2026-1-5T0:0:0Z" } }) { totalCount } }')
    expect(data.orders.totalCount).toBe(count)
    expect(await told('/v1/orders/?placed_at__gt=2026-2-30')).toEqual([
      expect.stringMatching(/^Bad value for placed_at__gt: must be an ISO 8601 date or time/),
    ])
  })

  it('is read in bodies of both surfaces', async () => {
    const rest = await store.rest('PUT /v1/subscriptions/1/', merchant, json({ end_date: '2031-1-5T08:00:00Z' }))
    expect([rest.status, rest.body.end_date]).toEqual([200, '2031-01-05T08:00:00Z'])
    const { record } = await mutate(store, 'updateSubscription', { id: 1, endDate: '2031-2-5' }, 'subscription { endDate }')
    expect(record).toEqual({ endDate: '2031-02-05T00:00:00Z' })
  })

  it('is a time in metadata too, where it is kept as it is written', async () => {
    await store.rest('POST /v1/subscriptions/1/metadata/', merchant, json({ since: '2018-1-5T00:00:00' }))
    await store.rest('POST /v1/subscriptions/2/metadata/', merchant, json({ since: '2018-10-05' }))
    const found = async (query: string) =>
      (await store.rest(`/v1/subscriptions/?${query}`)).body.results.map(({ id }: { id: number }) => id)
    expect(await found('_md.since__gt=2018-9-30')).toEqual([2])
    expect(await found('_md.since=2018-01-05')).toEqual([1])
    expect((await store.rest('/v1/subscriptions/1/metadata/')).body.data).toEqual({ since: '2018-1-5T00:00:00' })
  })
})
