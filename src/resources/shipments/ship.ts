/** Sends shipments, whole or in part, one or many in a write. */

import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { together } from '../../values/faults.ts'
import { field, say } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import type { GivenOf } from '../../values/writable.ts'
import { checked } from '../../values/written-values.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { builder } from '../describe.ts'
import { splitShipments } from '../split-shipments.ts'
import { parcelAction } from './parcel-actions.ts'
import { type Fulfillment, OrderChanges, type Parcel, type Parcels, type Shipment, subjectOf } from './parcels.ts'
import { type AskedPart, checkAction, checkNotOnHold, type Parted, partsOf } from './rules.ts'
import { takeSent } from './sent-stock.ts'
import { label, tracking } from './writable.ts'

/** The input of a shipment beside its id. */
type ShipRequest = GivenOf<typeof tracking> & GivenOf<typeof label> & { fulfillments?: readonly AskedPart[] | null | undefined }

/** A shipment that may be sent: what of it, and how. */
type PlannedParcel = {
  parcel: Parcel
  columns: Partial<Shipment>
  labelCost: bigint | undefined
  parts: Parted<Fulfillment>[]
  isPart: boolean
}

/** Checks what is asked of a shipment. @throws Refusal WRONG_STATUS, or BAD_INPUT naming what was wrong. */
function plan(parcel: Parcel, asked: ShipRequest, now: Date): PlannedParcel {
  const { shipment, fulfillments } = parcel
  checkAction(shipment, 'ship')
  const open = fulfillments.filter(({ status }) => status === 'open')
  const [how, { labelCost }, parts] = together(
    () => checked(tracking, asked),
    () => checked(label, asked),
    () => partsOf(shipment.id, open, asked.fulfillments),
  )
  checkNotOnHold(shipment.id, parts)
  if (labelCost != null && !(how.carrier ?? shipment.carrier))
    throw badInput(say`${field('carrier')} must be given with ${field('labelCost')}: a label names its carrier.`)
  const columns = { ...how, status: 'shipped', shippedAt: wholeSecond(now) } as const
  return { parcel, columns, labelCost: labelCost ?? undefined, parts, isPart: parts.some(({ left }) => left) }
}

/** Sends shipments that may be sent, with one statement for each table. @returns what changed of each. */
async function send(write: Write, { orders }: Parcels, planned: readonly PlannedParcel[]): Promise<Map<Shipment, Changes>> {
  const changed = await write.changeAll(new Map(planned.map(({ parcel, columns }) => [parcel.shipment, columns])))
  const parted = planned.filter(({ isPart }) => isPart)
  const rests = await splitShipments(
    write,
    parted.map(({ parcel }) => ({ ...parcel, subject: subjectOf(parcel), shipAddressId: parcel.shipment.shipAddressId })),
  )
  const taken = await takeSent(
    write,
    planned.flatMap(({ parts }) => parts),
  )
  const rows = new Map<Fulfillment, Partial<Fulfillment>>()
  const split: (Partial<Omit<Fulfillment, 'id'>> & { id?: bigint })[] = []
  const orderChanges = new OrderChanges()
  for (const { parcel, parts, labelCost } of planned) {
    const restId = rests.get(parcel.shipment.id)
    const pieces = new Map<bigint, number>()
    for (const { row, sent, left } of parts) {
      if (sent) {
        const { quantity, shipping, tax } = sent
        rows.set(row, { status: 'fulfilled', quantity, shipping, tax, taken: taken.get(row)?.sent ?? 0 })
        orderChanges.send(row.orderId, left !== undefined)
        pieces.set(row.orderId, (pieces.get(row.orderId) ?? 0) + quantity)
      }
      if (left && restId !== undefined) {
        const { quantity, shipping, tax } = left
        const { id: _, ...columns } = row
        if (sent) split.push({ ...columns, shipmentId: restId, quantity, shipping, tax, taken: taken.get(row)?.left ?? 0 })
        else rows.set(row, { shipmentId: restId })
      }
    }
    if (labelCost !== undefined) orderChanges.shareLabel(labelCost, pieces)
  }
  await write.changeAll(rows)
  await write.insertAll('Fulfillment', split)
  await write.insertAll(
    'Label',
    planned.flatMap((each) => labelOf(each)),
  )
  await orderChanges.save(write, orders, 'ship')
  return new Map(planned.map((each) => [each.parcel.shipment, changesOf(each, changed, rests)]))
}

const labelOf = ({ parcel: { shipment }, columns, labelCost }: PlannedParcel) =>
  labelCost === undefined
    ? []
    : [
        {
          shipmentId: shipment.id,
          carrier: columns.carrier ?? shipment.carrier ?? '',
          trackingNumber: columns.trackingNumber ?? shipment.trackingNumber ?? '',
          cost: labelCost,
          createdAt: columns.shippedAt as Date,
        },
      ]

function changesOf(
  { parcel, parts, labelCost, isPart }: PlannedParcel,
  changed: Map<Shipment, Changes>,
  rests: ReadonlyMap<bigint, bigint>,
): Changes {
  const sent = parts.flatMap((part) => (part.sent ? [[part.row.id, part.sent.quantity]] : []))
  return {
    ...changed.get(parcel.shipment),
    ...(labelCost !== undefined && { labelCost: { from: null, to: labelCost } }),
    ...(isPart && {
      fulfillments: { from: null, to: Object.fromEntries(sent) },
      restShipmentId: { from: null, to: rests.get(parcel.shipment.id) },
    }),
  }
}

const part = builder.inputType('ShipFulfillmentInput', {
  description: 'A fulfillment of a shipment that is sent, whole or in part.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The fulfillment, which is open and in the shipment.' }),
    quantity: t.int({ description: 'How many of it, all unless given; the rest waits in a new shipment.' }),
  }),
})

parcelAction('ship', {
  description:
    'Sends a shipment: its open fulfillments are fulfilled, and its orders follow. Of a part that is named only that is sent, and the rest waits in a new shipment.',
  ofMany: (shipments) => `Sends ${shipments}`,
  emits: ['shipment.shipped', 'shipment.split', 'order.updated', 'order.fulfilled', 'order.closed', 'inventory.low'],
  input: (t) => ({
    id: t.id({ required: true, description: 'The shipment, which is unshipped.' }),
    ...inputFields(t, { ...tracking, ...label }),
    fulfillments: t.field({ type: [part], description: 'The parts that are sent; all of it unless given.' }),
  }),
  plan,
  apply: send,
})
