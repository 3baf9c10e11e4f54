/** Records are taken back as they were read by every row that sets them, finds them by their external ids, or writes many: nothing changes. */
import { beforeAll, describe, expect, it } from 'vitest'
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
      ].sort(),
    )
  })
})

describe.each(rows.filter((row) => !isTokens(row)).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s',
  (_title, row) => {
    const isMany = row.list !== undefined
    const write = (records: Found[]) =>
      isMany
        ? [store.rest(`${row.method} ${row.path}`, merchant, json(records))]
        : records.map((record) => store.rest(`PUT ${pathOf(row, record)}`, merchant, json(record)))

    it.each(['', '?with=all'])('takes back every record as its own read gave it, and nothing changes%s', async (query) => {
      const records = await detailsOf(row, query)
      expect(records.length).toBeGreaterThan(2)
      const before = await tables(db)
      for (const { status, body } of await Promise.all(write(records))) {
        expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
        if (isMany) expect(body.results.filter(({ change }: Found) => change !== 'unchanged')).toEqual([])
      }
      expect(await tables(db)).toEqual(before)
    })

    it('takes back every record as the list gave it, and nothing changes', async () => {
      const records = await recordsOf(row, '&with=all')
      const changed = await tablesChangedBy(db, async () => {
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
  },
)

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
