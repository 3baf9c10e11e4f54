/** Records are taken back as they were read by every row that sets, updates, or finds them by their external ids, or writes many: nothing changes. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addObserver } from '../../src/observe/observe.ts'
import { table } from '../../src/resources/routes.ts'
import type { Compiled } from '../../src/rest/compile.ts'
import { json } from '../resources/writing.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { tables, tablesChangedBy } from '../writes/tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Found = Record<string, any>

const store = await openStore({ isApart: true })
const { db, merchant } = store

const rows = table.filter(({ takesShown }) => takesShown)

/** The list of the records of a row; methods of payment cannot be sent back, since no read shows their tokens. */
const listOf = ({ record }: Compiled) =>
  table.find((row) => row.answer === 'list' && row.record === record && !/\{|store\/api/.test(row.path))?.path ?? ''
const readerOf = ({ record }: Compiled) =>
  table.find((row) => row.answer === 'record' && row.method === 'GET' && row.record === record && !row.path.includes('store/api'))

const pathOf = ({ path }: Compiled, record: Found) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'external_id' ? record.external_id : (record[name] ?? record.id)),
  )

const isTokens = ({ record }: Compiled) => record === 'PaymentMethod'
const isOfAnother = ({ takes }: Compiled) => takes !== undefined

/** The tables that work changed, the log included, unless it is of updates of one record, which have an entry in any case. */
async function touchedBy(work: () => Promise<unknown>, except: string[] = []): Promise<string[]> {
  const before = await tables(db, [...except, 'signing_key'])
  await work()
  const after = await tables(db, [...except, 'signing_key'])
  return Object.keys(after).filter((name) => before[name] !== after[name])
}

/** Sends a record, which is taken and changes nothing. */
const takesBack = (path: string, record: Found, credential = merchant) =>
  expect(
    touchedBy(async () => {
      const { status, body } = await store.rest(`PUT ${path}`, credential, json(record))
      expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined })
    }, ['log_entry']),
  ).resolves.toEqual([])

async function recordsOf(row: Compiled, query = ''): Promise<Found[]> {
  const { results } = (await store.rest(`${listOf(row)}?limit=20${query}`)).body
  // Archived records are read by their ids; the list has those that the contract lists.
  return results
}

/** Each record as its own read shows it. */
async function detailsOf(row: Compiled, query: string): Promise<Found[]> {
  const reader = readerOf(row)
  const found = [...(await recordsOf(row)), ...(row.record === 'Customer' ? [archived] : [])]
  return Promise.all(found.map(async (record) => (await store.rest(`${pathOf(reader as Compiled, record)}${query}`)).body))
}

let archived: Found = {}

beforeAll(async () => {
  for (const kind of ['customer', 'coupon', 'product', 'productInstance'] as const) {
    const model = db[kind] as unknown as {
      findMany: (where: object) => Promise<{ id: bigint }[]>
      update: (data: object) => Promise<object>
    }
    for (const { id } of await model.findMany({ where: { storeId: 1n } }))
      await model.update({ where: ofStore(id), data: { externalId: `shop/${id}` } })
  }
  // Archived parts of every kind, a gift, and a part of each kind on one product.
  const [product] = (await store.rest('/v1/products/?single_purchasable=false&deleted=false&limit=1')).body.results
  const body = {
    variants: [
      { name: 'Grind', values: [{ value: 'Fine', images: [{ url: 'https://img.example/fine.png' }] }, { value: 'Coarse' }] },
    ],
    images: [{ url: 'https://img.example/bag.png' }],
    surveys: [{ name: 'Taste', fields: [{ name: 'Dark?' }, { name: 'Sweet?' }] }],
    instances: [
      { sku: 'kept', price: 5, variants: [{ name: 'Grind', value: 'Fine' }], images: [{ url: 'https://img.example/kept.png' }] },
      { sku: 'gone', price: 6, variants: [{ name: 'Grind', value: 'Coarse' }] },
      { sku: 'gift', price: 7, gift: true },
    ],
  }
  expect((await store.rest(`PUT /v1/products/${product.id}/set/`, merchant, json(body))).status).toBe(200)
  const gone = await db.productInstance.findFirstOrThrow({ where: { storeId: 1n, sku: 'gone' } })
  expect((await store.rest(`DELETE /v1/product_instances/${gone.id}/`)).status).toBe(204)
  const coarse = await db.productVariantValue.findFirstOrThrow({ where: { storeId: 1n, value: 'Coarse' } })
  expect((await store.rest(`DELETE /v1/product_variant_values/${coarse.id}/`)).status).toBe(204)
  archived = (
    await store.rest('POST /v1/customers/', merchant, json({ email: 'gone@example.com', country: 'GB', external_id: 'gone' }))
  ).body
  expect((await store.rest(`DELETE /v1/customers/${archived.id}/`)).status).toBe(204)
})

describe('The rows that take records as they were read', () => {
  it('are all that set, upsert or write many, and no others', () => {
    expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...['coupons', 'customers', 'products'].map((name) => `PUT /v1/${name}/external_id/{external_id}/`),
        ...['coupons', 'customers', 'inventory', 'payment_methods', 'products'].map((name) => `POST /v1/${name}/bulk/`),
        ...['PUT /v1/products/{prod_id}/set/', 'PUT /v1/product_instances/{product_instance_id}/set/'],
        'PUT /v1/products/{product_id}/billing/',
      ].sort(),
    )
  })
})

describe.each(
  rows.filter((row) => !isTokens(row) && !isOfAnother(row)).map((row) => [`${row.method} ${row.path}`, row] as const),
)('%s', (_title, row) => {
  const isMany = row.list !== undefined
  const write = (records: Found[]) =>
    isMany
      ? [store.rest(`${row.method} ${row.path}`, merchant, json(records))]
      : records.map((record) => store.rest(`PUT ${pathOf(row, record)}`, merchant, json(record)))

  it.each(['', '?with=all'])('takes back every record as its own read gave it, and nothing changes%s', async (query) => {
    const records = await detailsOf(row, query)
    expect(records.length).toBeGreaterThan(2)
    const touched = await touchedBy(async () => {
      for (const { status, body } of await Promise.all(write(records))) {
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
        if (isMany) expect(body.results.filter(({ change }: Found) => change !== 'unchanged')).toEqual([])
      }
    })
    expect(touched).toEqual([])
  })

  it('takes back every record as the list gave it, and nothing changes', async () => {
    const records = await recordsOf(row, '&with=all')
    const changed = await touchedBy(async () => {
      for (const { status, body } of await Promise.all(write(records)))
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
    })
    expect(changed).toEqual([])
  })

  it('refuses a read-only column that differs, and a field that no read shows, and names it', async () => {
    const [record] = (await detailsOf(row, '')) as [Found]
    const other = row.record === 'ProductInventory' ? { product_id: 987_654 } : { store_id: 987_654 }
    const [name = ''] = Object.keys(other)
    const shown = name in record || row.record === 'Product' || row.record === 'ProductInventory'
    const changed = await tablesChangedBy(db, async () => {
      const [refused] = await Promise.all(write([{ ...record, ...other }]))
      const at = isMany ? `${row.list}[0].` : ''
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [expect.stringContaining(shown ? `${at}${name} is read-only` : `${at}${name}`)] },
      })
      const [unknown] = await Promise.all(write([{ ...record, colour: 'red' }]))
      expect(unknown).toMatchObject({ status: 400, body: { errors: [`Unknown field: ${at}colour`] } })
    })
    expect(changed).toEqual([])
  })
})

describe('What is embedded in a record that its write leaves as it is', () => {
  const refused = async (request: string, body: unknown, headers = {}) => {
    const sent = { ...json(body), headers: { ...json(body).headers, ...headers } }
    const answer = await store.rest(request as 'PUT /v1/', merchant, sent)
    return answer.body.errors ?? answer.body.results ?? answer.status
  }
  const priced = async () => {
    const { results } = (await store.rest('/v1/products/?limit=100')).body
    return results.find(({ base_term_prices: prices }: Found) => prices.length > 0) as Found
  }
  const otherPrice = ({ base_term_prices: [first, ...others] }: Found) => [{ ...first, price: first.price + 1 }, ...others]
  const way = 'PUT /v1/product_term_prices/{product_term_price_id}/ changes it'

  it('is refused where it differs, by each row, and named with its place and the row that changes it', async () => {
    const read = await priced()
    const body = { ...read, base_term_prices: otherPrice(read) }
    const touched = await tablesChangedBy(db, async () => {
      for (const path of [`/v1/products/${read.id}/set/`, `/v1/products/external_id/${encodeURIComponent(read.external_id)}/`])
        for (const headers of [{}, { 'X-Dry-Run': 'true' }])
          expect(await refused(`PUT ${path}`, body, headers)).toEqual([`base_term_prices[0].price is read-only here; ${way}.`])
      const many = [{ external_id: read.external_id, slug: read.slug }, body]
      expect(await refused('POST /v1/products/bulk/', many.slice(1))).toEqual([
        `products[0].base_term_prices[0].price is read-only here; ${way}.`,
      ])
    })
    expect(touched).toEqual([])
  })

  it('is refused alone where the others keep going', async () => {
    const [read, other] = [await priced(), (await store.rest('/v1/products/?limit=2')).body.results.at(-1)]
    const bodies = [{ colour: 1 }, { ...read, base_term_prices: otherPrice(read) }, { ...other, name: 'Kept going' }]
    const results = await refused('POST /v1/products/bulk/?on_error=keep_going', bodies)
    expect(results.map(({ ok, change, errors }: Found) => [ok, change ?? errors])).toEqual([
      [false, expect.anything()],
      [false, [`products[1].base_term_prices[0].price is read-only here; ${way}.`]],
      [true, 'updated'],
    ])
    await refused('POST /v1/products/bulk/', [other])
  })

  it('is not compared for a key that may not read the record, which is 403 and writes nothing', async () => {
    const read = await priced()
    const made = await store.graphql(
      'mutation { createMerchantKey(input: { name: "n", scopes: ["write_products"] }) { merchantKey { clientId } secret } }',
    )
    const { secret, merchantKey } = made.data.createMerchantKey
    const key = `Basic ${Buffer.from(`${merchantKey.clientId}:${secret}`).toString('base64')}`
    const { external_id, slug, base_term_prices } = read
    const send = (record: object) => store.rest('POST /v1/products/bulk/', key, json([record]))
    const touched = await tablesChangedBy(db, async () => {
      const answer = await send({ external_id, slug, base_term_prices })
      expect([answer.status, answer.body]).toEqual([403, { errors: ['The key lacks the scope read_products.'] }])
      expect((await send({ external_id, slug })).status).toBe(200)
    })
    expect(touched.filter((name) => name !== 'merchant_key')).toEqual([])
  })

  it('may be anything beside a change', async () => {
    const read = await priced()
    const body = { ...read, base_term_prices: otherPrice(read), name: `${read.name} 2` }
    expect((await refused('POST /v1/products/bulk/', [body]))[0].change).toBe('updated')
    expect((await refused('POST /v1/products/bulk/', [read]))[0].change).toBe('updated')
  })

  it('is read by one statement for all records, and by none where nothing is embedded', async () => {
    const { results } = (await store.rest('/v1/products/?limit=20&deleted=false&with=all')).body
    const only = (...names: string[]) =>
      results.map((record: Found) => Object.fromEntries(names.map((name) => [name, record[name]])))
    const count = async (records: Found[]) => {
      const statements: string[] = []
      const remove = addObserver((step, work) => {
        if (step.kind === 'statement' && /^\s*SELECT/.test(step.text)) statements.push(step.text)
        return work()
      })
      await store.rest('POST /v1/products/bulk/', merchant, json(records)).finally(remove)
      return statements.length
    }
    const least = await count(only('external_id', 'slug'))
    expect(await count(only('external_id', 'slug', 'id', 'store_id', 'product_billing_id'))).toBe(least)
    expect([await count(results), await count(results.slice(0, 1))]).toEqual([least + 1, least + 1])
  })
})

describe('The rows that update one record, beside those of read-only-fields.test.ts', () => {
  const updates = table.filter(({ method, path, answer }) => {
    const own = path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')
    const reads = table.filter((row) => row.method === 'GET' && row.answer === 'record' && answer === 'payload')
    return method === 'PUT' && reads.some((row) => row.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '') === own)
  })

  it('are those of the Store API, and those of the store', () => {
    const others = updates.filter(({ path, variables }) => /^\/v1\/(store|clock)\//.test(path) && !variables.has('body'))
    expect(others.map(({ path }) => path).sort()).toEqual(
      [
        ...['/v1/clock/', '/v1/store/', '/v1/store/api/customer/', '/v1/store/api/customer/addresses/{address_id}/'],
        '/v1/store/api/customer/payment_methods/{payment_method_id}/',
        '/v1/store/api/carts/{cart_id}/',
        '/v1/store/api/subscriptions/{subscription_id}/',
        '/v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}',
      ].sort(),
    )
  })

  it('take back what the customer read', async () => {
    const get = async (path: string) => (await store.rest(path as '/v1/', store.customer)).body
    const lists = ['subscriptions/', 'customer/addresses/', 'customer/payment_methods/'].map((name) => `/v1/store/api/${name}`)
    const [{ id }] = (await get(lists[0] as string)).results
    const { customersMay } = await db.store.findUniqueOrThrow({ where: { id: 1n } })
    await db.store.update({ where: { id: 1n }, data: { customersMay: { push: 'checkout' } } })
    const cart = await store.rest('POST /v1/store/api/carts/', store.customer, json({}))
    const paths = ['/v1/store/api/customer/', `/v1/store/api/carts/${cart.body.id}/`]
    for (const list of [...lists, `${lists[0]}${id}/surveys/`])
      for (const record of (await get(list)).results) {
        paths.push(`${list}${record.id}/`)
        await takesBack(`${list}${record.id}/`, record, store.customer)
      }
    for (const path of paths) await takesBack(path, await get(path), store.customer)
    expect(paths.length).toBeGreaterThan(8)
    await db.store.update({ where: { id: 1n }, data: { customersMay } })
  })

  it('take back the store, and the billing of a product', async () => {
    const own = (await store.rest('/v1/store/')).body
    await takesBack('/v1/store/', own)
    expect((await store.rest('PUT /v1/store/', merchant, json({ ...own, created_at: '2020-01-01' }))).body).toEqual({
      errors: ['created_at is read-only.'],
    })
    const { id, billing } = (await store.rest('/v1/products/?limit=1')).body.results[0]
    await takesBack(`/v1/products/${id}/billing/`, billing)
    const answer = await store.rest(`PUT /v1/products/${id}/billing/`, merchant, json({ ...billing, id: 987_654, rebill_day: 3 }))
    expect([answer.status, answer.body]).toEqual([400, { errors: ['id is read-only.'] }])
  })

  it('take back the answers to a survey that has lost a question', async () => {
    const { subscriptionId, surveyId, id } = await db.productSurveyResult.findFirstOrThrow({
      where: { storeId: 1n, subscription: { customerId: store.customerId } },
    })
    const [question] = await db.productSurveyField.findMany({ where: { storeId: 1n, surveyId }, orderBy: { id: 'desc' } })
    expect((await store.rest(`DELETE /v1/product_survey_fields/${question?.id}/`)).status).toBe(204)
    const path = `/v1/store/api/subscriptions/${subscriptionId}/surveys/${id}/` as const
    await takesBack(path, (await store.rest(path, store.customer)).body, store.customer)
  })
})

describe('Methods of payment', () => {
  it('are taken back with their tokens, which no read shows', async () => {
    const rows = await db.paymentMethod.findMany({ where: { storeId: 1n, archivedAt: null } })
    const read = await Promise.all(
      rows.map(async ({ id, customerId, gatewayToken }) => ({
        ...(await store.rest(`/v1/customers/${customerId}/payment_methods/${id}/`)).body,
        gateway_token: gatewayToken,
      })),
    )
    const send = (records: Found[]) => store.rest('POST /v1/payment_methods/bulk/', merchant, json(records))
    const touched = await touchedBy(async () => {
      expect((await send(read)).body.results.map(({ change }: Found) => change)).toEqual(rows.map(() => 'unchanged'))
    })
    expect([rows.length > 2, touched]).toEqual([true, []])
    expect((await send([{ ...read[0], id: 987_654 }])).body).toEqual({ errors: ['payment_methods[0].id is read-only.'] })
  })
})

describe('An instance that is sent back', () => {
  it('keeps its prices for archived terms, which may not be changed, and has nothing beside them that differs', async () => {
    const term = await db.subscriptionTypeTerm.findFirstOrThrow({
      where: { storeId: 1n, archivedAt: null, subscriptionType: { product: { instances: { some: { deleted: false } } } } },
      include: { subscriptionType: { include: { product: { include: { instances: { where: { deleted: false } } } } } } },
    })
    const [instance] = term.subscriptionType.product.instances
    const path = `/v1/product_instances/${instance?.id}/` as const
    const price = await store.rest(`POST ${path}term_prices/`, merchant, json({ term_id: Number(term.id), price: 321 }))
    expect(price.status).toBe(201)
    expect((await store.rest(`DELETE /v1/subscription_type_terms/${term.id}/`)).status).toBe(204)
    const read = (await store.rest(path)).body
    await takesBack(`${path}set/`, read)
    const place = read.term_prices.findIndex(({ term_id }: Found) => term_id === Number(term.id))
    const send = async (change: Found) => {
      const term_prices = read.term_prices.map((each: Found, index: number) => (index === place ? { ...each, ...change } : each))
      return (await store.rest(`PUT ${path}set/`, merchant, json({ term_prices }))).body.errors
    }
    expect(await send({ price: 322 })).toEqual([`term_prices[${place}].term_id must name a term of the product.`])
    expect(await send({ id: 987_654 })).toEqual([`term_prices[${place}].id is read-only.`])
    expect((await store.rest(`PUT /v1/subscription_type_terms/${term.id}/restore/`)).status).toBe(200)
  })
})

describe('A product that is sent back', () => {
  const byName = async (name: string) =>
    (
      await store.rest(
        `/v1/products/${(await db.product.findFirstOrThrow({ where: { storeId: 1n, instances: { some: { sku: name } } } })).id}/?with=all`,
      )
    ).body

  it('has its archived instances stay archived, and its gifts stay', async () => {
    const read = await byName('gone')
    expect(read.instances.map(({ sku, deleted }: Found) => [sku, deleted])).toContainEqual(['gone', true])
    expect(read.giftinstances.map(({ sku }: Found) => sku)).toContain('gift')
    const answer = await store.rest(`PUT /v1/products/${read.id}/set/`, merchant, json({ ...read, name: 'Another name' }))
    expect(answer.body).toMatchObject({ name: 'Another name', instances: read.instances, giftinstances: read.giftinstances })
    await store.rest(`PUT /v1/products/${read.id}/set/`, merchant, json(read))
  })

  it('restores an archived instance that is named without `deleted`, as before', async () => {
    const read = await byName('gone')
    const instances = read.instances.map(({ deleted: _, ...each }: Found) => each)
    const path = `PUT /v1/products/${read.id}/set/`
    const answer = await store.rest(path, merchant, {
      ...json({ instances, giftinstances: read.giftinstances }),
      headers: { 'X-Dry-Run': 'true' },
    })
    expect(answer.body.instances.every(({ deleted }: Found) => !deleted)).toBe(true)
  })

  it.each([
    [
      (read: Found) => ({ instances: [{ ...read.instances[0], deleted: true }, ...read.instances.slice(1)] }),
      'instances[0].deleted is true of archived parts alone: leave the product instance out of the list to archive it.',
    ],
    [
      (read: Found) => ({ instances: [{ ...read.instances[0], product_id: 987_654 }, ...read.instances.slice(1)] }),
      'instances[0].product_id is read-only.',
    ],
    [(read: Found) => ({ variants: [{ ...read.variants[0], product_id: 987_654 }] }), 'variants[0].product_id is read-only.'],
    [(read: Found) => ({ deleted: true, name: read.name }), 'deleted is read-only; DELETE /v1/products/{prod_id}/ changes it.'],
    [
      (read: Found) => ({ instances: [{ sku: 'new', price: 5, product_id: read.id }] }),
      'instances[0].product_id is read-only, and this one is new: leave it out.',
    ],
    [(read: Found) => ({ giftinstances: [{ ...read.giftinstances[0], sku: 5 }] }), 'giftinstances[0].sku must be text.'],
    [(read: Found) => ({ billing: { ...read.billing, store_id: 987_654 } }), 'billing.store_id is read-only.'],
    [
      (read: Found) => ({ variants: [{ ...read.variants[0], values: [{ ...read.variants[0].values[0], colour: 1 }] }] }),
      'Unknown field: variants[0].values[0].colour',
    ],
  ])('names what may not be sent of its parts', async (change, message) => {
    const read = await byName('kept')
    const changed = await tablesChangedBy(db, async () => {
      const body = change({ ...read, instances: read.instances.filter(({ deleted }: Found) => !deleted) })
      const { status, body: answer } = await store.rest(`PUT /v1/products/${read.id}/set/`, merchant, json(body))
      expect([status, answer]).toEqual([400, { errors: [message] }])
    })
    expect(changed).toEqual([])
  })
})

describe('An archived term', () => {
  it('has no price in the product, on both surfaces, and the filter by its price finds nothing', async () => {
    const term = await db.subscriptionTypeTerm.findFirstOrThrow({
      where: { storeId: 1n, archivedAt: null, termPrices: { some: { gift: false } } },
      include: { termPrices: true },
    })
    const { productId, price } = term.termPrices.find(({ gift }) => !gift) as { productId: bigint; price: bigint }
    const path = `/v1/products/${productId}/`
    const termsIn = async () => ((await store.rest(path)).body.base_term_prices as Found[]).map(({ term_id }) => term_id)
    const query = `{ product(id: ${productId}) { baseTermPrices { termId } } }`
    const filter = `/v1/products/?id=${productId}&base_term_prices.term_id=${term.id}&base_term_prices.price=${price}`
    expect([await termsIn(), (await store.rest(filter)).body.count]).toEqual([expect.arrayContaining([Number(term.id)]), 1])
    expect((await store.rest(`DELETE /v1/subscription_type_terms/${term.id}/`)).status).toBe(204)
    expect(await termsIn()).not.toContain(Number(term.id))
    const { data } = await store.graphql(query)
    expect(data.product.baseTermPrices.map(({ termId }: Found) => Number(termId))).toEqual(await termsIn())
    expect((await store.rest(filter)).body.count).toBe(0)
    expect((await store.rest(`PUT /v1/subscription_type_terms/${term.id}/restore/`)).status).toBe(200)
    expect(await termsIn()).toContain(Number(term.id))
  })
})

describe('A record that is not there yet', () => {
  it('is refused with columns that only the server sets', async () => {
    const [read] = (await store.rest('/v1/customers/?limit=1')).body.results
    const { id: _, ...others } = read
    const changed = await tablesChangedBy(db, async () => {
      const body = { ...others, external_id: undefined, email: 'new@example.com' }
      const answer = await store.rest('PUT /v1/customers/external_id/new-one/', merchant, json(body))
      expect([answer.status, answer.body.errors[0]]).toEqual([
        400,
        expect.stringMatching(/is read-only, and this one is new: leave it out\.$/),
      ])
    })
    expect(changed).toEqual([])
  })
})

it('An enum takes no list or object, and the answer shows the value', async () => {
  const put = async (discount_type: unknown) =>
    (await store.rest('PUT /v1/coupons/1/', merchant, json({ discount_type }))).body.errors[0]
  expect(await put(['percent'])).toMatch(/^discount_type must be one of .*, not \["percent"\]\.$/)
  expect(await put({ a: 1 })).toMatch(/^discount_type must be one of .*, not \{"a":1\}\.$/)
})
