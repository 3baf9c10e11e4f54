/** Movements of subscriptions: what each write and each day makes of the recurring amount of a customer. */
import { describe, expect, it } from 'vitest'
import { addAddress } from '../writes/rows.ts'
import { openShop } from './shop.ts'

const { store, db, write, sell, movesOf, moveTo } = await openShop()

// The demo's today is 2026-03-15 or about: each test begins at a day of its own.
const begin = '2026-04-01T09:00:00Z'

describe('A subscription that is sold', () => {
  it('is new when its first order is paid, and its renewals at the same price move nothing', async () => {
    await moveTo(begin)
    const { id } = await sell({ price: 18_000, cycles: 6 })
    await moveTo('2027-06-01')
    expect(await movesOf(id)).toEqual(['2026-04-01 new active 0→18000 0→1'])
    expect(await db.subscription.findFirst({ where: { id } })).toMatchObject({
      ...{ recurringPrice: 18_000n, recurringMonths: 6, recurringWeeks: 0, isCounted: true, paidOrders: 3 },
      firstPaidAt: new Date(begin),
    })
    const lines = await db.orderProduct.findMany({ where: { subscriptionId: id }, orderBy: { orderId: 'asc' } })
    expect(lines.map(({ paidNumber }) => paidNumber)).toEqual([1, 2, 3])
  })

  it('has the length of its weeks, and of its pieces the price', async () => {
    await moveTo(begin)
    const { id } = await sell({ rhythm: { weeks: 1 }, price: 600, quantity: 2 })
    expect(await db.subscription.findFirst({ where: { id } })).toMatchObject({
      ...{ recurringPrice: 1200n, recurringMonths: 0, recurringWeeks: 1 },
    })
  })

  it('has a recurring price less coupons for ever, and with any other', async () => {
    await moveTo(begin)
    const coupon = { enabled: true, discountType: 'percent', discountValue: 50 }
    for (const [code, more] of [
      ['EVER', { forever: true, numRenewals: 0 }],
      ['ONCE', { numRenewals: 1 }],
    ] as const)
      await write('createCoupon', { code, ...coupon, ...more }, 'coupon { id }')
    expect(await movesOf((await sell({ price: 4000, coupons: ['ever'] })).id)).toEqual(['2026-04-01 new active 0→2000 0→1'])
    const once = await sell({ price: 4000, coupons: ['once'] })
    await moveTo('2026-06-01')
    expect(await movesOf(once.id)).toEqual(['2026-04-01 new active 0→4000 0→1'])
  })

  it('does not count before its first order with an amount to pay, and is contraction once it costs nothing for ever', async () => {
    await moveTo(begin)
    await write('createCoupon', { code: 'FIRST', discountType: 'percent', discountValue: 100, numRenewals: 1 }, 'coupon { id }')
    const free = await sell({ coupons: ['FIRST'] })
    await moveTo('2026-05-02')
    expect(await movesOf(free.id)).toEqual(['2026-04-01 none active 0→3000 0→0', '2026-05-01 new active 3000→3000 0→1'])
    await write(
      'createCoupon',
      { code: 'GRATIS', discountType: 'percent', discountValue: 100, forever: true, numRenewals: 0 },
      'coupon { id }',
    )
    await write('addSubscriptionCoupon', { subscriptionId: free.id, code: 'GRATIS' }, '')
    await moveTo('2026-07-02')
    expect((await movesOf(free.id)).slice(2)).toEqual(['2026-06-01 contraction active 3000→0 1→1'])
    const [last] = await db.subscriptionMovement.findMany({
      where: { subscriptionId: free.id },
      orderBy: { id: 'desc' },
      take: 1,
    })
    expect(last).toMatchObject({ payingBefore: 1, payingAfter: 0, toCounted: true })
  })
})

describe('What is done to a subscription', () => {
  it('moves nothing by a skip', async () => {
    await moveTo(begin)
    const { id } = await sell()
    await write('skipSubscription', { id }, 'subscription { id }')
    await moveTo('2026-07-02')
    expect(await movesOf(id)).toHaveLength(1)
  })

  it('is churn on the day that was paid for, once it is cancelled', async () => {
    await moveTo(begin)
    const { id } = await sell()
    await moveTo('2026-04-11T12:00:00Z')
    await write('cancelSubscription', { id, cancelReason: 4 }, 'subscription { id }')
    await moveTo('2026-06-01')
    expect(await movesOf(id)).toEqual([
      '2026-04-01 new active 0→3000 0→1',
      '2026-04-11 none cancelled 3000→3000 1→1',
      '2026-05-01 churn expired 3000→3000 1→0',
    ])
    const last = await db.subscriptionMovement.findFirst({ where: { subscriptionId: id, kind: 'churn' } })
    expect(last).toMatchObject({
      cancelReason: 4,
      at: new Date('2026-05-01T09:00:00Z'),
      knownAt: new Date('2026-05-01T09:00:00Z'),
    })
  })

  it('is contraction where the customer has another, and churn with the last; back again it is reactivation at the price of that day', async () => {
    await moveTo(begin)
    const first = await sell({ price: 3000 })
    const second = await sell({ price: 2000, customer: first.customer })
    expect(await movesOf(second.id)).toEqual(['2026-04-01 expansion active 0→2000 1→2'])
    for (const { id } of [second, first]) {
      await write('cancelSubscription', { id }, 'subscription { id }')
      await moveTo(id === second.id ? '2026-05-01T09:00:00Z' : '2026-06-02')
    }
    expect((await movesOf(second.id)).at(-1)).toBe('2026-05-01 contraction expired 2000→2000 2→1')
    expect((await movesOf(first.id)).at(-1)).toBe('2026-06-01 churn expired 3000→3000 1→0')
    await db.productTermPrice.updateMany({ where: { productId: first.product.id }, data: { price: 4000 } })
    await write('reactivateSubscription', { id: first.id }, 'subscription { id }')
    expect((await movesOf(first.id)).at(-1)).toBe('2026-06-02 reactivation active 3000→4000 0→1')
  })

  it('is paused and resumed, each of its own kind', async () => {
    await moveTo(begin)
    const { id } = await sell()
    await moveTo('2026-04-11')
    await write('pauseSubscription', { id, pausedUntil: '2026-05-20T00:00:00Z' }, 'subscription { id }')
    await moveTo('2026-07-01')
    expect((await movesOf(id)).slice(1)).toEqual([
      '2026-04-11 paused suspended 3000→3000 1→0',
      '2026-05-20 resumed active 3000→3000 0→1',
    ])
    const [, , resumed] = await db.subscriptionMovement.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } })
    expect(resumed).toMatchObject({ pausedBefore: 1, pausedAfter: 0, since: new Date(begin) })
  })

  it('is expansion on the day that a dearer plan is paid, not on the day it is asked for', async () => {
    await moveTo(begin)
    const { id, product } = await sell()
    await moveTo('2026-04-05')
    await db.productTermPrice.updateMany({ where: { productId: product.id }, data: { price: 4500 } })
    await moveTo('2026-05-02')
    expect((await movesOf(id)).slice(1)).toEqual(['2026-05-01 expansion active 3000→4500 1→1'])
  })

  it('is expansion at once where its quantity grows immediately', async () => {
    await moveTo(begin)
    const { id } = await sell()
    await moveTo('2026-04-05')
    await write('changeSubscription', { id, quantity: 2, when: 'now' }, 'subscription { id }')
    expect((await movesOf(id)).slice(1)).toEqual(['2026-04-05 expansion active 3000→6000 1→1'])
    const lines = await db.orderProduct.findMany({ where: { subscriptionId: id }, orderBy: { orderId: 'asc' } })
    expect(lines.map(({ paidNumber }) => paidNumber)).toEqual([1, null])
    await write('changeSubscription', { id, quantity: 1, when: 'now' }, 'subscription { id }')
    expect((await movesOf(id)).at(-1)).toBe('2026-04-05 contraction active 6000→3000 1→1')
  })

  it('has the country of its address from when that is another', async () => {
    await moveTo(begin)
    const { id, customer } = await sell()
    const addressId = await addAddress(db, customer)
    await db.address.updateMany({ where: { id: addressId }, data: { country: 'DE' } })
    await write('updateSubscription', { id, addressId }, 'subscription { id }')
    const [, last] = await db.subscriptionMovement.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } })
    expect(last).toMatchObject({ kind: 'none', fromCountry: 'US', toCountry: 'DE' })
  })
})

describe('A renewal that fails', () => {
  it('moves no amount while it is past due, nor once it is paid', async () => {
    await moveTo(begin)
    const { id } = await sell({ token: 'tok_succeed' })
    await db.paymentMethod.updateMany({ where: { subscriptions: { some: { id } } }, data: { gatewayToken: 'tok_a2' } })
    await moveTo('2026-06-15')
    expect((await movesOf(id)).slice(1)).toEqual([
      '2026-05-01 none past_due 3000→3000 1→1',
      '2026-05-04 none active 3000→3000 1→1',
    ])
    const failed = await db.subscriptionMovement.findFirst({ where: { subscriptionId: id, toStatus: 'past_due' } })
    expect(failed).toMatchObject({ pastDueReason: 'declined', failedTotal: 3000n })
  })

  it('is churn when it is given up, thirty days of 24 hours later', async () => {
    await moveTo(begin)
    const { id } = await sell()
    await db.paymentMethod.updateMany({ where: { subscriptions: { some: { id } } }, data: { gatewayToken: 'tok_never' } })
    await moveTo('2026-07-15')
    expect((await movesOf(id)).slice(1)).toEqual([
      '2026-05-01 none past_due 3000→3000 1→1',
      '2026-05-31 churn past_due 3000→3000 1→0',
    ])
  })
})

describe('A gift', () => {
  it('ends as a gift, which is no churn', async () => {
    await moveTo(begin)
    const { id } = await sell({ isGift: true, cycles: 3, price: 7500 })
    await moveTo('2026-08-01')
    expect(await movesOf(id)).toEqual(['2026-04-01 new active 0→7500 0→1', '2026-07-01 gift_ended expired 7500→7500 1→0'])
    expect(await db.subscriptionMovement.findFirst({ where: { subscriptionId: id } })).toMatchObject({ toAutorenew: false })
  })
})

describe('Movements', () => {
  it('are listed on both surfaces, for merchants alone', async () => {
    await moveTo(begin)
    const { id } = await sell()
    const { data } = await store.graphql(
      `{ subscriptionMovements(filter: { subscriptionId: { eq: ${id} } }) { totalCount nodes { kind at toPrice } } subscription(id: ${id}) { movements { nodes { kind } } } }`,
    )
    const shown = { kind: 'new', at: begin, toPrice: 3000 }
    expect(data).toEqual({
      subscriptionMovements: { totalCount: 1, nodes: [shown] },
      subscription: { movements: { nodes: [{ kind: 'new' }] } },
    })
    const { body } = await store.rest(`/v1/subscription_movements/?subscription_id=${id}`)
    expect(body).toMatchObject({ count: 1, results: [{ kind: 'new', at: begin, to_price: 3000, counted_after: 1 }] })
    expect((await store.rest('/v1/subscription_movements/', store.customer)).status).toBe(403)
  })

  it('agree with their subscriptions and customers', async () => {
    const wrong = await db.$queryRaw<unknown[]>`
      SELECT held.id FROM subscription AS held
      LEFT JOIN LATERAL (SELECT * FROM subscription_movement AS each WHERE each.store_id = held.store_id AND each.subscription_id = held.id
        ORDER BY id DESC LIMIT 1) AS last ON true
      WHERE held.store_id = 1 AND last.id IS NOT NULL
        AND (held.status, held.is_counted, held.recurring_price, held.autorenew) IS DISTINCT FROM (last.to_status, last.to_counted, last.to_price, last.to_autorenew)
        -- Suspended by the tests themselves.
        AND held.status <> 'suspended'`
    expect(wrong).toEqual([])
  })
})
