/** The events of writes: each write declares its types, and emits the event of its change in the transaction of the change. */
import type { GraphQLEnumType } from 'graphql'
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcileEventTypes } from '../../src/purchases/payment/purchase-events.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { emittedTypes } from '../../src/resources/describe.ts'
import { schema } from '../../src/resources/schema.ts'
import '../../src/resources/disputes/apply.ts'
import '../../src/resources/store/create.ts'
import '../../src/resources/store/update.ts'
import '../../src/resources/webhooks/disable.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import '../../src/worker/round.ts'
import { type EventType, eventTypes } from '../../src/writes/event-types.ts'
import { TestGateway } from '../payments/gateway.ts'
import { json, mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer, addMonthly, addProduct } from '../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

let last = 0n
beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  last = (await db.event.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n
})

/** The events since the test began, in their order. */
const events = () => db.event.findMany({ where: { id: { gt: last } }, orderBy: { id: 'asc' } })
const types = async () => (await events()).map(({ type }) => type)

async function work(at: string): Promise<void> {
  const clock = clockOf(() => new Date(at))
  const report = (error: unknown) => expect(error).toBeUndefined()
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
}

describe('Every write', () => {
  it('declares what it may tell: each mutation, and what operators and workers run', () => {
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    const declared = [...emittedTypes().keys()]
    expect(declared).toEqual(expect.arrayContaining([...mutations, 'advanceSubscription', 'failRenewal', 'updateStore']))
    for (const [name, types] of [...emittedTypes(), ...Object.entries(reconcileEventTypes)]) {
      expect(types.length, name).toBeGreaterThan(0)
      for (const type of types) expect(Object.keys(eventTypes), name).toContain(type)
    }
  })

  it('emits every type of event somewhere', () => {
    const all = new Set<string>([...emittedTypes().values(), ...Object.values(reconcileEventTypes)].flat())
    expect([...all].sort()).toEqual(Object.keys(eventTypes).sort())
  })

  it('names in the schema the events it may emit, and the schema describes each', () => {
    const { cancelSubscription } = schema.getMutationType()?.getFields() ?? {}
    expect(cancelSubscription?.description).toContain(
      'It may emit `subscription.cancelled`, `order.closed`, `credit_entry.created`.',
    )
    const described = (schema.getType('EventType') as GraphQLEnumType).getValues()
    expect(described.map(({ name, value }) => [name, value])).toEqual(
      Object.keys(eventTypes).map((type) => [type.replace('.', '_'), type]),
    )
    for (const { value, description } of described)
      expect(description).toContain(`\`${value}\`: ${eventTypes[value as EventType].cause} Its changes take \``)
  })
})

describe('An event', () => {
  it('says what changed, from what to what, who did it, and by which request', async () => {
    const { id, customer } = await addMonthly(db, { note: 'before' })
    const { headers } = await store.rest(
      `PUT /v1/subscriptions/${id}/`,
      store.merchant,
      json({ note: 'after', autorenew: false }),
    )
    expect(await events()).toMatchObject([
      {
        type: 'subscription.updated',
        actor: 'key demo',
        surface: 'rest',
        operation: 'updateSubscription',
        requestId: headers.get('x-request-id'),
        recordType: 'subscription',
        recordId: BigInt(id),
        subscriptionId: BigInt(id),
        customerId: BigInt(customer.id),
        changes: { note: { from: 'before', to: 'after' }, autorenew: { from: true, to: false } },
      },
    ])
  })

  it('is written by the statement that writes the log, and costs none of its own', async () => {
    const { id } = await addMonthly(db)
    const statements = await store.statements(() => mutate(store, 'updateSubscription', { id, note: 'x' }))
    expect(statements.filter((sql) => /\bINSERT\b/.test(sql))).toEqual([
      expect.toSatisfy((sql: string) => /INSERT INTO event \(/.test(sql) && /INSERT INTO log_entry \(/.test(sql)),
    ])
  })

  it('is emitted by no repeat that changes nothing, no refused write and no dry run', async () => {
    const { id } = await addMonthly(db)
    await mutate(store, 'cancelSubscription', { id })
    expect(await types()).toEqual(['subscription.cancelled'])
    await mutate(store, 'cancelSubscription', { id })
    await mutate(store, 'skipSubscription', { id })
    await store.graphql(`mutation { updateSubscription(dryRun: true, input: { id: ${id}, note: "y" }) { dryRun } }`)
    expect(await types()).toEqual(['subscription.cancelled'])
  })
})

describe('A purchase', () => {
  it('emits its order, its payment, and each subscription that begins', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const products = [{ productInstance: { id: product.instanceId }, term: { id: product.terms[0]?.id }, quantity: 2 }]
    const { record } = await mutate(store, 'createOrder', { customer: { id: customer.id }, products }, 'order { id }')
    const [order, payment, subscription, ...others] = await events()
    expect(others).toEqual([])
    const about = { orderId: BigInt(record.id), customerId: BigInt(customer.id), actor: 'key demo' }
    expect(order).toMatchObject({ ...about, type: 'order.created', recordType: 'order', recordId: BigInt(record.id) })
    expect(order?.changes).toMatchObject({ financialStatus: { from: null, to: 'paid' }, total: { from: null, to: 1800 } })
    expect(payment).toMatchObject({ ...about, type: 'payment.captured', recordType: 'transaction' })
    const begun = await db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
    expect(subscription).toMatchObject({ ...about, type: 'subscription.created', subscriptionId: begun.id, recordId: begun.id })
    expect(subscription?.changes).toMatchObject({
      productId: { from: null, to: product.id },
      endDate: { from: null, to: `${begun.endDate.toISOString().slice(0, 19)}Z` },
    })
    const transaction = await db.transaction.findFirstOrThrow({ where: { orderId: BigInt(record.id) } })
    expect(payment?.recordId).toBe(transaction.id)
  })

  it('that is declined emits the order that it left unpaid, and of the payment that failed', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db)
    gateway.mood = 'declines'
    await mutate(store, 'createOrder', {
      customer: { id: customer.id },
      products: [{ productInstance: { id: product.instanceId } }],
    })
    expect(await events()).toMatchObject([
      { type: 'order.created', changes: { financialStatus: { to: 'unpaid' } } },
      { type: 'payment.failed', changes: { result: { from: null, to: 'failed' }, reason: { from: null, to: 'No funds.' } } },
    ])
  })

  it('with a late answer of the gateway is emitted by the process that clears it up, and one that is given back too', async () => {
    const { id } = await addCustomer(db)
    const product = await addProduct(db, { price: 700 })
    gateway.mood = 'breaks after'
    const products = [{ product_instance: { id: product.instanceId } }]
    const { status } = await store.rest('POST /v1/orders/', store.merchant, json({ customer: { id }, products }))
    expect([status, await types()]).toEqual([503, []])
    const later = (minutes: number) => clockOf(() => new Date(today.getTime() + minutes * 60_000))
    await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock: later(2) }))
    const [payment] = await db.payment.findMany({ where: { customerId: BigInt(id) } })
    expect(await events()).toMatchObject([
      { type: 'order.created', actor: 'worker', operation: 'reconcilePayment', requestId: payment?.reference },
      { type: 'payment.captured', orderId: payment?.orderId },
    ])
    await db.payment.updateMany({ where: { customerId: BigInt(id) }, data: { state: 'refunding', dueAt: today } })
    await inSight(() => reconcile({ db, gateways: gatewaysOf(gateway), clock: later(4) }))
    expect((await events()).slice(2)).toMatchObject([{ type: 'payment.refunded', changes: { charged: { from: 700, to: 0 } } }])
  })

  it('that takes the last piece emits that, and so does a count that is set to nothing', async () => {
    const product = await addProduct(db, { stock: 3 })
    const buy = async (quantity: number) => {
      const { id } = await addCustomer(db)
      await mutate(store, 'createOrder', {
        customer: { id },
        products: [{ productInstance: { id: product.instanceId }, quantity }],
      })
    }
    const low = async () => (await events()).filter(({ type }) => type === 'inventory.low')
    await buy(2)
    expect(await low()).toEqual([])
    await buy(1)
    expect(await low()).toMatchObject([{ recordType: 'product_inventory', changes: { quantityOnHand: { from: 1, to: 0 } } }])
    const set = (quantityOnHand: number) =>
      mutate(store, 'updateInventory', { productInstanceId: product.instanceId, quantityOnHand })
    await set(5)
    await set(0)
    expect(await low()).toHaveLength(2)
    expect((await types()).slice(-3)).toEqual(['inventory.updated', 'inventory.updated', 'inventory.low'])
  })
})

describe('A renewal', () => {
  const due = { endDate: new Date('2026-03-20T09:00:00Z') }

  it('emits the order, the payment, and the change of the subscription, each column as it was and is', async () => {
    const { id } = await addMonthly(db, { ...due, price: 2400, credit: 400n })
    await work('2026-03-20T09:00:00Z')
    const [order, payment, renewed, ...others] = await events()
    expect(others).toEqual([])
    expect([order?.type, payment?.type]).toEqual(['order.created', 'payment.captured'])
    expect(renewed).toMatchObject({
      ...{ type: 'subscription.renewed', actor: 'worker', surface: 'worker', recordId: BigInt(id), subscriptionId: BigInt(id) },
      orderId: order?.recordId,
      changes: {
        endDate: { from: '2026-03-20T09:00:00Z', to: '2026-04-20T09:00:00Z' },
        credit: { from: 400, to: 0 },
        revenue: { from: 0, to: 2000 },
      },
    })
    expect(Object.keys(renewed?.changes ?? {}).sort()).toEqual(['credit', 'endDate', 'revenue'])
  })

  it('that is declined, tried again and paid emits each step', async () => {
    await addMonthly(db, due)
    gateway.mood = 'declines'
    await work('2026-03-20T09:00:00Z')
    expect(await types()).toEqual(['order.created', 'payment.failed', 'subscription.past_due'])
    expect((await events())[2]?.changes).toMatchObject({
      status: { from: 'active', to: 'past_due' },
      failedRenewals: { from: 0, to: 1 },
      nextTryAt: { from: null, to: '2026-03-21T09:00:00Z' },
    })
    await work('2026-03-21T09:00:00Z')
    expect((await types()).slice(3)).toEqual(['payment.failed', 'subscription.updated'])
    gateway.mood = 'captures'
    await work('2026-03-23T09:00:00Z')
    expect((await types()).slice(5)).toEqual(['order.paid', 'payment.captured', 'subscription.renewed'])
  })

  it('that is not to come emits that the subscription expired, and one that waits for its payment that the order is closed', async () => {
    await addMonthly(db, { ...due, autorenew: false })
    await work('2026-03-20T09:00:00Z')
    expect(await types()).toEqual(['subscription.expired'])
    const { id } = await addMonthly(db, due)
    gateway.mood = 'declines'
    await work('2026-03-20T09:00:00Z')
    await mutate(store, 'cancelSubscription', { id })
    expect((await types()).slice(-2)).toEqual(['subscription.cancelled', 'order.closed'])
  })

  it('that cannot be asked for emits that it is past due', async () => {
    await addMonthly(db, { ...due, token: null, paymentMethodId: null })
    await work('2026-03-20T09:00:00Z')
    expect(await types()).toEqual(['subscription.past_due'])
  })

  it('of one that is over emits that it is active again', async () => {
    const { id } = await addMonthly(db, { status: 'expired', autorenew: false, endDate: new Date('2026-02-01T00:00:00Z') })
    await mutate(store, 'reactivateSubscription', { id })
    expect(await types()).toEqual(['order.created', 'payment.captured', 'subscription.reactivated'])
  })
})
