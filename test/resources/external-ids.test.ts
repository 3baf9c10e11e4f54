/** Records carry the identifier that another system knows them by: one record's of its kind in a store, and a filter on both surfaces. */
import { describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()

/** Each kind that takes one: its rows on REST, its update and its list in GraphQL. */
const kinds = [
  { kind: 'product', path: '/v1/products/', update: 'updateProduct', list: 'products' },
  { kind: 'customer', path: '/v1/customers/', update: 'updateCustomer', list: 'customers' },
  { kind: 'coupon', path: '/v1/coupons/', update: 'updateCoupon', list: 'coupons' },
  { kind: 'subscription', path: '/v1/subscriptions/', update: 'updateSubscription', list: 'subscriptions' },
  { kind: 'order', path: '/v1/orders/', update: 'updateOrder', list: 'orders' },
]

describe.each(kinds)('The external id of a $kind', ({ kind, path, update, list }) => {
  it('is written on either surface, and filtered by', async () => {
    const { body } = await store.rest(`PUT ${path}1/`, store.merchant, json({ external_id: 'shop-1' }))
    expect(body.errors).toBeUndefined()
    const { record } = await mutate(store, update, { id: '2', externalId: 'shop-2' }, `${kind} { externalId }`)
    expect(record).toEqual({ externalId: 'shop-2' })
    const found = await store.rest(`GET ${path}?external_id__in=shop-1,shop-2`, store.merchant)
    expect(found.body.results.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    const { data } = await store.graphql(`{ ${list}(filter: { externalId: { eq: "shop-2" } }) { nodes { id externalId } } }`)
    expect(data[list].nodes).toEqual([{ id: '2', externalId: 'shop-2' }])
  })

  it('is one record’s alone, not empty, and given up by null', async () => {
    const message = `external_id is already the external id of another ${kind}.`
    const taken = { rest: [`PUT ${path}2/`, json({ external_id: 'shop-1' })] as [string, RequestInit] }
    await expectRefused(store, { ...taken, graphql: [update, { id: '2', externalId: 'shop-1' }] }, 'BAD_INPUT', message)
    const empty = { rest: [`PUT ${path}2/`, json({ external_id: ' ' })] as [string, RequestInit] }
    await expectRefused(store, empty, 'BAD_INPUT', 'external_id must not be empty.')
    await store.rest(`PUT ${path}1/`, store.merchant, json({ external_id: null }))
    const { userErrors } = await mutate(store, update, { id: '2', externalId: 'shop-1' })
    expect(userErrors).toEqual([])
  })
})

describe('A product and its instances', () => {
  it('show the external ids that they are written by, on both surfaces, and to merchants alone', async () => {
    const given = { name: 'Rye Bread', single_purchasable: true, instances: [{ sku: 'RYE', external_id: 'rye-1', price: 500 }] }
    const { body } = await store.rest('PUT /v1/products/external_id/rye/', store.merchant, json(given))
    const ids = { external_id: 'rye', instances: [{ external_id: 'rye-1' }] }
    expect(body).toMatchObject(ids)
    expect((await store.rest(`GET /v1/products/${body.id}/`, store.merchant)).body).toMatchObject(ids)
    expect((await store.rest('GET /v1/products/?external_id=rye', store.merchant)).body.results).toMatchObject([ids])
    const instance = `/v1/product_instances/${body.instances[0].id}/`
    expect((await store.rest(`GET ${instance}`, store.merchant)).body.external_id).toBe('rye-1')
    const listed = await store.rest('GET /v1/product_instances/?external_id=rye-1', store.merchant)
    expect(listed.body.results).toMatchObject([{ external_id: 'rye-1' }])
    const document = `{ product(id: ${body.id}) { externalId instances { externalId } } }`
    expect((await store.graphql(document)).data.product).toEqual({ externalId: 'rye', instances: [{ externalId: 'rye-1' }] })
    for (const path of [`/v1/store/api/products/${body.id}/`, '/v1/store/api/products/?sku=&name=Rye%20Bread']) {
      const answer = await store.rest(`GET ${path}`, store.customer)
      const [shown] = answer.body.results ?? [answer.body]
      expect(shown).toMatchObject({ name: 'Rye Bread', external_id: null, instances: [{ sku: 'RYE', external_id: null }] })
    }
  })
})

describe('A path by external id', () => {
  /** Every word that stands behind the id of a record, by the list of the records. */
  const words = table.flatMap(({ path }) => {
    const [, list, word] = /^(\/v1\/\w+\/)\{\w+\}\/(\w+)\//.exec(path) ?? []
    return list && word && table.some((row) => row.path === `${list}external_id/{external_id}/`) ? [`${list} ${word}`] : []
  })
  let count = 0
  const bodies: Record<string, () => object> = {
    '/v1/customers/': () => ({ email: `words-${++count}@example.com`, country: 'GB' }),
    '/v1/products/': () => ({ name: `Words ${++count}` }),
    '/v1/coupons/': () => ({ code: `WORDS${++count}`, discount_type: 'percent', discount_value: 5 }),
  }

  it('takes every external id, also the words of other paths', async () => {
    expect(new Set(words.map((each) => each.split(' ')[0]))).toEqual(new Set(Object.keys(bodies)))
    expect(words).toContain('/v1/customers/ metadata')
    for (const each of [
      ...words,
      ...Object.keys(bodies).flatMap((list) => [`${list} external_id`, `${list} bulk`, `${list} 1`]),
    ]) {
      const [list = '', word] = each.split(' ')
      const { status, body } = await store.rest(`PUT ${list}external_id/${word}/`, store.merchant, json(bodies[list]?.() ?? {}))
      expect([each, status, body.external_id ?? body.errors]).toEqual([each, expect.any(Number), word])
    }
  })

  it('is not the path of a record whose id would be external_id', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await store.rest(`${method} /v1/customers/external_id/metadata/`, store.merchant)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, expect.stringContaining('PUT')])
    }
  })
})

it('An external id stays with its archived record', async () => {
  const given = { externalId: 'kept', name: 'Honey', slug: 'honey-kept' }
  const { record } = await mutate(store, 'createProduct', given, 'product { id }')
  await mutate(store, 'archiveProduct', { id: record.id })
  const { userErrors } = await mutate(store, 'updateProduct', { id: '3', externalId: 'kept' })
  expect(userErrors).toMatchObject([{ field: 'externalId' }])
})

it('An external id is for merchants', async () => {
  const { errors } = await store.graphql('{ products(filter: { externalId: { eq: "x" } }) { nodes { id } } }', {}, store.customer)
  expect(errors).not.toEqual([])
})
