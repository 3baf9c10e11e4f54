/** A process may be stopped between any two lines of a purchase: nobody pays twice, and nobody pays for nothing. */
import { describe, expect, it } from 'vitest'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { today } from '../support/template.ts'
import { surfaces } from '../writes/ask.ts'
import { daySeconds } from '../writes/rows.ts'
import { nothing, openLateStore, tooLate } from './late-store.ts'
import { afterPayments } from './points.ts'

const { db, gateway, meanwhile, clock, passes, balanced, one } = await openLateStore()

/** The effect of a minute on a recorded payment; the next statement has read the test's clock already. */
const isOverdue = async () => void (await db.payment.updateMany({ where: { state: 'recorded' }, data: { dueAt: today } }))

describe.each(surfaces)('%s', (surface) => {
  describe('a process that is stopped before it claims the payment', () => {
    it('charges nobody when it goes on, and a repeat orders anew', async () => {
      const { customer, order, left } = await one(surface)
      meanwhile.beforeClaim = async () => expect(await passes()).toEqual(['never charged'])
      expect(await order()).toMatchObject({
        status: 503,
        message: 'The request was held up for too long. Nothing was charged; send it again.',
      })
      expect(gateway.asked).toEqual([])
      expect(await left()).toBe(1)
      expect(await order()).toMatchObject({ status: 201, replayed: false })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('charges nobody either when it goes on while another clears up', async () => {
      const { order, left } = await one(surface)
      const [found, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let others: ReturnType<typeof reconcile> | undefined
      meanwhile.beforeClaim = async () => {
        await isOverdue()
        const held = afterPayments(db, async () => {
          found.resolve()
          await gone.promise
        })
        others = reconcile({ db: held, gateways: gatewaysOf(gateway), clock })
        await found.promise
      }
      expect((await order()).status).toBe(503)
      gone.resolve()
      expect(await others).toEqual([])
      expect([gateway.asked, await left()]).toEqual([[], 1])
    })

    it('gives up by itself when nobody has cleared up yet', async () => {
      const { order, left } = await one(surface)
      meanwhile.beforeClaim = isOverdue
      expect((await order()).status).toBe(503)
      expect([gateway.asked, await left()]).toEqual([[], 1])
      expect(await passes()).toEqual([])
      expect((await order()).status).toBe(201)
    })
  })

  describe('a process that is stopped before the gateway is asked', () => {
    it('charges late, and the order is made', async () => {
      const { customer, order, left } = await one(surface)
      gateway.meanwhile = async () => {
        expect(await passes()).toEqual(['given up'])
        expect(await left()).toBe(1)
      }
      const first = await order()
      expect(first).toMatchObject({ status: 201, record: { financial_status: 'paid' } })
      expect(await left()).toBe(0)
      expect(await passes()).toEqual([])
      expect(await order()).toEqual({ ...first, replayed: true })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('charges late, and is given back when there is none in stock any more', async () => {
      const { customer, order, setStock, left } = await one(surface)
      gateway.meanwhile = async () => {
        await passes()
        await setStock(0)
      }
      const first = await order()
      expect(first).toMatchObject({ status: 400, message: expect.stringMatching(`^${tooLate} There are not 1 in stock of`) })
      expect(await passes()).toEqual(['given back'])
      expect(await passes()).toEqual([])
      expect(await order()).toEqual({ ...first, replayed: true })
      expect(await left()).toBe(0)
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
      const [payment] = await db.payment.findMany({ where: { customerId: customer.id } })
      expect(await db.logEntry.findMany({ where: { requestId: payment?.reference ?? '' } })).toMatchObject([
        { operation: 'refundPayment', surface: 'worker', changes: { charged: { from: 500, to: 0 } } },
      ])
    })

    it('charges late and dies: the order is made all the same, and a repeat hears of it', async () => {
      const { customer, order } = await one(surface)
      gateway.reset('breaks after')
      gateway.meanwhile = async () => void (await passes())
      expect(await order()).toMatchObject({ status: 503 })
      gateway.mood = 'captures'
      expect(await passes(120)).toEqual(['captured'])
      expect(await order()).toMatchObject({ status: 201, replayed: true, record: { financial_status: 'paid' } })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('charges once when the repeat was faster: both answer the one order', async () => {
      const { customer, order } = await one(surface)
      let repeat: Awaited<ReturnType<typeof order>> | undefined
      gateway.meanwhile = async () => {
        gateway.meanwhile = nothing
        await passes()
        repeat = await order()
      }
      const first = await order()
      expect(repeat).toMatchObject({ status: 201, replayed: false })
      expect(first).toMatchObject({ status: 201, record: { id: repeat?.record.id } })
      expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
      expect(await order()).toMatchObject({ status: 201, replayed: true, record: { id: repeat?.record.id } })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('is told by a repeat that is refused: what is charged then is given back, though there is stock again', async () => {
      const { customer, order, setStock, left } = await one(surface)
      let repeat: Awaited<ReturnType<typeof order>> | undefined
      gateway.meanwhile = async () => {
        await passes()
        await setStock(0)
        repeat = await order()
        await setStock(5)
      }
      expect(await order()).toMatchObject({ status: 400, message: tooLate })
      expect(repeat).toMatchObject({ status: 400, message: expect.stringMatching('^There are not 1 in stock') })
      expect(await passes()).toEqual(['given back'])
      expect(await order()).toMatchObject({ status: 400, replayed: true })
      expect(await left()).toBe(5)
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    })

    it('charges late and dies when there is none in stock any more: what clears up says that it is to be given back', async () => {
      const { customer, order, setStock } = await one(surface)
      gateway.reset('breaks after')
      gateway.meanwhile = async () => {
        await passes()
        await setStock(0)
      }
      expect((await order()).status).toBe(503)
      expect(await passes(120)).toEqual(['to be given back', 'given back'])
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    })

    it('declines late: the failed transaction, and no stock given back twice', async () => {
      const { customer, order, left } = await one(surface)
      gateway.reset('declines')
      gateway.meanwhile = async () => void (await passes())
      const first = await order()
      expect(first).toMatchObject({ status: 402, message: 'The payment was declined. No funds.' })
      expect(await left()).toBe(1)
      expect(await order()).toEqual({ ...first, replayed: true })
      expect(await db.order.findMany({ where: { customerId: customer.id }, include: { transactions: true } })).toMatchObject([
        { financialStatus: 'unpaid', transactions: [{ result: 'failed' }] },
      ])
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 0, refunds: 0 })
    })
  })

  describe('a process that is stopped after the gateway has answered', () => {
    it.each([true, false])('answers the order that was made meanwhile (with a key: %s)', async (hasKey) => {
      const { customer, order, left, key } = await one(surface)
      gateway.afterwards = async () => expect(await passes()).toEqual(['captured'])
      const [made] = [await order(hasKey ? key : '')]
      expect(made).toMatchObject({ status: 201, replayed: false, record: { financial_status: 'paid' } })
      if (hasKey) expect(await order()).toEqual({ ...made, replayed: true })
      expect(await left()).toBe(0)
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })
  })

  describe('a refund', () => {
    it.each([
      ['breaks before', 2],
      ['breaks after', 1],
    ] as const)('is asked for until it is known, where the connection %s', async (mood, asked) => {
      const { customer, order, setStock } = await one(surface)
      gateway.meanwhile = async () => {
        await passes()
        await setStock(0)
      }
      await order()
      gateway.refundMood = mood
      const failing = { db, gateways: gatewaysOf(gateway), clock, report: () => {} }
      expect(await reconcile(failing)).toMatchObject([{ result: 'failed' }])
      expect(await reconcile(failing)).toEqual([])
      // One that was taken is found, whether or not it is answered from here on.
      if (mood === 'breaks before') gateway.refundMood = 'done'
      expect(await passes()).toEqual(['given back'])
      expect(await passes(daySeconds)).toEqual([])
      expect([...gateway.refunds.values()]).toEqual([asked])
      expect(await balanced(customer)).toEqual({ paid: 0, charges: 1, refunds: 1 })
    })
  })
})
