/** Cancels an order of which nothing was sent: its deliveries, its subscriptions where that is asked for, and what was paid. */
import type { Shape } from '../../db/shape.ts'
import { reserveRefunds, settleWithoutGateway, withRefunds } from '../../purchases/refund/order-refunds.ts'
import { refundEventTypes } from '../../purchases/refund/refund-written.ts'
import { restockCancelled } from '../../purchases/stock/restock.ts'
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { wholeSecond } from '../../values/time.ts'
import { checked } from '../../values/written-values.ts'
import { changesOf } from '../../writes/changes.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation } from '../describe.ts'
import { cancelSubscriptions } from '../ended-subscriptions.ts'
import { cancelledStates, checkCancellable } from './cancel-rules.ts'
import { checkNotChanging, checkNotCharging, checkNotDisputed, readRefundFacts } from './refund-facts.ts'
import { storesReason } from './writable.ts'

const fate = builder.enumType('CancelledOrderSubscriptions', {
  description: 'The subscriptions of an order that is cancelled.',
  values: {
    keep: { description: 'They go on as they are, and keep their end dates.' },
    cancel: { description: 'They are cancelled, and end now.' },
  },
})

mutation('cancelOrder', {
  charges: true,
  description:
    'Cancels an order of which nothing was sent: its deliveries and shipments are cancelled, what was paid is refunded, and its pieces are restocked. One that is cancelled stays as it is.',
  emits: ['order.cancelled', 'shipment.cancelled', 'subscription.cancelled', 'subscription.updated', ...refundEventTypes],
  logs: { endSubscriptionOfOrder: ['subscription.cancelled', 'subscription.updated'] },
  input: (t) => ({
    id: t.id({ required: true, description: 'The order, which is open.' }),
    refund: t.boolean({
      description:
        'Whether what is left of it is refunded, to the card first; true unless given, which takes the scope `write_refunds` as well.',
    }),
    restock: t.boolean({ description: 'Whether its pieces are restocked, where their stock is tracked; true unless given.' }),
    subscriptions: t.field({
      type: fate,
      description:
        'Whether its subscriptions go on: unless given, `keep` where it renewed or changed them, and `cancel` where it began them.',
    }),
    ...inputFields(t, storesReason),
  }),
  besides: ({ refund }) => (refund === false ? [] : ['refunds']),
  shows: { field: 'order', resource: 'Order' },
  async write(write, { id, refund, restock, subscriptions, reason }) {
    const order = await write.lock('Order', { id: readId(field('id'), id) })
    const cancelReason = checked(storesReason, { reason }).reason ?? null
    if (order.cancelledAt) return { id: order.id }
    const deliveries = await lockDeliveries(write, order)
    const facts = await readRefundFacts(write, order)
    const sent = deliveries.own.filter(({ status }) => status === 'fulfilled').length
    checkCancellable(order, { sent, isRefunding: facts.isRefunding })
    checkNotCharging(facts, 'cancelled')
    if (refund !== false) checkNotDisputed(facts, 'cancelled with a refund')
    await checkNotChanging(write, order, 'cancelled')
    const isEnding = (subscriptions ?? (order.isRenewal || order.proratedCharge !== null ? 'keep' : 'cancel')) === 'cancel'
    const called = await callOff(write, deliveries)
    await cancelSubscriptions(write, order, isEnding)
    const refunds = refund === false ? undefined : await reserveRefunds(write, order, facts, { reason: cancelReason })
    const isUnderWay = refunds?.rows.some(({ cardAmount }) => cardAmount > 0n) ?? false
    const change = { cancelledAt: wholeSecond(write.now), cancelReason, ...cancelledStates(order, isUnderWay) }
    await write.change(order, change)
    const events = eventsOf(order, change)
    const done = 'The order is cancelled'
    const given = await settleWithoutGateway(write, refunds, done)
    if (restock !== false && order.financialStatus !== 'unpaid') await putBack(write, order)
    const emits = [...events.slice(0, 1), ...called, ...events.slice(1), ...given]
    return withRefunds(write, { id: order.id, orderId: order.id, changes: write.changes, emits }, refunds, done)
  },
})

/** Calls off the open deliveries, and the parcels that hold no others. @returns the events. */
async function callOff(write: Write, { own, parcels }: OrderDeliveries): Promise<EmittedEvent[]> {
  const [open, emptied] = [own.filter(({ status }) => status === 'open'), parcels.filter(({ isShared }) => !isShared)]
  const cancelled = { status: 'cancelled' } as const
  const changed = await write.changeAll(new Map(emptied.map(({ shipment }) => [shipment, cancelled])))
  await write.changeAll(new Map(open.map((row) => [row, { ...cancelled, onHold: false }])))
  write.changes.fulfillments = { from: null, to: Object.fromEntries(open.map((row) => [row.id, 'cancelled'])) }
  return [...changed].map(([{ id, customerId }, changes]) => {
    return { type: 'shipment.cancelled', recordType: 'shipment', id, customerId, changes } as const
  })
}

/** The events of the order itself: it is cancelled, and it may be closed. */
function eventsOf(order: Shape<'Order'>, change: Partial<Shape<'Order'>>): [EmittedEvent, ...EmittedEvent[]] {
  const { id, customerId } = order
  const about = { recordType: 'order', id, orderId: id, customerId }
  const { status, ...changes } = changesOf<object>(order, change)
  const cancelled: EmittedEvent = { ...about, type: 'order.cancelled', changes }
  return status ? [cancelled, { ...about, type: 'order.closed', changes: { status } }] : [cancelled]
}

async function putBack({ tx, changes, viewer, now }: Write, { id }: Shape<'Order'>): Promise<void> {
  const restocked = await restockCancelled(tx, viewer.storeId, id, now)
  if (restocked) changes.restocked = { from: null, to: restocked }
}

type OrderDeliveries = {
  /** All deliveries of the order. */
  own: Shape<'Fulfillment'>[]
  /** The unsent parcels with open deliveries of the order; whether each holds open deliveries of other orders too. */
  parcels: { shipment: Shape<'Shipment'>; isShared: boolean }[]
}

/** Locks the unsent parcels of an order, and what is in them, in the order in which shipments are sent. @param order locked by the caller. */
async function lockDeliveries(write: Write, { id: orderId }: Shape<'Order'>): Promise<OrderDeliveries> {
  const open = { some: { orderId, status: 'open' } }
  const shipments = await write.lockAll('Shipment', { status: 'unshipped', fulfillments: open })
  const ids = shipments.map(({ id }) => id)
  const fulfillments = await write.lockAll('Fulfillment', { OR: [{ orderId }, { shipmentId: { in: ids }, status: 'open' }] })
  const others = new Set(fulfillments.filter((row) => row.orderId !== orderId).map(({ shipmentId }) => shipmentId))
  return {
    own: fulfillments.filter((row) => row.orderId === orderId),
    parcels: shipments.map((shipment) => ({ shipment, isShared: others.has(shipment.id) })),
  }
}
