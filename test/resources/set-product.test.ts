/** Products are made and set with all of their parts in one write, on both surfaces (`products/set.ts`). */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
let number = 0

const shirt = () => ({
  name: `Shirt ${++number}`,
  billing: { rebillMonths: 3 },
  variants: [
    { name: 'Size', values: [{ value: 'S' }, { value: 'L', isDefault: true }] },
    { name: 'Colour', values: [{ value: 'Red', images: [{ url: 'https://img.example/red.png' }] }] },
  ],
  subscriptionTypes: [
    {
      name: 'Box',
      terms: [
        { name: 'Short', numCycles: 1, price: 1500, giftPrice: 1700 },
        { name: 'Long', numCycles: 4, price: 5000 },
      ],
    },
  ],
  instances: [
    {
      sku: `S-RED-${number}`,
      price: 1900,
      variants: [
        { name: 'Size', value: 'S' },
        { name: 'Colour', value: 'Red' },
      ],
      termPrices: [{ name: 'Long', price: 4500 }],
      stock: { quantityOnHand: 7 },
    },
    {
      sku: `L-RED-${number}`,
      price: 2100,
      variants: [{ name: 'Size', value: 'L' }],
      images: [{ url: 'https://img.example/l.png' }],
    },
  ],
  images: [{ url: 'https://img.example/shirt.png' }],
  surveys: [{ name: 'Fit', fields: [{ name: 'Too small?' }, { name: 'Too big?' }] }],
})

const shows = `product {
  id name slug visible shipOption billing { id rebillMonths rebillWeeks rebillDay }
  variants { id name values { id value isDefault images { url } } }
  subscriptionTypes { id name terms { id name numCycles enabled } }
  baseTermPrices { termId price } giftTermPrices { termId price }
  instances { id sku price deleted images { url } termPrices { price term { name } } variants { variantType { name } variantValue { value } }
    inventory { quantityOnHand trackInventory } }
  images { id url } surveys { id name fields { name } }
}`
// biome-ignore lint/suspicious/noExplicitAny: records are looked into by tests that know their shape
type Any = any
const made = async (input: object = shirt()): Promise<Any> => {
  const { record, userErrors } = await mutate(store, 'createProduct', input, shows)
  expect(userErrors).toEqual([])
  return record
}
const set = async (id: string, input: object): Promise<Any> => {
  const { record, userErrors } = await mutate(store, 'setProduct', { id, ...input }, shows)
  expect(userErrors).toEqual([])
  return record
}
/** The same names as REST spells them. */
const snake = (value: Any): Any => {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replace(/[A-Z]/g, (x) => `_${x.toLowerCase()}`), snake(each)]),
  )
}

describe('createProduct', () => {
  it('makes a product with all of its parts', async () => {
    const product = await made()
    const [short, long] = product.subscriptionTypes[0].terms
    expect(product).toMatchObject({
      slug: `shirt-${number}`,
      visible: true,
      shipOption: 'flat',
      billing: { rebillMonths: 3, rebillWeeks: null, rebillDay: 0 },
      variants: [
        {
          name: 'Size',
          values: [
            { value: 'S', isDefault: false },
            { value: 'L', isDefault: true },
          ],
        },
        { name: 'Colour', values: [{ value: 'Red', images: [{ url: 'https://img.example/red.png' }] }] },
      ],
      subscriptionTypes: [
        {
          name: 'Box',
          terms: [
            { name: 'Short', numCycles: 1, enabled: true },
            { name: 'Long', numCycles: 4 },
          ],
        },
      ],
      baseTermPrices: [
        { termId: short.id, price: 1500 },
        { termId: long.id, price: 5000 },
      ],
      giftTermPrices: [{ termId: short.id, price: 1700 }],
      instances: [
        {
          price: 1900,
          termPrices: [{ price: 4500, term: { name: 'Long' } }],
          variants: [{ variantValue: { value: 'S' } }, { variantValue: { value: 'Red' } }],
          inventory: { quantityOnHand: 7, trackInventory: true },
        },
        { price: 2100, images: [{ url: 'https://img.example/l.png' }], inventory: { quantityOnHand: 0, trackInventory: false } },
      ],
      images: [{ url: 'https://img.example/shirt.png' }],
      surveys: [{ name: 'Fit', fields: [{ name: 'Too small?' }, { name: 'Too big?' }] }],
    })
  })

  it('makes the same on REST, which answers 201, and tells of it by one event', async () => {
    const known = await db.event.count()
    const { status, body } = await store.rest('POST /v1/products/', store.merchant, json(snake(shirt())))
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: `Shirt ${number}`, instances: [{ price: 1900 }, { price: 2100 }] },
    })
    const events = await db.event.findMany({ skip: known, orderBy: { id: 'asc' } })
    expect(events.map(({ type, recordId }) => ({ type, recordId }))).toEqual([
      { type: 'product.created', recordId: BigInt(body.id) },
    ])
    expect(events[0]?.changes).toMatchObject({ name: { from: null, to: `Shirt ${number}` }, instances: { from: null } })
  })

  it('costs a statement for each table, and eight more at most', async () => {
    const input = shirt()
    const terms = [1, 2, 3, 4].map((numCycles) => ({ name: `${numCycles}`, numCycles, price: numCycles * 100 }))
    const prices = terms.map(({ name, price }) => ({ name, price }))
    const instances = Array.from({ length: 20 }, (_, index) => ({
      sku: `${number}-${index}`,
      price: 100,
      termPrices: prices,
      stock: {},
    }))
    const statements = await store.statements(() => made({ ...input, subscriptionTypes: [{ name: 'Box', terms }], instances }))
    const writes = statements.filter((sql) => /^INSERT INTO "?(public"?\."?)?(product|subscription)/i.test(sql))
    const own = statements.filter((sql) => !/merchant_key|^(BEGIN|COMMIT)/i.test(sql))
    expect(writes.length).toBeGreaterThanOrEqual(13)
    expect(writes.length).toBeLessThanOrEqual(14)
    expect(own.length - writes.length).toBeLessThanOrEqual(8)
  })

  it('makes nothing in a dry run', async () => {
    const before = await db.product.count()
    const query =
      'mutation Dry($input: CreateProductInput!) { createProduct(input: $input, dryRun: true) { product { id instances { id } } userErrors { message } } }'
    const { data } = await store.graphql(query, { input: shirt() })
    expect(data.createProduct).toMatchObject({ product: { id: '0', instances: [{ id: '0' }, { id: '0' }] }, userErrors: [] })
    expect(await db.product.count()).toBe(before)
  })
})

describe('setProduct', () => {
  it('changes nothing, and logs nothing, where all is as it was', async () => {
    const input = shirt()
    const product = await made(input)
    const known = [await db.event.count(), await db.logEntry.count()]
    expect(await set(product.id, input)).toEqual(product)
    expect([await db.event.count(), await db.logEntry.count()]).toEqual(known)
  })

  it('leaves out what is left out of a list, and keeps a list that is left out', async () => {
    const product = await made()
    const [first] = product.instances
    const now = await set(product.id, { instances: [{ sku: first.sku, price: 2000 }], images: [] })
    expect(now.instances).toMatchObject([
      { id: first.id, price: 2000, deleted: false, termPrices: [{ price: 4500 }] },
      { deleted: true },
    ])
    expect({ images: now.images, surveys: now.surveys, variants: now.variants }).toEqual({
      images: [],
      surveys: product.surveys,
      variants: product.variants,
    })
    const empty = await set(product.id, { surveys: [], subscriptionTypes: [], variants: [] })
    expect([empty.surveys, empty.subscriptionTypes, empty.variants]).toEqual([[], [], []])
    // Archived, not gone: a list that names one again restores it.
    expect((await set(product.id, { surveys: [{ name: 'Fit' }] })).surveys).toEqual(product.surveys)
  })

  it('matches instances by their values where the sku is another', async () => {
    const product = await made()
    const [first, second] = product.instances
    const { instances } = await set(product.id, {
      instances: [
        {
          sku: 'NEW-S',
          variants: [
            { name: 'Colour', value: 'Red' },
            { name: 'Size', value: 'S' },
          ],
        },
        { id: second.id, sku: 'NEW-L' },
      ],
    })
    expect(instances).toMatchObject([
      { id: first.id, sku: 'NEW-S', price: 1900 },
      { id: second.id, sku: 'NEW-L' },
    ])
  })

  it('is the same on REST', async () => {
    const product = await made()
    const { status, body } = await store.rest(
      `PUT /v1/products/${product.id}/set/` as 'PUT /v1/',
      store.merchant,
      json({ name: 'Another', instances: [{ sku: product.instances[1].sku, price: 1 }] }),
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Another', instances: [{ price: 1900 }, { price: 1 }] } })
  })

  it('gives the product another rhythm where somebody subscribes, who keep theirs', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const subscriptionId = await addSubscription(db, { customer: await addCustomer(db), product })
    const { billing } = await set(String(product.id), { billing: { rebillMonths: 2 } })
    expect(billing).toMatchObject({ rebillMonths: 2 })
    expect(billing.id).not.toBe(String(product.billingId))
    const subscription = await db.subscription.findFirstOrThrow({ where: { id: subscriptionId }, include: { billing: true } })
    expect(subscription.billing).toMatchObject({ id: BigInt(product.billingId), rebillMonths: 1 })
    const free = await made()
    expect((await set(free.id, { billing: { rebillMonths: 0, rebillWeeks: 2 } })).billing).toMatchObject({
      id: free.billing.id,
      rebillWeeks: 2,
    })
  })

  it('makes another term where a term that is subscribed to gets another length', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const [{ id: termId } = { id: 0 }] = product.terms
    await addSubscription(db, { customer: await addCustomer(db), product })
    const { subscriptionTypes, baseTermPrices } = await set(String(product.id), {
      subscriptionTypes: [{ name: 'Standard', terms: [{ id: String(termId), numCycles: 6 }] }],
    })
    const [term] = subscriptionTypes[0].terms
    expect(term).toMatchObject({ name: '1 cycles', numCycles: 6 })
    expect(term.id).not.toBe(String(termId))
    expect(baseTermPrices).toContainEqual({ termId: term.id, price: 700 })
    expect(await db.subscriptionTypeTerm.findFirstOrThrow({ where: { id: termId } })).toMatchObject({
      numCycles: 1,
      archivedAt: expect.any(Date),
    })
  })

  const bad: [string, (product: Any) => object, string, string?][] = [
    [
      'a negative price',
      () => ({
        instances: [
          { sku: 'a', price: 1 },
          { sku: 'b', price: -1 },
        ],
      }),
      'instances[1].price must be a number of at least 0.',
    ],
    [
      'one sku twice',
      () => ({
        instances: [
          { sku: 'a', price: 1 },
          { sku: 'a', price: 2 },
        ],
      }),
      'instances[1].sku is that of instances[0] already; each product instance has another.',
    ],
    [
      'an unknown value',
      () => ({ instances: [{ sku: 'a', price: 1, variants: [{ name: 'Size', value: 'XXL' }] }] }),
      'instances[0].variants[0].value must be a value of a variant of the product, by the name of both.',
    ],
    [
      'a term of another product',
      () => ({ instances: [{ sku: 'a', price: 1, termPrices: [{ termId: '1', price: 1 }] }] }),
      'instances[0].term_prices[0].term_id must name a term of the product.',
    ],
    [
      'an instance that is not its own',
      () => ({ instances: [{ id: '1' }] }),
      'instances[0].id names no product instance of this product, or one that is given twice.',
      'NOT_FOUND',
    ],
    [
      'a count too sure',
      () => ({ instances: [{ sku: 'a', price: 1, stock: { confidence: 11 } }] }),
      'instances[0].stock.confidence must be from 1 to 10.',
    ],
    [
      'a rhythm of no length',
      () => ({ billing: { rebillMonths: 0 } }),
      'Either billing.rebill_months or billing.rebill_weeks must be at least 1, and not both.',
    ],
    ['a slug that is taken', () => ({ slug: `shirt-1` }), 'slug is already the slug of another product.'],
    ['no name of a new part', () => ({ surveys: [{ fields: [{ name: 'x' }] }] }), 'surveys[0].name must not be null.'],
  ]
  it.each(bad)('refuses %s, naming its path, and writes nothing', async (_what, input, message, code = 'BAD_INPUT') => {
    const product = await made()
    const given = input(product)
    await expectRefused(
      store,
      {
        rest: [`PUT /v1/products/${product.id}/set/`, json(snake(given))],
        graphql: ['setProduct', { id: product.id, ...given }],
      },
      code as 'BAD_INPUT',
      message,
    )
  })
})

describe('A product that is archived', () => {
  it('is not sold', async () => {
    const product = await made()
    const customer = await addCustomer(db)
    await mutate(store, 'archiveProduct', { id: product.id })
    const order = { customer: { id: String(customer.id) }, products: [{ productInstance: { id: product.instances[0].id } }] }
    const { userErrors } = await mutate(store, 'createOrder', order)
    expect(userErrors).toMatchObject([{ code: 'BAD_INPUT', message: expect.stringContaining('is no longer sold.') }])
  })
})
