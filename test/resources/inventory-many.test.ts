/** The stock of many instances is changed in one write, over both surfaces. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store
const rows = await db.productInventory.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' }, take: 2 })
const [one, other] = rows.map(({ productInstanceId }) => Number(productInstanceId))

const post = (body: unknown, query = '') => store.rest(`POST /v1/inventory/bulk/${query}`, store.merchant, json(body))
const onHand = async (instance: number | undefined) =>
  (await db.productInventory.findFirstOrThrow({ where: { storeId: 1n, productInstanceId: BigInt(instance ?? 0) } }))
    .quantityOnHand

it('Stock is set by the id of the instance or its external id, with an event for each that changed', async () => {
  await db.productInstance.updateMany({ where: { storeId: 1n, id: BigInt(other ?? 0) }, data: { externalId: 'shelf-2' } })
  const events = await db.event.count({ where: { type: 'inventory.updated' } })
  const { status, body } = await post([
    { product_instance_id: one, quantity_on_hand: 41 },
    { external_id: 'shelf-2', quantity_on_hand: 42, confidence: 9 },
  ])
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { count: 2, results: [{ change: 'updated' }, { change: 'updated' }] },
  })
  expect([await onHand(one), await onHand(other)]).toEqual([41, 42])
  expect(await db.event.count({ where: { type: 'inventory.updated' } })).toBe(events + 2)
  const query = `mutation Set($input: UpdateInventoriesInput!) {
    updateInventories(input: $input) { results { change inventory { quantityOnHand } } userErrors { message } }
  }`
  const { data } = await store.graphql(query, { input: { inventory: [{ productInstanceId: String(one), quantityOnHand: 41 }] } })
  expect(data.updateInventories.results).toEqual([{ change: 'unchanged', inventory: { quantityOnHand: 41 } }])
})

it('A fault refuses all with its place, or its record alone where the write keeps going', async () => {
  const bad = [
    { product_instance_id: one, quantity_on_hand: 1 },
    { product_instance_id: other, quantity_on_hand: -1 },
    { quantity_on_hand: 3 },
  ]
  const errors = [
    'inventory[2]: Either inventory[2].product_instance_id or inventory[2].external_id must name the instance.',
    'inventory[1].quantity_on_hand must be a number of at least 0.',
  ]
  const refused = await post(bad)
  expect(refused.status).toBe(400)
  expect(refused.body.errors.map((error: string) => error.replace('inventory[2]: ', ''))).toEqual(
    errors.map((error) => error.replace('inventory[2]: ', '')).reverse(),
  )
  expect(await onHand(one)).toBe(41)
  const kept = await post(bad, '?on_error=keep_going')
  expect(kept.body.results).toMatchObject([{ ok: true }, { ok: false }, { ok: false }])
  expect([await onHand(one), await onHand(other)]).toEqual([1, 42])
})
