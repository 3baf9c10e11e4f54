/** Searches of lists and of the whole store, on both surfaces: by numbers and by words, in any case and without accents. */
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

type Hit = { kind: string; id: string; title: string; detail: string | null; url: string }

const lists = ['customers', 'orders', 'subscriptions', 'products', 'shipments', 'coupons'] as const
const both = async (list: string, text: string, as = store.merchant): Promise<string[]> => {
  const query = `query Q($text: String!) { ${list}(search: $text, first: 100) { totalCount nodes { id } } }`
  const { data, errors } = await store.graphql(query, { text }, as)
  expect(errors ?? []).toEqual([])
  const ids = data[list].nodes.map(({ id }: { id: string }) => id)
  expect(data[list].totalCount).toBe(ids.length)
  const { body } = await store.rest(`GET /v1/${list}/?limit=100&q=${encodeURIComponent(text)}`, as)
  expect(body.results.map(({ id }: { id: number }) => String(id))).toEqual(ids)
  return ids
}
const hits = async (text: string, as = store.merchant, first = 5): Promise<Hit[]> => {
  const query =
    'query Q($text: String!, $first: Int!) { search(text: $text, first: $first) { results { kind id title detail url } } }'
  const { data, errors } = await store.graphql(query, { text, first }, as)
  expect(errors ?? []).toEqual([])
  const { body } = await store.rest(`GET /v1/search/?limit=${first}&q=${encodeURIComponent(text)}`, as)
  if (!body.results) throw new Error(JSON.stringify(body))
  const shown = body.results.map((each: { id: number }) => ({ ...each, id: String(each.id) }))
  expect(shown).toEqual(data.search.results)
  return data.search.results
}
const named = async (name: string, columns: object = {}) => {
  const { id } = await addCustomer(db)
  await db.customer.update({ where: ofStore(id), data: { name, ...columns } })
  return String(id)
}

const keyWith = async (scopes: string[]): Promise<string> => {
  const clientId = `search-${scopes.join('-')}`
  await db.merchantKey.create({
    data: { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), createdAt: today, scopes },
  })
  return `Bearer ${clientId}.s`
}
/** An order whose customer has a name. */
const orderOf = async (name: string, skip: number): Promise<string> => {
  const orders = await db.order.findMany({
    where: { storeId: 1n },
    distinct: ['customerId'],
    orderBy: { id: 'desc' },
    take: 1,
    skip,
  })
  const [order] = orders as [(typeof orders)[number]]
  await db.customer.update({ where: ofStore(order.customerId), data: { name } })
  return String(order.id)
}

describe('A search of customers', () => {
  it('finds words anywhere in names, addresses and external ids, in any case and without accents', async () => {
    const id = await named('Zoë Brûlée-Straße', { email: 'zb@quince.example', externalId: 'CRM-7741' })
    for (const text of ['zoe', 'ZOË', 'strasse', 'brulee stra', 'straße zoë', 'quince', 'crm-77', '7741', '  zoë  '])
      expect(await both('customers', text), text).toContain(id)
    for (const text of ['zoeb', 'quince crm-78', 'xquince']) expect(await both('customers', text), text).not.toContain(id)
  })

  it.each([
    ['ΣΊΣΥΦΟΣ Παπάς', 'σισυφος παπας'],
    ['Łódź Ørsted', 'lodz orsted'],
    ['ЁЛКА Иванова', 'елка'],
    ['山田 太郎', '太郎'],
    ['ﬁtz Ⅻ', 'fitz xii'],
  ])('finds %s by %s', async (name, text) => {
    const id = await named(name)
    expect(await both('customers', text)).toContain(id)
  })

  it('finds short words at the beginning of words alone', async () => {
    const id = await named('Qy Wandering')
    expect(await both('customers', 'q')).toContain(id)
    expect(await both('customers', 'qy wa')).toContain(id)
    expect(await both('customers', 'an')).not.toContain(id)
  })

  it('takes signs of patterns as they are', async () => {
    const id = await named('Half 50%_off\\now')
    for (const text of ['50%', '%_o', 'off\\n']) expect(await both('customers', text), text).toContain(id)
    for (const text of ['5%0', 'h_lf', '%%%']) expect(await both('customers', text), text).not.toContain(id)
  })

  it('follows a change, and one that is archived is found where archived ones are listed', async () => {
    const id = await named('Beforename')
    await store.rest(`PUT /v1/customers/${id}/`, store.merchant, {
      body: JSON.stringify({ first_name: 'Aftername', last_name: 'X' }),
    })
    expect([await both('customers', 'beforename'), await both('customers', 'aftername')]).toEqual([[], [id]])
    await store.rest(`DELETE /v1/customers/${id}/`, store.merchant)
    expect(await both('customers', 'aftername')).toEqual([])
    const { body } = await store.rest('GET /v1/customers/?q=aftername&archived=true', store.merchant)
    expect(body.count).toBe(1)
  })

  it('holds beside filters, in aggregates and in exports', async () => {
    await named('Countable One', { country: 'DE' })
    await named('Countable Two', { country: 'FR' })
    const count = async (query: string) => (await store.rest(`GET /v1/customers/${query}`, store.merchant)).body
    expect((await count('?q=countable&country=DE')).count).toBe(1)
    const { body } = await store.rest('GET /v1/customers/aggregate/?q=countable', store.merchant)
    expect(body.results).toMatchObject([{ count: 2 }])
    const lines = await (
      await store.fetch('/v1/customers/?q=countable&format=ndjson', { headers: { Authorization: store.merchant } })
    ).text()
    expect(lines.trim().split('\n')).toHaveLength(2)
  })
})

describe('Other lists', () => {
  it('find records by their numbers, their own texts, and those of their customers', async () => {
    const id = await orderOf('Ottoline Quartz', 0)
    await db.order.update({ where: ofStore(BigInt(id)), data: { externalId: 'WEB-99017' } })
    const { shipment } = await db.fulfillment.findFirstOrThrow({
      where: { storeId: 1n, orderId: BigInt(id) },
      include: { shipment: true },
    })
    await db.shipment.update({ where: ofStore(shipment.id), data: { trackingNumber: '1Z999AA10123456784' } })
    expect(await both('shipments', '1z999aa1')).toEqual([String(shipment.id)])
    for (const text of [id, `#${id}`, 'web-990', 'ottoline', '0123456784']) expect(await both('orders', text), text).toContain(id)
    expect((await hits(`#${id}`))[0]).toEqual({
      ...{ kind: 'order', id, title: 'WEB-99017', detail: 'Ottoline Quartz', url: `/v1/orders/${id}/` },
    })
    const { customerId } = await db.order.findUniqueOrThrow({ where: ofStore(BigInt(id)) })
    const theirs = { where: { storeId: 1n, customerId }, orderBy: { id: 'asc' } } as const
    const ids = (rows: { id: bigint }[]) => rows.map((row) => String(row.id))
    expect(await both('subscriptions', 'ottoline')).toEqual(ids(await db.subscription.findMany(theirs)))
    expect(await both('shipments', 'ottoline')).toEqual(ids(await db.shipment.findMany(theirs)))
    expect((await hits('ottoline')).map(({ kind }) => kind).slice(0, 2)).toEqual(['customer', 'order'])
  })

  it.each([
    ['orders', ['order 7', 'Order #7', ' ORDER  7 ', 'order7', '# 7']],
    ['subscriptions', ['subscription 7', 'Subscription #7']],
    ['customers', ['customer 7']],
    ['products', ['product 7']],
    ['shipments', ['shipment 7', 'Parcel 7']],
  ] as const)('%s are found by the word for one and its number', async (list, texts) => {
    const kind = list.slice(0, -1)
    for (const text of texts) {
      expect(await both(list, text), text).toContain('7')
      expect(
        (await hits(text)).filter(({ id }) => id === '7').map((hit) => hit.kind),
        text,
      ).toContain(kind)
    }
    const others = lists.filter((each) => each !== list)
    for (const other of others) expect(await both(other, texts[0]), other).not.toContain('7')
  })

  it('find products by the SKUs of their instances, and coupons by their codes', async () => {
    const product = await addProduct(db)
    const { productId } = await db.productInstance.update({
      where: ofStore(product.instanceId),
      data: { sku: 'KNOB-0815' },
    })
    expect(await both('products', 'knob-08')).toEqual([String(productId)])
    const { id } = await db.coupon.create({
      data: { storeId: 1n, code: 'HEDGEHOG', name: 'For all', discountType: 'percent', discountValue: 10n, createdAt: today },
    })
    expect(await both('coupons', 'hedge')).toEqual([String(id)])
    expect(await hits('hedgehog')).toEqual([
      { kind: 'coupon', id: String(id), title: 'HEDGEHOG', detail: 'For all', url: `/v1/coupons/${id}/` },
    ])
  })
})

describe('A search', () => {
  it('finds nothing of another store', async () => {
    const id = await named('Elsewhere Unseen')
    for (const list of lists) expect(await both(list, 'elsewhere', store.otherMerchant), list).toEqual([])
    expect(await both('customers', id, store.otherMerchant)).not.toContain(id)
    expect(await hits('elsewhere', store.otherMerchant)).toEqual([])
  })

  it('has the kinds that the key may read, and finds by customers where it may read those', async () => {
    const order = await orderOf('Scoped Persimmon', 1)
    const orders = await keyWith(['read_orders'])
    expect(await hits('persimmon', orders)).toEqual([])
    expect(await both('orders', 'persimmon', orders)).toEqual([])
    expect((await hits(order, orders)).map(({ kind }) => kind)).toEqual(['order'])
    const more = await keyWith(['read_orders', 'read_customers'])
    expect(await both('orders', 'persimmon', more)).toContain(order)
    const none = await keyWith(['read_log'])
    expect((await store.rest('GET /v1/search/?q=x', none)).status).toBe(403)
  })

  it('is for merchants', async () => {
    for (const [as, status] of [[store.customer, 403] as const, [undefined, 401] as const])
      expect((await store.rest('GET /v1/search/?q=x', as)).status).toBe(status)
    const { errors } = await store.graphql('{ orders(search: "x") { totalCount } }', {}, store.customer)
    expect(errors[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await store.rest('GET /v1/store/api/orders/?q=x', store.customer)).status).toBe(400)
  })

  it.each([
    ['x'.repeat(101), 'at most 100 characters'],
    [' ', 'must have a letter or a digit'],
    ['\u0301', 'must have a letter or a digit'],
  ])('refuses %j', async (text, said) => {
    for (const path of ['search', 'customers']) {
      const { status, body } = await store.rest(`GET /v1/${path}/?q=${encodeURIComponent(text)}`, store.merchant)
      expect([status, String(body.errors)]).toEqual([400, expect.stringContaining(said)])
    }
  })

  it.each(['a\0b', 'a\ud800b', `${'ab '.repeat(33)}`, `${'\u0301'.repeat(99)}a`, '((((*?[', "'; DROP TABLE order; --"])(
    'takes or refuses any text: %j',
    async (text) => {
      for (const query of [
        'query Q($text: String!) { search(text: $text) { results { id } } }',
        'query Q($text: String!) { orders(search: $text) { totalCount } }',
      ]) {
        const { errors } = await store.graphql(query, { text }, store.merchant)
        for (const { extensions } of errors ?? []) expect(extensions.code).toBe('BAD_INPUT')
      }
      const { status } = await store.rest(`GET /v1/search/?q=${encodeURIComponent(text.toWellFormed())}`, store.merchant)
      expect([200, 400]).toContain(status)
    },
  )

  it('is one statement, and of the whole store one behind that of the store', async () => {
    const list = await store.statements(() => store.rest('GET /v1/customers/?q=ada', store.merchant))
    expect(list).toHaveLength(1)
    const whole = await store.statements(() => store.rest('GET /v1/search/?q=ada', store.merchant))
    expect(whole).toHaveLength(2)
  })
})
