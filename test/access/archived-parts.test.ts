/** Archived parts of products are gone for customers and visitors, but for what a customer has bought, which its own records show as before. */
import { beforeAll, describe, expect, it } from 'vitest'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { addFulfillment, addOrder, addShipment } from '../resources/shipments/parcels.ts'
import { json } from '../resources/writing.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
type Found = Record<string, any>

const store = await openStore()
const { db } = store

let token = ''
let productId = 0
let subscriptionId = 0
let shipmentId = 0
/** The archived records, by their types. */
const gone: Record<string, number> = {}

const read = async (path: string, as: string): Promise<Found> => (await store.rest(path as '/v1/', as)).body
const archive = async (path: string, type: string, id: number) => {
  gone[type] = id
  expect((await store.rest(`DELETE ${path}${id}/` as 'DELETE /v1/')).status).toBe(204)
}

beforeAll(async () => {
  const customer = await addCustomer(db)
  token = await store.customerToken(BigInt(customer.id))
  const product = await addProduct(db, { stock: 5, terms: [{ cycles: 1, price: 700 }] })
  productId = product.id
  const body = {
    variants: [
      { name: 'Size', values: [{ value: 'Large' }, { value: 'Small' }] },
      { name: 'Grind', values: [{ value: 'Fine' }] },
    ],
    instances: [
      {
        ...{ sku: 'bought', price: 5, images: [{ url: 'https://img.example/bought.png' }] },
        variants: [
          { name: 'Size', value: 'Large' },
          { name: 'Grind', value: 'Fine' },
        ],
      },
    ],
    surveys: [
      { name: 'Taste', fields: [{ name: 'Sweet?' }, { name: 'Dark?' }] },
      { name: 'Former', fields: [{ name: 'Why?' }] },
    ],
  }
  expect((await store.rest(`PUT /v1/products/${productId}/set/`, store.merchant, json(body))).status).toBe(200)
  const bought = await db.productInstance.findFirstOrThrow({ where: { storeId: 1n, productId, sku: 'bought' } })
  subscriptionId = await addSubscription(db, { customer, product, productInstanceId: bought.id })
  const orderId = await addOrder(db, customer)
  shipmentId = await addShipment(db, customer)
  await addFulfillment(db, { storeId: 1, orderId, shipmentId, instanceId: Number(bought.id) })
  const value = await db.productVariantValue.findFirstOrThrow({
    where: { storeId: 1n, value: 'Large', variantType: { productId } },
  })
  const variant = await db.productVariantType.findFirstOrThrow({ where: { storeId: 1n, name: 'Grind', productId } })
  const question = await db.productSurveyField.findFirstOrThrow({ where: { storeId: 1n, name: 'Dark?', survey: { productId } } })
  const survey = await db.productSurvey.findFirstOrThrow({ where: { storeId: 1n, name: 'Former', productId } })
  await archive('/v1/product_variant_values/', 'ProductVariantValue', Number(value.id))
  await archive('/v1/product_variant_types/', 'ProductVariantType', Number(variant.id))
  await archive('/v1/subscription_type_terms/', 'SubscriptionTypeTerm', product.terms[0]?.id ?? 0)
  await archive('/v1/product_survey_fields/', 'ProductSurveyField', Number(question.id))
  await archive('/v1/product_surveys/', 'ProductSurvey', Number(survey.id))
})

const catalogue = `variants { name values { value images { id } } } subscriptionTypes { terms { id termPrices { id } } }
  baseTermPrices { termId } instances { sku variants { variantType { name } variantValue { value } } termPrices { termId } }`

describe.each([
  ['a customer', () => token],
  ['a visitor', () => ''],
])('For %s', (_who, as) => {
  it('a product has none of its archived parts, on either surface', async () => {
    const { data, errors } = await store.graphql(`{ product(id: ${productId}) { ${catalogue} } }`, {}, as())
    expect(errors).toEqual([])
    expect(data.product).toMatchObject({
      variants: [{ name: 'Size', values: [{ value: 'Small', images: [] }] }],
      ...{ subscriptionTypes: [{ terms: [] }], baseTermPrices: [] },
    })
    expect(data.product.instances.find(({ sku }: Found) => sku === 'bought')).toEqual({
      sku: 'bought',
      variants: [],
      termPrices: [],
    })
    const body = await read(`/v1/store/api/products/${productId}/`, as())
    expect(body).toMatchObject({ variants: [{ name: 'Size' }], base_term_prices: [], subscription_types: [{ terms: [] }] })
  })

  it('nothing is found by an archived part', async () => {
    const find = async (filter: string) =>
      (await store.graphql(`{ products(filter: { id: { eq: ${productId} } ${filter} }) { totalCount } }`, {}, as())).data.products
    expect(await find('variants: { values: { value: { eq: "Small" } } }')).toEqual({ totalCount: 1 })
    for (const filter of [
      'variants: { values: { value: { eq: "Large" } } }',
      'variants: { name: { eq: "Grind" } }',
      `subscriptionTypes: { terms: { id: { eq: ${gone.SubscriptionTypeTerm} } } }`,
      'instances: { variants: { variantValue: { value: { eq: "Large" } } } }',
    ])
      expect({ filter, ...(await find(filter)) }).toEqual({ filter, totalCount: 0 })
  })

  it('none is read by its id', async () => {
    for (const [typeName, id] of Object.entries(gone)) {
      const nodeId = writeNodeId({ typeName, storeId: 1n, id: BigInt(id) })
      expect((await store.graphql(`{ node(nodeId: "${nodeId}") { nodeId } }`, {}, as())).data).toEqual({ node: null })
    }
  })
})

describe('Of a customer', () => {
  it('the subscription on an archived term shows that term', async () => {
    for (const path of [`/v1/store/api/subscriptions/${subscriptionId}/`, `/v1/store/api/subscriptions/?id=${subscriptionId}`]) {
      const body = await read(path, token)
      expect(body.results?.[0] ?? body).toMatchObject({
        id: subscriptionId,
        term: { id: gone.SubscriptionTypeTerm, deleted: true },
      })
    }
    const query = `{ subscription(id: ${subscriptionId}) { price term { id } instance { variants { variantValue { value } } } } }`
    expect((await store.graphql(query, {}, token)).data.subscription).toEqual({
      price: 700,
      term: { id: String(gone.SubscriptionTypeTerm) },
      instance: { variants: [{ variantValue: { value: 'Large' } }, { variantValue: { value: 'Fine' } }] },
    })
  })

  it('deliveries show the variants of what was bought, and are found by them, also where its instance is archived', async () => {
    const shown = async () => (await read(`/v1/store/api/shipments/${shipmentId}/`, token)).fulfillments[0].instance
    const bought = {
      ...{ sku: 'bought', images: [{ url: 'https://img.example/bought.png' }] },
      variants: [
        { variant_value: { value: 'Large', deleted: true }, variant_type: { name: 'Size', values: [{ value: 'Small' }] } },
        { variant_value: { value: 'Fine' }, variant_type: { name: 'Grind', deleted: true } },
      ],
    }
    expect(await shown()).toMatchObject({ ...bought, deleted: false })
    const { id } = await shown()
    await archive('/v1/product_instances/', 'ProductInstance', id)
    expect(await shown()).toMatchObject({ ...bought, deleted: true })
    const filter = '{ instance: { variants: { variantValue: { value: { eq: "Large" } } } } }'
    const { data } = await store.graphql(`{ fulfillments(filter: ${filter}) { nodes { shipmentId } } }`, {}, token)
    expect(data.fulfillments.nodes).toEqual([{ shipmentId: String(shipmentId) }])
    expect((await store.rest(`PUT /v1/product_instances/${id}/restore/`)).status).toBe(200)
  })

  it('the catalogue behind a record of its own is that of all', async () => {
    const { data } = await store.graphql(`{ subscription(id: ${subscriptionId}) { product { ${catalogue} } } }`, {}, token)
    const { data: all } = await store.graphql(`{ product(id: ${productId}) { ${catalogue} } }`, {}, token)
    expect(data.subscription.product).toEqual(all.product)
  })

  it('surveys are those that are asked, whatever is asked for', async () => {
    const lists = ['productSurveys(first: 1000)', 'productSurveys(first: 1000, archived: true)'].map(async (list) => {
      const { data } = await store.graphql(`{ list: ${list} { nodes { id name fields { name } } } }`, {}, token)
      return data.list.nodes.filter(({ name }: Found) => name === 'Taste' || name === 'Former')
    })
    for (const list of await Promise.all(lists)) expect(list).toMatchObject([{ name: 'Taste', fields: [{ name: 'Sweet?' }] }])
    const { data } = await store.graphql(`{ productSurvey(id: ${gone.ProductSurvey}) { id } }`, {}, token)
    expect(data.productSurvey).toBeNull()
  })
})
