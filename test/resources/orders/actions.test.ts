/** The promise of `Order.actions`: exactly what the operations then do. */
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../../src/http/status.ts'
import { openStore } from '../../support/store.ts'
import { ask } from '../../writes/ask.ts'
import { addCustomer, addProduct } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

const operations = { refund: 'refundOrder', edit: 'editOrder', cancel: 'cancelOrder' } as const

type Action = {
  name: keyof typeof operations
  allowed: boolean
  changesNothing: boolean
  blockedBy: { code: keyof typeof statusOf; message: string } | null
}

async function actionsOf(id: number, as = store.merchant): Promise<Action[]> {
  const query = `{ order(id: ${id}) { actions { name allowed changesNothing blockedBy { code message } } } }`
  const { data, errors } = await store.graphql(query, {}, as)
  expect(errors).toEqual([])
  return data.order.actions
}

/** A paid order of two parcels. */
async function newOrder() {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { terms: [{ cycles: 2, price: 3000 }], stock: 20 })]
  const line = { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id }, quantity: 2 }
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products: [line] })
  return { id: record.id as number, line: record.products[0].id as number }
}

async function ship(orderId: number, parcels: number): Promise<void> {
  const open = await db.fulfillment.findMany({
    where: { storeId: 1n, orderId, status: 'open' },
    orderBy: { id: 'asc' },
    take: parcels,
  })
  for (const { shipmentId } of open) {
    const { status } = await ask(store, 'REST', 'shipShipment', { id: Number(shipmentId) })
    expect(status).toBe(200)
  }
}

const write = (name: (typeof operations)[keyof typeof operations], input: object) => ask(store, 'REST', name, { ...input })

/** The states of an order, each with the operations that it allows. */
const states: readonly (readonly [string, reach: (id: number) => Promise<unknown>, allowed: readonly string[]])[] = [
  ['is paid', async () => undefined, ['refund', 'edit', 'cancel']],
  ['was sent in part', (id) => ship(id, 1), ['refund']],
  ['was sent', (id) => ship(id, 2), ['refund']],
  ['was refunded in part', (id) => write('refundOrder', { id, amount: 100 }), ['refund', 'edit', 'cancel']],
  ['was refunded', (id) => write('refundOrder', { id }), ['cancel']],
  ['is cancelled', (id) => write('cancelOrder', { id, refund: false }), ['refund', 'cancel']],
  ['is cancelled and refunded', (id) => write('cancelOrder', { id }), ['cancel']],
  [
    'has a refund under way',
    async (id) => {
      await write('refundOrder', { id, amount: 100 })
      await db.refund.updateMany({ where: { storeId: 1n, orderId: id }, data: { status: 'unknown', settledAt: null } })
    },
    [],
  ],
  [
    'is disputed',
    (id) =>
      db.dispute.create({
        data: {
          ...{ storeId: 1n, orderId: BigInt(id), amount: 100n, reason: 'general', status: 'needs_response', gateway: 'sandbox' },
          ...{ gatewayReference: `dispute-${id}`, charge: `charge-${id}`, createdAt: new Date() },
        },
      }),
    ['cancel'],
  ],
]

describe('The actions of an order', () => {
  it.each(states)('that %s are what its operations then do', async (_state, reach, expected) => {
    const { id, line } = await newOrder()
    await reach(id)
    const inputs = { refund: {}, edit: { lines: [{ id: line, quantity: 3 }] }, cancel: { refund: false } }
    const actions = await actionsOf(id)
    expect(actions.filter(({ allowed }) => allowed).map(({ name }) => name)).toEqual(expected)
    for (const { name, allowed, blockedBy } of actions)
      for (const surface of ['REST', 'GraphQL'] as const) {
        const { status, message } = await ask(store, surface, operations[name], { id, ...inputs[name] }, { isDryRun: true })
        expect({ name, isDone: status < 300, status: allowed ? 200 : status, message }).toEqual({
          ...{ name, isDone: allowed, status: blockedBy ? statusOf[blockedBy.code] : 200, message: blockedBy?.message },
        })
      }
  })

  it('tell a cancellation that would change nothing', async () => {
    const { id } = await newOrder()
    await write('cancelOrder', { id, refund: false })
    expect(await actionsOf(id)).toContainEqual({ name: 'cancel', allowed: true, changesNothing: true, blockedBy: null })
  })

  it('are refused to its customer', async () => {
    const { id } = await db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: store.customerId } })
    const blockedBy = { code: 'FORBIDDEN', message: 'This write is not open to the credential.' }
    const actions = await actionsOf(Number(id), store.customer)
    expect(actions.map((each) => each.blockedBy)).toEqual([blockedBy, blockedBy, blockedBy])
  })

  it('of a list are read in one statement', async () => {
    const query = '{ orders(first: 30) { nodes { id actions { name allowed } } } }'
    expect(await store.statements(() => store.graphql(query))).toHaveLength(1)
  })
})
