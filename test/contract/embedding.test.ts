/** Embedding: `with=` puts related records into Merchant lists and details, at a cost that does not grow with the list. */
import { describe, expect, test } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'
import { filled, isStoreArea } from './endpoints.ts'
import * as fields from './fields.ts'
import * as goods from './product-fields.ts'
import { idsOf } from './seeded.ts'
import { merchantSubjects } from './subjects.ts'
import { camelCase, faults, fromGraphql, many, one, oneOrNull, type Part, selection } from './types.ts'

/** The relations that can be embedded in a list, and which of them GraphQL gives in pages. */
type Embeds = { relations: Record<string, Part>; pages?: string[] }

const subscription = {
  address: oneOrNull(fields.address),
  coupons: many(fields.subscriptionCoupon),
  fulfillments: many(goods.fulfillment),
  instance: one(fields.productInstanceListItem),
  metadata: oneOrNull(fields.metadata('subscription')),
  orders: many(fields.order),
  product: one(goods.productSummary),
  survey_results: many(fields.productSurveyResult),
}
const cart = { customer: one(fields.customer), metadata: oneOrNull(fields.metadata('cart')), order: one(fields.order) }
const order = {
  coupons: many(fields.orderCoupon),
  address: oneOrNull(fields.address),
  cart: oneOrNull(fields.cart),
  fulfillments: many(goods.fulfillment),
  subscriptions: many(fields.subscription),
  transactions: many(fields.transactionSummary),
}
const surveyResult = { subscription: one(fields.subscription) }
const inventory = { instance: one(fields.productInstanceListItem), product: one(goods.productSummary) }
const productInstance = {
  images: many(goods.image),
  inventory: oneOrNull(goods.inventoryListItem),
  product: one(goods.productSummary),
  term_prices: many(goods.instanceTermPrice),
  variants: many(goods.instanceVariant),
}
const product = { inventory: many(goods.inventoryListItem), surveys: many(goods.survey) }

const subscriptionPages = ['coupons', 'fulfillments', 'orders', 'survey_results']
const orderPages = ['fulfillments', 'transactions']

const lists: Record<string, Embeds> = {
  '/v1/subscriptions/': { relations: subscription, pages: subscriptionPages },
  '/v1/carts/': { relations: cart },
  '/v1/orders/': { relations: order, pages: orderPages },
  '/v1/product_survey_results/': { relations: surveyResult },
  '/v1/inventory/': { relations: inventory },
  '/v1/product_instances/': { relations: productInstance },
  '/v1/products/': { relations: product, pages: ['inventory'] },
}

// A detail takes what its list takes, and may have some of it anyway.
const details: Record<string, { relations: Record<string, Part>; anyway?: string[] }> = {
  '/v1/subscriptions/{sub_id}': { relations: subscription },
  '/v1/carts/{cart_id}/': { relations: cart },
  '/v1/orders/{order_id}': { relations: order },
  '/v1/product_survey_results/{result_id}/': { relations: surveyResult },
  '/v1/product_instances/{product_instance_id}/inventory/': { relations: inventory, anyway: ['instance'] },
  '/v1/products/{prod_id}/': { relations: product },
}

const store = await openStore()
const ids = await idsOf(store.db, 1n)

// It answers nothing without a text.
const searchPath = '/v1/search/'

// Every read of the Merchant API that answers resources, including those that have nothing to embed.
const merchantReads = table
  .filter(
    ({ method, path }) =>
      method === 'GET' &&
      !isStoreArea(path) &&
      !path.endsWith('/metadata/') &&
      !path.endsWith('/aggregate/') &&
      path !== searchPath,
  )
  .map(({ path }) => path)

async function read(path: string) {
  const { status, body } = await store.rest(path)
  expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined })
  return body
}

/** An answer and the statements it caused; what the credential costs now and then is not part of it. */
async function costOf(path: string) {
  let answer: { results: unknown[] } = { results: [] }
  const statements = await store.statements(async () => {
    answer = await read(path)
  })
  return { answer, statements: statements.filter((sql) => !sql.includes('"merchant_key"')).sort() }
}

const without = (record: object, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !names.includes(field)))

describe.each(Object.entries(lists))('%s', (path, { relations, pages = [] }) => {
  const names = Object.keys(relations)

  test('has no embedded relations unless asked', async () => {
    const { results } = await read(`${path}?limit=100`)
    expect(results.length).toBeGreaterThan(1)
    expect(results.flatMap((row: object) => Object.keys(row).filter((field) => names.includes(field)))).toEqual([])
  })

  test('embeds with=a,b those two and changes nothing else', async () => {
    const plain = await read(`${path}?limit=100`)
    for (const asked of [names.slice(0, 1), names.slice(0, 2), names.slice(-2).reverse()]) {
      const embedding = await read(`${path}?limit=100&with=${asked.join(',')}`)
      expect(embedding.count).toBe(plain.count)
      expect(embedding.results.map((row: object) => without(row, asked))).toEqual(plain.results)
      const missing = embedding.results.flatMap((row: object) => asked.filter((name) => !(name in row)))
      expect(missing).toEqual([])
    }
  })

  test('embeds with=all every relation, each a record of its own table', async () => {
    const { results } = await read(`${path}?limit=100&with=all`)
    const met = new Set<string>()
    const shape = relations
    const wrong = results.flatMap((row: object) => {
      const embedded = Object.fromEntries(Object.entries(row).filter(([field]) => names.includes(field)))
      return faults(shape, embedded, path, met)
    })
    expect(wrong).toEqual([])
    expect(names.filter((name) => !met.has(`.${name}`))).toEqual([])
  })

  test('embeds what GraphQL gives for the same relations', async () => {
    const fieldOf = (name: string, { shape }: Part) =>
      pages.includes(name)
        ? `${camelCase(name)}(first: 100) { nodes { ${selection(shape)} } }`
        : `${camelCase(name)} { ${selection(shape)} }`
    const chosen = Object.entries(relations).map(([name, part]) => fieldOf(name, part))
    const field = merchantSubjects.find(({ list }) => list === path)?.nodes
    const query = `{ list: ${field}(first: 5) { nodes { ${chosen.join(' ')} } } }`
    const { data, errors } = await store.graphql(query)
    expect(errors).toEqual([])
    const expected = data.list.nodes.map((node: Record<string, { nodes: unknown }>) => {
      const opened = Object.entries(node).map(([name, value]) => [name, value?.nodes ?? value])
      return fromGraphql(relations, Object.fromEntries(opened))
    })
    const { results } = await read(`${path}?limit=5&with=all`)
    expect(results).toHaveLength(expected.length)
    expect(results).toEqual(results.map((row: object, index: number) => ({ ...row, ...expected[index] })))
  })

  test('costs the same statement for two rows as for fifty', async () => {
    const two = await costOf(`${path}?limit=2&with=all`)
    const fifty = await costOf(`${path}?limit=50&with=all`)
    expect(two.answer.results).toHaveLength(2)
    expect(fifty.answer.results.length).toBeGreaterThan(2)
    // For the rows with all they embed, and for their count.
    expect(two.statements).toHaveLength(1)
    expect(fifty.statements).toHaveLength(1)
  })
})

describe.each(Object.entries(details))('%s', (template, { relations, anyway = [] }) => {
  const path = filled(template, ids)
  const names = Object.keys(relations)
  const optional = names.filter((name) => !anyway.includes(name))

  test('embeds only what is asked for, and changes nothing else', async () => {
    const plain = await read(path)
    expect(Object.keys(plain).filter((field) => optional.includes(field))).toEqual([])
    for (const asked of [names.slice(-1), names.slice(0, 2)]) {
      const record = await read(`${path}?with=${asked.join(',')}`)
      expect(
        Object.keys(record)
          .filter((field) => names.includes(field))
          .sort(),
      ).toEqual([...new Set([...anyway, ...asked])].sort())
      expect(without(record, optional)).toEqual(plain)
    }
  })

  test('embeds with=all what its list does', async () => {
    const record = await read(`${path}?with=all`)
    const embedded = Object.fromEntries(Object.entries(record).filter(([field]) => names.includes(field)))
    expect(faults(relations, embedded, path)).toEqual([])
    const list = template.includes('/inventory') ? '/v1/inventory/' : template.replace(/\{.*/, '')
    const listed = await read(`${list}?id=${record.id}&with=all`)
    expect(listed.results.map((row: object) => without(row, ['url']))).toEqual([
      without(Object.fromEntries(Object.entries(record).filter(([field]) => field in listed.results[0])), ['url']),
    ])
  })

  test('costs one statement', async () => {
    expect((await costOf(`${path}?with=all`)).statements).toHaveLength(1)
  })
})

describe('with=logs', () => {
  const note = (path: string, given: string) =>
    store.rest(`PUT ${path}`, store.merchant, { body: JSON.stringify({ note: given }) })
  const shown = '{ id createdAt actor actorName surface operation requestId recordType recordId note changes refusedBy message }'

  test.each([
    ['/v1/subscriptions/', 'subscription'],
    ['/v1/orders/', 'order'],
  ])('on %s embeds what was written, refused writes too, as GraphQL shows it', async (list, record) => {
    for (const given of ['one', 'two', 'x'.repeat(10_001)]) await note(`${list}1/`, given)
    const entries = [
      { type: 'log_entry', actor: 'key demo', surface: 'rest', record_type: record, record_id: 1, changes: { note: {} } },
      { changes: { note: { from: 'one', to: 'two' } }, refused_by: null },
      { refused_by: 'BAD_INPUT', message: 'note must have at most 10000 characters.' },
    ]
    const { logs, ...others } = await read(`${list}1?with=logs`)
    expect(logs).toMatchObject(entries)
    expect(others).toEqual(await read(`${list}1`))
    const { data } = await store.graphql(`{ ${record}(id: 1) { log { nodes ${shown} } } }`)
    const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const ofGraphql = data[record].log.nodes.map((entry: object) =>
      Object.fromEntries(Object.entries(entry).map(([name, value]) => [inWords(name), value])),
    )
    const asNumber = (id: unknown) => (id === null ? null : Number(id))
    expect(logs.map(({ type, ...entry }: { type: string }) => entry)).toEqual(
      ofGraphql.map((entry: Record<string, unknown>) => ({
        ...entry,
        id: Number(entry.id),
        record_id: asNumber(entry.record_id),
      })),
    )
    // The latest hundred, the latest last.
    const { results } = await read(`${list}?id__in=1,2&with=logs`)
    expect(results.map((row: { logs: object[] }) => row.logs.length)).toEqual([3, 0])
    expect((await read(`${list}?logs.refused_by=BAD_INPUT`)).results).toMatchObject([{ id: 1 }])
  })

  test('costs the same statements for two rows as for fifty, and one for a record', async () => {
    for (const list of ['/v1/subscriptions/', '/v1/orders/']) {
      const two = await costOf(`${list}?limit=2&with=all,logs`)
      const fifty = await costOf(`${list}?limit=50&with=all,logs`)
      expect(two.statements).toHaveLength(1)
      expect(fifty.statements).toHaveLength(1)
      expect((await costOf(`${list}1?with=all,logs`)).statements).toHaveLength(1)
    }
  })

  test('takes the scope to read the log, which with=all does not', async () => {
    const scopes = ['read_orders', 'read_subscriptions', 'read_shipments', 'read_transactions', 'read_product_survey_results']
    const { data } = await store.graphql(
      'mutation ($scopes: [String!]!) { createMerchantKey(input: { name: "x", scopes: $scopes }) { merchantKey { clientId } secret } }',
      { scopes },
    )
    const { merchantKey, secret } = data.createMerchantKey
    const key = `Bearer ${merchantKey.clientId}.${secret}`
    for (const path of ['/v1/orders/', '/v1/subscriptions/1']) {
      expect((await store.rest(`${path}?with=all`, key)).status).toBe(200)
      const { status, body } = await store.rest(`${path}?with=logs`, key)
      expect([status, body]).toEqual([403, { errors: ['The key lacks the scope read_log.'] }])
    }
  })

  test('may be sent back with its record', async () => {
    const record = await read('/v1/orders/1?with=logs')
    const { status, body } = await store.rest('PUT /v1/orders/1/', store.merchant, {
      body: JSON.stringify({ ...record, note: 'three' }),
    })
    expect([status, body.note]).toEqual([200, 'three'])
  })
})

describe('with=', () => {
  test.each(merchantReads)('refuses a name that %s does not know, and says which', async (template) => {
    for (const names of ['nonsense', 'all,nonsense', '__proto__', 'constructor']) {
      const { status, body } = await store.rest(`${filled(template, ids)}?with=${names}`)
      expect({ names, status, body }).toEqual({
        names,
        status: 400,
        body: { errors: [expect.stringContaining(names.replace('all,', ''))] },
      })
    }
  })

  test.each(merchantReads)('takes all on %s, and what is there anyway', async (template) => {
    const path = filled(template, ids)
    const plain = await read(path)
    const [row] = plain.results ?? [plain]
    const isRelation = (value: unknown) => typeof value === 'object' && value !== null && 'type' in value
    const there = Object.keys(row ?? {}).filter((field) => isRelation(row[field]))
    if (there.length > 0) expect(await read(`${path}?with=${there.join(',')}`)).toMatchObject(without(plain, ['next']))
    await read(`${path}?with=all`)
  })

  test('is carried over to the next page', async () => {
    const { next } = await read('/v1/subscriptions/?limit=2&with=product,address')
    const { results } = await read(`/v1/subscriptions/${next}`)
    expect(results).toHaveLength(2)
    for (const row of results) expect(row).toMatchObject({ product: expect.any(Object), address: expect.any(Object) })
  })
})
