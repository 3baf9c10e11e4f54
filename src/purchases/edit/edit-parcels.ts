/** Writes the deliveries of an edited order, and the parcels that they travel in. */
import type { Shape } from '../../db/shape.ts'
import { insertRows, nextIds, type Tx, updateRows } from '../../db/transaction.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { PlannedDeliveries } from './edit-deliveries.ts'
import type { EditedOrder } from './edited-order.ts'

type OwnDelivery = Shape<'Fulfillment'>
type OwnParcel = Shape<'Shipment'>

/** The changes of the unsent parcels of the order. */
type PlannedParcels = {
  /** The parcels that go to another address. */
  moved: OwnParcel[]
  /** The parcels that hold deliveries of other orders too: the order's own leave them for one to the other address. */
  split: OwnParcel[]
  /** The parcels that nothing is left in. */
  emptied: OwnParcel[]
}

/** The open delivery that is due next, if one may be sent one that may; what is added travels with it. */
const nextDelivery = (open: readonly OwnDelivery[], parcels: EditedOrder['parcels']): OwnDelivery | undefined =>
  open
    .filter(({ shipmentId }) => parcels.some(({ shipment }) => shipment.id === shipmentId))
    .toSorted(
      (one, other) =>
        Number(one.onHold) - Number(other.onHold) || Number(one.adjustedFulfillmentDate) - Number(other.adjustedFulfillmentDate),
    )[0]

function planParcels(
  { open, parcels }: EditedOrder,
  { cancelled, added }: PlannedDeliveries<OwnDelivery>,
  addressId: bigint | undefined,
): PlannedParcels {
  const next = added.length > 0 ? nextDelivery(open, parcels) : undefined
  const holding = new Set([next, ...open.filter((row) => !cancelled.includes(row))].map((row) => row?.shipmentId))
  const planned: PlannedParcels = { moved: [], split: [], emptied: [] }
  for (const { shipment, isShared } of parcels) {
    const isHolding = holding.has(shipment.id)
    const leaves = isHolding && addressId !== undefined && shipment.shipAddressId !== addressId
    if (leaves) (isShared ? planned.split : planned.moved).push(shipment)
    if (!isHolding && !isShared) planned.emptied.push(shipment)
  }
  return planned
}

/**
 * Writes the deliveries and the parcels.
 *
 * @param addressId of the customer, which the parcels go to from now on; undefined where it stays.
 * @param at the whole second that dates new rows.
 *
 * @returns the events of the parcels.
 */
export async function writeParcels(
  tx: Tx,
  edited: EditedOrder,
  deliveries: PlannedDeliveries<OwnDelivery>,
  addressId: bigint | undefined,
  at: Date,
): Promise<EmittedEvent[]> {
  const { order, open, parcels } = edited
  const planned = planParcels(edited, deliveries, addressId)
  const { moved, emptied } = planned
  const split = await splitOff(tx, planned.split, addressId ?? 0n, at)
  await update(tx, 'Shipment', order.storeId, [
    ...moved.map(({ id, status }) => ({ id, status, shipAddressId: addressId })),
    ...emptied.map(({ id, shipAddressId }) => ({ id, status: 'cancelled', shipAddressId })),
  ])
  const shipmentOf = ({ shipmentId }: OwnDelivery) => split.get(shipmentId) ?? shipmentId
  const next = nextDelivery(open, parcels)
  const added = next && deliveries.added.map((delivery) => addedTo(next, shipmentOf(next), delivery))
  await writeDeliveries(tx, order.storeId, open, deliveries, shipmentOf)
  if (added && added.length > 0) await insertRows(tx, 'Fulfillment', added)
  return eventsOf(planned, split, addressId)
}

/** Plans a parcel for what leaves each of some. @returns its id, by the id of the parcel that it leaves. */
async function splitOff(
  tx: Tx,
  split: readonly OwnParcel[],
  shipAddressId: bigint,
  createdAt: Date,
): Promise<Map<bigint, bigint>> {
  if (split.length === 0) return new Map()
  const ids = await nextIds(tx, 'Shipment', split.length)
  const rows = split.map(({ storeId, customerId, adjustedOrderedAt, isTest }, place) => ({
    ...{ storeId, id: ids[place], customerId, shipAddressId, adjustedOrderedAt, createdAt, isTest, status: 'unshipped' },
  }))
  await insertRows(tx, 'Shipment', rows)
  return new Map(split.map(({ id }, place) => [id, ids[place] as bigint]))
}

async function writeDeliveries(
  tx: Tx,
  storeId: bigint,
  open: readonly OwnDelivery[],
  { changed, cancelled }: PlannedDeliveries<OwnDelivery>,
  shipmentOf: (row: OwnDelivery) => bigint,
): Promise<void> {
  const rows = open.flatMap((row) => {
    const { id, quantity, taken, shipping, tax, status } = row
    const own = { id, quantity, taken, shipping, tax, status, shipmentId: row.shipmentId }
    if (cancelled.includes(row)) return [{ ...own, taken: 0, status: 'cancelled' }]
    const shipmentId = shipmentOf(row)
    return changed.has(row) || shipmentId !== row.shipmentId ? [{ ...own, ...changed.get(row), shipmentId }] : []
  })
  await update(tx, 'Fulfillment', storeId, rows)
}

const addedTo = (
  { storeId, orderId, fulfillmentDate, adjustedFulfillmentDate, isTest }: OwnDelivery,
  shipmentId: bigint,
  delivery: PlannedDeliveries<OwnDelivery>['added'][number],
) => ({
  ...{ storeId, orderId, shipmentId, ...delivery, cycleNumber: 1, totalCycles: 1 },
  ...{ fulfillmentDate, adjustedFulfillmentDate, isTest, status: 'open' },
})

const update = async (tx: Tx, model: 'Shipment' | 'Fulfillment', storeId: bigint, rows: readonly { id: bigint }[]) => {
  if (rows.length > 0) await updateRows(tx, model, storeId, rows)
}

function eventsOf(
  { moved, split, emptied }: PlannedParcels,
  ids: ReadonlyMap<bigint, bigint>,
  addressId: bigint | undefined,
): EmittedEvent[] {
  const about = ({ id, customerId }: OwnParcel) => ({ recordType: 'shipment', id, customerId })
  return [
    ...moved.map((shipment): EmittedEvent => {
      const changes = { shipAddressId: { from: shipment.shipAddressId, to: addressId } }
      return { ...about(shipment), type: 'shipment.updated', changes }
    }),
    ...split.map((shipment): EmittedEvent => {
      const changes = { leftBy: { from: null, to: shipment.id } }
      return { ...about(shipment), id: ids.get(shipment.id), type: 'shipment.split', changes }
    }),
    ...emptied.map((shipment): EmittedEvent => {
      return { ...about(shipment), type: 'shipment.cancelled', changes: { status: { from: 'unshipped', to: 'cancelled' } } }
    }),
  ]
}
