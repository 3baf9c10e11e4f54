/** The fields of the contract: each resource, in list and detail, has those of its table and says the same in GraphQL. */
import { describe, expect, test } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { isReadable } from './endpoints.ts'
import * as fields from './fields.ts'
import * as goods from './product-fields.ts'
import { expectSame, expectShape, type Row, reader, withoutMerchantPaths } from './reading.ts'
import { idsOf } from './seeded.ts'
import { customerSubjects, merchantSubjects, publicSubjects, type Subject } from './subjects.ts'
import { faults, fromGraphql, relations, selection } from './types.ts'

const store = await openStore()
const { db, merchant } = store
const { rowsOf, recordAt, graphqlAt } = reader(store)
const ids = await idsOf(db, 1n)
const customer = await store.customerToken(BigInt(ids.customer))
const visitor = ''

// The seed never has these; each is given a value once, amounts the largest a JSON number keeps.
const [home] = await db.address.findMany({ where: { storeId: 1n, customerId: BigInt(ids.customer), frozenKey: null }, take: 1 })
const { id: _id, ...place } = home as NonNullable<typeof home>
const { id: shipAddressId } = await db.address.create({ data: { ...place, statusMessage: 'No such street' } })
await db.shipment.update({ where: ofStore(ids.shipment_id ?? 0), data: { shipAddressId } })
const largest = BigInt(Number.MAX_SAFE_INTEGER)
const changing = await db.subscription.findFirstOrThrow({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
await db.subscription.update({
  where: ofStore(changing.id),
  data: {
    scheduledTermId: changing.termId,
    scheduledProductInstanceId: changing.productInstanceId,
    scheduledQuantity: 2,
    scheduledFixedPrice: largest,
    fixedPrice: largest,
    changeDifference: largest,
  },
})
const { order: seldom } = await db.fulfillment.update({
  where: ofStore((await db.fulfillment.findFirstOrThrow({ where: { storeId: 1n, shipmentId: ids.shipment_id } })).id),
  data: {
    order: {
      update: {
        customer: { update: { storeSettings: { theme: { dark: true } } } },
        note: 'Ring twice',
        proratedCharge: largest,
        receivedGift: { from: [1, null] },
        refundApplied: largest,
        sentGift: 'yes',
        totalAppFees: largest,
        totalPendingFees: 2n ** 31n,
      },
    },
  },
  include: { order: true },
})

const subjects = [
  ...merchantSubjects.map((subject) => ({ ...subject, as: merchant })),
  ...publicSubjects.map((subject) => ({ ...subject, as: visitor })),
  ...customerSubjects.map((subject) => ({ ...subject, as: customer })),
]

for (const subject of subjects) describe(subject.name, () => testSubject(subject))

function testSubject({ name, list, item, nodes, detail, empty, as }: Subject & { as: string }) {
  test('has in a list the fields of its table, each of its type', async () => {
    expectShape(item, await rowsOf(list, as), name, empty)
  })

  const inGraphql = <T>(rest: T): T => (as === merchant ? rest : withoutMerchantPaths(rest))

  test('is in a GraphQL list what it is on REST, value for value', async () => {
    const rows = await rowsOf(list, as)
    const query = `{ ${nodes}(first: ${rows.length}) { nodes { ${selection(item)} } } }`
    expectSame(item, await graphqlAt(query, [nodes, 'nodes'], as), inGraphql(rows))
  })

  if (detail) {
    test('has alone the fields of its table, and they are those of the list', async () => {
      const rows = await rowsOf(list, as)
      const records = await Promise.all(rows.map(({ id }) => recordAt(detail.path(id), as)))
      expectShape(detail.shape, records, name, empty)
      const listed = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => field in detail.shape)))
      expect(records).toEqual(listed)
    })

    test('is alone in GraphQL what it is on REST, value for value', async () => {
      for (const { id } of (await rowsOf(list, as)).slice(0, 5)) {
        const record = await graphqlAt(`{ ${detail.field}(id: ${id}) { ${selection(detail.shape)} } }`, [detail.field], as)
        expect(fromGraphql(detail.shape, record)).toEqual(inGraphql(await recordAt(detail.path(id), as)))
      }
    })
  }

  if ('url' in item) {
    test('has in a list the path it answers at itself, if it does', async () => {
      for (const { id, url = '' } of (await rowsOf(list, as)).slice(0, 20)) {
        if (isReadable(url)) expect((await recordAt(url, as)).id).toBe(id)
        // Only the forms of a product have no row of their own.
        else expect(url).toBe(`/v1/product_instances/${id}/`)
      }
    })
  }
}

describe('A list envelope', () => {
  const lists = [...subjects.map(({ list, as }) => [list, as] as const), ['/v1/store/api/products/ecom/', visitor] as const]

  test.each(lists)('of %s is count, next, prev and results', async (list, as) => {
    const first = (await store.rest(`${list}?limit=1`, as)).body
    const second = (await store.rest(`${list}?limit=1&page=1`, as)).body
    expect(Object.keys(first).sort()).toEqual(['count', 'next', 'prev', 'results'])
    expect(first).toMatchObject({ next: expect.stringMatching(/^\?page=1\b/), prev: null, results: [expect.any(Object)] })
    expect(second).toMatchObject({ prev: expect.stringMatching(/^\?page=0\b/), results: [expect.any(Object)] })
    const whole = (await store.rest(`${list}?limit=1000`, as)).body
    expect(whole).toMatchObject({ next: null, prev: null, results: { length: whole.count } })
    expect([first.count, second.count]).toEqual([whole.count, whole.count])
    expect([...first.results, ...second.results]).toEqual(whole.results.slice(0, 2))
  })
})

describe('An inventory record alone', () => {
  test('has the fields of its table, those that no list has among them', async () => {
    const rows = (await rowsOf('/v1/inventory/', merchant)) as (Row & { product_instance_id: number })[]
    const field = `inventory { ${selection(goods.inventory)} }`
    const records = []
    for (const { id, product_instance_id } of rows.slice(0, 10)) {
      const record = await recordAt(`/v1/product_instances/${product_instance_id}/inventory/`, merchant)
      expect(record.id).toBe(id)
      const query = `{ productInstance(id: ${product_instance_id}) { ${field} } }`
      expectSame(goods.inventory, [await graphqlAt(query, ['productInstance', 'inventory'], merchant)], [record])
      records.push(record)
    }
    expectShape(goods.inventory, records, 'inventory')
  })
})

describe('A product that is bought once', () => {
  test('is listed for the shop as every product is', async () => {
    const rows = await rowsOf('/v1/store/api/products/ecom/', visitor)
    // Terms and prices for them are what a product bought by subscription has.
    const ofSubscriptions = ['base_term_prices', 'gift_term_prices', 'gift_terms', 'giftinstances', 'subscription_types']
    const empty = relations(goods.storeProduct).filter((place) => ofSubscriptions.includes(place.split('.')[1] ?? ''))
    expectShape(goods.storeProduct, rows, 'product', empty)
    const query = `{ products(filter: { singlePurchasable: { eq: true } }, first: 100) { nodes { ${selection(goods.storeProduct)} } } }`
    expectSame(goods.storeProduct, await graphqlAt(query, ['products', 'nodes'], visitor), withoutMerchantPaths(rows))
  })
})

test('What seldom has a value has it on REST, and above 32 bits', async () => {
  const own = {
    customer: { store_settings: { theme: { dark: true } } },
    note: 'Ring twice',
    prorated_charge: Number.MAX_SAFE_INTEGER,
    refund_applied: Number.MAX_SAFE_INTEGER,
    total_app_fees: Number.MAX_SAFE_INTEGER,
    total_pending_fees: 2 ** 31,
  }
  expect(await recordAt(`/v1/orders/${seldom.id}`, merchant)).toMatchObject(own)
  expect(await recordAt(`/v1/store/api/shipments/${ids.shipment_id}/`, customer)).toMatchObject({
    ship_address: { status_message: 'No such street' },
    fulfillments: expect.arrayContaining([
      expect.objectContaining({
        order: expect.objectContaining({
          prorated_charge: own.prorated_charge,
          // The store's own notes and costs are not for customers.
          note: null,
          total_app_fees: null,
          total_pending_fees: null,
          customer: expect.anything(),
          received_gift: { from: [1, null] },
          sent_gift: 'yes',
        }),
      }),
    ]),
  })
})

describe('A shipment of a gift', () => {
  test('says in its order what makes it one', async () => {
    const gift = await db.shipment.findFirstOrThrow({
      where: { storeId: 1, fulfillments: { some: { order: { isGift: true } } } },
    })
    const record = await recordAt(`/v1/store/api/shipments/${gift.id}/`, await store.customerToken(gift.customerId))
    expect(faults(goods.shipment, record, 'shipment')).toEqual([])
    expect(record).toMatchObject({ fulfillments: [{ order: { is_gift: true, order_gift_info: expect.any(Object) } }] })
  })
})

describe('A subscription coupon', () => {
  test('has the fields of its table', async () => {
    const { id } = await db.subscription.findFirstOrThrow({
      where: { storeId: 1, coupons: { some: { appliedAt: null } } },
      orderBy: { coupons: { _count: 'desc' } },
    })
    const rows = await rowsOf(`/v1/subscriptions/${id}/coupons/`, merchant)
    expectShape(fields.subscriptionCoupon, rows, 'coupon')
    const query = `{ subscription(id: ${id}) { coupons(first: 100) { nodes { ${selection(fields.subscriptionCoupon)} } } } }`
    expectSame(fields.subscriptionCoupon, await graphqlAt(query, ['subscription', 'coupons', 'nodes'], merchant), rows)
    for (const row of rows as (Row & { coupon_id: number })[]) {
      expect(row.url).toBe(`/v1/subscription_coupons/${row.id}/`)
    }
  })
})

describe('A survey result in the Store API', () => {
  const path = `/v1/store/api/subscriptions/${ids.subscription_id}/surveys/`
  const parent = `subscription(id: ${ids.subscription_id})`

  test('has in a list the fields of its table, without the question texts of the Merchant API', async () => {
    const rows = await rowsOf(path, customer)
    const shape = fields.storeSurveyResultListItem
    expectShape(shape, rows, 'survey')
    const query = `{ ${parent} { surveyResults(first: 100) { nodes { ${selection(shape)} } } } }`
    expectSame(shape, await graphqlAt(query, ['subscription', 'surveyResults', 'nodes'], customer), rows)
  })

  test('has alone the fields of its table', async () => {
    const shape = fields.storeSurveyResult
    for (const { id, url = '' } of await rowsOf(path, customer)) {
      const record = await recordAt(`${path}${id}`, customer)
      expectShape(shape, [record], 'survey')
      expect(await recordAt(url, customer)).toEqual(record)
      const query = `{ productSurveyResult(id: ${id}) { ${selection(shape)} } }`
      expectSame(shape, [await graphqlAt(query, ['productSurveyResult'], customer)], [record])
    }
  })
})

describe('A metadata record', () => {
  const records = [
    ['customer', '/v1/store/api/customer/metadata/', 'me', customer, ids.customer],
    ['subscription', `/v1/subscriptions/${ids.sub_id}/metadata/`, `subscription(id: ${ids.sub_id})`, merchant, ids.sub_id],
    ['order', `/v1/orders/${ids.order_id}/metadata/`, `order(id: ${ids.order_id})`, merchant, ids.order_id],
    ['product', `/v1/products/${ids.prod_id}/metadata/`, `product(id: ${ids.prod_id})`, merchant, ids.prod_id],
    ['cart', `/v1/carts/${ids.cart_id}/metadata/`, `cart(id: ${ids.cart_id})`, merchant, ids.cart_id],
  ] as const

  test.each(records)('of a %s is data with its times and its owner, and nothing else', async (owner, path, field, as, id) => {
    const record = await recordAt(path, as)
    const shape = fields.metadata(owner)
    expectShape(shape, [record], 'metadata')
    expect(record).toMatchObject({ [`${owner}_id`]: id, store_id: 1 })
    const query = `{ ${field} { metadata { ${selection(shape)} } } }`
    expectSame(shape, [await graphqlAt(query, [field.replace(/\(.*/, ''), 'metadata'], as)], [record])
  })
})

test('Every kind of resource names itself as the contract does', async () => {
  const met = new Set<string>()
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) key === 'type' ? met.add(String(inner)) : gather(inner)
  }
  for (const { list, as } of subjects) gather(await rowsOf(list, as))
  gather(await recordAt(`/v1/product_instances/${ids.product_instance_id}/inventory/`, merchant))
  gather((await store.rest('/v1/subscriptions/?with=coupons&limit=100')).body)
  expect([...met]).toEqual(expect.arrayContaining(fields.kinds))
})
