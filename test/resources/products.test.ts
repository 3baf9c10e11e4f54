/** Products: what may be written of them. */

import { beforeEach, describe, expect, it } from 'vitest'
import { writable } from '../../src/resources/products/writable.ts'
import type { GivenOf } from '../../src/values/writable.ts'
import { checked } from '../../src/values/written-values.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { type Asked, expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const {
  meta: _meta,
  rulesets: _rulesets,
  ruletypes: _ruletypes,
  taxonomy: _taxonomy,
  ...before
} = await db.product.findFirstOrThrow({ where: { storeId: 1n, visible: true, deleted: false } })
const other = await db.product.findFirstOrThrow({ where: { storeId: 1n, id: { not: before.id } } })
const theirs = await db.product.findFirstOrThrow({ where: { storeId: 2n } })
const id = Number(before.id)
const path = `/v1/products/${id}/`
const put = (body: unknown) => store.rest(`PUT ${path}`, store.merchant, json(body))
const camel = (name: string) => name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase())

beforeEach(async () => {
  await db.product.update({ where: ofStore(before.id), data: before })
})

/** A new value for every field that may be written. */
const everything = {
  name: 'Coffee Chest',
  description: 'More coffee.\nÉven more.',
  sku: 'CHEST',
  slug: 'coffee-chest',
  visible: false,
  listed: false,
  giftable: !before.giftable,
  reviewable: !before.reviewable,
  single_purchasable: !before.singlePurchasable,
  ship_weight: 2.5,
  ship_option: 'weight',
  flat_ship_price: 1234,
  gift_shipping: 100_000_000_000,
}

const checkChange = (change: GivenOf<typeof writable>) => checked(writable, change)

describe('the rule', () => {
  it.each([
    ['name', 200],
    ['description', 50_000],
    ['sku', 100],
    ['slug', 200],
  ])('takes a %s of at most %i characters', (name, most) => {
    expect(() => checkChange({ [name]: 'x'.repeat(most) })).not.toThrow()
    expect(() => checkChange({ [name]: 'x'.repeat(most + 1) })).toThrow(`${name} must have at most ${most} characters.`)
  })

  it('takes a weight that is a number of at least 0, and no more than a number keeps exactly', () => {
    for (const shipWeight of [0, 0.5, 100_000_000_000]) expect(() => checkChange({ shipWeight })).not.toThrow()
    for (const shipWeight of [100_000_000_000.5, 2 ** 53, 1e300])
      expect(() => checkChange({ shipWeight })).toThrow('ship_weight must be at most 100000000000.')
    for (const shipWeight of [-0.01, Infinity, Number.NaN])
      expect(() => checkChange({ shipWeight })).toThrow('ship_weight must be a number of at least 0.')
  })

  it('takes the three ways shipping is priced', () => {
    for (const shipOption of ['flat', 'weight', 'free']) expect(() => checkChange({ shipOption })).not.toThrow()
    for (const shipOption of ['', 'Flat', 'drone'])
      expect(() => checkChange({ shipOption })).toThrow('ship_option must be one of flat, weight, free.')
  })
})

describe('on both surfaces', () => {
  const asked = (body: object) => ({
    rest: [`PUT ${path}`, json(body)] as [string, RequestInit],
    graphql: ['updateProduct', { id, ...Object.fromEntries(Object.entries(body).map(([key, each]) => [camel(key), each])) }] as [
      string,
      object,
    ],
  })

  it.each(Object.keys(everything))('%s cannot be null', async (name) => {
    await expectRefused(store, asked({ [name]: null }), 'BAD_INPUT', `${name} must not be null.`)
  })

  it.each([
    ['name', '', 'name must not be empty.'],
    ['name', ' \t', 'name must not be empty.'],
    ['slug', '', 'slug must not be empty.'],
    ['name', 'x'.repeat(201), 'name must have at most 200 characters.'],
    ['sku', 'x'.repeat(101), 'sku must have at most 100 characters.'],
    ['ship_weight', -1, 'ship_weight must be a number of at least 0.'],
    ['ship_option', 'drone', 'ship_option must be one of flat, weight, free.'],
    ['flat_ship_price', 100_000_000_001, 'flat_ship_price must be at most 100000000000.'],
    ['flat_ship_price', -1, 'flat_ship_price must be a number of at least 0.'],
    ['gift_shipping', -1, 'gift_shipping must be a number of at least 0.'],
    ['name', 'a\u0000', 'A value is not allowed: text must not contain the NUL character.'],
  ])('%s = %j is refused, and nothing else of the write is done', async (name, value, message) => {
    const body = { description: 'Would be fine.', [name]: value }
    const both = message.startsWith('A value') ? { rest: asked(body).rest } : asked(body)
    await expectRefused(store, both, 'BAD_INPUT', message)
  })

  it('a slug is of one product of the store, but two stores may have the same', async () => {
    await expectRefused(store, asked({ slug: other.slug }), 'BAD_INPUT', 'slug is already the slug of another product.')
    expect((await put({ slug: before.slug })).status).toBe(200)
    expect((await put({ slug: theirs.slug })).body.slug).toBe(theirs.slug)
  })

  it("a missing product and another store's are not found", async () => {
    for (const id of [9_007_199_254_740_991, Number(theirs.id)]) {
      const both: Asked = {
        rest: [`PUT /v1/products/${id}/`, json({ name: 'X' })],
        graphql: ['updateProduct', { id, name: 'X' }],
      }
      await expectRefused(store, both, 'NOT_FOUND', 'Not found.')
    }
  })
})

describe('REST', () => {
  it('writes every writable field and answers the product; a read shows the same', async () => {
    const { status, body } = await put(everything)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, ...everything })
    expect((await store.rest(path)).body).toEqual(body)
  })

  it('leaves what is not given as it is', async () => {
    const { body: read } = await store.rest(path)
    expect((await put({ ship_weight: 3.25 })).body).toEqual({ ...read, ship_weight: 3.25 })
    expect((await put({})).body).toEqual({ ...read, ship_weight: 3.25 })
  })

  it('takes a product that was read and is sent back with one field changed; PATCH is the same', async () => {
    const { body: read } = await store.rest(path)
    for (const [method, name] of [
      ['PUT', 'One'],
      ['PATCH', 'Two'],
    ]) {
      const { status, body } = await store.rest(`${method} ${path}`, store.merchant, json({ ...read, name }))
      expect({ status, body }).toEqual({ status: 200, body: { ...read, name } })
    }
  })

  it('hides a product from the storefront at once', async () => {
    const at = `/v1/store/api/products/${id}/`
    expect((await store.rest(at)).status).toBe(200)
    await put({ visible: 'False' })
    expect((await store.rest(at)).status).toBe(404)
  })

  it.each([
    ['name', 3, 'name must be text.'],
    ['visible', 'maybe', 'visible must be true or false.'],
    ['ship_weight', 'heavy', 'ship_weight must be a number.'],
    ['ship_weight', 2 ** 53, 'ship_weight must be at most 100000000000.'],
    [
      'flat_ship_price',
      1.5,
      "flat_ship_price must be a whole number of the currency's smallest unit, such as 999 for 9.99, not 1.5.",
    ],
    ['deleted', !before.deleted, 'deleted is read-only; DELETE /v1/products/{prod_id}/ changes it.'],
    ['id', id + 1, 'id is read-only.'],
    ['product_billing_id', 4711, 'product_billing_id is read-only.'],
    ['meta', { changed: true }, 'meta is read-only.'],
    ['colour', 'red', 'Unknown field: colour'],
  ])('refuses %s = %j', async (name, value, message) => {
    await expectRefused(store, { rest: [`PUT ${path}`, json({ [name]: value })] }, 'BAD_INPUT', message)
  })

  it('lets one of two products have a slug both want at once', async () => {
    const paths = [path, `/v1/products/${other.id}/`]
    const answers = await Promise.all(paths.map((at) => store.rest(`PUT ${at}`, store.merchant, json({ slug: 'wanted' }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await db.product.count({ where: { storeId: 1n, slug: 'wanted' } })).toBe(1)
    await db.product.update({ where: ofStore(other.id), data: { slug: other.slug } })
  })

  it('costs four statements, and three when it changes nothing', async () => {
    expect(await store.statements(() => put(everything))).toHaveLength(4)
    expect(await store.statements(() => put(everything))).toHaveLength(3)
  })
})

describe('GraphQL', () => {
  it('writes, and REST shows it at once', async () => {
    const input = Object.fromEntries(Object.entries(everything).map(([name, value]) => [camel(name), value]))
    const { record, userErrors } = await mutate(
      store,
      'updateProduct',
      { id, ...input },
      `product { ${Object.keys(input).join(' ')} }`,
    )
    expect({ record, userErrors }).toEqual({ record: input, userErrors: [] })
    expect((await store.rest(path)).body).toMatchObject(everything)
  })

  it('refuses a weight written in the document that is no number', async () => {
    const query = `mutation { updateProduct(input: { id: ${id}, shipWeight: 1e999 }) { userErrors { field message } } }`
    const { data } = await store.graphql(query)
    expect(data.updateProduct.userErrors).toEqual([
      { field: 'shipWeight', message: 'shipWeight must be a number of at least 0.' },
    ])
  })

  it('is not open to customers', async () => {
    const query = `mutation { updateProduct(input: { id: ${id}, name: "Mine" }) { userErrors { code } } }`
    const { errors } = await store.graphql(query, {}, store.customer)
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  })

  it('logs what changed', async () => {
    await mutate(store, 'updateProduct', { id, name: 'Coffee Chest', sku: before.sku })
    const entry = await db.logEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({
      operation: 'updateProduct',
      actor: 'key demo',
      changes: { name: { from: before.name, to: 'Coffee Chest' } },
    })
  })
})
