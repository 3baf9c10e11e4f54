/** The work of a warehouse: parcels that are sent, whole or in part, arrive, come back, or are called off. */
import type { Chance } from '../chance.ts'
import type { Order } from '../order.ts'
import { type Delivery, isOnHold, type Parcel } from '../parcel.ts'
import type { World } from '../simulate.ts'
import type { Shop } from '../stage.ts'
import { actOn, type Choice, chooseOrder, isAny, type Kind } from './kind.ts'

type Suits = (parcel: Parcel, order: Order) => boolean

const isUnshipped: Suits = ({ status }) => status === 'unshipped'
const isOnItsWay: Suits = ({ status, deliveredAt, returnedAt }) =>
  status === 'shipped' && deliveredAt === null && returnedAt === null
const isSent: Suits = ({ status, returnedAt }) => status === 'shipped' && returnedAt === null

const openIn = ({ deliveries }: Order, parcel: Parcel): Delivery[] =>
  deliveries.filter((delivery) => delivery.parcel === parcel && delivery.status === 'open')

/** Whether all of it may be sent. */
const isReady: Suits = (parcel, order) => isUnshipped(parcel, order) && !openIn(order, parcel).some(isOnHold)

const hasParts: Suits = (parcel, order) =>
  isUnshipped(parcel, order) && openIn(order, parcel).reduce((pieces, { quantity }) => pieces + quantity, 0) > 1

/** A parcel that suits, now and then any. */
function chooseParcel(choice: Choice, suits: Suits): { order: Order; parcel: Parcel } | undefined {
  const is = isAny(choice, 0.06) ? () => true : suits
  const order = chooseOrder(choice, (each) => each.parcels.some((parcel) => is(parcel, each)))
  return order && { order, parcel: choice.chance.one(order.parcels.filter((parcel) => is(parcel, order))) }
}

const parcelKind =
  (
    name: string,
    { suits, may = suits }: { suits: Suits; may?: Suits },
    act: (order: Order, parcel: Parcel, chance: Chance) => { input: object; isRefused?: boolean; happen(at: number): void },
  ): Kind['choose'] =>
  (choice) => {
    const found = chooseParcel(choice, suits)
    return (
      found && {
        order: found.order,
        act() {
          const { order, parcel } = found
          const { input, happen, isRefused = false } = act(order, parcel, choice.chance)
          return actOn(order, name, { id: parcel.id, ...input }, (at) => {
            if (isRefused || !may(parcel, order)) return 'WRONG_STATUS'
            happen(at)
            return undefined
          })
        },
      }
    )
  }

const labelOf = (chance: Chance) => (chance.is(0.5) ? { carrier: 'Parcel Post', labelCost: chance.whole(150, 900) } : {})

function part(order: Order, parcel: Parcel, chance: Chance): Map<Delivery, number> {
  const open = openIn(order, parcel)
  const chosen = new Map(open.flatMap((each) => (chance.is(0.6) ? [[each, chance.whole(1, each.quantity)] as const] : [])))
  const [first] = open
  return chosen.size > 0 || !first ? chosen : new Map([[first, 1]])
}

export const parcels: Kind[] = [
  {
    name: 'parcel sent',
    choose: parcelKind('shipShipment', { suits: isReady }, (order, parcel, chance) => {
      const label = labelOf(chance)
      return { input: label, happen: (at) => order.ship(at, parcel, undefined, label.labelCost) }
    }),
  },
  {
    name: 'parcel sent in part',
    choose: parcelKind('shipShipment', { suits: hasParts, may: isUnshipped }, (order, parcel, chance) => {
      const [label, pieces] = [labelOf(chance), part(order, parcel, chance)]
      const fulfillments = [...pieces].map(([{ id }, quantity]) => ({ id, quantity }))
      return {
        input: { ...label, fulfillments },
        isRefused: [...pieces.keys()].some(isOnHold),
        happen: (at) => order.ship(at, parcel, pieces, label.labelCost),
      }
    }),
  },
  {
    name: 'parcel delivered',
    choose: parcelKind('deliverShipment', { suits: isOnItsWay }, (order, parcel) => ({
      ...{ input: {}, happen: (at: number) => order.deliver(at, parcel) },
    })),
  },
  ...[true, false].map((restock) => ({
    name: `parcel returned${restock ? ' and restocked' : ''}`,
    choose: parcelKind('returnShipment', { suits: isSent }, (order, parcel) => ({
      ...{ input: { restock }, happen: (at: number) => order.takeBack(at, parcel, restock) },
    })),
  })),
  {
    name: 'parcel called off',
    choose: parcelKind('cancelShipment', { suits: isUnshipped }, (order, parcel) => ({
      ...{ input: {}, happen: (at: number) => order.cancelParcel(at, parcel) },
    })),
  },
]

const document = `mutation ($shipments: [ShipShipmentsRecordInput!]!) {
  shipShipments(input: { shipments: $shipments }) { results { ok } userErrors { message } } }`

/** The most in one request. */
const most = 300

/** The orders of which something is to be sent by now, as far as the warehouse gets. */
export const dueOrders = ({ known }: Shop, at: number, taken: ReadonlySet<Order>): Order[] =>
  [...known.values()]
    .filter((order) => !taken.has(order) && order.parcels.some((parcel) => isReady(parcel, order) && parcel.due <= at))
    .slice(0, most / 2)

/** Sends most of what is to be sent by now, in one request; the ids of its parts are known. */
export async function shipDue(
  { ask }: World,
  { merchant }: Shop,
  orders: Order[],
  at: number,
  chance: Chance,
): Promise<string[]> {
  const due = orders.flatMap((order) => order.parcels.map((parcel) => ({ order, parcel })))
  const sent = due
    .filter(({ order, parcel }) => isReady(parcel, order) && parcel.due <= at && chance.is(0.8))
    .slice(0, most)
    .sort((one, other) => one.parcel.id - other.parcel.id)
    .map((each) => ({ ...each, label: labelOf(chance) }))
  if (sent.length === 0) return []
  const shipments = sent.map(({ parcel: { id }, label }) => ({ id, ...label }))
  const { data, errors } = await ask(document, { shipments }, merchant)
  for (const { order, parcel, label } of sent) {
    order.ship(at, parcel, undefined, label.labelCost)
    order.tell(at, `shipShipments of ${parcel.id}`)
  }
  const [fault] = [...(data?.shipShipments?.userErrors ?? []), ...errors]
  return fault ? [`Parcels cannot be sent: ${fault.message}`] : []
}
