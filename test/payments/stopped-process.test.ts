/** Real processes, stopped at each point of a purchase for longer than anybody waits, and then resumed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addMonthly, addProduct, giveCredit, onHand, pastDue } from '../writes/rows.ts'
import { expectBalanced } from './balance.ts'
import { cleared, points } from './points.ts'
import { type Server, startServer, stoppedAt } from './stopping.ts'

const store = await openStore()
const { db, url } = store

let stopping: Server
let neighbour: Server

// The embedded database is in one process alone.
describe.skipIf(!url)('a process that is stopped', () => {
  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([startServer(url ?? ''), startServer(url ?? '')])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
  })

  async function send(address: string, method: string, path: string, body: object, key: string) {
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { id?: number; status?: string; errors?: string[] }
    return { status: response.status, replayed: response.headers.get('idempotent-replayed') === 'true', answer }
  }

  /** Looks after payments as another instance would once so many seconds have passed. */
  async function passes(seconds: number): Promise<string[]> {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    const results = await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })
    return results.map(({ result }) => result)
  }

  const balanced = (customerId: number) =>
    expectBalanced(db, customerId, async (reference) => {
      const found = await db.sandboxCharge.findUnique({ where: { reference } })
      const captured = found?.captured ? Number(found.amount) : 0
      const { _sum } = await db.sandboxRefund.aggregate({ where: { charge: `sandbox_${reference}` }, _sum: { amount: true } })
      return { captured, refunded: Number(_sum.amount ?? 0) }
    })

  /** The rest of a customer's credit, and how much of it the entries of orders spent. */
  async function credited(customerId: number) {
    const { credit } = await db.customer.findUniqueOrThrow({ where: ofStore(customerId) })
    const { _sum } = await db.creditEntry.aggregate({ where: { customerId, orderId: { not: null } }, _sum: { amount: true } })
    return { credit: Number(credit), spent: -Number(_sum.amount) }
  }

  let number = 0

  it.each(points.flatMap((point) => [true, false].map((repeats) => [point, repeats] as const)))(
    '%s of an order charges once (repeated meanwhile: %s)',
    async (point, repeats) => {
      const customer = await addCustomer(db)
      const product = await addProduct(db, { price: 700, stock: 3 })
      await giveCredit(db, customer, 300)
      const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
      const key = `stopped-${++number}`
      const ask = (address: string) => send(address, 'POST', '/v1/orders/', order, key)
      const [late] = await stoppedAt(stopping, point, ask)
      expect(await passes(61)).toEqual([cleared[point]])
      // A minute has passed, but not for the database.
      await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: null } })
      const repeat = repeats ? await ask(neighbour.address) : undefined
      if (repeat) expect(repeat.status).toBe(201)
      stopping.child.kill('SIGCONT')
      const first = await late
      if (point === 'before the claim') expect(first?.status).toBe(503)
      else expect(first).toMatchObject({ status: 201, ...(repeat && { answer: { id: repeat.answer.id } }) })
      await passes(122)
      await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: null } })
      const last = await ask(neighbour.address)
      expect(last.status).toBe(201)
      if (repeat) expect(last).toMatchObject({ replayed: true, answer: { id: repeat.answer.id } })
      expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
      expect(await onHand(db, product)).toBe(2)
      expect(await credited(customer.id)).toEqual({ credit: 0, spent: 300 })
    },
  )

  it.each(points)('%s of the last one in stock, which another has bought meanwhile, charges only the other', async (point) => {
    const [customer, buyer] = [await addCustomer(db), await addCustomer(db)]
    const product = await addProduct(db, { price: 700, stock: 1 })
    const ask = (id: number, key: string) => (address: string) =>
      send(
        address,
        'POST',
        '/v1/orders/',
        { customer: { id }, products: [{ product_instance: { id: product.instanceId } }] },
        key,
      )
    const [late] = await stoppedAt(stopping, point, ask(customer.id, `last-${++number}`))
    await passes(61)
    const bought = await ask(buyer.id, `buyer-${number}`)(neighbour.address)
    expect(bought.status).toBe(point === 'after the charge' ? 400 : 201)
    stopping.child.kill('SIGCONT')
    expect((await late)?.status).toBe({ 'before the claim': 503, 'before the charge': 400, 'after the charge': 201 }[point])
    await passes(1)
    const refunds = point === 'before the charge' ? 1 : 0
    const paid = point === 'after the charge' ? 1 : 0
    expect(await balanced(customer.id)).toEqual({ paid, charges: paid + refunds, refunds })
    expect(await balanced(buyer.id)).toMatchObject({ paid: 1 - paid, refunds: 0 })
    expect(await onHand(db, product)).toBe(0)
  })

  it.each(points)('%s of a renewal charges it once, whoever asks again', async (point) => {
    const { id, customer } = await addMonthly(db, {
      ...pastDue(4),
      // This test lives in the real year.
      lastFailedRenewal: new Date(Date.now() - 4 * 86_400_000),
    })
    await giveCredit(db, customer, 300)
    const renew = (key: string) => (address: string) => send(address, 'PUT', `/v1/subscriptions/${id}/renew/`, {}, key)
    const [late] = await stoppedAt(stopping, point, renew(`renewal-${++number}`))
    await passes(61)
    const again = await renew(`again-${number}`)(neighbour.address)
    expect(again.status).toBe(point === 'after the charge' ? 400 : 200)
    stopping.child.kill('SIGCONT')
    expect((await late)?.status).toBe(point === 'before the claim' ? 503 : 200)
    await passes(122)
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active', revenue: 2100n })
    expect(await credited(customer.id)).toEqual({ credit: 0, spent: 300 })
    expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})
