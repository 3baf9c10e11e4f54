/** The coupons of a checkout wait on its subscriptions once, whoever settles its payment and however often it is asked for. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { ask, type Surface, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { newKey, openLateStore } from './late-store.ts'

const { store, db, gateway, passes, balanced } = await openLateStore()

let number = 0

/** A customer who begins a subscription with a coupon for three charges, under one key. */
async function checkout(surface: Surface) {
  const customer = await addCustomer(db)
  const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 1_000 }] })
  const code = `LATE${++number}`
  const columns = { code, name: code, discountType: 'percent', discountValue: 10, numRenewals: 3, createdAt: today } as const
  const { id: couponId } = await db.coupon.create({ data: { storeId: 1n, ...columns } })
  const key = newKey()
  const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id } }]
  const order = () => ask(store, surface, 'createOrder', { customer: { id: customer.id }, products, coupons: [code] }, { key })
  const waits = () => db.subscriptionCoupon.findMany({ where: { couponId } })
  const payment = () => db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  return { customer, order, waits, payment, couponId }
}

describe.each(surfaces)('%s', (surface) => {
  it('wait when another process settles what the gateway has charged, and once', async () => {
    const { customer, order, waits } = await checkout(surface)
    gateway.reset('breaks after')
    expect((await order()).status).toBe(503)
    expect(await waits()).toEqual([])
    gateway.mood = 'captures'
    expect(await passes(120)).toEqual(['captured'])
    expect(await waits()).toMatchObject([{ numRenewals: 2, appliedAt: null, unpaidOrderId: null }])
    expect(await order()).toMatchObject({ status: 201, replayed: true })
    expect(await passes(120)).toEqual([])
    expect(await waits()).toHaveLength(1)
    const added = await db.event.findMany({ where: { customerId: customer.id, type: 'subscription_coupon.added' } })
    expect(added).toMatchObject([{ operation: 'reconcilePayment', surface: 'worker' }])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('wait once when a payment that was given up is charged by a repeat and by the first request', async () => {
    const { customer, order, waits } = await checkout(surface)
    let repeat: Awaited<ReturnType<typeof order>> | undefined
    gateway.meanwhile = async () => {
      gateway.meanwhile = async () => {}
      expect(await passes()).toEqual(['given up'])
      repeat = await order()
    }
    expect((await order()).record.id).toBe(repeat?.record.id)
    expect(await waits()).toMatchObject([{ numRenewals: 2 }])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('wait on nothing when the charge turns out to be declined', async () => {
    const { order, waits } = await checkout(surface)
    gateway.reset('breaks after declining')
    expect((await order()).status).toBe(503)
    expect(await passes(120)).toEqual(['declined'])
    expect(await waits()).toEqual([])
  })

  it('are as they were planned, whatever has become of the coupon meanwhile', async () => {
    const { order, waits, couponId } = await checkout(surface)
    gateway.reset('breaks after')
    await order()
    await db.coupon.update({ where: ofStore(couponId), data: { numRenewals: 9 } })
    gateway.mood = 'captures'
    await passes(120)
    expect(await waits()).toMatchObject([{ numRenewals: 2 }])
  })

  it.each([{ version: 1 }, {}])('are none of a payment that was stored by a version before, %j', async (version) => {
    const { customer, order, waits, payment } = await checkout(surface)
    gateway.reset('breaks after')
    await order()
    const { id, plan } = await payment()
    type Stored = { version: number; lines: { subscription: { coupons?: object } }[] }
    const { version: _version, lines, ...others } = plan as Stored
    const before = lines.map(({ subscription: { coupons: _coupons, ...subscription }, ...line }) => ({ ...line, subscription }))
    await db.payment.update({ where: ofStore(id), data: { plan: { ...others, ...version, lines: before } } })
    gateway.mood = 'captures'
    expect(await passes(120)).toEqual(['captured'])
    expect(await waits()).toEqual([])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})
