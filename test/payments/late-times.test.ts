/** A late settlement has the time at which it is settled: programs that ask for newer records than they saw miss nothing. */
import { describe, expect, it } from 'vitest'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../writes/rows.ts'
import { openLateStore } from './late-store.ts'

const { store, db, gateway, waits, passes, one } = await openLateStore()

const hour = 3_600
const later = (seconds: number) => new Date(today.getTime() + seconds * 1_000)
const texts = (seconds: number) => `${later(seconds).toISOString().slice(0, 19)}Z`

describe.each(surfaces)('%s', (surface) => {
  const idsOf = ({ body }: Awaited<ReturnType<typeof store.rest>>) => body.results.map(({ id }: { id: number }) => id)

  describe('an order whose payment is cleared up hours later', () => {
    it('is found by a program that asks for what was placed, or tried, after the last it saw', async () => {
      const { customer, order } = await one(surface)
      gateway.reset('breaks after')
      expect((await order()).status).toBe(503)
      gateway.mood = 'captures'
      waits(10)
      const seen = await (await one(surface)).order()
      expect(seen).toMatchObject({ status: 201, record: { placed_at: texts(10) } })
      expect(await passes(2 * hour)).toEqual(['captured'])
      const of = `customer_id=${customer.id}`
      const [row] = await db.order.findMany({ where: { customerId: customer.id }, include: { transactions: true } })
      const newer = await store.rest(`GET /v1/orders/?placed_at__gt=${seen.record.placed_at}&${of}`)
      expect(idsOf(newer)).toEqual([Number(row?.id)])
      const tried = await store.rest(`GET /v1/transactions/?created_at__gt=${seen.record.placed_at}&order.${of}`)
      expect(idsOf(tried)).toEqual(row?.transactions.map(({ id }) => Number(id)))
    })

    it("has its subscription and its deliveries begin then, and the customer's minute too", async () => {
      const customer = await addCustomer(db)
      const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 2, price: 100 }] })
      const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id } }]
      const order = (key?: string) =>
        ask(store, surface, 'createOrder', { customer: { id: customer.id }, products }, key ? { key } : {})
      const key = `hours-later-${surface}`
      gateway.reset('breaks before')
      expect((await order(key)).status).toBe(503)
      await passes()
      gateway.mood = 'captures'
      waits(hour - 61)
      gateway.meanwhile = async () => waits(0.9)
      expect(await order(key)).toMatchObject({ status: 201, record: { placed_at: texts(hour) } })
      const begins = later(hour)
      const where = { customerId: customer.id }
      expect(await db.subscription.findMany({ where })).toMatchObject([{ startDate: begins }])
      const shipments = await db.shipment.findMany({ where, orderBy: { id: 'asc' }, include: { fulfillments: true } })
      expect(shipments).toMatchObject([
        { createdAt: begins, adjustedOrderedAt: begins, fulfillments: [{ fulfillmentDate: begins }] },
        { createdAt: begins, adjustedOrderedAt: new Date('2026-04-15T13:00:00Z') },
      ])
      waits(59.9)
      expect((await order()).status).toBe(400)
      waits(0.1)
      expect((await order()).status).toBe(201)
    })
  })

  it('a late try of a renewal that failed before is a transaction of then, of an order that keeps its time', async () => {
    const { id, customer } = await addMonthly(db, pastDue(4))
    const renew = () => ask(store, surface, 'renewSubscription', { id })
    gateway.reset('declines')
    expect((await renew()).status).toBe(402)
    waits(60)
    gateway.reset('breaks after')
    expect((await renew()).status).toBe(503)
    expect(await passes(hour - 60)).toEqual(['captured'])
    const order = { where: { customerId: customer.id }, include: { transactions: { orderBy: { id: 'asc' } } } } as const
    expect(await db.order.findMany(order)).toMatchObject([
      { placedAt: today, transactions: [{ createdAt: today }, { result: 'captured', createdAt: later(hour) }] },
    ])
    expect(await db.shipment.findMany({ where: { customerId: customer.id } })).toMatchObject([{ createdAt: later(hour) }])
  })
})
