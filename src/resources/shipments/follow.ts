/** Delivers, returns and cancels shipments, one or many in a write. */
import { releaseFulfillments, restockReturned } from '../../purchases/stock/restock.ts'
import { wholeSecond } from '../../values/time.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { type ParcelAction, theShipments, upToShipments, writeOne, writeSeveral } from './parcel-actions.ts'
import { type Fulfillment, OrderChanges, type Parcel, type Shipment } from './parcels.ts'
import { checkAction } from './rules.ts'
import { withStockMoved } from './stock-moved.ts'

type ChosenParcel = { parcel: Parcel }
type ReturnedParcel = ChosenParcel & { isRestocked: boolean }

const shipmentsOf = (planned: readonly ChosenParcel[]): Shipment[] => planned.map(({ parcel }) => parcel.shipment)

/** Writes the same columns of several shipments. */
const changeShipments = (
  write: Write,
  planned: readonly ChosenParcel[],
  change: Partial<Shipment>,
): Promise<Map<Shipment, Changes>> => write.changeAll(new Map(shipmentsOf(planned).map((shipment) => [shipment, change])))

const delivering = {
  emits: ['shipment.delivered'],
  plan(parcel) {
    checkAction(parcel.shipment, 'deliver')
    return { parcel }
  },
  apply: (write, _parcels, planned) => changeShipments(write, planned, { deliveredAt: wholeSecond(write.now) }),
} satisfies ParcelAction<object, ChosenParcel>

const returning = {
  emits: ['shipment.returned'],
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
} satisfies ParcelAction<{ restock?: boolean | null | undefined }, ReturnedParcel>

const cancelling = {
  emits: ['shipment.cancelled', 'order.updated', 'order.fulfilled', 'order.closed'],
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
} satisfies ParcelAction<object, ChosenParcel>

const shows = { field: 'shipment', resource: 'Shipment' } as const
const many = { field: 'shipments', record: 'shipment', resource: 'Shipment' } as const

const toDeliver = 'The shipment, which is shipped and not delivered.'
const toReturn = 'The shipment, which is shipped and not returned.'
const toCancel = 'The shipment, which is unshipped.'
const restockMeaning =
  'Whether what was in it is restocked, where the stock of it is tracked and no refund put it there; false unless given.'

mutation('deliverShipment', {
  description: 'Says that a shipment arrived; it keeps the status `shipped`.',
  emits: delivering.emits,
  input: (t) => ({ id: t.id({ required: true, description: toDeliver }) }),
  shows,
  write: (write, { id }) => writeOne(write, delivering, id, {}),
})

const delivered = builder.inputType('DeliverShipmentsRecordInput', {
  description: 'A shipment of `deliverShipments`.',
  fields: (t) => ({ id: t.id({ required: true, description: toDeliver }) }),
})

mutation('deliverShipments', {
  description: `Says that ${upToShipments} arrived, each as \`deliverShipment\` does.`,
  emits: delivering.emits,
  input: (t) => ({ shipments: t.field({ type: [delivered], required: true, description: theShipments }) }),
  many,
  write: (write, input) => writeSeveral(write, delivering, input),
})

mutation('returnShipment', {
  description:
    'Says that a shipment came back, delivered or not; it keeps the status `shipped`, and what was in it stays fulfilled. Nothing is refunded by it.',
  emits: returning.emits,
  input: (t) => ({
    id: t.id({ required: true, description: toReturn }),
    restock: t.boolean({ description: restockMeaning }),
  }),
  shows,
  write: (write, { id, restock }) => writeOne(write, returning, id, { restock }),
})

const returned = builder.inputType('ReturnShipmentsRecordInput', {
  description: 'A shipment of `returnShipments`.',
  fields: (t) => ({
    id: t.id({ required: true, description: toReturn }),
    restock: t.boolean({ description: restockMeaning }),
  }),
})

mutation('returnShipments', {
  description: `Says that ${upToShipments} came back, each as \`returnShipment\` does.`,
  emits: returning.emits,
  input: (t) => ({ shipments: t.field({ type: [returned], required: true, description: theShipments }) }),
  many,
  write: (write, input) => writeSeveral(write, returning, input),
})

mutation('cancelShipment', {
  description:
    'Cancels a shipment that is not sent, with its open fulfillments; its orders follow, and what it took off the stock is restocked.',
  emits: cancelling.emits,
  input: (t) => ({ id: t.id({ required: true, description: toCancel }) }),
  shows,
  write: (write, { id }) => writeOne(write, cancelling, id, {}),
})

const cancelled = builder.inputType('CancelShipmentsRecordInput', {
  description: 'A shipment of `cancelShipments`.',
  fields: (t) => ({ id: t.id({ required: true, description: toCancel }) }),
})

mutation('cancelShipments', {
  description: `Cancels ${upToShipments}, each as \`cancelShipment\` does.`,
  emits: cancelling.emits,
  input: (t) => ({ shipments: t.field({ type: [cancelled], required: true, description: theShipments }) }),
  many,
  write: (write, input) => writeSeveral(write, cancelling, input),
})
