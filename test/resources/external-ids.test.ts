/** Records carry the identifier that another system knows them by: one record's of its kind in a store, and a filter on both surfaces. */
import { describe, expect, it } from 'vitest'
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
