/** Products are made and set with all of their parts in one write, on both surfaces (`products/set.ts`). */
import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { planList } from '../../src/records/parts.ts'
import { RowChanges } from '../../src/records/row-changes.ts'
import { imageKind } from '../../src/resources/products/kinds.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
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
  instances { id sku price deleted images { url } termPrices { price term { id name } } variants { variantType { name } variantValue { value } }
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
          termPrices: [{ price: 4500, term: { id: long.id, name: 'Long' } }],
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
    const changed = await tablesChangedBy(db, async () => expect(await set(product.id, input)).toEqual(product))
    expect(changed).toEqual([])
  })

  it('costs as many statements for one part as for twenty, a table', async () => {
    const writesOf = async (count: number) => {
      const product = await made()
      const skus = Array.from({ length: count }, (_, index) => `${number}-${index}`)
      const whole = (price: number, quantityOnHand: number) => ({
        subscriptionTypes: [
          { name: 'Box', terms: [1, 2, 3, 4].map((numCycles) => ({ name: `${numCycles}`, numCycles, price })) },
        ],
        instances: skus.map((sku) => ({ sku, price, stock: { quantityOnHand }, termPrices: [{ name: '1', price }] })),
      })
      await set(product.id, whole(5, 7))
      const statements = await store.statements(() => set(product.id, whole(6, 8)))
      return statements.filter((sql) => !/merchant_key|^(BEGIN|COMMIT)/i.test(sql))
    }
    const [few, many] = [await writesOf(1), await writesOf(20)]
    expect(many.length).toBe(few.length)
    expect(many.filter((sql) => /^UPDATE/i.test(sql))).toHaveLength(4)
    expect(many.length).toBeLessThanOrEqual(4 + 8)
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
    ['no name of a new part', () => ({ surveys: [{ fields: [{ name: 'x' }] }] }), 'surveys[0].name is required.'],
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

describe('What a product costs, set anew', () => {
  it('keeps the prices of archived terms, which those who subscribe renew at', async () => {
    const { product, instance, long, subscriptionId } = await subscribedToLong()
    const price = () => mutate(store, 'updateSubscription', { id: subscriptionId, note: 'x' }, 'subscription { price }')
    expect((await price()).record).toEqual({ price: 4500 })
    await set(product.id, { subscriptionTypes: [{ name: 'Box', terms: [{ name: 'Short' }] }] })
    await set(product.id, { instances: [{ sku: instance.sku, termPrices: [{ name: 'Short', price: 1400 }] }] })
    expect((await price()).record).toEqual({ price: 4500 })
    await set(product.id, { instances: [{ sku: instance.sku, termPrices: [] }] })
    const prices = await db.productInstanceSubscriptionTypeTermPrice.findMany({ where: { productInstanceId: instance.id } })
    expect(prices.map(({ termId, price }) => [String(termId), price])).toEqual([[long.id, 4500n]])
  })

  it('begins a term in the place of another with the prices that the other has', async () => {
    const { product, instance, long } = await subscribedToLong()
    const { instances, subscriptionTypes, baseTermPrices } = await set(product.id, {
      subscriptionTypes: [{ name: 'Box', terms: [{ name: 'Short' }, { id: long.id, numCycles: 6 }] }],
    })
    const [, term] = subscriptionTypes[0].terms
    expect(term).toMatchObject({ name: 'Long', numCycles: 6 })
    expect(baseTermPrices).toContainEqual({ termId: term.id, price: 5000 })
    expect(instances[0].termPrices).toEqual([
      { price: 4500, term: { id: long.id, name: 'Long' } },
      { price: 4500, term: { id: term.id, name: 'Long' } },
    ])
    // Of an instance whose prices are given, by the id of the term before, those.
    const other = await subscribedToLong()
    const given = await set(other.product.id, {
      subscriptionTypes: [{ name: 'Box', terms: [{ id: other.long.id, numCycles: 6 }] }],
      instances: [{ sku: other.instance.sku, termPrices: [{ termId: other.long.id, price: 9 }] }],
    })
    expect(given.instances[0].termPrices.map(({ price }: Any) => price)).toEqual([4500, 9])
    expect(instance.id).not.toBe(other.instance.id)
  })

  it('finds a term by its name alone, and by its cycles where several have the name', async () => {
    const product = await made()
    const [short, long] = product.subscriptionTypes[0].terms
    const named = await set(product.id, { subscriptionTypes: [{ name: 'Box', terms: [{ name: 'Short' }, { name: 'Long' }] }] })
    expect([named.subscriptionTypes, named.baseTermPrices]).toEqual([product.subscriptionTypes, product.baseTermPrices])
    const more = await set(product.id, {
      subscriptionTypes: [
        {
          name: 'Box',
          terms: [{ name: 'Short' }, { name: 'Long', numCycles: 4 }, { name: 'Long', numCycles: 12, price: 11_000 }],
        },
      ],
    })
    expect(more.subscriptionTypes[0].terms).toMatchObject([{ id: short.id }, { id: long.id }, { name: 'Long', numCycles: 12 }])
    await expectRefused(
      store,
      { graphql: ['setProduct', { id: product.id, subscriptionTypes: [{ name: 'Box', terms: [{ name: 'Long' }] }] }] },
      'BAD_INPUT',
      "subscription_types[0].terms[0].name fits several of the product's; num_cycles chooses one.",
    )
  })
})

/** A product whose first instance has a price of its own for the term Long, which somebody subscribes for. */
async function subscribedToLong() {
  const product = await made()
  const [instance] = product.instances
  const [, long] = product.subscriptionTypes[0].terms
  const row = await addSubscription(db, {
    customer: await addCustomer(db),
    product: {
      ...{ id: Number(product.id), instanceId: Number(instance.id), billingId: Number(product.billing.id), storeId: 1 },
      ...{ name: product.name, terms: [{ id: Number(long.id), name: 'Long', cycles: 4, price: 5000 }] },
    },
  })
  return { product, instance, long, subscriptionId: String(row) }
}

describe('Parts that have a scope of their own', () => {
  const keyWith = async (...scopes: string[]) => {
    const clientId = `set_${scopes.join('_')}`
    const data = { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: new Date(0) }
    await db.merchantKey.upsert({ where: { clientId }, create: data, update: data })
    return `Bearer ${clientId}.s`
  }
  const parts: [string, object][] = [
    ['write_inventory', { instances: [{ sku: 'scoped', price: 1, stock: { quantityOnHand: 3 } }] }],
    ['write_product_survey_results', { surveys: [] }],
  ]
  it.each(parts)('take %s beside write_products', async (scope, input) => {
    const product = await made({ name: `Scoped ${++number}` })
    const asks = (as: string): [string, Promise<{ status: number; body: Any }>][] => [
      ['made', store.rest('POST /v1/products/', as, json(snake({ name: `Scoped ${++number}`, ...input })))],
      ['set', store.rest(`PUT /v1/products/${product.id}/set/`, as, json(snake(input)))],
    ]
    const read = 'read_products'
    for (const [, answer] of asks(await keyWith('write_products', read)))
      expect(await answer).toMatchObject({ status: 403, body: { errors: [`The key lacks the scope ${scope}.`] } })
    for (const [what, answer] of asks(await keyWith('write_products', read, scope)))
      expect((await answer).status).toBe(what === 'made' ? 201 : 200)
  })

  it('are not needed for what is left out', async () => {
    const as = await keyWith('write_products', 'read_products')
    const { status } = await store.rest('POST /v1/products/', as, json({ name: `Scoped ${++number}`, instances: [{ price: 1 }] }))
    expect(status).toBe(201)
  })
})

describe('What is told of a product that is set', () => {
  it('names every part by its own id', async () => {
    const product = await made()
    await set(product.id, {
      variants: [{ name: 'Size', values: [{ value: 'XL' }] }],
      instances: [{ sku: product.instances[0].sku, variants: [{ name: 'Size', value: 'XL' }] }],
    })
    const value = await db.productVariantValue.findFirst({ where: { variantType: { productId: product.id }, value: 'XL' } })
    const { changes } = await db.event.findFirstOrThrow({ where: { recordId: product.id }, orderBy: { id: 'desc' } })
    expect(changes).toMatchObject({
      variantValues: { to: expect.arrayContaining([expect.objectContaining({ id: Number(value?.id), value: 'XL' })]) },
      instanceVariants: {
        to: expect.arrayContaining([expect.objectContaining({ productVariantValueId: Number(value?.id) })]),
      },
    })
    expect(JSON.stringify(changes)).not.toContain(':-')
  })

  it('setting stock to 0 also emits inventory.low', async () => {
    const product = await made()
    await set(product.id, { instances: [{ sku: product.instances[0].sku, stock: { quantityOnHand: 0 } }] })
    const events = await db.event.findMany({ orderBy: { id: 'desc' }, take: 2 })
    expect(events.map(({ type }) => type).sort()).toEqual(['inventory.low', 'product.updated'])
  })
})

describe('The parts of a list', () => {
  it('are matched by ids first, then by what they are called', async () => {
    const product = await made()
    const [first, second] = product.instances
    const { instances } = await set(product.id, {
      instances: [
        { sku: first.sku, price: 1 },
        { id: first.id, sku: 'RENAMED', price: 2 },
      ],
    })
    expect(instances).toMatchObject([
      { id: first.id, sku: 'RENAMED', price: 2 },
      { id: second.id, deleted: true },
      { sku: first.sku, price: 1 },
    ])
  })

  it('are a thousand as fast as a hundred, each', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ id: BigInt(index + 1), url: `https://img.example/${index}` }))
    const given = rows.map(({ url }) => ({ url })).reverse()
    const changes = new RowChanges()
    const planned = planList(imageKind, 1n, rows, given, 'images', { changes, check: () => {}, now: new Date(0) })
    expect([planned.length, planned[0]?.row.id, changes.isEmpty]).toEqual([100_000, 100_000n, true])
  })

  const refused: [string, object, string][] = [
    ['instances', { instances: null }, 'instances must be a list, not null.'],
    ['terms', { subscriptionTypes: [{ name: 'Box', terms: null }] }, 'subscription_types[0].terms must be a list, not null.'],
    ['values', { variants: [{ name: 'Size', values: null }] }, 'variants[0].values must be a list, not null.'],
    ['images', { images: null }, 'images must be a list, not null.'],
    ['fields', { surveys: [{ name: 'Fit', fields: null }] }, 'surveys[0].fields must be a list, not null.'],
    [
      'term prices',
      { instances: [{ sku: 'n', price: 1, termPrices: null }] },
      'instances[0].term_prices must be a list, not null.',
    ],
    [
      'the values of one',
      { instances: [{ sku: 'n', price: 1, variants: null }] },
      'instances[0].variants must be a list, not null.',
    ],
    ['the rhythm', { billing: null }, 'billing must not be null.'],
    [
      'a term of no cycles',
      { subscriptionTypes: [{ name: 'Box', terms: [{ name: 'None', numCycles: 0 }] }] },
      'subscription_types[0].terms[0].num_cycles must be a number of at least 1.',
    ],
    [
      'a term that ends after the year 9999',
      { subscriptionTypes: [{ name: 'Box', terms: [{ name: 'Ages', numCycles: 501 }] }] },
      'subscription_types[0].terms[0].num_cycles must be at most 500.',
    ],
    ['a rhythm of ages', { billing: { rebillMonths: 121 } }, 'billing.rebill_months must be at most 120.'],
  ]
  it.each(refused)('are refused: %s', async (_what, given, message) => {
    const { id } = await made()
    await expectRefused(
      store,
      { rest: [`PUT /v1/products/${id}/set/`, json(snake(given))], graphql: ['setProduct', { id, ...given }] },
      'BAD_INPUT',
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
