/** The summaries of customers and products equal a recount of their subscriptions. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

const best = ['active', 'past_due', 'unpaid', 'suspended', 'cancelled', 'expired']

async function expectTrue(): Promise<void> {
  const customers = await db.customer.findMany({ include: { subscriptions: { select: { status: true } } } })
  for (const { id, subscriptionStatus, subscriptions } of customers) {
    const status = best.find((each) => subscriptions.some((subscription) => subscription.status === each)) ?? 'none'
    expect({ id, subscriptionStatus }).toEqual({ id, subscriptionStatus: status })
  }
  const products = await db.product.findMany({ include: { subscriptions: { select: { status: true } } } })
  for (const { id, hasSubscribers, subscriptions } of products) {
    const has = subscriptions.some(({ status }) => status !== 'cancelled' && status !== 'expired')
    expect({ id, hasSubscribers }).toEqual({ id, hasSubscribers: has })
  }
}

describe('A customer’s subscription status and a product’s subscribers', () => {
  it('are right in the demo store', expectTrue)

  it('follow every write', async () => {
    const active = await db.subscription.findMany({ where: { storeId: 1n, status: 'active' } })
    for (const { id } of active) {
      const { status } = await store.rest(`PUT /v1/subscriptions/${id}/cancel/`)
      expect(status).toBe(200)
    }
    await expectTrue()
    for (const { id, endDate } of active) {
      if (endDate.getTime() > Date.parse('2026-03-15T12:00:00Z')) await store.rest(`PUT /v1/subscriptions/${id}/reactivate/`)
    }
    await expectTrue()
  })

  it('are kept by statements that are planned once, not for each order', async () => {
    const settings = await db.$queryRaw`SELECT proconfig AS settings FROM pg_proc WHERE proname = 'keep_subscription_summaries'`
    expect(settings).toEqual([{ settings: ['plan_cache_mode=force_generic_plan'] }])
  })
})
