/** The log of writes: on the record that was written to, done and refused, for merchants only. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../store.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store

const order = await db.order.findFirstOrThrow({ where: { storeId: 1n, isGift: false } })
const subscription = await db.subscription.findFirstOrThrow({ where: { storeId: 1n } })
const summer = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, enabled: false } })
const every = `id storeId createdAt actor surface operation requestId subscriptionId orderId note changes refusedBy message`

describe('Order.log', () => {
  it('tells who wrote what through which surface, and when, with the request id', async () => {
    await store.rest(`PUT /v1/orders/${order.id}/`, store.merchant, {
      ...json({ note: 'One' }),
      headers: { 'X-Request-Id': 'abc-1' },
    })
    await store.graphql(`mutation { updateOrder(input: { id: ${order.id}, note: "Two" }) { userErrors { code } } }`)
    const query = `{ order(id: ${order.id}) { log(orderBy: [{ id: desc }], first: 2) { totalCount nodes { ${every} } } } }`
    const { data, errors } = await store.graphql(query)
    expect(errors).toEqual([])
    const shared = {
      id: expect.any(String),
      storeId: '1',
      createdAt: '2026-03-15T12:00:00Z',
      actor: 'key demo',
      operation: 'updateOrder',
      subscriptionId: null,
      orderId: String(order.id),
      note: null,
      refusedBy: null,
      message: null,
    }
    expect(data.order.log.nodes).toEqual([
      { ...shared, surface: 'graphql', requestId: expect.any(String), changes: { note: { from: 'One', to: 'Two' } } },
      { ...shared, surface: 'rest', requestId: 'abc-1', changes: { note: { from: order.note, to: 'One' } } },
    ])
    expect(data.order.log.totalCount).toBe(await db.logEntry.count({ where: { orderId: order.id } }))
  })
})

describe('Subscription.log', () => {
  const path = `/v1/subscriptions/${subscription.id}/coupons/`

  it('keeps refused writes, with the rule that refused', async () => {
    await store.rest(`POST ${path}`, store.merchant, json({ coupon_id: Number(summer.id) }))
    const query = `{ subscription(id: ${subscription.id}) { log(last: 1) { nodes { operation refusedBy message changes } } } }`
    const { data } = await store.graphql(query)
    expect(data.subscription.log.nodes).toEqual([
      {
        operation: 'addSubscriptionCoupon',
        refusedBy: 'COUPON_NOT_APPLICABLE',
        message: 'Unable to add coupon.',
        changes: {},
      },
    ])
  })

  it('is filtered like every list', async () => {
    await store.rest(`POST ${path}`, store.merchant, json({ coupon_id: Number(summer.id) }))
    await store.rest(`PUT /v1/subscriptions/${subscription.id}/metadata/`, store.merchant, json({ seen: true }))
    const query = `{ subscription(id: ${subscription.id}) { log(filter: { refusedBy: { isNull: true }, surface: { eq: rest } }) {
      nodes { operation refusedBy } } } }`
    const { data } = await store.graphql(query)
    expect(data.subscription.log.nodes.length).toBeGreaterThan(0)
    expect(data.subscription.log.nodes.every(({ refusedBy }: { refusedBy: string | null }) => refusedBy === null)).toBe(true)
  })

  it('costs one statement together with the record', async () => {
    const query = `{ subscription(id: ${subscription.id}) { id log { nodes { ${every} } } } }`
    expect(await store.statements(() => store.graphql(query))).toHaveLength(1)
  })
})

describe('customers', () => {
  it('read no log, neither of their own records nor by a filter', async () => {
    const own = await store.customerToken(subscription.customerId)
    const buyer = await store.customerToken(order.customerId)
    const asked = [
      [`{ subscription(id: ${subscription.id}) { log { totalCount } } }`, own],
      [`{ order(id: ${order.id}) { log { nodes { id } } } }`, buyer],
      ['{ subscriptions(filter: { log: { operation: { eq: "x" } } }) { nodes { id } } }', own],
      ['{ orders(filter: { log: { note: { isNull: true } } }) { totalCount } }', buyer],
    ] as const
    for (const [query, as] of asked) {
      const { errors } = await store.graphql(query, {}, as)
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
  })
})
