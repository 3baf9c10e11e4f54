/**
 * Records that belong to another, that are archived and restored, and that are deleted, on both surfaces; each comes from the declarations
 * in `record-writes.ts`, here those of products, their surveys and their prices.
 */
import { describe, expect, it } from 'vitest'
import { referringTable } from '../../src/db/referred.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription, type Product } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const made = (body: object, { id }: Product) =>
  store.rest(`POST /v1/products/${id}/surveys/`, store.merchant, json(body)).then(({ status, body }) => ({ status, ...body }))
const listed = async (path: string) =>
  (await store.rest(path as 'GET /v1/', store.merchant)).body.results.map(({ id }: { id: number }) => id)

describe('A record that belongs to another', () => {
  it('is made under its path, and listed there', async () => {
    const product = await addProduct(db)
    const other = await addProduct(db)
    const { status, id, ...survey } = await made({ name: 'How was it?' }, product)
    expect({ status, survey }).toEqual({
      status: 201,
      survey: {
        ...{ name: 'How was it?', product_id: product.id, archived_at: null, deleted: false, store_id: 1, fields: [] },
        ...{ type: 'product_survey', url: `/v1/product_surveys/${id}/` },
      },
    })
    expect(await listed(`GET /v1/products/${product.id}/surveys/`)).toEqual([id])
    expect(await listed(`GET /v1/products/${other.id}/surveys/`)).toEqual([])
  })

  it('is made on GraphQL by the id of the other', async () => {
    const product = await addProduct(db)
    const { record } = await mutate(
      store,
      'createProductSurvey',
      { productId: product.id, name: 'x' },
      'productSurvey { productId }',
    )
    expect(record).toEqual({ productId: String(product.id) })
  })

  it('is called what no other live one of the same list is called', async () => {
    const product = await addProduct(db)
    const { id } = await made({ name: 'Once' }, product)
    await expectRefused(
      store,
      {
        rest: [`POST /v1/products/${product.id}/surveys/`, json({ name: 'Once' })],
        graphql: ['createProductSurvey', { productId: product.id, name: 'Once' }],
      },
      'BAD_INPUT',
      'name is that of another product survey already; each product survey has another.',
    )
    await mutate(store, 'archiveProductSurvey', { id })
    expect((await made({ name: 'Once' }, product)).status).toBe(201)
  })

  it("is not made under another store's, which is like a missing one", async () => {
    const foreign = await addProduct(db, { storeId: 2 })
    for (const id of [foreign.id, 999_999])
      await expectRefused(
        store,
        {
          rest: [`POST /v1/products/${id}/surveys/`, json({ name: 'x' })],
          graphql: ['createProductSurvey', { productId: id, name: 'x' }],
        },
        'NOT_FOUND',
        `There is no product ${id}: product_id must name one.`,
      )
  })

  it('of a record that belongs to a third is made under that one', async () => {
    const { id: surveyId } = await made({ name: 'Two levels' }, await addProduct(db))
    const { status, body } = await store.rest(
      `POST /v1/product_surveys/${surveyId}/fields/`,
      store.merchant,
      json({ name: 'Why?' }),
    )
    expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Why?', survey_id: surveyId } })
  })

  it('locks the record at the top for a change, and no other', async () => {
    const { id: surveyId } = await made({ name: 'Locks' }, await addProduct(db))
    const statements = await store.statements(() => mutate(store, 'createProductSurveyField', { surveyId, name: 'x' }))
    expect(statements.flatMap((text) => /FROM (\S+) .* FOR NO KEY UPDATE/.exec(text)?.[1] ?? [])).toEqual(['"product"'])
  })
})

describe('An archived record', () => {
  it('is left out of lists, unless they are asked for archived ones, and can still be read', async () => {
    const product = await addProduct(db)
    const { id } = await made({ name: 'Old' }, product)
    const { status, body } = await store.rest(`DELETE /v1/product_surveys/${id}/`, store.merchant)
    expect({ status, body }).toEqual({ status: 204, body: undefined })
    for (const path of [`GET /v1/products/${product.id}/surveys/`, '/v1/product_surveys/'].map((each) =>
      each.replace('GET ', ''),
    )) {
      const ofProduct = path.includes('products/') ? '?' : `?product_id=${product.id}&`
      expect(await listed(`GET ${path}${ofProduct}`)).toEqual([])
      expect(await listed(`GET ${path}${ofProduct}archived=true`)).toEqual([id])
      expect(await listed(`GET ${path}${ofProduct}archived=false`)).toEqual([])
    }
    const found = await store.rest(`GET /v1/product_surveys/${id}/`, store.merchant)
    expect(found.body).toMatchObject({ id, archived_at: expect.any(String) })
    const query = `{ product(id: ${product.id}) { surveys { id } none: surveyList { totalCount } one: surveyList(archived: true) { totalCount } } }`
    const { data } = await store.graphql(query)
    expect(data.product).toEqual({ surveys: [], none: { totalCount: 0 }, one: { totalCount: 1 } })
  })

  it('keeps the time when it was archived, and is restored', async () => {
    const { id } = await made({ name: 'Twice' }, await addProduct(db))
    const shows = 'productSurvey { archivedAt }'
    const { record: first } = await mutate(store, 'archiveProductSurvey', { id }, shows)
    expect((await mutate(store, 'archiveProductSurvey', { id }, shows)).record).toEqual(first)
    const { status, body } = await store.rest(`PUT /v1/product_surveys/${id}/restore/`, store.merchant)
    expect({ status, body }).toMatchObject({ status: 200, body: { archived_at: null } })
  })

  it('gives what it alone may be called free, and restoring it asks for that again', async () => {
    const [old, other] = [await addProduct(db), await addProduct(db)]
    const { slug } = await db.product.findFirstOrThrow({ where: { id: old.id } })
    expect((await mutate(store, 'archiveProduct', { id: old.id }, 'product { deleted }')).record).toEqual({ deleted: true })
    expect((await mutate(store, 'updateProduct', { id: other.id, slug })).userErrors).toEqual([])
    await expectRefused(
      store,
      { rest: [`PUT /v1/products/${old.id}/restore/`], graphql: ['restoreProduct', { id: old.id }] },
      'BAD_INPUT',
      'slug is already the slug of another product.',
    )
    await mutate(store, 'updateProduct', { id: other.id, slug: `${slug}-2` })
    expect((await mutate(store, 'restoreProduct', { id: old.id }, 'product { deleted }')).record).toEqual({ deleted: false })
  })

  it('leaves lists of the contract as they are', async () => {
    const { id } = await addProduct(db, { more: { deleted: true } })
    expect(await listed(`GET /v1/products/?id=${id}`)).toEqual([id])
    expect((await store.rest('GET /v1/products/?archived=true', store.merchant)).status).toBe(400)
  })

  it('that is a survey is filled in no more', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const subscriptionId = await addSubscription(db, { customer: await addCustomer(db), product })
    const { id: surveyId } = await made({ name: 'Over' }, product)
    await mutate(store, 'archiveProductSurvey', { id: surveyId })
    await expectRefused(
      store,
      { graphql: ['createProductSurveyResult', { subscriptionId, surveyId, answers: [] }] },
      'BAD_INPUT',
      'survey_id names a survey that is archived; it is filled in no more.',
    )
  })
})

describe('A record that is deleted', () => {
  const priceOf = async (product: Product) =>
    Number((await db.productTermPrice.findFirstOrThrow({ where: { productId: product.id } })).id)

  it('is gone, with one event that tells what it was', async () => {
    for (const surface of ['rest', 'graphql']) {
      const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
      const id = await priceOf(product)
      if (surface === 'rest') expect((await store.rest(`DELETE /v1/product_term_prices/${id}/`, store.merchant)).status).toBe(204)
      else expect((await mutate(store, 'deleteProductTermPrice', { id })).userErrors).toEqual([])
      expect((await store.rest(`GET /v1/product_term_prices/${id}/`, store.merchant)).status).toBe(404)
      const event = await db.event.findFirstOrThrow({ orderBy: { id: 'desc' } })
      expect(event).toMatchObject({ type: 'product_term_price.deleted', recordType: 'product_term_price', recordId: BigInt(id) })
      expect(event.changes).toMatchObject({ price: { from: 700, to: null } })
    }
  })

  it('is one that nothing refers to: the table that does is named', async () => {
    const product = await addProduct(db)
    const deleting = db.productInstance.delete({ where: { storeId_id: { storeId: 1, id: product.instanceId } } })
    expect(await deleting.then(() => 'deleted', referringTable)).toBe('product_inventory')
    const raw = db.$executeRaw`DELETE FROM product_instance WHERE store_id = 1 AND id = ${product.instanceId}`
    expect(await raw.then(() => 'deleted', referringTable)).toBe('product_inventory')
    const inGerman = 'Aktualisieren oder Löschen in Tabelle »product« verletzt Fremdschlüssel-Constraint »fk« von Tabelle »image«'
    expect(referringTable(Object.assign(new Error(inGerman), { code: '23503' }))).toBe('record')
  })

  it('asked for twice is not found', async () => {
    const id = await priceOf(await addProduct(db, { terms: [{ cycles: 1, price: 700 }] }))
    await mutate(store, 'deleteProductTermPrice', { id })
    await expectRefused(
      store,
      { rest: [`DELETE /v1/product_term_prices/${id}/`], graphql: ['deleteProductTermPrice', { id }] },
      'NOT_FOUND',
      'Not found.',
    )
  })
})
