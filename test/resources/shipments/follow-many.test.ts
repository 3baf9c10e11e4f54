/** Many shipments are delivered, returned or cancelled in one write, over both surfaces, each as one by itself is. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { json, mutate } from '../writing.ts'
import { addParcel } from './parcels.ts'

const store = await openStore()
const { db } = store

type Verb = 'deliver' | 'return' | 'cancel'

const post = (verb: Verb, body: unknown, query = '') =>
  store.rest(`POST /v1/shipments/${verb}/${query}`, store.merchant, json(body))

/** A parcel that allows an action. */
async function parcelFor(verb: Verb, quantities: readonly number[] = [1]) {
  const parcel = await addParcel(db, quantities)
  if (verb !== 'cancel') await mutate(store, 'shipShipment', { id: parcel.id })
  return parcel
}

const done = {
  deliver: { status: 'shipped', delivered_at: expect.any(String), returned_at: null },
  return: { status: 'shipped', returned_at: expect.any(String), delivered_at: null },
  cancel: { status: 'cancelled', shipped_at: null },
}
const types = { deliver: 'shipment.delivered', return: 'shipment.returned', cancel: 'shipment.cancelled' }

describe.each(['deliver', 'return', 'cancel'] as const)('%s', (verb) => {
  const mutation = `${verb}Shipments`
  const many = async (shipments: readonly object[]) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation Many($input: ${type}!) {
      ${mutation}(input: $input) { results { index ok shipment { id } } userErrors { code field message } }
    }`
    const { data, errors } = await store.graphql(query, { input: { shipments } })
    expect(errors).toEqual([])
    return data[mutation]
  }

  it('changes each, with a log entry and an event of its own', async () => {
    const parcels = [await parcelFor(verb, [2, 1]), await parcelFor(verb)]
    const logs = await db.logEntry.count()
    const { status, body } = await post(
      verb,
      parcels.map(({ id }) => ({ id })),
    )
    const results = parcels.map(({ id }, index) => ({ index, ok: true, change: 'updated', record: { id, ...done[verb] } }))
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 2, results } })
    expect(await db.logEntry.count()).toBe(logs + 2)
    const events = await db.event.findMany({
      where: { type: types[verb], recordId: { in: parcels.map(({ id }) => BigInt(id)) } },
      orderBy: { recordId: 'asc' },
    })
    expect(events.map(({ orderId }) => Number(orderId))).toEqual(parcels.map(({ orderId }) => orderId))
  })

  it('refuses all where one is refused, each with its place; the others are changed where it keeps going', async () => {
    const [open, other] = [await parcelFor(verb), await parcelFor(verb)]
    await many([{ id: other.id }])
    const { userErrors } = await many([{ id: open.id }, { id: other.id }, { id: 9_007_199 }])
    expect(userErrors).toMatchObject([
      { code: 'WRONG_STATUS', field: 'shipments[1]' },
      { code: 'NOT_FOUND', field: 'shipments[2].id' },
    ])
    const kept = await db.shipment.findUniqueOrThrow({ where: ofStore(open.id) })
    expect([kept.deliveredAt, kept.returnedAt, kept.status]).toEqual([null, null, verb === 'cancel' ? 'unshipped' : 'shipped'])
    const going = await post(verb, [{ id: other.id }, { id: open.id }], '?on_error=keep_going')
    expect(going.body.results).toMatchObject([
      { index: 0, ok: false, errors: [expect.stringContaining('it cannot be')] },
      { index: 1, ok: true },
    ])
    expect((await post(verb, [{ id: 9_007_199 }], '?on_error=keep_going')).body.results).toMatchObject([{ ok: false }])
    expect((await post(verb, [])).status).toBe(400)
    expect((await post(verb, [{ id: open.id, colour: 1 }])).body.errors).toEqual(['Unknown field: shipments[0].colour'])
  })

  it('takes as many statements for ten as for two', async () => {
    const parcels: { id: number; restock?: boolean }[] = []
    for (let count = 0; count < 12; count += 1)
      parcels.push({ id: (await parcelFor(verb)).id, ...(verb === 'return' && { restock: true }) })
    const few = await store.statements(() => post(verb, parcels.slice(0, 2)))
    const all = await store.statements(() => post(verb, parcels.slice(2)))
    expect(all.length).toBe(few.length)
  })
})

describe('The stock of many', () => {
  const changesOf = async (id: number) => {
    const entry = await db.logEntry.findFirstOrThrow({
      where: { recordType: 'shipment', recordId: BigInt(id) },
      orderBy: { id: 'desc' },
    })
    return entry.changes as Record<string, unknown>
  }
  const onHand = async (instanceId: number) =>
    (await db.productInventory.findFirstOrThrow({ where: { storeId: 1n, productInstanceId: BigInt(instanceId) } })).quantityOnHand

  it('comes back with what is returned, of those that ask for it', async () => {
    const [one, two, three] = [await parcelFor('return', [2, 1]), await parcelFor('return', [3]), await parcelFor('return', [1])]
    const before = await Promise.all([one, two, three].map(({ product }) => onHand(product.instanceId)))
    await post('return', [{ id: one.id, restock: true }, { id: two.id, restock: true }, { id: three.id }])
    const after = await Promise.all([one, two, three].map(({ product }) => onHand(product.instanceId)))
    expect(after.map((count, place) => count - (before[place] ?? 0))).toEqual([3, 3, 0])
    expect((await changesOf(one.id)).restocked).toEqual({ from: null, to: { [one.product.instanceId]: 3 } })
    expect((await changesOf(two.id)).restocked).toEqual({ from: null, to: { [two.product.instanceId]: 3 } })
    expect(await changesOf(three.id)).not.toHaveProperty('restocked')
  })

  it('is released by what is cancelled', async () => {
    const [one, two] = [await parcelFor('cancel', [2, 1]), await parcelFor('cancel', [3])]
    await post('cancel', [{ id: two.id }, { id: one.id }])
    for (const { id, product } of [one, two])
      expect((await changesOf(id)).released).toEqual({ from: null, to: { [product.instanceId]: 3 } })
  })
})
