/** Who sees what: another store's rows are like missing ones in every root field, list, count and filter. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../store.ts'
import type { Row } from './agree.ts'
import { otherFields, type RootList, rootLists, rootRecords } from './schema-lists.ts'

const store = await openStore()

type Delegate = { findMany(args: object): Promise<Row[]>; count(args: object): Promise<number> }
const modelOf = (type: string) => (type === 'InventoryCount' ? 'ProductInventory' : type)
const delegate = (type: string) => {
  const model = modelOf(type)
  return store.db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'order'] as unknown as Delegate
}

const missing = '9007199254740991'
const keyOf = (list: RootList) => (list.columns.includes('id') ? 'id' : 'productInstanceId')
const keysOf = (rows: Row[], key: string) => rows.map((row) => Number(row[key])).sort((one, other) => one - other)

/** All rows of a root list as somebody sees them; their number and their count must be the same. */
async function seen({ name, filterType, ...list }: RootList, as: string, filter: object = {}) {
  const query = `query ($filter: ${filterType}) { list: ${name}(first: 1000, filter: $filter) { totalCount nodes { ${keyOf({ name, filterType, ...list })} } } }`
  const { data, errors } = await store.graphql(query, { filter }, as)
  if (errors.length > 0) return { code: errors[0]?.extensions.code, keys: [] as number[] }
  expect(data.list.totalCount).toBe(data.list.nodes.length)
  return { code: undefined, keys: keysOf(data.list.nodes, keyOf({ name, filterType, ...list })) }
}

const stock = { trackInventory: true, instance: { deleted: false }, product: { singlePurchasable: true, deleted: false } }
const merchantSees: Record<string, object> = {
  carts: { orderId: { not: null } },
  inventoryCounts: stock,
  subscriptionCoupons: { appliedAt: null },
}

beforeAll(async () => {
  const { db } = store
  // One row of every kind that the second store's demo may lack, so that there is something not to see.
  const [product, customer] = await Promise.all([
    db.product.findFirstOrThrow({ where: { storeId: 2n, surveys: { none: {} } } }),
    db.customer.findFirstOrThrow({ where: { storeId: 2n } }),
  ])
  const hidden = await db.product.findFirstOrThrow({ where: { storeId: 1n, visible: false } })
  await db.productSurvey.createMany({
    data: [
      { storeId: 2n, productId: product.id, name: 'Theirs' },
      { storeId: 1n, productId: hidden.id, name: 'Of a hidden product' },
    ],
  })
  await db.coupon.create({
    data: { storeId: 2n, code: 'THEIRS', name: 'x', discountType: 'amount', discountValue: 1n, createdAt: customer.createdAt },
  })
  const survey = await db.productSurvey.findFirstOrThrow({ where: { storeId: 2n } })
  const subscription = await db.subscription.findFirstOrThrow({ where: { storeId: 2n } })
  await db.logEntry.createMany({
    data: [1n, 2n].map((storeId) => ({
      storeId,
      createdAt: customer.createdAt,
      actor: 'key demo',
      surface: 'rest' as const,
      operation: 'updateProduct',
      requestId: 'r',
    })),
  })
  await db.allowedOrigin.createMany({
    data: [1n, 2n].map((storeId) => ({ storeId, origin: 'https://shop.example', createdAt: customer.createdAt })),
  })
  const instance = await db.productInstance.findFirstOrThrow({ where: { storeId: 2n } })
  const theirs = { storeId: 2n, productId: instance.productId, name: 'Size' }
  const variantType = await db.productVariantType.create({ data: theirs })
  const value = { storeId: 2n, productVariantTypeId: variantType.id, value: 'Large' }
  const variantValue = await db.productVariantValue.create({ data: value })
  const variant = { productVariantTypeId: variantType.id, productVariantValueId: variantValue.id }
  await db.productInstanceVariant.create({ data: { storeId: 2n, productInstanceId: instance.id, ...variant } })
  const times = { createdAt: customer.createdAt, updatedAt: customer.createdAt }
  await db.productSurveyResult.create({ data: { storeId: 2n, surveyId: survey.id, subscriptionId: subscription.id, ...times } })
})

describe('the schema', () => {
  it('has no root field but records, lists and me', () => {
    expect(otherFields).toEqual(['me'])
    expect(rootLists.length).toBeGreaterThan(10)
    expect(rootRecords.length).toBeGreaterThan(8)
  })
})

describe.each(rootRecords)('$name', ({ name, type }) => {
  const read = (id: unknown, as: string) =>
    store.graphql(`query ($id: ID!) { ${name}(id: $id) { __typename id } }`, { id: String(id) }, as)

  it('of another store is exactly like a missing one', async () => {
    const where = merchantSees[`${name}s`] ?? {}
    const [own] = await delegate(type).findMany({ where: { ...where, storeId: 1n }, take: 1 })
    const [other] = await delegate(type).findMany({ where: { ...where, storeId: 2n }, take: 1 })
    for (const [as, mine, theirs] of [
      [store.merchant, own, other],
      [store.otherMerchant, other, own],
    ] as const) {
      expect((await read(mine?.id, as)).data?.[name]).toEqual({ __typename: type, id: String(mine?.id) })
      const answer = await read(theirs?.id, as)
      expect(answer.errors[0]).toMatchObject({ message: 'Not found.', extensions: { code: 'NOT_FOUND' } })
      expect(answer).toEqual(await read(missing, as))
    }
  })

  it('of another customer is exactly like a missing one', async () => {
    const own = rootLists.find((list) => list.type === type) as RootList
    const { code, keys } = await seen(own, store.customer)
    const answers = await Promise.all(
      (await delegate(type).findMany({ where: { storeId: 1n } })).map(async ({ id }) => ({
        id: Number(id),
        answer: await read(id, store.customer),
      })),
    )
    const nothing = await read(missing, store.customer)
    expect(nothing.errors[0]?.extensions.code).toBe(code ?? 'NOT_FOUND')
    for (const { id, answer } of answers) {
      if (keys.includes(id)) expect(answer.errors).toEqual([])
      else expect(answer).toEqual(nothing)
    }
  })
})

describe.each(rootLists)('$name', (list) => {
  it('shows and counts only the rows of the merchant’s own store', async () => {
    const where = merchantSees[list.name] ?? {}
    for (const [as, storeId] of [
      [store.merchant, 1n],
      [store.otherMerchant, 2n],
    ] as const) {
      const rows = await delegate(list.type).findMany({ where: { ...where, storeId } })
      expect((await seen(list, as)).keys).toEqual(keysOf(rows, keyOf(list)))
      if (list.name !== 'inventoryCounts') expect(rows.length, `rows of store ${storeId}`).toBeGreaterThan(0)
    }
  })

  it('cannot be widened to the other store by its filter', async () => {
    if (!list.columns.includes('storeId')) return
    for (const filter of [
      { storeId: { eq: '2' } },
      { OR: [{ storeId: { eq: '2' } }, { id: { in: [] } }] },
      { NOT: { storeId: { eq: '1' } } },
    ]) {
      expect((await seen(list, store.merchant, filter)).keys).toEqual([])
    }
  })
})

const inWindow = { visible: true, deleted: false }
const stockInWindow = { ...stock, product: { ...stock.product, visible: true } }
const mine = { customerId: store.customerId }

/** What a customer sees of each root list, or the code of the refusal. */
const customerSees: Record<string, object | string> = {
  allowedOrigins: 'FORBIDDEN',
  carts: { ...mine, orderId: { not: null } },
  coupons: 'FORBIDDEN',
  customers: { id: store.customerId },
  fulfillments: { shipment: mine },
  inventory: { product: inWindow },
  inventoryCounts: stockInWindow,
  merchantKeys: 'FORBIDDEN',
  orders: mine,
  productInstances: { deleted: false, product: inWindow },
  productSurveyResults: { subscription: mine },
  productSurveys: { product: inWindow },
  products: inWindow,
  shipments: mine,
  subscriptions: mine,
  transactions: { order: mine },
}

/** Lists of what is part of other records: for merchants, whatever the store. */
const parts = [
  'addresses',
  'labels',
  'logEntries',
  'metadataRecords',
  'orderProducts',
  'paymentMethods',
  'productBillings',
  'productImages',
  'productInstanceSubscriptionTypeTermPrices',
  'productInstanceVariants',
  'productSurveyAnswers',
  'productSurveyFields',
  'productTermPrices',
  'productVariantTypes',
  'productVariantValues',
  'subscriptionCoupons',
  'subscriptionTypeTerms',
  'subscriptionTypes',
]
for (const name of parts) customerSees[name] = 'FORBIDDEN'

/** What a visitor sees: products, product instances and inventory counts, and nothing else. */
const visitorSees: Record<string, object> = {
  inventoryCounts: stockInWindow,
  productInstances: { deleted: false, product: inWindow },
  products: inWindow,
}

describe.each(rootLists)('$name', (list) => {
  const { name, type } = list

  it('shows a customer what is theirs, and the shop window', async () => {
    const rule = customerSees[name]
    expect(rule, `what a customer sees of ${name}`).toBeDefined()
    const answer = await seen(list, store.customer)
    if (typeof rule === 'string') return expect(answer.code).toBe(rule)
    const rows = await delegate(type).findMany({ where: { ...rule, storeId: 1n } })
    expect(answer.keys).toEqual(keysOf(rows, keyOf(list)))
    const all = await delegate(type).count({ where: { storeId: 1n } })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(all)
  })

  it('shows a visitor the shop window only', async () => {
    const rule = visitorSees[name]
    const answer = await seen(list, '')
    if (!rule) return expect(answer.code).toBe('UNAUTHENTICATED')
    const rows = await delegate(type).findMany({ where: { ...rule, storeId: 1n } })
    expect(answer.keys).toEqual(keysOf(rows, keyOf(list)))
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('me', () => {
  it('is the customer of the token', async () => {
    const { data } = await store.graphql('{ me { id } }', {}, store.customer)
    expect(data.me.id).toBe(String(store.customerId))
    expect((await store.graphql('{ me { id } }', {}, '')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await store.graphql('{ me { id } }')).errors[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('does not answer the same id of another store', async () => {
    const token = await store.customerToken(store.customerId, 2n)
    expect((await store.graphql('{ me { id } }', {}, token)).data.me).toBeNull()
    expect((await store.graphql('{ orders { totalCount } }', {}, token)).data.orders.totalCount).toBe(0)
  })
})
