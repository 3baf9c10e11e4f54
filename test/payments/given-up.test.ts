/** A payment that was given up is not forgotten: it goes on under its reference, or what is charged for it is given back. */
import { describe, expect, it } from 'vitest'
import { forgetOldKeys } from '../../src/writes/idempotency.ts'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addAddress, addMethod, addMonthly, addProduct, daySeconds, pastDue } from '../writes/rows.ts'
import { newKey, nothing, openLateStore, tooLate } from './late-store.ts'

type Monthly = Awaited<ReturnType<typeof addMonthly>>

const { store, db, gateway, clock, seconds, waits, passes, balanced, one } = await openLateStore()

describe.each(surfaces)('%s', (surface) => {
  const renew = (id: number, key?: string) => ask(store, surface, 'renewSubscription', { id }, key ? { key } : {})

  describe('a payment that was given up', () => {
    it('is resumed by a repeat with its key, under the same reference, for what was planned', async () => {
      const { customer, product, order } = await one(surface)
      gateway.reset('breaks before')
      expect((await order()).status).toBe(503)
      expect((await order()).status).toBe(409)
      await passes()
      gateway.mood = 'captures'
      await db.productInstance.update({ where: ofStore(product.instanceId), data: { price: 9_000 } })
      expect(await order()).toMatchObject({ status: 201, replayed: false, record: { total: 500 } })
      expect(gateway.asked.map(({ reference }) => reference)).toEqual(Array(2).fill(gateway.asked[0]?.reference))
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('is looked after with growing pauses until it can no longer be charged, and then for ever left alone', async () => {
      const { order, key } = await one(surface)
      gateway.reset('breaks before')
      await order()
      for (let minutes = 0; minutes < 26 * 60; minutes += 20) {
        const results = await passes(1_200)
        await forgetOldKeys(db, clock)
        if (results.includes('never charged')) break
      }
      expect(seconds()).toBeGreaterThan(daySeconds + 600)
      expect(seconds()).toBeLessThan(daySeconds + 2 * 3_600)
      expect(gateway.looks).toBeGreaterThan(15)
      expect(gateway.looks).toBeLessThan(40)
      expect(await db.idempotencyKey.count({ where: { key } })).toBe(0)
      expect(await passes(daySeconds)).toEqual([])
      // A charge that was on its way all that time would take no money.
      expect(gateway.asked[0]?.notAfter).toEqual(new Date(today.getTime() + daySeconds * 1_000))
    })

    it('is not resumed by its key within a minute of another order of the customer, and then it is', async () => {
      const { customer, order } = await one(surface)
      const other = await addProduct(db, { price: 700 })
      const products = [{ product_instance: { id: other.instanceId } }]
      gateway.reset('breaks before')
      expect((await order()).status).toBe(503)
      await passes()
      gateway.mood = 'captures'
      expect((await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })).status).toBe(201)
      waits(10)
      const message = expect.stringMatching(/^The customer already has an order from the past minute; /)
      expect(await order()).toMatchObject({ status: 400, message, replayed: false })
      waits(51)
      expect(await order()).toMatchObject({ status: 201, replayed: false, record: { total: 500 } })
      const { status } = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
      expect(status).toBe(400)
      expect(await db.payment.count({ where: { customerId: customer.id } })).toBe(2)
      expect(await balanced(customer)).toEqual({ paid: 2, charges: 2, refunds: 0 })
    })

    it('keeps its key beyond the day keys are kept', async () => {
      const { order, key } = await one(surface)
      gateway.reset('breaks before')
      await order()
      await passes()
      waits(daySeconds)
      await forgetOldKeys(db, clock)
      gateway.mood = 'captures'
      expect((await order()).status).toBe(201)
      expect(gateway.books.size).toBe(1)
      expect(await db.idempotencyKey.count({ where: { key } })).toBe(1)
    })
  })

  describe('a renewal whose payment was given up', () => {
    it('is charged under the same reference when it is asked for again, whatever the key', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      const [one, two] = [newKey(), newKey()]
      gateway.reset('breaks before')
      expect((await renew(id, one)).status).toBe(503)
      expect(await passes()).toEqual(['given up'])
      expect((await renew(id)).status).toBe(503)
      expect(await passes()).toEqual(['given up'])
      gateway.mood = 'captures'
      const renewed = await renew(id, two)
      expect(renewed).toMatchObject({ status: 200, record: { status: 'active' } })
      expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
      for (const key of [one, two]) expect(await renew(id, key)).toMatchObject({ status: 200, replayed: true })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('tells the key that resumed it what came of it, when a process that had no key and was stopped settles it', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      const key = newKey()
      const [resumed, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let repeat: ReturnType<typeof renew> | undefined
      gateway.meanwhile = async () => {
        gateway.meanwhile = async () => {
          resumed.resolve()
          await settled.promise
        }
        expect(await passes()).toEqual(['given up'])
        repeat = renew(id, key)
        await resumed.promise
      }
      expect((await renew(id)).status).toBe(200)
      settled.resolve()
      expect(await repeat).toMatchObject({ status: 200, replayed: false })
      expect(await renew(id, key)).toMatchObject({ status: 200, replayed: true, record: { status: 'active' } })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('is charged anew once it can no longer be charged', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      gateway.reset('breaks before')
      await renew(id)
      expect(await passes()).toEqual(['given up'])
      gateway.mood = 'captures'
      expect(await passes(daySeconds + 601)).toEqual(['never charged'])
      expect((await renew(id)).status).toBe(200)
      expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(2)
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('is given back when it is charged after what it would change was changed by hand', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      gateway.meanwhile = async () => {
        await passes()
        await ask(store, surface, 'updateSubscription', { id, autorenew: false })
      }
      expect((await renew(id)).status).toBe(400)
      expect(await passes()).toEqual(['given back'])
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({
        status: 'past_due',
        autorenew: false,
      })
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    })

    it('is given back when it is charged after a cancellation', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      gateway.meanwhile = async () => {
        await passes()
        expect((await ask(store, surface, 'cancelSubscription', { id })).status).toBe(200)
      }
      expect(await renew(id)).toMatchObject({ status: 400, message: expect.stringMatching(`^${tooLate} The subscription has`) })
      expect(await passes()).toEqual(['given back'])
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({
        status: 'cancelled',
        autorenew: false,
      })
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    })

    it('is given back when it is charged after a reactivation that was paid for', async () => {
      const { id, customer } = await addMonthly(db, pastDue(4))
      gateway.meanwhile = async () => {
        gateway.meanwhile = nothing
        await passes()
        await ask(store, surface, 'cancelSubscription', { id })
        expect((await ask(store, surface, 'reactivateSubscription', { id })).status).toBe(200)
      }
      expect((await renew(id)).status).toBe(400)
      expect(await passes()).toEqual(['given back'])
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active', revenue: 2400n })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 2, refunds: 1 })
    })

    it('takes credit that is still there, and is given back when it is not', async () => {
      for (const [credit, paid] of [
        [700, 1],
        [100, 0],
      ] as const) {
        const { id, customer } = await addMonthly(db, { ...pastDue(4), credit: 500 })
        gateway.meanwhile = async () => {
          await passes()
          await ask(store, surface, 'updateSubscription', { id, credit })
        }
        expect((await renew(id)).status).toBe(paid ? 200 : 400)
        await passes()
        expect(await balanced(customer)).toMatchObject({ paid, charges: 1 })
        const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
        expect(Number(kept.credit)).toBe(paid ? 200 : 100)
      }
    })
  })

  describe('a retry of a failed renewal whose payment was given up', () => {
    it('goes on under its reference for what the first try would have charged, whatever it costs now', async () => {
      const { id, customer, product } = await addMonthly(db, pastDue(4))
      gateway.reset('declines')
      expect((await renew(id)).status).toBe(402)
      gateway.reset('breaks before')
      await renew(id)
      expect(await passes()).toEqual(['given up'])
      await setPrice(product.id, 1_000)
      await putCoupon(id)
      gateway.mood = 'captures'
      expect((await renew(id)).status).toBe(200)
      expect(gateway.asked.map(({ reference, amount }) => [reference, amount])).toEqual(
        Array(2).fill([gateway.asked[0]?.reference, 2_400n]),
      )
      expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
    })
  })

  it('leaves autorenew of a gift off where an earlier version planned to turn it on', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(4), status: 'expired', isGift: true })
    gateway.reset('breaks after')
    expect((await ask(store, surface, 'reactivateSubscription', { id })).status).toBe(503)
    await db.$executeRaw`UPDATE payment SET plan = jsonb_set(plan, '{lines,0,subscription,paid,autorenew}', 'true')
      WHERE store_id = 1 AND customer_id = ${customer.id}`
    expect(await passes()).toEqual(['captured'])
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active', autorenew: false })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  describe('a reactivation whose payment was given up', () => {
    it('is charged once when it is asked for again', async () => {
      const { id, customer } = await addMonthly(db, { ...pastDue(4), status: 'expired' })
      const reactivate = () => ask(store, surface, 'reactivateSubscription', { id })
      gateway.meanwhile = async () => {
        gateway.meanwhile = nothing
        await passes()
        expect((await reactivate()).status).toBe(200)
      }
      expect((await reactivate()).status).toBe(200)
      expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('begins its term when it is asked for again', async () => {
      const { id } = await addMonthly(db, { ...pastDue(4), status: 'expired' })
      const reactivate = () => ask(store, surface, 'reactivateSubscription', { id })
      gateway.reset('breaks before')
      await reactivate()
      expect(await passes(7_200)).toEqual(['given up'])
      gateway.mood = 'captures'
      expect((await reactivate()).status).toBe(200)
      const end = new Date(today.getTime() + 7_200_000)
      end.setUTCMonth(end.getUTCMonth() + 1)
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ endDate: end })
      expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
    })
  })

  describe.each([
    ['renewSubscription', 'past_due'],
    ['reactivateSubscription', 'expired'],
  ] as const)('%s, asked for anew after its payment was given up', (name, status) => {
    const change = (id: number, data: object) => db.subscription.update({ where: ofStore(id), data })
    it.each<[what: string, amount: bigint, change: (made: Monthly) => Promise<unknown>]>([
      ['credit', 1_900n, ({ id }) => ask(store, surface, 'updateSubscription', { id, credit: 500 })],
      ['credit for all of it', 0n, ({ id }) => ask(store, surface, 'updateSubscription', { id, credit: 2_400 })],
      ['a coupon', 1_900n, ({ id }) => putCoupon(id)],
      ['a lower price', 1_000n, ({ product }) => setPrice(product.id, 1_000)],
      [
        'another card',
        2_400n,
        async ({ id, customer }) => change(id, { paymentMethodId: await addMethod(db, customer, 'tok_other', false) }),
      ],
      ['another address', 2_400n, async ({ id, customer }) => change(id, { addressId: await addAddress(db, customer) })],
    ])('charges what it costs now, with %s, and gives back what is charged for the first', async (what, amount, changes) => {
      const made = await addMonthly(db, { ...pastDue(4), status })
      const { id, customer } = made
      gateway.meanwhile = async () => {
        gateway.meanwhile = nothing
        expect(await passes()).toEqual(['given up'])
        await changes(made)
        expect((await ask(store, surface, name, { id })).status).toBe(200)
      }
      expect((await ask(store, surface, name, { id }, { key: newKey() })).status).toBe(400)
      expect(await passes()).toEqual(['given back'])
      const [first, now] = await db.payment.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
      expect([first, now]).toMatchObject([
        { amount: 2_400n, state: 'refunded' },
        { amount, state: 'captured' },
      ])
      const { revenue, credit } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
      expect([revenue, Number(credit)]).toEqual([amount, 0])
      const asked = gateway.asked.find(({ reference }) => reference === now?.reference)
      expect(asked?.token).toBe(amount === 0n ? undefined : what === 'another card' ? 'tok_other' : 'tok_succeed')
      // A payment of nothing is charged nowhere.
      if (amount > 0n) expect(await balanced(customer)).toEqual({ paid: 1, charges: 2, refunds: 1 })
    })
  })

  const setPrice = (productId: number, price: number) => db.productTermPrice.updateMany({ where: { productId }, data: { price } })
  const putCoupon = async (subscriptionId: number) => {
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'FIVER' } })
    return db.subscriptionCoupon.create({ data: { storeId: 1, subscriptionId, couponId, codeUsed: 'FIVER', numRenewals: 1 } })
  }
})
