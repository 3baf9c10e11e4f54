/** The credit of a customer is spent once, by orders and renewals, and comes back where a payment comes to nothing. */
import { describe, expect, it } from 'vitest'
import { wrongSums } from '../../src/db/recount.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addMonthly, ago, type Customer, daySeconds, giveCredit, pastDue } from '../writes/rows.ts'
import { newKey, openLateStore, tooLate } from './late-store.ts'

const { store, db, gateway, clock, meanwhile, waits, passes, balanced, one } = await openLateStore()

const give = (customer: Customer, amount: number) => giveCredit(db, customer, amount)

/** The credit of a customer, which is the sum of its entries, and the entries behind the first: each with whether it names an order. */
async function ledger({ id }: Pick<Customer, 'id'>) {
  const [, ...entries] = await db.creditEntry.findMany({ where: { customerId: id }, orderBy: { id: 'asc' } })
  const query = async (text: string) => ({ rows: (await db.$queryRawUnsafe(text)) as Record<string, unknown>[] })
  const wrong = await wrongSums({ query } as Parameters<typeof wrongSums>[0])
  expect(wrong.filter(({ column, ids }) => column === 'credit' && ids.includes(BigInt(id)))).toEqual([])
  const { credit } = await db.customer.findUniqueOrThrow({ where: ofStore(id) })
  return { credit: Number(credit), entries: entries.map(({ amount, orderId }) => [Number(amount), orderId !== null]) }
}

const ordersOf = ({ id }: Pick<Customer, 'id'>) =>
  db.order.findMany({ where: { customerId: id }, orderBy: { id: 'asc' }, include: { transactions: true } })

const eventsOf = async ({ id }: Pick<Customer, 'id'>) =>
  (await db.event.findMany({ where: { customerId: id, type: 'credit_entry.created' }, orderBy: { id: 'asc' } })).map(
    ({ changes }) => (changes as { amount: { to: number } }).amount.to,
  )

/** Does what is due. */
async function work(): Promise<void> {
  const report = (error: unknown) => {
    throw error
  }
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
}

describe.each(surfaces)('%s', (surface) => {
  const order = (customer: Customer, instanceId: number, more: object = {}) =>
    ask(store, surface, 'createOrder', {
      customer: { id: customer.id },
      products: [{ product_instance: { id: instanceId } }],
      ...more,
    })

  describe('A new order', () => {
    it('spends the credit of its customer, and charges the rest', async () => {
      const { customer, product } = await one(surface)
      await give(customer, 300)
      const { status, record } = await order(customer, product.instanceId)
      expect({ status, record }).toMatchObject({ status: 201, record: { total: 500, credit_applied: 300 } })
      expect(gateway.asked.map(({ amount }) => amount)).toEqual([200n])
      expect(await ledger(customer)).toEqual({ credit: 0, entries: [[-300, true]] })
      expect(await ordersOf(customer)).toMatchObject([{ transactions: [{ result: 'captured', total: 200n }] }])
      expect(await eventsOf(customer)).toEqual([-300])
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
      const path = `GET /v1/customers/${customer.id}/credit/?order_id=${record.id}`
      expect((await store.rest(path)).body).toMatchObject({
        count: 1,
        results: [{ amount: -300, order_id: Number(record.id), refund_id: null, created_at: '2026-03-15T12:00:00Z' }],
      })
    })

    it('that credit covers asks no gateway, has a transaction of nothing, and is given back as credit', async () => {
      const { customer, product } = await one(surface)
      await give(customer, 800)
      const { record } = await order(customer, product.instanceId)
      expect(record).toMatchObject({ credit_applied: 500, financial_status: 'paid' })
      expect(gateway.asked).toEqual([])
      expect(await ledger(customer)).toEqual({ credit: 300, entries: [[-500, true]] })
      expect(await ordersOf(customer)).toMatchObject([{ transactions: [{ result: 'captured', total: 0n }] }])
      expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({ totalRevenue: 0n })
      const refund = await ask(store, surface, 'refundOrder', { id: Number(record.id) })
      expect(refund).toMatchObject({ status: 201, record: { card_amount: 0, credit_amount: 500 } })
      expect(await ledger(customer)).toMatchObject({ credit: 800 })
    })

    it('spends none with use_credit: false, and none of a customer who owes', async () => {
      const { customer, product, setStock } = await one(surface)
      await give(customer, 300)
      expect((await order(customer, product.instanceId, { use_credit: false })).record).toMatchObject({ credit_applied: 0 })
      await give(customer, -900)
      waits(61)
      await setStock(1)
      expect((await order(customer, product.instanceId, { use_credit: null })).record).toMatchObject({ credit_applied: 0 })
      expect(gateway.asked.map(({ amount }) => amount)).toEqual([500n, 500n])
    })

    it('that is only tried shows what it would spend, and spends nothing', async () => {
      const { customer, product } = await one(surface)
      await give(customer, 300)
      const products = [{ product_instance: { id: product.instanceId } }]
      const tried = await ask(store, surface, 'createOrder', { customer: { id: customer.id }, products }, { isDryRun: true })
      expect(tried.record).toMatchObject({ total: 500, credit_applied: 300 })
      expect(await ledger(customer)).toEqual({ credit: 300, entries: [] })
    })

    it('that is declined gives the credit back, and says nothing of it', async () => {
      const { customer, product } = await one(surface)
      await give(customer, 300)
      gateway.reset('declines')
      expect((await order(customer, product.instanceId)).status).toBe(402)
      const given = [
        [-300, true],
        [300, true],
      ]
      expect(await ledger(customer)).toEqual({ credit: 300, entries: given })
      expect(await ordersOf(customer)).toMatchObject([
        { financialStatus: 'unpaid', transactions: [{ result: 'failed', total: 200n }] },
      ])
      expect(await eventsOf(customer)).toEqual([])
    })
  })

  describe('The payment of an order', () => {
    it('that has no answer holds the credit, until it is known', async () => {
      const { customer, order: send } = await one(surface)
      await give(customer, 300)
      gateway.reset('breaks after')
      expect((await send()).status).toBe(503)
      expect(await ledger(customer)).toEqual({ credit: 0, entries: [[-300, false]] })
      expect(await passes(120)).toEqual(['captured'])
      expect(await ledger(customer)).toEqual({ credit: 0, entries: [[-300, true]] })
      expect(await eventsOf(customer)).toEqual([-300])
      expect(await send()).toMatchObject({ status: 201, replayed: true })
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('that turns out to be declined gives it back once', async () => {
      const { customer, order: send } = await one(surface)
      await give(customer, 300)
      gateway.reset('breaks after declining')
      expect((await send()).status).toBe(503)
      expect(await passes(120)).toEqual(['declined'])
      expect(await passes(120)).toEqual([])
      expect(await ledger(customer)).toEqual({
        credit: 300,
        entries: [
          [-300, true],
          [300, true],
        ],
      })
    })

    it('that was never asked for gives it back', async () => {
      const { customer, order: send } = await one(surface)
      await give(customer, 300)
      meanwhile.beforeClaim = async () => void (await passes())
      expect((await send()).status).toBe(503)
      expect(await ledger(customer)).toEqual({
        credit: 300,
        entries: [
          [-300, false],
          [300, false],
        ],
      })
      expect(await passes()).toEqual([])
    })

    it('that is given up gives it back, and takes it again when it is resumed', async () => {
      const { customer, order: send } = await one(surface)
      await give(customer, 300)
      gateway.reset('breaks before')
      expect((await send()).status).toBe(503)
      expect(await passes()).toEqual(['given up'])
      expect(await ledger(customer)).toEqual({
        credit: 300,
        entries: [
          [-300, false],
          [300, false],
        ],
      })
      gateway.mood = 'captures'
      expect(await send()).toMatchObject({ status: 201, record: { credit_applied: 300 } })
      expect(await ledger(customer)).toEqual({
        credit: 0,
        entries: [
          [-300, true],
          [300, true],
          [-300, true],
        ],
      })
      expect(await eventsOf(customer)).toEqual([-300])
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('that is charged after it was given up takes it again, and is given back where it was spent meanwhile', async () => {
      for (const [spent, paid] of [
        [0, 1],
        [100, 0],
      ] as const) {
        const { customer, order: send } = await one(surface)
        await give(customer, 300)
        gateway.reset()
        gateway.meanwhile = async () => {
          expect(await passes()).toEqual(['given up'])
          if (spent) await give(customer, -spent)
        }
        const { status, message } = await send('')
        expect(status).toBe(paid ? 201 : 400)
        if (!paid) expect(message).toBe(`${tooLate} The customer's credit has been spent since the payment was asked for.`)
        await passes()
        expect((await ledger(customer)).credit).toBe(paid ? 0 : 200)
        expect(await balanced(customer)).toEqual({ paid, charges: 1, refunds: 1 - paid })
      }
    })
  })

  describe('A renewal', () => {
    const renew = (id: number) => ask(store, surface, 'renewSubscription', { id })

    it('spends the credit of the subscription, then that of the customer', async () => {
      const { id, customer } = await addMonthly(db, { ...pastDue(4), credit: 500n })
      await give(customer, 700)
      expect((await renew(id)).record).toMatchObject({ status: 'active', credit: 0 })
      expect(gateway.asked.map(({ amount }) => amount)).toEqual([1_200n])
      expect(await ledger(customer)).toEqual({ credit: 0, entries: [[-700, true]] })
      expect(await ordersOf(customer)).toMatchObject([{ total: 2_400n, creditApplied: 1_200n }])
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ revenue: 1_200n })
      expect(await eventsOf(customer)).toEqual([-700])
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('that is declined holds it for its order, which a later try pays', async () => {
      const { id, customer } = await addMonthly(db, { endDate: ago(60), credit: 500n })
      await give(customer, 700)
      gateway.reset('declines')
      await work()
      expect(await ledger(customer)).toEqual({ credit: 0, entries: [[-700, true]] })
      await give(customer, 50)
      gateway.mood = 'captures'
      expect((await renew(id)).status).toBe(200)
      expect(gateway.asked.map(({ amount }) => amount)).toEqual([1_200n, 1_200n])
      expect(await ledger(customer)).toEqual({
        credit: 50,
        entries: [
          [-700, true],
          [50, false],
        ],
      })
      expect(await eventsOf(customer)).toEqual([-700])
      expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    })

    it('whose order is closed unpaid gives each its own back, and that of a subscription that has ended to its customer', async () => {
      const { id, customer } = await addMonthly(db, { endDate: ago(60), credit: 500n })
      await give(customer, 700)
      gateway.reset('declines')
      await work()
      expect((await ask(store, surface, 'cancelSubscription', { id })).record).toMatchObject({ credit: 0 })
      expect(await ledger(customer)).toEqual({
        credit: 1200,
        entries: [
          [-700, true],
          [700, true],
          [500, false],
        ],
      })
      expect(await eventsOf(customer)).toEqual([-700, 700, 500])
      expect((await ask(store, surface, 'cancelSubscription', { id })).status).toBe(200)
      expect((await ledger(customer)).credit).toBe(1200)
    })

    it('whose order is cancelled unpaid gives each its own back', async () => {
      const { id, customer } = await addMonthly(db, { endDate: ago(60), credit: 500n })
      await give(customer, 700)
      gateway.reset('declines')
      await work()
      const [made] = await ordersOf(customer)
      expect((await store.rest(`PUT /v1/orders/${made?.id}/cancel/`, store.merchant, { body: '{}' })).status).toBe(200)
      expect(await ledger(customer)).toEqual({
        credit: 700,
        entries: [
          [-700, true],
          [700, true],
        ],
      })
      expect(await eventsOf(customer)).toEqual([-700, 700])
      expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ credit: 500n, unpaidOrderId: null })
    })

    it('that reactivates and is declined gives it back', async () => {
      const { id, customer } = await addMonthly(db, { status: 'cancelled', autorenew: false, endDate: ago(5 * daySeconds) })
      await give(customer, 700)
      gateway.reset('declines')
      expect((await ask(store, surface, 'reactivateSubscription', { id })).status).toBe(402)
      expect(await ledger(customer)).toEqual({
        credit: 700,
        entries: [
          [-700, true],
          [700, true],
        ],
      })
    })

    it('that is declined after it was given up holds it, or leaves no order where it was spent', async () => {
      for (const spent of [0, 100]) {
        const { id, customer } = await addMonthly(db, pastDue(4))
        await give(customer, 700)
        gateway.reset('declines')
        gateway.meanwhile = async () => {
          gateway.meanwhile = async () => {}
          expect(await passes()).toEqual(['given up'])
          if (spent) await give(customer, -spent)
        }
        expect((await renew(id)).status).toBe(402)
        expect((await ledger(customer)).credit).toBe(spent ? 600 : 0)
        expect(await ordersOf(customer)).toHaveLength(spent ? 0 : 1)
        await ask(store, surface, 'cancelSubscription', { id })
        expect((await ledger(customer)).credit).toBe(700 - spent)
      }
    })

    it('is resumed under its reference where the credit is the same, and charged anew where it is not', async () => {
      for (const more of [0, 100]) {
        const { id, customer } = await addMonthly(db, pastDue(4))
        await give(customer, 700)
        gateway.reset('breaks before')
        expect((await renew(id)).status).toBe(503)
        expect(await passes()).toEqual(['given up'])
        if (more) await give(customer, more)
        gateway.mood = 'captures'
        expect((await ask(store, surface, 'renewSubscription', { id }, { key: newKey() })).status).toBe(200)
        expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(more ? 2 : 1)
        expect((await ledger(customer)).credit).toBe(0)
        expect(await ordersOf(customer)).toMatchObject([{ creditApplied: BigInt(700 + more) }])
        await db.payment.updateMany({ where: { customerId: customer.id }, data: { dueAt: null } })
      }
    })
  })
})
