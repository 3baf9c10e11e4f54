/** The work of a warehouse: parcels that are sent, whole or in part, arrive, come back, or are cancelled. */
import type { Chance } from '../chance.ts'
import { sum } from '../money.ts'
import type { Order } from '../order.ts'
import { type Delivery, isOnHold, type Parcel } from '../parcel.ts'
import { cancelParcel, deliver, ship, takeBack } from '../send.ts'
import type { World } from '../simulate.ts'
import type { Shop } from '../stage.ts'
import { actOn, type Choice, chooseOrder, isAny, type Kind } from './kind.ts'

type Suits = (parcel: Parcel) => boolean

const isUnshipped: Suits = ({ status }) => status === 'unshipped'
const isOnItsWay: Suits = ({ status, deliveredAt, returnedAt }) =>
  status === 'shipped' && deliveredAt === null && returnedAt === null
const isSent: Suits = ({ status, returnedAt }) => status === 'shipped' && returnedAt === null

/** Whether all of it may be sent. */
const isReady: Suits = (parcel) => isUnshipped(parcel) && !parcel.open.some(isOnHold)

const hasParts: Suits = (parcel) => isUnshipped(parcel) && sum(parcel.open.map(({ quantity }) => quantity)) > 1

/** A parcel that suits, now and then any. */
function chooseParcel(choice: Choice, suits: Suits): { order: Order; parcel: Parcel } | undefined {
  const is = isAny(choice, 0.06) ? () => true : suits
  const order = chooseOrder(choice, (each) => each.parcels.some(is))
  return order && { order, parcel: choice.chance.one(order.parcels.filter(is)) }
}

const parcelKind =
  (
    name: string,
    { suits, may = suits }: { suits: Suits; may?: Suits },
    act: (parcel: Parcel, chance: Chance) => { input: object; isRefused?: boolean; happen(at: number): void },
  ): Kind['choose'] =>
  (choice) => {
    const found = chooseParcel(choice, suits)
    return (
      found && {
        order: found.order,
        act() {
          const { order, parcel } = found
          const { input, happen, isRefused = false } = act(parcel, choice.chance)
          return actOn(order, name, { id: parcel.id, ...input }, (at) => {
            if (isRefused || !may(parcel)) return 'WRONG_STATUS'
            happen(at)
            return undefined
          })
        },
      }
    )
  }

const labelOf = (chance: Chance) => (chance.is(0.5) ? { carrier: 'Parcel Post', labelCost: chance.whole(150, 900) } : {})

function part({ open }: Parcel, chance: Chance): Map<Delivery, number> {
  const chosen = new Map(open.flatMap((each) => (chance.is(0.6) ? [[each, chance.whole(1, each.quantity)] as const] : [])))
  const [first] = open
  return chosen.size > 0 || !first ? chosen : new Map([[first, 1]])
}

const partsOf = (pieces: ReadonlyMap<Delivery, number>) => ({
  fulfillments: [...pieces].map(([{ id }, quantity]) => ({ id, quantity })),
})

export const parcels: Kind[] = [
  {
    name: 'parcel sent',
    choose: parcelKind('shipShipment', { suits: isReady }, (parcel, chance) => {
      const label = labelOf(chance)
      return { input: label, happen: (at) => ship(at, parcel, undefined, label.labelCost) }
    }),
  },
  {
    name: 'parcel sent in part',
    choose: parcelKind('shipShipment', { suits: hasParts, may: isUnshipped }, (parcel, chance) => {
      const [label, pieces] = [labelOf(chance), part(parcel, chance)]
      return {
        input: { ...label, ...partsOf(pieces) },
        isRefused: [...pieces.keys()].some(isOnHold),
        happen: (at) => ship(at, parcel, pieces, label.labelCost),
      }
    }),
  },
  {
    name: 'parcel delivered',
    choose: parcelKind('deliverShipment', { suits: isOnItsWay }, (parcel) => ({
      ...{ input: {}, happen: (at: number) => deliver(at, parcel) },
    })),
  },
  ...[true, false].map((restock) => ({
    name: `parcel returned${restock ? ' and restocked' : ''}`,
    choose: parcelKind('returnShipment', { suits: isSent }, (parcel) => ({
      ...{ input: { restock }, happen: (at: number) => takeBack(at, parcel, restock) },
    })),
  })),
  {
    name: 'parcel cancelled',
    choose: parcelKind('cancelShipment', { suits: isUnshipped }, (parcel) => ({
      ...{ input: {}, happen: (at: number) => cancelParcel(at, parcel) },
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
    .filter((order) => !taken.has(order) && order.parcels.some((parcel) => isReady(parcel) && parcel.due <= at))
    .slice(0, most / 2)

/** Sends most of what is to be sent by now, some of it in part, in one request; the ids of its parts are known. */
export async function shipDue(
  { ask }: World,
  { merchant }: Shop,
  orders: Order[],
  at: number,
  chance: Chance,
): Promise<string[]> {
  const due = new Map(orders.flatMap((order) => order.parcels.map((parcel) => [parcel, order])))
  const sent = [...due]
    // One that was made since, for the rest of another, is not known yet, nor is a delivery that an edit of another order has put into it.
    .filter(
      ([parcel]) =>
        parcel.id > 0 && parcel.open.every(({ id }) => id > 0) && isReady(parcel) && parcel.due <= at && chance.is(0.8),
    )
    .slice(0, most)
    .sort(([one], [other]) => one.id - other.id)
    .map(([parcel, order]) => ({
      ...{ parcel, order, label: labelOf(chance) },
      pieces: hasParts(parcel) && chance.is(0.25) ? part(parcel, chance) : undefined,
    }))
  if (sent.length === 0) return []
  const shipments = sent.map(({ parcel: { id }, label, pieces }) => ({ id, ...label, ...(pieces && partsOf(pieces)) }))
  const { data, errors } = await ask(document, { shipments }, merchant)
  for (const { order, parcel, label, pieces } of sent) {
    ship(at, parcel, pieces, label.labelCost)
    order.tell(at, `shipShipments of ${parcel.id}`)
  }
  const [fault] = [...(data?.shipShipments?.userErrors ?? []), ...errors]
  return fault ? [`Parcels cannot be sent: ${fault.message}`] : []
}
