/** The states of shipments, of what is in them and of their orders, and what leads from each. Pure; the README of shipments shows the table. */
import type { Shape } from '../db/shape.ts'

/** The actions on a shipment. */
export type ShipmentAction = 'ship' | 'deliver' | 'return' | 'cancel'

/** The actions on an order as a whole, by their mutations. */
export type OrderAction = 'cancelOrder' | 'editOrder'

/** The mutation of an immediate change, which changes the open deliveries of a subscription. */
export type PlanAction = 'changeSubscription'

type DeliveryAction = ShipmentAction | OrderAction | PlanAction

/** For each state of a record the actions that it allows, with the states that these may lead to. */
type Leads<State extends string> = Readonly<Record<State, Readonly<Partial<Record<DeliveryAction, readonly State[]>>>>>

export type ShipmentState = 'unshipped' | 'shipped' | 'delivered' | 'returned' | 'cancelled'
type FulfillmentState = Shape<'Fulfillment'>['status']
type OrderState = Shape<'Order'>['status']
type SentState = Shape<'Order'>['fulfillmentStatus']

/** A shipment that is delivered or returned keeps the status `shipped`, with the time of it. */
export const shipmentStates: Leads<ShipmentState> = {
  unshipped: {
    ship: ['shipped'],
    cancel: ['cancelled'],
    cancelOrder: ['cancelled', 'unshipped'],
    editOrder: ['unshipped', 'cancelled'],
    changeSubscription: ['cancelled', 'unshipped'],
  },
  shipped: { deliver: ['delivered'], return: ['returned'] },
  delivered: { return: ['returned'] },
  returned: {},
  cancelled: {},
}

const fulfillmentStates: Leads<FulfillmentState> = {
  open: {
    ship: ['fulfilled'],
    cancel: ['cancelled'],
    cancelOrder: ['cancelled'],
    editOrder: ['open', 'cancelled'],
    changeSubscription: ['cancelled', 'open'],
  },
  fulfilled: {},
  cancelled: {},
}

/** How much of an order was sent. */
export const sentStates: Leads<SentState> = {
  unfulfilled: {
    ship: ['fulfilled', 'partial'],
    cancel: ['unfulfilled'],
    cancelOrder: ['unfulfilled'],
    editOrder: ['unfulfilled'],
    changeSubscription: ['unfulfilled'],
  },
  partial: { ship: ['fulfilled', 'partial'], cancel: ['fulfilled', 'partial'], changeSubscription: ['fulfilled', 'partial'] },
  fulfilled: {},
}

/** Whether an order still waits for work. */
export const orderStates: Leads<OrderState> = {
  open: {
    ship: ['closed', 'open'],
    cancel: ['closed', 'open'],
    cancelOrder: ['closed', 'open'],
    editOrder: ['open'],
    changeSubscription: ['closed', 'open'],
  },
  closed: {},
}

/** Every table, by the record and the column that it is about. */
export const tables = {
  shipment: shipmentStates,
  fulfillment: fulfillmentStates,
  'order, `fulfillment_status`': sentStates,
  'order, `status`': orderStates,
}

/** The state of a shipment, from its status and times. */
export function stateOf({
  status,
  deliveredAt,
  returnedAt,
}: Pick<Shape<'Shipment'>, 'status' | 'deliveredAt' | 'returnedAt'>): ShipmentState {
  if (status !== 'shipped') return status
  if (returnedAt) return 'returned'
  return deliveredAt ? 'delivered' : 'shipped'
}

/** The deliveries of an order after an action, whether it is paid or cancelled, and whether a refund of it is under way. */
type DeliveryProgress = { open: number; sent: number; isPaid: boolean; isRefunding: boolean; isCancelled?: boolean }

const reached: Readonly<Record<SentState | OrderState, (progress: DeliveryProgress) => boolean>> = {
  fulfilled: ({ open, sent }) => open === 0 && sent > 0,
  partial: ({ sent }) => sent > 0,
  unfulfilled: () => true,
  closed: ({ open, isPaid, isRefunding, isCancelled }) => open === 0 && (isPaid || isCancelled === true) && !isRefunding,
  open: () => true,
}

/** The states of an order after an action: of those that its state may lead to, the first that holds. */
export function orderAfter(
  order: { fulfillmentStatus: SentState; status: OrderState },
  action: DeliveryAction,
  progress: DeliveryProgress,
): { fulfillmentStatus: SentState; status: OrderState } {
  const next = <State extends SentState | OrderState>(table: Leads<State>, state: State): State =>
    table[state][action]?.find((each) => reached[each](progress)) ?? state
  return {
    fulfillmentStatus: next(sentStates, order.fulfillmentStatus),
    status: next(orderStates, order.status),
  }
}
