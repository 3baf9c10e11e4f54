/** Delivers, returns and cancels shipments, one or many in a write. */
import { releaseFulfillments, restockReturned } from '../../purchases/stock/restock.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { parcelAction } from './parcel-actions.ts'
import { type Fulfillment, OrderChanges, type Parcel, type Shipment } from './parcels.ts'
import { checkAction } from './rules.ts'
import { withStockMoved } from './stock-moved.ts'

type ChosenParcel = { parcel: Parcel }

const shipmentsOf = (planned: readonly ChosenParcel[]): Shipment[] => planned.map(({ parcel }) => parcel.shipment)

/** Writes the same columns of several shipments. */
const changeShipments = (
  write: Write,
  planned: readonly ChosenParcel[],
  change: Partial<Shipment>,
): Promise<Map<Shipment, Changes>> => write.changeAll(new Map(shipmentsOf(planned).map((shipment) => [shipment, change])))

parcelAction('deliver', {
  description: 'Says that a shipment arrived; it keeps the status `shipped`.',
  ofMany: (shipments) => `Says that ${shipments} arrived`,
  emits: ['shipment.delivered'],
  input: (t) => ({ id: t.id({ required: true, description: 'The shipment, which is shipped and not delivered.' }) }),
  plan(parcel) {
    checkAction(parcel.shipment, 'deliver')
    return { parcel }
  },
  apply: (write, _parcels, planned) => changeShipments(write, planned, { deliveredAt: wholeSecond(write.now) }),
})

parcelAction('return', {
  description:
    'Says that a shipment came back, delivered or not; it keeps the status `shipped`, and what was in it stays fulfilled. Nothing is refunded by it.',
  ofMany: (shipments) => `Says that ${shipments} came back`,
  emits: ['shipment.returned'],
  input: (t) => ({
    id: t.id({ required: true, description: 'The shipment, which is shipped and not returned.' }),
    restock: t.boolean({
      description:
        'Whether what was in it is restocked, where the stock of it is tracked and no refund put it there; false unless given.',
    }),
  }),
  plan(parcel, { restock }) {
    checkAction(parcel.shipment, 'return')
    return { parcel, isRestocked: restock === true }
  },
  async apply(write, _parcels, planned) {
    const changes = await changeShipments(write, planned, { returnedAt: wholeSecond(write.now) })
    const back = planned.filter(({ isRestocked }) => isRestocked)
    const ids = back.flatMap(({ parcel }) =>
      parcel.fulfillments.filter(({ status }) => status === 'fulfilled').map(({ id }) => id),
    )
    const restocked = ids.length > 0 ? await restockReturned(write.tx, write.viewer.storeId, ids, write.now) : null
    return withStockMoved(write, changes, back, { kind: 'returned', name: 'restocked', moved: restocked })
  },
})

parcelAction('cancel', {
  description:
    'Cancels a shipment that is not sent, with its open fulfillments; its orders follow, and what it took off the stock is restocked.',
  ofMany: (shipments) => `Cancels ${shipments}`,
  emits: ['shipment.cancelled', 'order.updated', 'order.fulfilled', 'order.closed'],
  input: (t) => ({ id: t.id({ required: true, description: 'The shipment, which is unshipped.' }) }),
  plan(parcel) {
    checkAction(parcel.shipment, 'cancel')
    return { parcel }
  },
  async apply(write, { orders }, planned) {
    const orderChanges = new OrderChanges()
    const open = planned.flatMap(({ parcel }) => parcel.fulfillments.filter(({ status }) => status === 'open'))
    const changes = await changeShipments(write, planned, { status: 'cancelled' })
    await write.changeAll(
      new Map(open.map((row) => [row, { status: 'cancelled', onHold: false } satisfies Partial<Fulfillment>])),
    )
    for (const { orderId } of open) orderChanges.cancel(orderId)
    await orderChanges.save(write, orders, 'cancel')
    const ids = open.filter(({ taken }) => taken > 0).map(({ id }) => id)
    const released = ids.length > 0 ? await releaseFulfillments(write.tx, write.viewer.storeId, ids, write.now) : null
    return withStockMoved(write, changes, planned, { kind: 'released', name: 'released', moved: released })
  },
})
