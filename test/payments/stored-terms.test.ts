/** A late result is settled by the terms that were asked for last, whichever process settles it and whatever it has read before. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addInstance, addMonthly, addProduct, pastDue } from '../writes/rows.ts'
import { nothing, openLateStore } from './late-store.ts'

const { store, db, gateway, seconds, waits, passes, balanced, one } = await openLateStore()

const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })

/** Purchases that cost the same when they are asked for again, by other terms. */
const purchases = {
  async 'an immediate change at an agreed price'() {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 1000 }] })
    const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 2000 }] })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const { subscriptionId } = await db.orderProduct.findFirstOrThrow({ where: { orderId: Number(record.id) } })
    const id = Number(subscriptionId)
    const change = (fixed_price: number) =>
      ask(store, 'REST', 'changeSubscription', { id, product_instance_id: other, fixed_price, when: 'now' })
    const expectLast = async () => expect(Number((await read(id)).fixedPrice)).toBe(900)
    return { customer, first: () => change(500), again: () => change(900), expectLast }
  },
  async 'a reactivation'() {
    const { id, customer } = await addMonthly(db, { ...pastDue(4), status: 'expired' })
    const first = () => ask(store, 'REST', 'reactivateSubscription', { id })
    let asked = 0
    const again = () => {
      waits(3_600)
      asked = seconds()
      return first()
    }
    const expectLast = async () => {
      const end = new Date(today.getTime() + asked * 1_000)
      end.setUTCMonth(end.getUTCMonth() + 1)
      expect((await read(id)).endDate).toEqual(end)
    }
    return { customer, first, again, expectLast }
  },
} as const

const everyPurchase = Object.keys(purchases) as (keyof typeof purchases)[]

describe.each(everyPurchase)('%s that is asked for again', (name) => {
  it('has its last terms where reconciliation has read the first ones', async () => {
    const { first, again, expectLast } = await purchases[name]()
    gateway.reset('breaks before')
    expect((await first()).status).toBe(503)
    expect(await passes()).toEqual(['given up'])
    gateway.mood = 'captures'
    const [charged, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gateway.afterwards = async () => {
      charged.resolve()
      await settled.promise
    }
    let second: ReturnType<typeof again> | undefined
    gateway.looking = async () => {
      gateway.looking = nothing
      second = again()
      await charged.promise
    }
    expect(await passes(3_601)).toEqual(['captured'])
    settled.resolve()
    expect((await second)?.status).toBe(200)
    await expectLast()
  })

  it('has its last terms where the process that was asked first was stopped, and settles it', async () => {
    const { first, again, expectLast } = await purchases[name]()
    const [asked, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let second: ReturnType<typeof again> | undefined
    gateway.meanwhile = async () => {
      gateway.meanwhile = async () => {
        asked.resolve()
        await settled.promise
      }
      expect(await passes()).toEqual(['given up'])
      second = again()
      await asked.promise
    }
    expect((await first()).status).toBe(200)
    await expectLast()
    settled.resolve()
    expect((await second)?.status).toBe(200)
    await expectLast()
  })
})

describe('A charge that the gateway declined and then captured all the same', () => {
  it.each(['an order', 'a renewal', ...everyPurchase])('is given back: %s', async (name) => {
    const { customer, first } = await declinedOf(name)
    gateway.meanwhile = async ({ reference }) => {
      gateway.meanwhile = nothing
      const gatewayReference = `test_${reference}`
      gateway.books.set(reference, { result: 'declined', gatewayReference, reason: 'No funds.' })
      expect(await passes()).toEqual(['declined'])
      gateway.books.set(reference, { result: 'captured', gatewayReference })
    }
    expect((await first()).status).toBeOneOf([400, 402])
    expect(await passes()).toEqual(['given back'])
    const [payment] = await db.payment.findMany({ where: { customerId: customer.id }, orderBy: { id: 'desc' } })
    expect(payment?.state).toBe('refunded')
    expect(gateway.refunds.get(payment?.reference ?? '')).toBe(1)
    if (name === 'an order') expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
  })

  async function declinedOf(name: string) {
    if (name === 'an order') {
      const { customer, order } = await one('REST')
      return { customer, first: () => order() }
    }
    if (name !== 'a renewal') return purchases[name as keyof typeof purchases]()
    const { id, customer } = await addMonthly(db, pastDue(4))
    return { customer, first: () => ask(store, 'REST', 'renewSubscription', { id }) }
  }
})
