/** Rules of shipments: what may be done with one in its state, and what a part of one leaves behind. Pure. */
import { spread } from '../../purchases/price/spread.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { parseId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import type { Checked, GivenOf } from '../../values/writable.ts'
import { differing } from '../../values/written-values.ts'
import { type ShipmentAction, type ShipmentState, shipmentStates, stateOf } from '../delivery-states.ts'
import { tracking } from './writable.ts'

/** The carrier and the tracking of a shipment. */
type Tracked = { readonly [Name in keyof typeof tracking]: string | null }

type Dated = Parameters<typeof stateOf>[0] & { id: bigint; shippedAt: Date | null }

const participles: Record<ShipmentAction, string> = {
  ship: 'shipped',
  deliver: 'delivered',
  return: 'returned',
  cancel: 'cancelled',
}

/**
 * Refuses an action that the state of a shipment does not allow.
 *
 * @throws Refusal WRONG_STATUS naming what was done with it, and when.
 */
export function checkAction(shipment: Dated, action: ShipmentAction): void {
  const state = stateOf(shipment)
  if (shipmentStates[state][action]) return
  const past = pastOf(shipment, state)
  throw new Refusal('WRONG_STATUS', `Shipment ${shipment.id} ${past}: it cannot be ${participles[action]}.`)
}

/**
 * Decides what an update changes of the carrier and the tracking of a shipment.
 *
 * @throws Refusal WRONG_STATUS where it changes something of a shipment that was not sent.
 */
export function update(shipment: Dated & Tracked, given: GivenOf<typeof tracking>): Checked<typeof tracking> {
  const change = differing(tracking, shipment, given)
  if (shipment.status === 'shipped' || Object.keys(change).length === 0) return change
  const past = pastOf(shipment, stateOf(shipment))
  throw new Refusal('WRONG_STATUS', `Shipment ${shipment.id} ${past}: only what was sent has a carrier and tracking to change.`)
}

function pastOf({ shippedAt, deliveredAt, returnedAt }: Dated, state: ShipmentState): string {
  if (state === 'unshipped') return 'is not shipped yet'
  if (state === 'cancelled') return 'was cancelled'
  const times = { shipped: shippedAt, delivered: deliveredAt, returned: returnedAt }
  const known = Object.entries(times).flatMap(([what, at]) => (at ? [`${what} at ${formatTime(at)}`] : []))
  return `was ${known.join(', ') || state}`
}

/** The columns of a fulfillment that sending it depends on. */
type Sendable = Shares & { id: bigint }

/** A part of what is in a shipment: a fulfillment, and how many of it, all unless given. */
export type AskedPart = { id: string; quantity?: number | null | undefined }

/** Columns that a split fulfillment shares out. */
type Shares = { quantity: number; shipping: bigint; tax: bigint }

/** A fulfillment, with its columns for the part that leaves and for the part that stays. */
export type Parted<Row> = { row: Row; sent: Shares | undefined; left: Shares | undefined }

// Fulfillments named in an error.
const namedFulfillments = 10

/** Ids as an error names them; of many the first. */
const listed = (ids: readonly bigint[]): string =>
  `${ids.slice(0, namedFulfillments).join(', ')}${ids.length > namedFulfillments ? ' …' : ''}`

/**
 * Refuses to send what waits for a paused subscription.
 *
 * @throws Refusal WRONG_STATUS naming the subscription to resume, and what may be sent meanwhile.
 */
export function checkNotOnHold(
  shipmentId: bigint,
  parts: readonly Parted<Sendable & { onHold: boolean; subscriptionId: bigint | null }>[],
): void {
  const sent = parts.filter((part) => part.sent).map(({ row }) => row)
  const held = sent.find(({ onHold }) => onHold)
  if (!held) return
  const others = sent.filter(({ onHold }) => !onHold).map(({ id }) => id)
  const meanwhile = others.length > 0 ? `, or send only ${listed(others)} of its fulfillments` : ''
  throw new Refusal(
    'WRONG_STATUS',
    `Shipment ${shipmentId} has fulfillment ${held.id} in it, which waits while subscription ${held.subscriptionId} is paused: resume it first${meanwhile}.`,
  )
}

/**
 * Decides what of a shipment is sent.
 *
 * @param open its open fulfillments.
 * @param asked the parts to send; all if left out.
 * @throws Refusal BAD_INPUT naming the fulfillments or the quantity that would be right.
 */
export function partsOf<Row extends Sendable>(
  shipmentId: bigint,
  open: readonly Row[],
  asked: readonly AskedPart[] | null | undefined,
): Parted<Row>[] {
  if (!asked) return open.map((row) => ({ row, sent: row, left: undefined }))
  const ids = open.map(({ id }) => id)
  const known =
    open.length === 0
      ? `shipment ${shipmentId} has no open fulfillment`
      : `the open fulfillments of shipment ${shipmentId} are ${listed(ids)}`
  if (asked.length === 0) throw badInput(say`${field('fulfillments')} must name one; ${known}.`)
  const quantities = new Map<bigint, number>()
  each(asked.entries(), ([place, { id, quantity }]) => {
    const path = `fulfillments[${place}]`
    const row = open.find((each) => each.id === parseId(id))
    if (!row) throw badInput(say`${field(`${path}.id`)} names none of them; ${known}.`)
    if (quantities.has(row.id)) throw badInput(say`${field(`${path}.id`)} names fulfillment ${row.id} a second time.`)
    const pieces = quantity ?? row.quantity
    if (!(pieces >= 1 && pieces <= row.quantity))
      throw badInput(say`${field(`${path}.quantity`)} must be from 1 to ${row.quantity}, the quantity of fulfillment ${row.id}.`)
    quantities.set(row.id, pieces)
  })
  return open.map((row) => part(row, quantities.get(row.id) ?? 0))
}

function part<Row extends Sendable>(row: Row, pieces: number): Parted<Row> {
  if (pieces === 0) return { row, sent: undefined, left: row }
  if (pieces === row.quantity) return { row, sent: row, left: undefined }
  const quantities = [pieces, row.quantity - pieces] as const
  const [shipping, tax] = [row.shipping, row.tax].map((amount) => spread(Number(amount), quantities).map(BigInt))
  const [sent, left] = quantities.map((quantity, side) => ({
    quantity,
    shipping: shipping?.[side] ?? 0n,
    tax: tax?.[side] ?? 0n,
  }))
  return { row, sent, left }
}
