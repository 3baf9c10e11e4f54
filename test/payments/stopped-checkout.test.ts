/** Real processes, stopped at each point of a checkout for longer than a payment waits, and then resumed: the cart is charged once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, onHand } from '../writes/rows.ts'
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

  async function send(address: string, method: string, path: string, body: object) {
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json' }
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, answer: (await response.json()) as { id: number } }
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

  it.each(points.flatMap((point) => [false, true].map((isDeclined) => [point, isDeclined] as const)))(
    '%s of a checkout charges once (declined before: %s)',
    async (point, isDeclined) => {
      const customer = await addCustomer(db, { token: isDeclined ? 'tok_decline' : 'tok_succeed' })
      const product = await addProduct(db, { price: 700, stock: 3 })
      const cart = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
      const made = await send(neighbour.address, 'POST', '/v1/carts/', cart)
      const path = `/v1/carts/${made.answer.id}/checkout/`
      if (isDeclined) {
        expect((await send(neighbour.address, 'PUT', path, {})).status).toBe(402)
        await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
      }
      const ask = (address: string) => send(address, 'PUT', path, {})
      const [late] = await stoppedAt(stopping, point, ask)
      expect(await passes(61)).toEqual([cleared[point]])
      // A minute has passed, but not for the database.
      await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: null } })
      const again = await ask(neighbour.address)
      expect(again.status).toBe(point === 'after the charge' ? 400 : 200)
      stopping.child.kill('SIGCONT')
      expect((await late)?.status).toBe(point === 'before the claim' ? 503 : 200)
      await passes(122)
      expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
      expect(await db.cart.findUniqueOrThrow({ where: ofStore(made.answer.id) })).toMatchObject({ completed: true })
      expect(await db.order.count({ where: { storeId: 1, customerId: customer.id } })).toBe(1)
      expect(await onHand(db, product)).toBe(2)
    },
  )
})
