/** Every state of a shipment, a fulfillment and an order with what leads from it: the table that the rules work by, walked and documented. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type OrderAction,
  type PlanAction,
  type ShipmentAction,
  type ShipmentState,
  shipmentStates,
  stateOf,
  tables,
} from '../../../src/resources/delivery-states.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addProduct, addSubscription, ago, type Customer, onHand } from '../../writes/rows.ts'
import { addFulfillment, addOrder, addParcel, addShipment, orderNow, type Parcel } from './parcels.ts'

const store = await openStore()
const { db } = store

const mutations = {
  ship: 'shipShipment',
  deliver: 'deliverShipment',
  return: 'returnShipment',
  cancel: 'cancelShipment',
} as const satisfies Record<ShipmentAction, string>
type Action = ShipmentAction | OrderAction | PlanAction
const participles = { ship: 'shipped', deliver: 'delivered', return: 'returned', cancel: 'cancelled' }
const actions = Object.keys(mutations) as ShipmentAction[]
const orderActions: readonly OrderAction[] = ['cancelOrder', 'editOrder']
const planActions: readonly PlanAction[] = ['changeSubscription']

const orderInputs: Record<OrderAction, (customer: Customer) => Promise<object>> = {
  cancelOrder: async () => ({}),
  editOrder: async (customer) => ({ address_id: await addAddress(db, customer) }),
}

const [sentAt, arrivedAt, backAt] = [ago(300), ago(200), ago(100)]
/** The columns of a shipment in each state, and how a refusal tells of it. */
const states: Record<ShipmentState, { columns: object; past: string }> = {
  unshipped: { columns: { status: 'unshipped' }, past: 'is not shipped yet' },
  shipped: { columns: { status: 'shipped', shippedAt: sentAt }, past: 'was shipped at 2026-03-15T11:55:00Z' },
  delivered: {
    columns: { status: 'shipped', shippedAt: sentAt, deliveredAt: arrivedAt },
    past: 'was shipped at 2026-03-15T11:55:00Z, delivered at 2026-03-15T11:56:40Z',
  },
  returned: {
    columns: { status: 'shipped', shippedAt: sentAt, deliveredAt: arrivedAt, returnedAt: backAt },
    past: 'was shipped at 2026-03-15T11:55:00Z, delivered at 2026-03-15T11:56:40Z, returned at 2026-03-15T11:58:20Z',
  },
  cancelled: { columns: { status: 'cancelled' }, past: 'was cancelled' },
}

/** A parcel whose shipment is in a state, with what is in it. */
async function addParcelIn(state: ShipmentState): Promise<Parcel> {
  const parcel = await addParcel(db, [2])
  await db.shipment.update({ where: ofStore(parcel.id), data: states[state].columns })
  const status = state === 'cancelled' ? 'cancelled' : state === 'unshipped' ? 'open' : 'fulfilled'
  await db.fulfillment.updateMany({ where: { shipmentId: parcel.id }, data: { status } })
  return parcel
}

const shipmentNow = (id: number) => db.shipment.findUniqueOrThrow({ where: ofStore(id), include: { fulfillments: true } })
const everyPair = surfaces.flatMap((surface) =>
  (Object.keys(shipmentStates) as ShipmentState[]).flatMap((state) => actions.map((action) => ({ surface, state, action }))),
)

it.each(everyPair)(
  'To $action a shipment that is $state does over $surface what the table says',
  async ({ surface, state, action }) => {
    const parcel = await addParcelIn(state)
    const before = await shipmentNow(parcel.id)
    const answer = await ask(store, surface, mutations[action], { id: parcel.id })
    const after = await shipmentNow(parcel.id)
    const [next] = shipmentStates[state][action] ?? []
    if (next) {
      expect(answer.status).toBe(200)
      expect(stateOf(after)).toBe(next)
      for (const [place, { status }] of after.fulfillments.entries()) {
        const was = before.fulfillments[place]?.status ?? 'open'
        expect(tables.fulfillment[was][action] ?? [was]).toContain(status)
      }
    } else {
      const message = `Shipment ${parcel.id} ${states[state].past}: it cannot be ${participles[action]}.`
      expect(answer).toMatchObject({ status: 400, message })
      expect(after).toEqual(before)
    }
  },
)

describe.each(surfaces)('Orders over %s', (surface) => {
  /** Two parcels of an order, the first of which was sent or not. */
  async function addTwo(first: 'open' | 'fulfilled', isPaid: boolean) {
    const { id, orderId, customer, product } = await addParcel(db)
    const sent = await addShipment(db, customer, first === 'open' ? {} : { status: 'shipped', shippedAt: sentAt })
    await addFulfillment(db, { storeId: 1, orderId, shipmentId: sent, instanceId: product.instanceId }, { status: first })
    const fulfillmentStatus = first === 'open' ? 'unfulfilled' : 'partial'
    await db.order.update({ where: ofStore(orderId), data: { fulfillmentStatus, financialStatus: isPaid ? 'paid' : 'unpaid' } })
    return { id, orderId, other: sent }
  }

  it.each([
    ['ship', 'open', 'partial', 'open'],
    ['ship', 'fulfilled', 'fulfilled', 'closed'],
    ['cancel', 'open', 'unfulfilled', 'open'],
    ['cancel', 'fulfilled', 'fulfilled', 'closed'],
  ] as const)('to %s one of two shipments, the other being %s, makes an order %s and %s', async (action, other, sent, status) => {
    const { id, orderId } = await addTwo(other, true)
    const before = await orderNow(db, orderId)
    await ask(store, surface, mutations[action], { id })
    expect(await orderNow(db, orderId)).toMatchObject({ fulfillmentStatus: sent, status })
    expect(tables['order, `fulfillment_status`'][before.fulfillmentStatus][action]).toContain(sent)
    expect(tables['order, `status`'][before.status][action]).toContain(status)
  })

  it('that are cancelled altogether are unfulfilled and closed', async () => {
    const { id, orderId, other } = await addTwo('open', true)
    for (const each of [id, other]) await ask(store, surface, 'cancelShipment', { id: each })
    expect(await orderNow(db, orderId)).toMatchObject({ fulfillmentStatus: 'unfulfilled', status: 'closed' })
  })

  it('stay open while they are not paid', async () => {
    const { id, orderId } = await addTwo('fulfilled', false)
    await ask(store, surface, 'cancelShipment', { id })
    expect(await orderNow(db, orderId)).toMatchObject({ fulfillmentStatus: 'fulfilled', status: 'open' })
  })

  it('and stock are left alone by a return, unless it is to restock', async () => {
    const [kept, restocked] = [await addParcelIn('delivered'), await addParcelIn('shipped')]
    const order = await orderNow(db, kept.orderId)
    await ask(store, surface, 'returnShipment', { id: kept.id })
    await ask(store, surface, 'returnShipment', { id: restocked.id, restock: true })
    expect(await orderNow(db, kept.orderId)).toEqual(order)
    expect(await onHand(db, kept.product)).toBe(10)
    expect(await onHand(db, restocked.product)).toBe(12)
    const again = await ask(store, surface, 'returnShipment', { id: restocked.id, restock: true })
    expect(again.status).toBe(400)
    expect(await onHand(db, restocked.product)).toBe(12)
  })
})

/** The columns of an order in each of its states. */
const orders = Object.keys(tables['order, `fulfillment_status`']).flatMap((fulfillmentStatus) =>
  Object.keys(tables['order, `status`']).map((status) => ({ fulfillmentStatus, status }) as Order),
)
type Order = Pick<Awaited<ReturnType<typeof orderNow>>, 'fulfillmentStatus' | 'status'>
const everyOrder = surfaces.flatMap((surface) =>
  orders.flatMap((order) => orderActions.map((action) => ({ surface, action, ...order }))),
)

it.each(everyOrder)(
  'To $action one that is $fulfillmentStatus and $status does over $surface what the table says',
  async ({ surface, action, ...order }) => {
    const { id, orderId, customer, product } = await addParcel(db)
    if (order.fulfillmentStatus !== 'unfulfilled') {
      const sent = await addShipment(db, customer, { status: 'shipped', shippedAt: sentAt })
      await addFulfillment(db, { storeId: 1, orderId, shipmentId: sent, instanceId: product.instanceId }, { status: 'fulfilled' })
    }
    await db.order.update({ where: ofStore(orderId), data: order })
    const before = await shipmentNow(id)
    const answer = await ask(store, surface, action, { id: orderId, ...(await orderInputs[action](customer)) })
    const [after, parcel] = [await orderNow(db, orderId), await shipmentNow(id)]
    const sent = tables['order, `fulfillment_status`'][order.fulfillmentStatus][action]
    const status = tables['order, `status`'][order.status][action]
    if (sent && status) {
      expect(answer.status).toBe(200)
      expect(sent).toContain(after.fulfillmentStatus)
      expect(status).toContain(after.status)
      expect(shipmentStates.unshipped[action]).toContain(parcel.status)
      expect(tables.fulfillment.open[action]).toContain(parcel.fulfillments[0]?.status)
    } else {
      expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(new RegExp(`^Order ${orderId} (was|is|has) `)) })
      expect(after).toMatchObject(order)
      expect(parcel).toEqual(before)
    }
  },
)

/** A subscription to 2 pieces for 1000 each whose order is in a state, with an open delivery where it may have one. */
async function addTerm({ fulfillmentStatus, status }: Order) {
  const terms = [1, 12].map((cycles) => ({ cycles, price: 1000 * cycles }))
  const [customer, product] = [await addCustomer(db), await addProduct(db, { terms })]
  const subscriptionId = await addSubscription(db, { customer, product, quantity: 2 })
  const sums = { subTotal: 2000, totalPrice: 2000, total: 2000, creditApplied: 2000 }
  const orderId = await addOrder(db, customer, { fulfillmentStatus, status, ...sums })
  const line = { productId: product.id, productInstanceId: product.instanceId, name: product.name, sku: product.name }
  const paid = { quantity: 2, price: 1000, total: 2000, charged: 2000, discount: 0, shipping: 0, tax: 0 }
  await db.orderProduct.create({ data: { storeId: 1, orderId, subscriptionId, ...line, ...paid } })
  const id = await addShipment(db, customer)
  const deliver = (shipmentId: number, sent: 'open' | 'fulfilled') => {
    const at = { storeId: 1, orderId, shipmentId, instanceId: product.instanceId }
    return addFulfillment(db, at, {
      status: sent,
      subscriptionId,
      quantity: 2,
      taken: 0,
      totalCycles: 2,
      cycleNumber: sent === 'open' ? 2 : 1,
    })
  }
  if (fulfillmentStatus !== 'unfulfilled')
    await deliver(await addShipment(db, customer, { status: 'shipped', shippedAt: sentAt }), 'fulfilled')
  if (status === 'open' && fulfillmentStatus !== 'fulfilled') await deliver(id, 'open')
  return { id, orderId, subscriptionId, yearly: product.terms[1]?.id }
}

type Term = Awaited<ReturnType<typeof addTerm>>
const plans: Record<string, (term: Term) => object> = {
  'more pieces': () => ({ quantity: 3 }),
  'fewer pieces': () => ({ quantity: 1 }),
  'another term': ({ yearly }) => ({ term_id: yearly }),
}
const everyTerm = surfaces.flatMap((surface) =>
  orders.flatMap((order) => Object.keys(plans).map((plan) => ({ surface, plan, ...order }))),
)

it.each(everyTerm)(
  'To change a subscription to $plan, whose order is $fulfillmentStatus and $status, does over $surface what the table says',
  async ({ surface, plan, ...order }) => {
    const term = await addTerm(order)
    const { id, orderId, subscriptionId } = term
    const asked = { id: subscriptionId, when: 'now', ...plans[plan]?.(term) }
    expect(await ask(store, surface, 'changeSubscription', asked)).toMatchObject({ status: 200, message: undefined })
    const [after, parcel] = [await orderNow(db, orderId), await shipmentNow(id)]
    const leads = (states: Readonly<Partial<Record<Action, readonly string[]>>>, state: string) =>
      states.changeSubscription ?? [state]
    expect(leads(tables['order, `fulfillment_status`'][order.fulfillmentStatus], order.fulfillmentStatus)).toContain(
      after.fulfillmentStatus,
    )
    expect(leads(tables['order, `status`'][order.status], order.status)).toContain(after.status)
    const [delivery] = parcel.fulfillments
    expect(shipmentStates.unshipped.changeSubscription).toContain(parcel.status)
    expect(delivery === undefined).toBe(order.status === 'closed' || order.fulfillmentStatus === 'fulfilled')
    if (!delivery) return
    const isCalledOff = plan === 'another term'
    expect(tables.fulfillment.open.changeSubscription).toContain(delivery.status)
    expect([delivery.status, parcel.status]).toEqual(isCalledOff ? ['cancelled', 'cancelled'] : ['open', 'unshipped'])
    expect(Number(delivery.orderId) === orderId).toBe(plan !== 'more pieces')
    // Fewer pieces stay in the order.
    const sent = order.fulfillmentStatus === 'partial' ? 'fulfilled' : 'unfulfilled'
    expect(after).toMatchObject(plan === 'fewer pieces' ? order : { fulfillmentStatus: sent, status: 'closed' })
  },
)

it('The README has every state with what leads from it, as the rules have them', () => {
  const readme = readFileSync(new URL('../../../src/resources/shipments/README.md', import.meta.url), 'utf8')
  const lines = Object.entries(tables).flatMap(([record, table]) =>
    Object.entries(table as Record<string, Partial<Record<Action, readonly string[]>>>).map(([state, leads]) => {
      const ways = [...actions, ...orderActions, ...planActions].flatMap((action) => {
        const next = leads[action]
        return next ? [`${action} → ${next.map((each) => `\`${each}\``).join(' or ')}`] : []
      })
      return `| ${record} | \`${state}\` | ${ways.join('; ') || 'nothing'} |`
    }),
  )
  expect(readme.split('\n').filter((line) => / \| `[a-z]+` \| /.test(line))).toEqual(lines)
})
