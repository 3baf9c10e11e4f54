/** Delivers, returns and cancels shipments. */
import { releaseFulfillments, restockParcel } from '../../purchases/restock.ts'
import { wholeSecond } from '../../values/time.ts'
import { mutation } from '../describe.ts'
import { lockParcel } from './one.ts'
import { type Fulfillment, OrderChanges } from './parcels.ts'
import { checkAction } from './rules.ts'

const shows = { field: 'shipment', resource: 'Shipment' } as const

mutation('deliverShipment', {
  description: 'Says that a shipment arrived; it keeps the status `shipped`.',
  emits: ['shipment.delivered'],
  input: (t) => ({ id: t.id({ required: true, description: 'The shipment, which is shipped and not delivered.' }) }),
  shows,
  async write(write, { id }) {
    const { parcel } = await lockParcel(write, id)
    checkAction(parcel.shipment, 'deliver')
    await write.change(parcel.shipment, { deliveredAt: wholeSecond(write.now) })
    return { id: parcel.shipment.id }
  },
})

mutation('returnShipment', {
  description:
    'Says that a shipment came back, delivered or not; it keeps the status `shipped`, and what was in it stays fulfilled. Nothing is refunded by it.',
  emits: ['shipment.returned'],
  input: (t) => ({
    id: t.id({ required: true, description: 'The shipment, which is shipped and not returned.' }),
    restock: t.boolean({
      description:
        'Whether what was in it is on hand again, where the stock of it is tracked and no refund put it there; false unless given.',
    }),
  }),
  shows,
  async write(write, { id, restock: isRestocked }) {
    const { parcel } = await lockParcel(write, id)
    checkAction(parcel.shipment, 'return')
    await write.change(parcel.shipment, { returnedAt: wholeSecond(write.now) })
    if (isRestocked) {
      const restocked = await restockParcel(write.tx, write.viewer.storeId, parcel.shipment.id, write.now)
      if (restocked) write.changes.restocked = { from: null, to: restocked }
    }
    return { id: parcel.shipment.id }
  },
})

mutation('cancelShipment', {
  description:
    'Calls off a shipment that is not sent, with its open fulfillments; its orders follow, and what it took off the stock is on hand again.',
  emits: ['shipment.cancelled', 'order.updated', 'order.fulfilled', 'order.closed'],
  input: (t) => ({ id: t.id({ required: true, description: 'The shipment, which is unshipped.' }) }),
  shows,
  async write(write, { id }) {
    const { parcel, parcels } = await lockParcel(write, id)
    checkAction(parcel.shipment, 'cancel')
    const orderChanges = new OrderChanges()
    const open = parcel.fulfillments.filter(({ status }) => status === 'open')
    await write.change(parcel.shipment, { status: 'cancelled' })
    await write.changeAll(
      new Map(open.map((row) => [row, { status: 'cancelled', onHold: false } satisfies Partial<Fulfillment>])),
    )
    for (const { orderId } of open) orderChanges.cancel(orderId)
    await orderChanges.save(write, parcels.orders, 'cancel')
    const ids = open.filter(({ taken }) => taken > 0).map(({ id }) => id)
    const released = ids.length > 0 && (await releaseFulfillments(write.tx, write.viewer.storeId, ids, write.now))
    if (released) write.changes.released = { from: null, to: released }
    return { id: parcel.shipment.id }
  },
})
