/** Many shipments are sent in one write, over both surfaces. */
import { expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { json } from '../writing.ts'
import { addParcel } from './parcels.ts'

const store = await openStore()
const { db } = store

const post = (body: unknown, query = '') => store.rest(`POST /v1/shipments/ship/${query}`, store.merchant, json(body))

const ship = async (shipments: readonly object[]) => {
  const query = `mutation Ship($input: ShipShipmentsInput!) {
    shipShipments(input: $input) { results { index ok shipment { id status } } userErrors { code field message } }
  }`
  const { data, errors } = await store.graphql(query, { input: { shipments } })
  expect(errors).toEqual([])
  return data.shipShipments
}

const statusOf = async (id: number) => (await db.shipment.findUniqueOrThrow({ where: ofStore(id) })).status

it('Shipments are sent together, each with its own carrier, log entry and event', async () => {
  const [one, other] = [await addParcel(db, [2, 1]), await addParcel(db)]
  const logs = await db.logEntry.count()
  const { status, body } = await post([{ id: one.id, carrier: 'Parcel Post', tracking_number: 'A1' }, { id: other.id }])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 2,
    results: [
      { index: 0, ok: true, record: { id: one.id, status: 'shipped', carrier: 'Parcel Post', tracking_number: 'A1' } },
      { index: 1, ok: true, record: { id: other.id, status: 'shipped', carrier: null } },
    ],
  })
  expect(await db.logEntry.count()).toBe(logs + 2)
  const shipped = { type: 'shipment.shipped', recordId: { in: [one, other].map(({ id }) => BigInt(id)) } }
  const events = await db.event.findMany({ where: shipped, orderBy: { recordId: 'asc' } })
  expect(events.map(({ orderId }) => Number(orderId))).toEqual([one.orderId, other.orderId])
  const orders = await db.order.findMany({ where: { id: { in: [one, other].map(({ orderId }) => BigInt(orderId)) } } })
  expect(orders.map((order) => order.fulfillmentStatus)).toEqual(['fulfilled', 'fulfilled'])
})

it('A shipment that was sent, is missing or comes twice refuses all, each with its place', async () => {
  const [sent, open] = [await addParcel(db), await addParcel(db)]
  await ship([{ id: sent.id }])
  const { userErrors } = await ship([{ id: open.id }, { id: sent.id }, { id: 9_007_199 }])
  expect(userErrors).toMatchObject([
    { code: 'WRONG_STATUS', field: 'shipments[1]' },
    { code: 'NOT_FOUND', field: 'shipments[2].id' },
  ])
  const twice = await post([{ id: open.id }, { id: open.id }])
  expect(twice).toMatchObject({
    status: 400,
    body: { errors: ['shipments[0].id is that of shipments[1].id too.', 'shipments[1].id is that of shipments[0].id too.'] },
  })
  expect(await statusOf(open.id)).toBe('unshipped')
})

it('The others are sent where the write keeps going', async () => {
  const [sent, open] = [await addParcel(db), await addParcel(db)]
  await ship([{ id: sent.id }])
  const { body } = await post([{ id: sent.id }, { id: open.id }], '?on_error=keep_going')
  expect(body.results).toMatchObject([
    { index: 0, ok: false },
    { index: 1, ok: true, record: { status: 'shipped' } },
  ])
  expect(await statusOf(open.id)).toBe('shipped')
})

it('Shipments that are all missing are refused each, where the write keeps going', async () => {
  const { status, body } = await post([{ id: 9_007_199 }], '?on_error=keep_going')
  expect({ status, results: body.results }).toMatchObject({ status: 200, results: [{ index: 0, ok: false }] })
})

it('Ten shipments take as many statements as two', async () => {
  const parcels: { id: number }[] = []
  for (let count = 0; count < 12; count += 1) parcels.push({ id: (await addParcel(db)).id })
  const few = await store.statements(() => post(parcels.slice(0, 2)))
  const many = await store.statements(() => post(parcels.slice(2)))
  expect(many.length).toBe(few.length)
})
