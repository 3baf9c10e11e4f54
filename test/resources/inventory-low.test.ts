/** Low stock: shown in the rows of stock, and found by an index on both surfaces. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addProduct } from '../writes/rows.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store

const put = (instanceId: number, change: object) =>
  store.rest(`PUT /v1/product_instances/${instanceId}/inventory/`, store.merchant, json(change))

describe.each(surfaces)('%s', (surface) => {
  const lowOf = async (productId: number, isLow: boolean): Promise<number[]> => {
    if (surface === 'REST') {
      const { status, body } = await store.rest(`/v1/inventory/?is_low=${isLow}&product_id=${productId}`)
      expect(status).toBe(200)
      return body.results.map((row: { product_instance_id: number }) => row.product_instance_id)
    }
    const filter = `{ isLow: { eq: ${isLow} }, productId: { eq: ${productId} } }`
    const { data } = await store.graphql(`{ inventory(filter: ${filter}) { nodes { productInstanceId isLow } } }`)
    return data.inventory.nodes.map((row: { productInstanceId: string }) => Number(row.productInstanceId))
  }

  it('finds what is at its limit or below, however the count, the limit or the tracking came to it', async () => {
    const { id, instanceId } = await addProduct(db, { stock: 5 })
    const isLow = async () => (await lowOf(id, true)).includes(instanceId)
    expect([await isLow(), await lowOf(id, false)]).toEqual([false, [instanceId]])
    await put(instanceId, { low_stock_at: 5 })
    expect([await isLow(), await lowOf(id, false)]).toEqual([true, []])
    const adjusted = await ask(store, surface, 'adjustInventory', {
      product_instance_id: instanceId,
      by: 1,
      kind: 'received',
      reason: 'Found',
    })
    expect(adjusted).toMatchObject({ status: 201, record: { quantity_on_hand: 6 } })
    expect(await isLow()).toBe(false)
    await put(instanceId, { low_stock_at: null, quantity_on_hand: 0 })
    expect(await isLow()).toBe(true)
    await put(instanceId, { track_inventory: false })
    expect(await isLow()).toBe(false)
  })
})

describe('REST alone', () => {
  it('shows the limit in each row, in one statement', async () => {
    const { id, instanceId } = await addProduct(db, { stock: 5 })
    await put(instanceId, { low_stock_at: 7 })
    const read = () => store.rest(`/v1/inventory/?product_id=${id}`)
    expect((await read()).body.results).toMatchObject([{ low_stock_at: 7, is_low: true, quantity_on_hand: 5 }])
    expect(await store.statements(read)).toHaveLength(1)
  })

  it('takes a row back as it was read', async () => {
    const { instanceId } = await addProduct(db, { stock: 5 })
    const { body } = await store.rest(`/v1/product_instances/${instanceId}/inventory/`)
    expect(await put(instanceId, { ...body, confidence: 3 })).toMatchObject({
      status: 200,
      body: { confidence: 3, is_low: false },
    })
  })
})

describe('Of a million rows', () => {
  it('the few that are low are found by the index', async () => {
    const rows = await db.$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE tablename = 'product_inventory' AND indexdef LIKE '%(store_id, is_low, id)'`
    expect(rows).toHaveLength(1)
  })
})
