/** Deliveries of a paused subscription wait: they are shown as such, and are not sent until it is resumed. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addProduct, addSubscription } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { json } from '../writing.ts'
import { addParcel } from './parcels.ts'

const store = await openStore()
const { db } = store

/** A parcel, the first of whose deliveries are of a subscription that is then paused. */
async function heldParcel(held: number, quantities: readonly number[]) {
  const parcel = await addParcel(db, quantities)
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
  const subscriptionId = await addSubscription(db, { customer: parcel.customer, product })
  for (const id of parcel.fulfillmentIds.slice(0, held))
    await db.fulfillment.update({ where: ofStore(id), data: { subscriptionId } })
  await ask(store, 'REST', 'pauseSubscription', { id: subscriptionId })
  return { ...parcel, subscriptionId }
}

describe.each(surfaces)('%s', (surface) => {
  const ship = (id: number, input: object = {}) => ask(store, surface, 'shipShipment', { id, ...input })

  it('refuses to send what waits, says for what, and sends it once its subscription is resumed', async () => {
    const { id, subscriptionId, fulfillmentIds } = await heldParcel(1, [1])
    const message = `Shipment ${id} has fulfillment ${fulfillmentIds[0]} in it, which waits while subscription ${subscriptionId} is paused: resume it first.`
    const changed = await tablesChangedBy(db, async () => expect(await ship(id)).toMatchObject({ status: 400, message }))
    expect(changed).toEqual([])
    await ask(store, surface, 'resumeSubscription', { id: subscriptionId })
    expect(await ship(id)).toMatchObject({ status: 200, record: { status: 'shipped' } })
  })

  it('names what else is in the parcel, and sends that alone', async () => {
    const { id, subscriptionId, fulfillmentIds } = await heldParcel(1, [1, 2, 3])
    const [held, ...others] = fulfillmentIds
    expect(await ship(id)).toMatchObject({
      status: 400,
      message: `Shipment ${id} has fulfillment ${held} in it, which waits while subscription ${subscriptionId} is paused: resume it first, or send only ${others.join(', ')} of its fulfillments.`,
    })
    const sent = await ship(id, { fulfillments: others.map((each) => ({ id: each })) })
    expect(sent).toMatchObject({ status: 200, record: { status: 'shipped' } })
    const { shipmentId } = await db.fulfillment.findUniqueOrThrow({ where: ofStore(held ?? 0) })
    await ask(store, surface, 'resumeSubscription', { id: subscriptionId })
    expect(await ship(Number(shipmentId))).toMatchObject({ status: 200, record: { status: 'shipped' } })
  })

  it('still cancels what waits, which then waits no more', async () => {
    const { id, fulfillmentIds } = await heldParcel(1, [1])
    expect(await ask(store, surface, 'cancelShipment', { id })).toMatchObject({ status: 200, record: { status: 'cancelled' } })
    const fulfillment = await db.fulfillment.findUniqueOrThrow({ where: ofStore(fulfillmentIds[0] ?? 0) })
    expect(fulfillment).toMatchObject({ status: 'cancelled', onHold: false })
  })
})

describe('What is to ship', () => {
  const idsOf = async (query: string) =>
    (await store.rest(`/v1/shipments/?status=unshipped&limit=1000&${query}`)).body.results.map(({ id }: { id: number }) => id)

  it('is what has a delivery that is not on hold', async () => {
    const [whole, part, free] = [await heldParcel(1, [1]), await heldParcel(1, [1, 1]), await addParcel(db)]
    const ids = await idsOf('fulfillments.on_hold=false')
    expect([whole.id, part.id, free.id].map((id) => ids.includes(id))).toEqual([false, true, true])
    const held = await idsOf('fulfillments.on_hold=true')
    expect([whole.id, part.id, free.id].map((id) => held.includes(id))).toEqual([true, true, false])
    const { fulfillments } = (await store.rest(`/v1/shipments/${part.id}/`)).body
    expect(fulfillments.map(({ on_hold }: { on_hold: boolean }) => on_hold)).toEqual([true, false])
  })

  it('in bulk is refused for what waits alone', async () => {
    const [held, free] = [await heldParcel(1, [1]), await addParcel(db)]
    const body = json([{ id: held.id }, { id: free.id }])
    expect((await store.rest('POST /v1/shipments/ship/', store.merchant, body)).status).toBe(400)
    const answer = await store.rest('POST /v1/shipments/ship/?on_error=keep_going', store.merchant, body)
    expect(answer.body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true])
  })
})
