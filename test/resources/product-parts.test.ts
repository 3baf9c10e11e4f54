/** Each part of a product by its own mutation, which is setting the product with that part alone, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

// biome-ignore lint/suspicious/noExplicitAny: records are looked into by tests that know their shape
type Any = any
const rest = async (request: string, body?: object): Promise<{ status: number; body: Any }> => {
  const { status, body: answer } = await store.rest(request as 'GET /v1/', store.merchant, body && json(body))
  return { status, body: answer }
}
const done = async (name: string, input: object, shows: string): Promise<Any> => {
  const { record, userErrors } = await mutate(store, name, input, shows)
  expect(userErrors).toEqual([])
  return record
}
const lastEvents = async (take: number) => {
  const events = await db.event.findMany({ orderBy: { id: 'desc' }, take })
  return events.reverse().map(({ type, recordType, recordId, changes }) => ({ type, recordType, recordId, changes }))
}

describe('An instance', () => {
  it('is made with its values, prices, pictures and stock, under its product', async () => {
    const { id, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const variant = await rest(`POST /v1/products/${id}/variants/`, { name: 'Size' })
    expect(variant).toMatchObject({ status: 201, body: { name: 'Size', product_id: id, archived_at: null, values: [] } })
    const value = await rest(`POST /v1/product_variant_types/${variant.body.id}/values/`, { value: 'L' })
    expect(value).toMatchObject({
      status: 201,
      body: { value: 'L', is_default: false, product_variant_type_id: variant.body.id },
    })
    const { status, body } = await rest(`POST /v1/products/${id}/instances/`, {
      ...{ sku: 'L-1', price: 900, variants: [{ name: 'Size', value: 'L' }], images: [{ url: 'https://img.example/l' }] },
      ...{ term_prices: [{ term_id: terms[0]?.id, price: 650 }], stock: { quantity_on_hand: 4 } },
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...{ sku: 'L-1', price: 900, product_id: id, deleted: false, images: [{ url: 'https://img.example/l' }] },
        ...{ term_prices: [{ term_id: terms[0]?.id, price: 650 }], inventory: { quantity_on_hand: 4 } },
        variants: [{ variant_value: { id: value.body.id } }],
      },
    })
    const [event] = await lastEvents(1)
    expect(event).toMatchObject({
      ...{ type: 'product_instance.created', recordType: 'product_instance', recordId: BigInt(body.id) },
      changes: { sku: { from: null, to: 'L-1' }, productId: { to: id }, inventory: { to: [{ quantityOnHand: 4 }] } },
    })
  })

  it('has a stock record, which is not tracked unless it is given', async () => {
    const { id } = await addProduct(db)
    const made = await done(
      'createProductInstance',
      { productId: id, price: 5 },
      'productInstance { inventory { trackInventory } }',
    )
    expect(made).toEqual({ inventory: { trackInventory: false } })
  })

  it('is updated, archived and restored, and each marks its product', async () => {
    const { id, instanceId } = await addProduct(db)
    const marks = async () => (await db.product.findFirstOrThrow({ where: { id } })).changedIn
    const path = `/v1/product_instances/${instanceId}/`
    const writes: [string, object | undefined, number, object | undefined, string][] = [
      [`PUT ${path}`, { price: 5 }, 200, { price: 5, deleted: false }, 'updated'],
      [`DELETE ${path}`, undefined, 204, undefined, 'archived'],
      [`PUT ${path}restore/`, undefined, 200, { price: 5, deleted: false }, 'restored'],
      [`PUT ${path}set/`, { images: [{ url: 'https://img.example/new' }] }, 200, { images: [{}] }, 'updated'],
    ]
    for (const [request, body, status, shown, what] of writes) {
      const before = await marks()
      const answer = await rest(request, body)
      expect(answer.status).toBe(status)
      if (shown) expect(answer.body).toMatchObject(shown)
      expect((await lastEvents(1))[0]).toMatchObject({ type: `product_instance.${what}`, recordId: BigInt(instanceId) })
      expect(await marks()).not.toBe(before)
    }
  })

  it('has a sku of its own among the live ones of its product', async () => {
    const { id } = await addProduct(db)
    const { id: first } = await done('createProductInstance', { productId: id, sku: 'ONE', price: 1 }, 'productInstance { id }')
    const twice = 'sku is that of another product instance already; each product instance has another.'
    await expectRefused(
      store,
      {
        rest: [`POST /v1/products/${id}/instances/`, json({ sku: 'ONE', price: 1 })],
        graphql: ['createProductInstance', { productId: id, sku: 'ONE', price: 1 }],
      },
      'BAD_INPUT',
      twice,
    )
    await mutate(store, 'archiveProductInstance', { id: first })
    await done('createProductInstance', { productId: id, sku: 'ONE', price: 1 }, 'productInstance { id }')
    await expectRefused(
      store,
      { rest: [`PUT /v1/product_instances/${first}/restore/`], graphql: ['restoreProductInstance', { id: first }] },
      'BAD_INPUT',
      twice,
    )
  })

  it('has the external id that no other instance of the store has', async () => {
    const [one, other] = [await addProduct(db), await addProduct(db)]
    const made = await done(
      'createProductInstance',
      { productId: one.id, externalId: 'erp-1', price: 1 },
      'productInstance { id externalId }',
    )
    expect(made).toMatchObject({ externalId: 'erp-1' })
    const again = { externalId: 'erp-1', price: 1 }
    await expectRefused(
      store,
      { graphql: ['createProductInstance', { productId: other.id, ...again }] },
      'BAD_INPUT',
      'external_id is already the external id of another product instance.',
    )
    const { instances } = await done(
      'setProduct',
      { id: one.id, instances: [{ id: one.instanceId }, { externalId: 'erp-1', sku: 'RENAMED' }] },
      'product { instances { id sku } }',
    )
    expect(instances[1]).toEqual({ id: made.id, sku: 'RENAMED' })
  })

  it('names what is wrong with it by the names of its own input', async () => {
    const { id, instanceId } = await addProduct(db)
    const wrong: [object, object, string][] = [
      [{ price: -1 }, { price: -1 }, 'price must be a number of at least 0.'],
      [{ stock: { confidence: 11 } }, { stock: { confidence: 11 } }, 'stock.confidence must be from 1 to 10.'],
      [
        { variants: [{ name: 'No', value: 'No' }] },
        { variants: [{ name: 'No', value: 'No' }] },
        'variants[0].value must be a value of a variant of the product, by the name of both.',
      ],
    ]
    for (const [onRest, onGraphql, message] of wrong)
      await expectRefused(
        store,
        {
          rest: [`PUT /v1/product_instances/${instanceId}/set/`, json(onRest)],
          graphql: ['setProductInstance', { id: instanceId, ...onGraphql }],
        },
        'BAD_INPUT',
        message,
      )
    expect(id).toBeGreaterThan(0)
  })

  it('writes nothing where nothing changes', async () => {
    const { instanceId } = await addProduct(db, { price: 1000 })
    const known = [await db.event.count(), await db.logEntry.count()]
    await done('updateProductInstance', { id: instanceId, price: 1000 }, 'productInstance { id }')
    expect([await db.event.count(), await db.logEntry.count()]).toEqual(known)
  })

  it("of another store's product is like a missing one", async () => {
    const foreign = await addProduct(db, { storeId: 2 })
    for (const id of [foreign.id, 999_999])
      await expectRefused(
        store,
        {
          rest: [`POST /v1/products/${id}/instances/`, json({ price: 1 })],
          graphql: ['createProductInstance', { productId: id, price: 1 }],
        },
        'NOT_FOUND',
        `There is no product ${id}: product_id must name one.`,
      )
    for (const id of [foreign.instanceId, 999_999])
      await expectRefused(
        store,
        { rest: [`DELETE /v1/product_instances/${id}/`], graphql: ['archiveProductInstance', { id }] },
        'NOT_FOUND',
        'Not found.',
      )
  })
})

describe('A kind of subscription and its terms', () => {
  it('are made under what they belong to, with prices', async () => {
    const { id } = await addProduct(db)
    const type = await rest(`POST /v1/products/${id}/subscription_types/`, { name: 'Box' })
    expect(type).toMatchObject({ status: 201, body: { name: 'Box', product_id: id, terms: [] } })
    const term = await rest(`POST /v1/subscription_types/${type.body.id}/terms/`, { name: 'Year', num_cycles: 12, price: 9000 })
    expect(term).toMatchObject({ status: 201, body: { name: 'Year', num_cycles: 12, subscription_type_id: type.body.id } })
    const { body } = await rest(`GET /v1/products/${id}/`)
    expect(body.base_term_prices).toMatchObject([{ term_id: term.body.id, price: 9000 }])
    const gift = await done(
      'updateSubscriptionTypeTerm',
      { id: term.body.id, giftPrice: 9500, price: null },
      'subscriptionTypeTerm { termPrices { price gift } }',
    )
    expect(gift).toEqual({ termPrices: [{ price: 9500, gift: true }] })
    expect((await lastEvents(1))[0]).toMatchObject({
      ...{ type: 'subscription_type_term.updated', recordId: BigInt(term.body.id) },
      changes: { termPrices: { from: [{ price: 9000 }], to: [{ price: 9500, gift: true }] } },
    })
  })

  it('may have one name and several lengths', async () => {
    const { id } = await addProduct(db)
    const { id: type } = await done('createSubscriptionType', { productId: id, name: 'Box' }, 'subscriptionType { id }')
    const term = { subscriptionTypeId: type, name: 'Prepaid' }
    for (const numCycles of [3, 6])
      await done('createSubscriptionTypeTerm', { ...term, numCycles }, 'subscriptionTypeTerm { id }')
    await expectRefused(
      store,
      { graphql: ['createSubscriptionTypeTerm', { ...term, numCycles: 6 }] },
      'BAD_INPUT',
      'name and num_cycles are those of another subscription type term already; each subscription type term has another.',
    )
  })

  it('make another term where one that is subscribed to gets another length, with all of its prices', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const [{ id: termId } = { id: 0 }] = product.terms
    await addSubscription(db, { customer: await addCustomer(db), product })
    await done(
      'createProductInstanceSubscriptionTypeTermPrice',
      { productInstanceId: product.instanceId, termId, price: 650 },
      'productInstanceSubscriptionTypeTermPrice { id }',
    )
    const { status, body } = await rest(`PUT /v1/subscription_type_terms/${termId}/`, { num_cycles: 6 })
    expect({ status, body }).toMatchObject({ status: 200, body: { num_cycles: 6, archived_at: null } })
    expect(body.id).not.toBe(termId)
    const prices = {
      product: await db.productTermPrice.findMany(),
      own: await db.productInstanceSubscriptionTypeTermPrice.findMany(),
    }
    const of = (rows: { termId: bigint; price: bigint }[], id: number) =>
      rows.filter((each) => each.termId === BigInt(id)).map(({ price }) => Number(price))
    for (const id of [termId, body.id]) expect([of(prices.product, id), of(prices.own, id)]).toEqual([[700], [650]])
    expect(await lastEvents(2)).toMatchObject([
      { type: 'subscription_type_term.created', recordId: BigInt(body.id), changes: { numCycles: { from: null, to: 6 } } },
      { type: 'subscription_type_term.archived', recordId: BigInt(termId), changes: { archivedAt: { from: null } } },
    ])
  })

  it('keep those who subscribed for a term that is archived, which is sold no more', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const [{ id: termId } = { id: 0 }] = product.terms
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    expect((await rest(`DELETE /v1/subscription_type_terms/${termId}/`)).status).toBe(204)
    const { data } = await store.graphql(`{ subscription(id: ${id}) { price quantity term { id } } }`)
    expect(data.subscription).toEqual({ price: 700, quantity: 1, term: { id: String(termId) } })
    const products = [{ productInstance: { id: product.instanceId }, term: { id: termId } }]
    const { userErrors } = await mutate(store, 'createOrder', { customer: { id: (await addCustomer(db)).id }, products })
    expect(userErrors).toMatchObject([{ code: 'BAD_INPUT' }])
  })
})

describe('The price of an instance for a term', () => {
  it('is set, changed and deleted, and comes before that of the product', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const [{ id: termId } = { id: 0 }] = product.terms
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    const price = async () => (await store.graphql(`{ subscription(id: ${id}) { price } }`)).data.subscription.price
    const made = await rest(`POST /v1/product_instances/${product.instanceId}/term_prices/`, { term_id: termId, price: 650 })
    expect(made).toMatchObject({ status: 201, body: { price: 650, term_id: termId, product_instance_id: product.instanceId } })
    expect(await price()).toBe(650)
    const path = `/v1/product_instance_term_prices/${made.body.id}/`
    expect((await rest(`PUT ${path}`, { price: 640 })).body).toMatchObject({ price: 640 })
    expect(await price()).toBe(640)
    expect((await rest(`DELETE ${path}`)).status).toBe(204)
    expect(await price()).toBe(700)
  })

  it('is one for a term of its product, and one only', async () => {
    const [product, other] = [
      await addProduct(db, { terms: [{ cycles: 1, price: 700 }] }),
      await addProduct(db, { terms: [{ cycles: 1, price: 700 }] }),
    ]
    const write = (termId: number | undefined) => ({
      rest: [`POST /v1/product_instances/${product.instanceId}/term_prices/`, json({ term_id: termId, price: 1 })] as [
        string,
        object,
      ],
      graphql: [
        'createProductInstanceSubscriptionTypeTermPrice',
        { productInstanceId: product.instanceId, termId, price: 1 },
      ] as [string, object],
    })
    await expectRefused(store, write(other.terms[0]?.id), 'BAD_INPUT', 'term_id must be a term of the product.')
    await done(...(write(product.terms[0]?.id).graphql as [string, object]), 'productInstanceSubscriptionTypeTermPrice { id }')
    await expectRefused(
      store,
      write(product.terms[0]?.id),
      'BAD_INPUT',
      'Another product instance subscription type term price has the same product_instance_id and term_id.',
    )
  })
})

describe('The rhythm', () => {
  it('is changed in place, and another one where somebody subscribes', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const path = `PUT /v1/products/${product.id}/billing/`
    expect((await rest(path, { rebill_months: 2 })).body.billing).toMatchObject({ id: product.billingId, rebill_months: 2 })
    const id = await addSubscription(db, { customer: await addCustomer(db), product })
    const { status, body } = await rest(path, { rebill_months: 0, rebill_weeks: 6 })
    expect({ status, body }).toMatchObject({ status: 200, body: { billing: { rebill_months: 0, rebill_weeks: 6 } } })
    expect(body.billing.id).not.toBe(product.billingId)
    const { data } = await store.graphql(`{ subscription(id: ${id}) { billing { id rebillMonths } } }`)
    expect(data.subscription.billing).toEqual({ id: String(product.billingId), rebillMonths: 2 })
    expect((await lastEvents(1))[0]).toMatchObject({
      type: 'product.updated',
      changes: { productBillingId: { to: body.billing.id } },
    })
    await expectRefused(
      store,
      {
        rest: [path, json({ rebill_weeks: 0 })],
        graphql: ['updateProductBilling', { productId: product.id, rebillWeeks: 0 }],
      },
      'BAD_INPUT',
      'Either rebill_months or rebill_weeks must be at least 1, and not both.',
    )
  })
})

describe('A picture', () => {
  it('is added to a product, an instance or a value, and deleted', async () => {
    const { id, instanceId } = await addProduct(db)
    const { id: variant } = await done('createProductVariantType', { productId: id, name: 'Size' }, 'productVariantType { id }')
    const value = { productVariantTypeId: variant, value: 'L' }
    const { id: valueId } = await done('createProductVariantValue', value, 'productVariantValue { id }')
    for (const [name, owner] of Object.entries({
      product_id: id,
      product_instance_id: instanceId,
      product_variant_value_id: Number(valueId),
    })) {
      const made = await rest('POST /v1/product_images/', { [name]: owner, url: 'https://img.example/a' })
      expect(made).toMatchObject({ status: 201, body: { [name]: owner, url: 'https://img.example/a' } })
      await expectRefused(
        store,
        { rest: ['POST /v1/product_images/', json({ [name]: owner, url: 'https://img.example/a' })] },
        'BAD_INPUT',
        'url is that of another product image already; each product image has another.',
      )
      expect((await rest(`DELETE /v1/product_images/${made.body.id}/`)).status).toBe(204)
      expect((await lastEvents(1))[0]).toMatchObject({ type: 'product_image.deleted', recordId: BigInt(made.body.id) })
      expect((await rest(`GET /v1/product_images/${made.body.id}/`)).status).toBe(404)
    }
  })

  it('shows exactly one thing', async () => {
    const { id, instanceId } = await addProduct(db)
    const message = 'Exactly one of product_id, product_instance_id and product_variant_value_id must be given.'
    for (const owners of [{}, { productId: id, productInstanceId: instanceId }])
      await expectRefused(
        store,
        { graphql: ['createProductImage', { url: 'https://img.example/b', ...owners }] },
        'BAD_INPUT',
        message,
      )
  })
})

describe('A variant and its values', () => {
  it('are changed, archived and restored', async () => {
    const { id } = await addProduct(db)
    const { body: variant } = await rest(`POST /v1/products/${id}/variants/`, { name: 'Size' })
    const { body: value } = await rest(`POST /v1/product_variant_types/${variant.id}/values/`, { value: 'L', is_default: true })
    const paths = {
      [`/v1/product_variant_types/${variant.id}/`]: { name: 'Width' },
      [`/v1/product_variant_values/${value.id}/`]: { value: 'XL' },
    }
    for (const [path, change] of Object.entries(paths)) {
      expect((await rest(`PUT ${path}`, change)).body).toMatchObject(change)
      expect((await rest(`DELETE ${path}`)).status).toBe(204)
      expect((await rest(`GET ${path}`)).body).toMatchObject({ archived_at: expect.any(String) })
      expect((await rest(`PUT ${path}`, { description: 'x' })).body).toMatchObject({ archived_at: expect.any(String) })
      expect((await rest(`PUT ${path}restore/`)).body).toMatchObject({ archived_at: null, description: 'x' })
    }
  })
})
