/** Several gateways in one store: each payment, refund and return is asked of the gateway that its row names, and of no other. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addMethod, addMonthly, addProduct, onHand } from '../writes/rows.ts'
import { TestGateway } from './gateway.ts'

const sandbox = new TestGateway()
const other = new TestGateway('other')
const both = [sandbox, other]
const day = { isEnforced: true, seconds: 86_400 } as const
let seconds = 0
const now = () => new Date(today.getTime() + seconds * 1_000)
const clock: Clock = clockOf(now)
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const store = await openStore({ gateway: () => [sandbox, other], now, log: silent, isApart: true })
const { db } = store
const reports: string[] = []
const report = (error: unknown) => void reports.push((error as Error).message)
const books = { db, gateways: gatewaysOf(...both), clock, report }
const unknown = 'This process has no payment gateway elsewhere: its payments and refunds stay as they are until it has.'

/** Lets time pass and looks after payments, as the server does. */
async function passes(more = 61): Promise<string[]> {
  seconds += more
  return (await inSight(() => reconcile(books))).map(({ result }) => result)
}

beforeEach(async () => {
  await db.payment.updateMany({ data: { dueAt: null } })
  await db.refund.updateMany({ data: { dueAt: null } })
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  for (const gateway of both) gateway.reset()
  reports.length = 0
  seconds = 0
})

/** A customer who pays through a gateway, and orders two pieces for 100 each. */
async function buyer(gateway: string) {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { price: 100, stock: 10 })
  const setGateway = (name: string) =>
    db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gateway: name } })
  await setGateway(gateway)
  const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
  const order = (options = {}) => ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products }, options)
  const payments = () => db.payment.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
  const state = async () => (await payments()).map((payment) => payment.state)
  return { customer, product, order, payments, state, setGateway }
}

const refundsOf = (orderId: number) => db.refund.findMany({ where: { orderId }, orderBy: { id: 'asc' } })

/** The amounts that a gateway was asked to charge and to give back. */
const amountsOf = ({ asked, refundRequests }: TestGateway) =>
  [asked, refundRequests].map((requests) => requests.map(({ amount }) => Number(amount)))

describe('With two gateways', () => {
  it('each payment is charged, and each charge given back, by the gateway of its payment method', async () => {
    for (const gateway of both) {
      const { order, payments } = await buyer(gateway.name)
      const { record } = await order()
      expect(await payments()).toMatchObject([{ gateway: gateway.name, state: 'captured' }])
      expect((await ask(store, 'REST', 'refundOrder', { id: record.id })).record.status).toBe('done')
      expect(await refundsOf(record.id)).toMatchObject([{ gateway: gateway.name }])
    }
    expect(both.map(amountsOf)).toEqual([
      [[200], [200]],
      [[200], [200]],
    ])
  })

  it('each charge of an order is given back by its own, whatever method the order has since', async () => {
    const { order, customer, payments } = await buyer('sandbox')
    const { record } = await order()
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { isDefault: false } })
    const methodId = await addMethod(db, customer, 'tok_other')
    await db.paymentMethod.updateMany({ where: { id: methodId }, data: { gateway: 'other' } })
    await db.order.update({ where: ofStore(record.id), data: { paymentMethodId: methodId } })
    await ask(store, 'REST', 'editOrder', { id: record.id, lines: [{ id: record.products[0].id, quantity: 3 }] })
    expect((await payments()).map(({ gateway }) => gateway)).toEqual(['sandbox', 'other'])
    await ask(store, 'REST', 'refundOrder', { id: record.id })
    expect(both.map(amountsOf)).toEqual([
      [[200], [200]],
      [[100], [100]],
    ])
  })

  it('each payment, and each refund, that was left open is looked up where it was asked for', async () => {
    for (const gateway of both) {
      const { order, state } = await buyer(gateway.name)
      gateway.mood = 'breaks after'
      await order()
      expect(await passes()).toEqual(['captured'])
      expect(await state()).toEqual(['captured'])
      gateway.mood = 'captures'
      const { record } = await (await buyer(gateway.name)).order()
      gateway.refundMood = 'breaks before'
      await ask(store, 'REST', 'refundOrder', { id: record.id })
      gateway.refundMood = 'done'
      expect(await passes()).toEqual(['refunded'])
      expect(both.map(({ looks }) => looks > 0)).toEqual([true, gateway === other])
    }
  })

  it('a payment that its gateway does not know is over when the deadline of that gateway is', async () => {
    other.declares = { ...other.declares, deadline: { ...day, seconds: 3_600 } }
    for (const gateway of both) gateway.mood = 'breaks before'
    const buyers = [await buyer('sandbox'), await buyer('other')]
    for (const { order } of buyers) await order()
    const states = async () => (await Promise.all(buyers.map(({ state }) => state()))).flat()
    expect(await passes()).toEqual(['given up', 'given up'])
    // An hour, and ten minutes for a request that is under way.
    await passes(3_600 + 530)
    expect(await states()).toEqual(['given_up', 'given_up'])
    await passes(3_600)
    expect(await states()).toEqual(['given_up', 'failed'])
    await passes(86_400)
    expect(await states()).toEqual(['failed', 'failed'])
    other.declares = { ...other.declares, deadline: day }
  })

  it('a refund that is done is looked up for as long as its gateway may take it back', async () => {
    other.declares = { ...other.declares, lateRefunds: { seconds: 0 } }
    const isDue: boolean[] = []
    for (const gateway of both) {
      const { record } = await (await buyer(gateway.name)).order()
      await ask(store, 'REST', 'refundOrder', { id: record.id })
      await passes(86_400)
      isDue.push((await refundsOf(record.id)).some(({ dueAt }) => dueAt !== null))
    }
    expect(isDue).toEqual([true, false])
    other.declares = { ...other.declares, lateRefunds: sandbox.declares.lateRefunds }
  })
})

describe('With a gateway that the process does not have', () => {
  it('an order and a renewal charge nothing and record nothing, and the renewal stays due', async () => {
    const { order, payments, product } = await buyer('elsewhere')
    expect((await order()).status).toBe(500)
    expect([await payments(), await onHand(db, product)]).toEqual([[], 10])
    const due = await Promise.all([1, 2].map(() => addMonthly(db, { endDate: today, anchorDay: today.getUTCDate() })))
    const ids = due.map(({ customer }) => customer.id)
    await db.paymentMethod.updateMany({ where: { customerId: { in: ids } }, data: { gateway: 'elsewhere' } })
    await inSight(() => advanceDue(books))
    expect(await db.payment.count({ where: { customerId: { in: ids } } })).toBe(0)
    for (const { id } of due) {
      const { status, endDate } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
      expect([status, endDate]).toEqual(['active', today])
    }
    expect([reports, both.map(amountsOf)]).toEqual([[unknown], both.map(() => [[], []])])
  })

  it.each(['asked', 'given_up', 'withdrawn', 'refunding', 'refunded'] as const)(
    'a payment that is %s stays so, and is reported once a round',
    async (state) => {
      const buyers = [await buyer('sandbox'), await buyer('sandbox')]
      for (const { order, payments } of buyers) {
        sandbox.mood = 'breaks before'
        await order()
        const [{ id } = { id: 0n }] = await payments()
        await db.payment.updateMany({ where: { id }, data: { gateway: 'elsewhere', state, dueAt: now() } })
      }
      sandbox.reset()
      const states = async () => (await Promise.all(buyers.map((each) => each.state()))).flat()
      for (const more of [0, 86_400 * 3]) {
        reports.length = 0
        expect(await passes(more)).toEqual(['failed', 'failed'])
        expect([await states(), reports]).toEqual([[state, state], [unknown]])
      }
      expect([sandbox.looks, amountsOf(sandbox)]).toEqual([0, [[], []]])
    },
  )

  it('a repeated request with its key does not go on with the payment', async () => {
    const { order, payments, state } = await buyer('sandbox')
    sandbox.mood = 'breaks before'
    const key = 'elsewhere'
    await order({ key })
    await passes()
    const [{ id } = { id: 0n }] = await payments()
    await db.payment.updateMany({ where: { id }, data: { gateway: 'elsewhere' } })
    expect((await order({ key })).status).toBe(500)
    expect([await state(), sandbox.asked.length]).toEqual([['given_up'], 1])
    await db.payment.updateMany({ where: { id }, data: { gateway: 'sandbox' } })
    sandbox.mood = 'captures'
    expect((await order({ key })).status).toBe(201)
    expect([await state(), sandbox.asked.length]).toEqual([['captured'], 2])
  })

  it('a refund has no answer, and is given when the process has the gateway', async () => {
    const { order } = await buyer('sandbox')
    const { record } = await order()
    await db.payment.updateMany({ where: { orderId: record.id }, data: { gateway: 'elsewhere' } })
    const { status } = await ask(store, 'REST', 'refundOrder', { id: record.id })
    expect(status).toBe(201)
    expect(await refundsOf(record.id)).toMatchObject([{ gateway: 'elsewhere', status: 'unknown' }])
    expect(await passes()).toEqual(['failed'])
    expect([await refundsOf(record.id), reports]).toMatchObject([[{ status: 'unknown' }], [unknown]])
    expect(amountsOf(sandbox)).toEqual([[200], []])
    await db.refund.updateMany({ where: { orderId: record.id }, data: { gateway: 'sandbox' } })
    expect(await passes(120)).toEqual(['refunded'])
    expect(amountsOf(sandbox)).toEqual([[200], [200]])
  })
})
