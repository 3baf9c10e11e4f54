/** Products are set by their external ids, many in a write, over both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const post = (body: unknown, query = '') => store.rest(`POST /v1/products/bulk/${query}`, store.merchant, json(body))

const set = async (products: readonly object[], onError = 'reject_all') => {
  const query = `mutation Set($input: SetProductsInput!) {
    setProducts(input: $input) {
      results { index ok change product { id externalId name } userErrors { field message } } userErrors { field message }
    }
  }`
  const { data, errors } = await store.graphql(query, { input: { products, onError } })
  expect(errors).toEqual([])
  return data.setProducts
}

const honey = (number: number) => ({
  external_id: `honey-${number}`,
  name: `Honey ${number}`,
  single_purchasable: true,
  variants: [{ name: 'Size', values: [{ value: 'Small' }, { value: 'Large' }] }],
  subscription_types: [{ name: 'Regular', terms: [{ name: 'Monthly', num_cycles: 1, price: 1_200 }] }],
  instances: [
    { sku: `HONEY-${number}-S`, price: 900, variants: [{ name: 'Size', value: 'Small' }] },
    { sku: `HONEY-${number}-L`, price: 1_500, variants: [{ name: 'Size', value: 'Large' }], stock: { quantity_on_hand: 5 } },
  ],
})

const changesIn = ({ body }: { body: { results: { change: string }[] } }) => body.results.map(({ change }) => change)

describe('One product', () => {
  it('is made with 201 by the external id in its path, then set with 200, and by setProduct', async () => {
    const put = (body: object) => store.rest('PUT /v1/products/external_id/jam/', store.merchant, json(body))
    const made = await put({ name: 'Jam', instances: [{ sku: 'JAM', price: 450 }] })
    expect(made).toMatchObject({ status: 201, body: { name: 'Jam', slug: 'jam', instances: [{ price: 450 }] } })
    expect(await put({ description: 'Of plums.' })).toMatchObject({
      status: 200,
      body: { id: made.body.id, description: 'Of plums.' },
    })
    const logged = await db.logEntry.count()
    const { record } = await mutate(store, 'setProduct', { externalId: 'jam', description: 'Of plums.' }, 'product { id }')
    expect(record).toEqual({ id: String(made.body.id) })
    expect(await db.logEntry.count()).toBe(logged)
    const { userErrors } = await mutate(store, 'setProduct', { name: 'x' })
    expect(userErrors).toMatchObject([{ message: 'Either id or externalId must name the product.' }])
  })
})

describe('Products in bulk', () => {
  it('are made with their parts, then left as they are, then changed', async () => {
    const catalogue = [honey(1), honey(2)]
    const made = await post(catalogue)
    expect({ status: made.status, changes: changesIn(made) }).toEqual({ status: 200, changes: ['created', 'created'] })
    expect(made.body.results[1].record).toMatchObject({
      name: 'Honey 2',
      slug: 'honey-2',
      instances: [{ price: 900 }, { price: 1_500 }],
    })
    const counts = async () => [await db.logEntry.count(), await db.event.count(), await db.productInstance.count()]
    const before = await counts()
    expect(changesIn(await post(catalogue))).toEqual(['unchanged', 'unchanged'])
    expect(await counts()).toEqual(before)
    const changed = await post([
      { ...honey(1), name: 'Heather honey' },
      { ...honey(2), instances: honey(2).instances.slice(0, 1) },
    ])
    expect(changesIn(changed)).toEqual(['updated', 'updated'])
    const { results } = await set([{ externalId: 'honey-1', description: 'Dark.' }])
    expect(results).toMatchObject([{ change: 'updated', product: { name: 'Heather honey' } }])
  })

  it('have a log entry and an event each, with the parts that changed', async () => {
    const events = await db.event.count()
    await post([{ external_id: 'honey-1', description: 'Light.' }, honey(3)])
    const told = await db.event.findMany({ skip: events, orderBy: { id: 'asc' } })
    expect(told.map(({ type }) => type)).toEqual(['product.updated', 'product.created'])
    expect(told[1]?.changes).toMatchObject({ name: { from: null, to: 'Honey 3' }, instances: { from: null } })
    expect(JSON.stringify(told.map(({ changes }) => changes))).not.toMatch(/:-\d/)
  })

  it('are refused together with the places of their faults', async () => {
    const bad = { ...honey(4), subscription_types: [{ name: 'Regular', terms: [{ name: 'Monthly', num_cycles: 0 }] }] }
    const taken = { ...honey(5), slug: 'honey-2' }
    const { status, body } = await post([honey(6), bad, taken])
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [
        expect.stringMatching(/^products\[1\]\.subscription_types\[0\]\.terms\[0\]\.num_cycles must be/),
        'products[2].slug is already the slug of another product.',
      ],
    })
    expect(await db.product.count({ where: { externalId: { in: ['honey-4', 'honey-5', 'honey-6'] } } })).toBe(0)
    const kept = await post([honey(6), bad], '?on_error=keep_going')
    expect(kept.body.results).toMatchObject([{ ok: true, change: 'created' }, { ok: false }])
  })

  it('that were archived are restored', async () => {
    const { id } = await db.product.findFirstOrThrow({ where: { externalId: 'honey-6' } })
    await store.rest(`DELETE /v1/products/${id}/`, store.merchant)
    expect(changesIn(await post([{ external_id: 'honey-6' }]))).toEqual(['restored'])
    expect(await db.product.findFirst({ where: { id } })).toMatchObject({ deleted: false })
  })

  it('set by four writes at once are each made once', async () => {
    const products = [honey(7), honey(8)]
    const answers = await Promise.all([post(products), post([...products].reverse()), post(products), post(products)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await db.product.count({ where: { externalId: { in: ['honey-7', 'honey-8'] } } })).toBe(2)
    expect(await db.productInstance.count({ where: { sku: { startsWith: 'HONEY-7' } } })).toBe(2)
  })

  it('take as many statements as one', async () => {
    const statements = async (numbers: readonly number[]) => (await store.statements(() => post(numbers.map(honey)))).length
    expect(await statements([11, 12, 13, 14, 15])).toBe(await statements([10]))
    expect(await statements([11, 12, 13, 14, 15])).toBe(await statements([10]))
  })

  it('look the terms and rhythms in use up by one statement, which walks through no subscriptions', async () => {
    await post([honey(16), honey(17)])
    const statements = await store.statements(() => post([honey(16), honey(17)]))
    const looked = statements.filter((sql) => /FROM "?(public"?\."?)?subscription"/.test(sql))
    expect(looked).toHaveLength(1)
    for (const column of ['term_id', 'product_billing_id']) {
      expect(looked[0]).toMatch(new RegExp(`"${column}" = "asked"."id"`))
      const plan = await db.$transaction(async (tx) => {
        // The demo store is so small that the planner would read it whole.
        await tx.$executeRaw`SET LOCAL enable_seqscan = off`
        return tx.$queryRawUnsafe(`EXPLAIN SELECT FROM unnest('{1,2}'::bigint[]) AS asked(id)
          WHERE EXISTS (SELECT FROM subscription WHERE store_id = 1 AND ${column} = asked.id)`)
      })
      expect(JSON.stringify(plan)).toContain(`subscription_store_id_${column}_idx`)
    }
  })
})
