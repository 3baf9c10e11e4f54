/** Today counts the parcels that can be sent, as the page that it leads to lists them. */

import { print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ShipDocument } from '../../src/desk/page/documents/ship.ts'
import { TodayDocument } from '../../src/desk/page/documents/today.ts'
import { whereOf } from '../../src/desk/page/filters/filter-spec.ts'
import { dueBy, sendableBy, sendableToday, shipmentFilters } from '../../src/desk/page/filters/shipments.ts'
import { picked, withoutCancelled } from '../../src/desk/page/pages/pick-list.ts'
import { addParcel } from '../resources/shipments/parcels.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const day = '2099-01-01'

async function listed(): Promise<string[]> {
  const { searchParams: given } = new URL(sendableToday, 'http://desk')
  const filter = { ...dueBy(day), ...whereOf(shipmentFilters, { get: (name) => given.get(name) ?? '' }) }
  const query = 'query ($filter: ShipmentFilter) { shipments(filter: $filter, first: 1000) { totalCount nodes { id } } }'
  const { data, errors } = await store.graphql(query, { filter }, store.merchant)
  expect(errors).toEqual([])
  return data.shipments.nodes.map(({ id }: { id: string }) => id)
}

async function counted(): Promise<number> {
  const none = { subscriptions: false, refunds: false, inventory: false, disputes: false, orders: false, figures: false }
  const given = { from: '2026-01-01', toShip: sendableBy(day), shipments: true, customers: false, ...none }
  const { data, errors } = await store.graphql(print(TodayDocument), given, store.merchant)
  expect(errors).toEqual([])
  return data.toShip.totalCount
}

describe('The parcels to send', () => {
  it('are those of which no part is on hold, in the count and in the list', async () => {
    const [free, partly, held] = [await addParcel(store.db, [1, 1]), await addParcel(store.db, [1, 1]), await addParcel(store.db)]
    const onHold = [partly.fulfillmentIds[0], held.fulfillmentIds[0]].map((id) => BigInt(id as number))
    await store.db.fulfillment.updateMany({ where: { storeId: 1n, id: { in: onHold } }, data: { onHold: true } })
    const ids = await listed()
    expect(ids).toContain(String(free.id))
    for (const { id } of [partly, held]) expect(ids).not.toContain(String(id))
    expect(await counted()).toBe(ids.length)
  })

  it('are picked without their cancelled parts, by which no filter finds them', async () => {
    const { id, fulfillmentIds } = await addParcel(store.db, [1, 2])
    const [cancelled] = fulfillmentIds
    const of = { storeId: 1n, id: BigInt(cancelled as number) }
    await store.db.fulfillment.update({ where: { storeId_id: of }, data: { status: 'cancelled' } })
    const read = async (filter: object) => {
      const { data, errors } = await store.graphql(print(ShipDocument), { filter, first: 100 }, store.merchant)
      expect(errors).toEqual([])
      return data.shipments.nodes
    }
    const [parcel] = await read({ id: { eq: id } })
    const [gone] = parcel.fulfillments.filter((box: { id: string }) => Number(box.id) === cancelled)
    const pieces = parcel.fulfillments.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
    const sent = picked([parcel].map(withoutCancelled)).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(sent).toBe(pieces - gone.quantity)
    const bySku = (sku: string) => whereOf(shipmentFilters, { get: (name) => (name === 'fulfillments.instance.sku' ? sku : '') })
    const open = parcel.fulfillments.filter(({ status }: { status: string }) => status === 'open')
    const isOpen = open.some(({ instance }: { instance: { sku: string } }) => instance.sku === gone.instance.sku)
    expect(await read({ AND: [{ id: { eq: id } }, bySku(gone.instance.sku)] })).toHaveLength(isOpen ? 1 : 0)
  })
})
