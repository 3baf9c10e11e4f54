/** Real processes that are stopped or killed at each point of a change of a subscription whose difference is charged: it is charged and made once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct, onHand } from '../writes/rows.ts'
import { cleared, points } from './points.ts'
import { type Server, startServer, stoppedAt } from './stopping.ts'

const store = await openStore()
const { db, url } = store

let stopping: Server
let neighbour: Server
let number = 0

// The embedded database is in one process alone.
describe.skipIf(!url)('A change whose difference is charged', () => {
  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([startServer(url ?? ''), startServer(url ?? '')])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
  })

  /** Looks after payments as another instance would once so many seconds have passed. */
  async function passes(seconds: number): Promise<string[]> {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    return (await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })).map(({ result }) => result)
  }

  /** A paid subscription to one piece a month for 1000, whose delivery is open. */
  async function bought() {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [1, 12].map((cycles) => ({ cycles, price: 1000 * cycles })), stock: 50 })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const { subscriptionId } = await db.orderProduct.findFirstOrThrow({ where: { orderId: Number(record.id) } })
    // The servers have the time of the machine.
    const term = { startDate: new Date(), endDate: new Date(Date.now() + 30 * 86_400_000) }
    await db.subscription.update({ where: ofStore(Number(subscriptionId)), data: term })
    return { id: Number(subscriptionId), orderId: Number(record.id), customer, product, yearly: product.terms[1]?.id }
  }

  const change = (id: number, body: object, key: string) => async (address: string) => {
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const sent = { method: 'PUT', headers, body: JSON.stringify({ ...body, when: 'now' }) }
    const response = await fetch(`${address}/v1/subscriptions/${id}/change/`, sent)
    return { status: response.status, answer: (await response.json()) as { quantity?: number; term_id?: number } }
  }

  const changes = {
    'two more pieces': { body: () => ({ quantity: 3 }), charged: 2000, quantity: 3, left: 47, deliveries: 1 },
    'a year': { body: (yearly?: number) => ({ term_id: yearly }), charged: 11_000, quantity: 1, left: 49, deliveries: 12 },
  }
  const everyChange = Object.keys(changes) as (keyof typeof changes)[]

  type Bought = Awaited<ReturnType<typeof bought>>

  /** Expects that a change was made and charged once, and that nothing is left to be cleared up. */
  async function expectOnce({ id, orderId, customer, product }: Bought, name: keyof typeof changes): Promise<void> {
    const { charged, quantity, left, deliveries } = changes[name]
    // One that never reached the gateway has failed.
    const payments = await db.payment.findMany({ where: { subscriptionId: id, state: { not: 'failed' } } })
    expect(payments.map(({ state, amount }) => [state, Number(amount)])).toEqual([['captured', charged]])
    const references = payments.map(({ reference }) => reference)
    const taken = await db.sandboxCharge.findMany({ where: { reference: { in: references } } })
    expect(taken.map((each) => [each.captured, Number(each.amount)])).toEqual([[true, charged]])
    expect(await db.sandboxRefund.count({ where: { charge: { in: references.map((each) => `sandbox_${each}`) } } })).toBe(0)
    const row = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(row).toMatchObject({ quantity, paymentUnderWay: false, status: 'active' })
    const orders = await db.order.findMany({
      where: { customerId: customer.id },
      orderBy: { id: 'asc' },
      include: { products: true },
    })
    expect(orders.map(({ total, proratedCharge }) => [total, proratedCharge])).toEqual([
      [1000n, null],
      [BigInt(charged) + 1000n, BigInt(charged)],
    ])
    expect(orders.map(({ products }) => products.map(({ carried }) => Number(carried)))).toEqual([[1000], [0]])
    const open = await db.fulfillment.findMany({ where: { subscriptionId: id, status: 'open' } })
    expect(open.map((each) => [Number(each.orderId) === orderId, each.quantity])).toEqual(
      Array(deliveries).fill([false, quantity]),
    )
    const { numOrders, totalRevenue } = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
    expect([numOrders, Number(totalRevenue)]).toEqual([2, charged + 1000])
    expect(await onHand(db, product)).toBe(left)
    const [{ sum } = {}] = await db.$queryRaw<{ sum: number }[]>`
      SELECT sum(quantity)::int AS sum FROM inventory_movement WHERE store_id = 1 AND product_instance_id = ${product.instanceId}::bigint`
    expect(sum).toBe(left)
  }

  /** Expects that a change that was not charged has left nothing. */
  async function expectNone({ id, orderId, product }: Bought): Promise<void> {
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ quantity: 1, paymentUnderWay: false })
    const [line, ...others] = await db.orderProduct.findMany({ where: { subscriptionId: id } })
    expect([Number(line?.orderId), Number(line?.carried), others]).toEqual([orderId, 0, []])
    expect(await onHand(db, product)).toBe(49)
  }

  it.each(
    everyChange.flatMap((name) => points.flatMap((point) => [true, false].map((repeats) => [name, point, repeats] as const))),
  )('for %s by a process that is stopped %s is made once (repeated meanwhile: %s)', async (name, point, repeats) => {
    const given = await bought()
    const send = change(given.id, changes[name].body(given.yearly), `stopped-${++number}`)
    const [late] = await stoppedAt(stopping, point, send)
    expect(await passes(61)).toEqual([cleared[point]])
    if (point !== 'after the charge') await expectNone(given)
    const repeat = repeats ? await send(neighbour.address) : undefined
    if (repeat) expect(repeat.status).toBe(200)
    stopping.child.kill('SIGCONT')
    const { status } = (await late) ?? {}
    expect(status).toBeOneOf([200, 400, 503])
    expect(await passes(122)).toEqual([])
    expect((await send(neighbour.address)).status).toBe(200)
    await expectOnce(given, name)
  })

  it.each(everyChange.flatMap((name) => points.map((point) => [name, point] as const)))(
    'for %s by a process that is killed %s is made once',
    async (name, point) => {
      const given = await bought()
      const send = change(given.id, changes[name].body(given.yearly), `killed-${++number}`)
      const [late] = await stoppedAt(stopping, point, (address) => send(address).catch(() => undefined))
      stopping.child.kill('SIGKILL')
      expect(await late).toBeUndefined()
      stopping = await startServer(url ?? '')
      expect(await passes(61)).toEqual([cleared[point]])
      if (point !== 'after the charge') await expectNone(given)
      // The repeat goes on with what was recorded.
      expect((await send(neighbour.address)).status).toBe(200)
      expect(await passes(122)).toEqual([])
      await expectOnce(given, name)
    },
  )

  it('that two processes are asked for at once is made once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const given = await bought()
      const both = [stopping, neighbour].map(({ address }, index) =>
        change(given.id, { quantity: 3 }, `race-${++number}-${index}`)(address),
      )
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([])
      await expectOnce(given, 'two more pieces')
    }
  })
})
