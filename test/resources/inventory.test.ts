/** Stock records: counted anew. */

import { beforeEach, describe, expect, it } from 'vitest'
import { writable } from '../../src/resources/inventory/writable.ts'
import type { GivenOf } from '../../src/values/writable.ts'
import { checked } from '../../src/values/written-values.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { tables } from '../writes/tables.ts'
import { type Asked, expectRefused, form, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const before = await db.productInventory.findFirstOrThrow({
  where: { storeId: 1n, trackInventory: true, quantityOnHand: { gt: 1 } },
})
const theirs = await db.productInventory.findFirstOrThrow({ where: { storeId: 2n } })
const productInstanceId = Number(before.productInstanceId)
const path = `/v1/product_instances/${productInstanceId}/inventory/`
const put = (body: unknown) => store.rest(`PUT ${path}`, store.merchant, json(body))
const outside = 'Product Inventory Update Exception: confidence must be between 1-10.'
const camel = (name: string) => name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase())

beforeEach(async () => {
  await db.productInventory.update({ where: ofStore(before.id), data: before })
})

const checkChange = (change: GivenOf<typeof writable>) => checked(writable, change)

describe('the rule', () => {
  it('takes a confidence from 1 to 10 inclusive', () => {
    for (const confidence of [1, 5, 10]) expect(() => checkChange({ confidence })).not.toThrow()
    for (const confidence of [0, 11, -1, 2_147_483_647, 1e300, Infinity, -Infinity])
      expect(() => checkChange({ confidence })).toThrow(outside)
  })

  it('takes a quantity of 0, and none below', () => {
    expect(() => checkChange({ quantityOnHand: 0 })).not.toThrow()
    expect(() => checkChange({ quantityOnHand: -1 })).toThrow('quantity_on_hand must be a number of at least 0.')
  })
})

describe('on both surfaces', () => {
  it.each([
    ['confidence', 0, outside],
    ['confidence', 11, outside],
    ['quantity_on_hand', -1, 'quantity_on_hand must be a number of at least 0.'],
    ['quantity_on_hand', null, 'quantity_on_hand must not be null.'],
    ['confidence', null, 'confidence must not be null.'],
    ['track_inventory', null, 'track_inventory must not be null.'],
    ['out_of_stock_purchases', null, 'out_of_stock_purchases must not be null.'],
  ])('%s = %j is refused, and nothing else of the write is done', async (name, value, message) => {
    // The other fields of the write would be fine.
    const others = name === 'quantity_on_hand' ? { confidence: 2 } : { quantity_on_hand: 3 }
    const body = { ...others, [name]: value }
    const input = Object.fromEntries(Object.entries(body).map(([key, each]) => [camel(key), each]))
    const asked: Asked = { rest: [`PUT ${path}`, json(body)], graphql: ['updateInventory', { productInstanceId, ...input }] }
    await expectRefused(store, asked, 'BAD_INPUT', message)
  })

  it.each([
    '0',
    '11',
    '-1',
    '2147483648',
    '99999999999',
    '-9007199254740993',
    '123456789012345678901234567890',
    '1e400',
    '-1e400',
    '1e2',
    '10.5',
    '0.5',
    '-0.1',
  ])(
    'confidence = %s is outside of 1 to 10 however large it is: in a body, a form, a variable and a document',
    async (confidence) => {
      const before = await tables(db)
      const inBody = await store.rest(`PUT ${path}`, store.merchant, {
        body: `{"quantity_on_hand":3,"confidence":${confidence}}`,
      })
      const query = (value: string) =>
        `mutation M(${value.startsWith('$') ? '$c: WholeNumber' : '$q: Int'}) {
          updateInventory(input: { productInstanceId: ${productInstanceId}, quantityOnHand: ${value.startsWith('$') ? 3 : '$q'}, confidence: ${value} }) { userErrors { code message } } }`
      const graphql = async (value: string, variables: string) => {
        const headers = { 'Content-Type': 'application/json', Authorization: store.merchant }
        const body = `{"query":${JSON.stringify(query(value))},"variables":${variables}}`
        return (await store.fetch('/graphql', { method: 'POST', headers, body })).json()
      }
      const refused = { data: { updateInventory: { userErrors: [{ code: 'BAD_INPUT', message: outside }] } } }
      expect({ status: inBody.status, body: inBody.body }).toEqual({ status: 400, body: { errors: [outside] } })
      expect(await graphql('$c', `{"c":${confidence}}`)).toMatchObject(refused)
      expect(await graphql(confidence, '{"q":3}')).toMatchObject(refused)
      if (!confidence.includes('e')) {
        const inForm = await store.rest(`PUT ${path}`, store.merchant, form(`confidence=${confidence}`))
        expect({ status: inForm.status, body: inForm.body }).toEqual({ status: 400, body: { errors: [outside] } })
      }
      expect(await tables(db)).toEqual(before)
    },
  )

  it('stock below zero may be sent back as it is, and not be written', async () => {
    await db.productInventory.update({ where: ofStore(before.id), data: { quantityOnHand: -3 } })
    const { body: read } = await store.rest(path)
    expect((await put({ ...read, confidence: 3 })).body).toEqual({ ...read, confidence: 3 })
    expect((await put({ ...read, quantity_on_hand: -2 })).body.errors).toEqual([
      'quantity_on_hand must be a number of at least 0.',
    ])
  })

  it('everything a rule refuses is named at once', async () => {
    const { status, body } = await put({ quantity_on_hand: -1, confidence: 10.5, track_inventory: true })
    expect([status, body.errors]).toEqual([400, ['quantity_on_hand must be a number of at least 0.', outside]])
    const product = await store.rest(
      'PUT /v1/products/1/',
      store.merchant,
      json({ name: ' ', flat_ship_price: -1, ship_option: 'air' }),
    )
    expect([product.status, product.body.errors]).toEqual([
      400,
      [
        'name must not be empty.',
        'ship_option must be one of flat, weight, free.',
        'flat_ship_price must be a number of at least 0.',
      ],
    ])
    const order = await store.rest(
      'PUT /v1/orders/1/',
      store.merchant,
      json({ note: 'x'.repeat(10_001), gift_renewal_notif: null }),
    )
    expect(order.body.errors).toHaveLength(2)
  })

  it("a missing form and another store's are not found", async () => {
    for (const id of [9_007_199_254_740_991, Number(theirs.productInstanceId)]) {
      const asked: Asked = {
        rest: [`PUT /v1/product_instances/${id}/inventory/`, json({ quantity_on_hand: 1 })],
        graphql: ['updateInventory', { productInstanceId: id, quantityOnHand: 1 }],
      }
      await expectRefused(store, asked, 'NOT_FOUND', 'Not found.')
    }
  })
})

describe('REST', () => {
  it('writes the fields that are given and answers the record in detail form', async () => {
    const { status, body } = await put({ quantity_on_hand: 7, confidence: 4 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: Number(before.id),
      quantity_on_hand: 7,
      confidence: 4,
      out_of_stock_purchases: before.outOfStockPurchases,
      track_inventory: before.trackInventory,
      type: 'product_inventory',
      instance: { id: productInstanceId, type: 'product_instance' },
    })
    expect((await store.rest(path)).body).toEqual(body)
  })

  it('takes flags and numbers as a form writes them', async () => {
    const { status, body } = await store.rest(`PUT ${path}`, store.merchant, {
      body: 'quantity_on_hand=9&track_inventory=False&out_of_stock_purchases=1',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ quantity_on_hand: 9, track_inventory: false, out_of_stock_purchases: true })
  })

  it('takes a record that was read and is sent back with one field changed', async () => {
    const { body: read } = await store.rest(path)
    const { status, body } = await put({ ...read, quantity_on_hand: 21 })
    expect({ status, body }).toEqual({ status: 200, body: { ...read, quantity_on_hand: 21 } })
  })

  it.each([
    ['quantity_on_hand', 'many', 'quantity_on_hand must be a whole number of at most 32 bits.'],
    ['quantity_on_hand', 1.5, 'quantity_on_hand must be a whole number of at most 32 bits.'],
    ['quantity_on_hand', 2_147_483_648, 'quantity_on_hand must be a whole number of at most 32 bits.'],
    ['confidence', '', 'confidence must be a whole number.'],
    ['confidence', 5.5, 'confidence must be a whole number.'],
    ['confidence', '5.0', 'confidence must be a whole number.'],
    ['confidence', true, 'confidence must be a whole number.'],
    ['track_inventory', 'maybe', 'track_inventory must be true or false.'],
    ['out_of_stock_purchases', 2, 'out_of_stock_purchases must be true or false.'],
    ['product_id', 1_000_000, 'product_id is read-only.'],
    ['shelf', 1, 'Unknown field: shelf'],
  ])('refuses %s = %j', async (name, value, message) => {
    await expectRefused(store, { rest: [`PUT ${path}`, json({ [name]: value })] }, 'BAD_INPUT', message)
  })

  it('shows in the storefront at once', async () => {
    await put({ quantity_on_hand: 77 })
    const filter = `product_instance_id=${productInstanceId}`
    const counted = await db.productInventory.count({
      where: { id: before.id, product: { singlePurchasable: true, visible: true, deleted: false } },
    })
    const { body } = await store.rest(`/v1/store/api/products/inventory/?${filter}`)
    expect(body.results.map((each: Record<string, number>) => each['on-hand'])).toEqual(counted ? [77] : [])
    expect((await store.rest(`/v1/inventory/?${filter}`)).body.results[0].quantity_on_hand).toBe(77)
  })

  it('costs five statements with the movement of its count, and three when it changes nothing', async () => {
    expect(await store.statements(() => put({ quantity_on_hand: 3 }))).toHaveLength(5)
    expect(await store.statements(() => put({ quantity_on_hand: 3 }))).toHaveLength(3)
  })
})

describe('GraphQL', () => {
  it('writes, and REST shows it at once', async () => {
    const { record, userErrors } = await mutate(
      store,
      'updateInventory',
      { productInstanceId, quantityOnHand: 12, outOfStockPurchases: true },
      'inventory { id quantityOnHand outOfStockPurchases }',
    )
    expect(userErrors).toEqual([])
    expect(record).toEqual({ id: String(before.id), quantityOnHand: 12, outOfStockPurchases: true })
    expect((await store.rest(path)).body).toMatchObject({ quantity_on_hand: 12, out_of_stock_purchases: true })
  })

  it('names the field a refusal is about', async () => {
    const { record, userErrors } = await mutate(
      store,
      'updateInventory',
      { productInstanceId, confidence: 11 },
      'inventory { id }',
    )
    expect({ record, userErrors }).toEqual({
      record: null,
      userErrors: [{ code: 'BAD_INPUT', field: 'confidence', message: outside }],
    })
  })

  it('logs what changed', async () => {
    await mutate(store, 'updateInventory', { productInstanceId, quantityOnHand: 12, confidence: before.confidence })
    const entry = await db.logEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({
      operation: 'updateInventory',
      changes: { quantityOnHand: { from: before.quantityOnHand, to: 12 } },
    })
  })
})
