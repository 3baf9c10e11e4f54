/** While a customer's order has a payment that may still be charged, another order of theirs is refused, however many ask at once. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { ask, type Surface, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, type Customer, pastDue } from '../writes/rows.ts'
import { newKey, openLateStore } from './late-store.ts'

const { store, db, gateway, meanwhile, waits, passes, balanced, one } = await openLateStore()

const unsettled = 'The customer already has an order whose payment is not settled yet; it will be within minutes.'
const product = await addProduct(db, { price: 700 })

const orderOf = ({ id }: { id: number }) => ({
  customer: { id },
  products: [{ product_instance: { id: product.instanceId } }],
})
const another = (surface: Surface, customer: Customer, isDryRun = false) =>
  ask(store, surface, 'createOrder', orderOf(customer), { isDryRun })
const refused = (surface: Surface) => ({
  status: 400,
  message: unsettled,
  ...(surface === 'GraphQL' && { code: 'DUPLICATE_ORDER' }),
})
const racers = (customer: Customer) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => another(surfaces[index % 2] ?? 'REST', customer)))

describe.each(surfaces)('%s', (surface) => {
  it('refuses another order from when the payment is recorded until it is settled, beyond the minute too', async () => {
    const { customer, order, key } = await one(surface)
    meanwhile.beforeClaim = async () => expect(await another(surface, customer)).toMatchObject(refused(surface))
    gateway.meanwhile = async () => expect(await another(surface, customer)).toMatchObject(refused(surface))
    gateway.mood = 'breaks after'
    expect((await order(key)).status).toBe(503)
    gateway.meanwhile = async () => {}
    expect(await another(surface, customer)).toMatchObject(refused(surface))
    waits(3_600)
    expect(await another(surface, customer)).toMatchObject(refused(surface))
    expect(await another(surface, customer, true)).toMatchObject(refused(surface))
    expect((await order(key)).status).toBe(409)
    expect(await passes(0)).toEqual(['captured'])
    gateway.mood = 'captures'
    expect(await order(key)).toMatchObject({ status: 201, replayed: true })
    // The order that was made late begins the minute.
    expect((await another(surface, customer)).message).toMatch(/^The customer already has an order from the past minute; /)
    waits(60)
    expect(await another(surface, customer)).toMatchObject({ status: 201 })
    expect(await balanced(customer)).toEqual({ paid: 2, charges: 2, refunds: 0 })
  })

  it('takes another order once the payment is given up, whose own repeat then waits while that is unsettled', async () => {
    const { customer, order } = await one(surface)
    gateway.mood = 'breaks before'
    expect((await order()).status).toBe(503)
    expect(await passes()).toEqual(['given up'])
    expect((await another(surface, customer)).status).toBe(503)
    waits(61)
    expect(await order()).toMatchObject({ ...refused(surface), replayed: false })
    expect(await passes(0)).toEqual(['given up'])
    gateway.mood = 'captures'
    expect(await order()).toMatchObject({ status: 201 })
    waits(60)
    expect(await another(surface, customer)).toMatchObject({ status: 201 })
  })

  it('counts neither the payment of a renewal nor those of other customers', async () => {
    const { id, customer } = await addMonthly(db, pastDue(4))
    const stranger = await addCustomer(db)
    gateway.mood = 'breaks after'
    expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(503)
    gateway.mood = 'captures'
    expect(await another(surface, customer)).toMatchObject({ status: 201 })
    expect(await another(surface, stranger)).toMatchObject({ status: 201 })
  })

  it('says first that there is no such customer', async () => {
    const answer = await ask(store, surface, 'createOrder', orderOf({ id: 999_999 }))
    expect(answer).toMatchObject({ status: 404, message: 'The customer matches none in the store.' })
  })
})

describe('50 orders at once, over both surfaces', () => {
  it('are all refused while a payment is unsettled, and one order when it was given up', async () => {
    const { customer, order } = await one('REST')
    gateway.mood = 'breaks before'
    await order()
    waits(61)
    gateway.mood = 'captures'
    expect(new Set((await racers(customer)).map(({ message }) => message))).toEqual(new Set([unsettled]))
    expect(await passes(0)).toEqual(['given up'])
    const answers = await racers(customer)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('are one when the repeat of a payment that was given up is among them', async () => {
    const { customer, order } = await one('REST')
    gateway.mood = 'breaks before'
    await order()
    await passes()
    gateway.mood = 'captures'
    const answers = await Promise.all([...Array.from({ length: 5 }, () => order()), racers(customer)])
    expect(answers.flat().filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})

// The embedded database is in one process alone.
describe.skipIf(!store.url)('50 orders at once, of two processes', () => {
  it('charge once, whose answer is lost, and never again until that is settled', async () => {
    const processes = await Promise.all([start(), start()])
    const { length } = processes
    try {
      const customer = await addCustomer(db, { token: 'tok_error' })
      const race = () =>
        Promise.all(Array.from({ length: 50 }, (_, index) => send(processes[index % length]?.address ?? '', customer)))
      const tally = (answers: Awaited<ReturnType<typeof race>>) => answers.map(({ status }) => status).toSorted()
      expect(tally(await race())).toEqual([...Array(49).fill(400), 503])
      // A minute has passed, but not for the database.
      await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: null } })
      const later = await race()
      expect([tally(later), new Set(later.map(({ errors }) => errors?.join()))]).toEqual([
        Array(50).fill(400),
        new Set([unsettled]),
      ])
      const clock = clockOf(() => new Date(Date.now() + 61_000))
      const results = await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })
      expect(results.map(({ result }) => result)).toEqual(['captured'])
      expect(await db.payment.count({ where: { customerId: customer.id } })).toBe(1)
      expect(await db.order.count({ where: { customerId: customer.id, financialStatus: 'paid' } })).toBe(1)
    } finally {
      for (const { child } of processes) child.kill('SIGKILL')
    }
  })
})

async function start(): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(new URL('process.ts', import.meta.url), [store.url ?? ''], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [address] = await once(child, 'message')
  return { child, address }
}

async function send(address: string, customer: Customer) {
  const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() }
  const response = await fetch(`${address}/v1/orders/`, { method: 'POST', headers, body: JSON.stringify(orderOf(customer)) })
  return { status: response.status, ...((await response.json()) as { errors?: string[] }) }
}
